"""What Sequence says to those who try what is not allowed: which card, which space, and what is possible (GE-5)."""

import pytest

from tests.games.sequence.helpers import line, rule, table

HAND = "CA NY ADD REMOVE"


@pytest.mark.parametrize(
    ("chips", "action", "rule_id", "sentence"),
    [
        ("", "TX@a3", "SQ-5", "You have no TX in your hand; you have CA, NY, ADD and REMOVE."),
        ("", "dead TX", "SQ-8", "You have no TX in your hand; you have CA, NY, ADD and REMOVE."),
        ("", "dead CA", "SQ-8", "CA is not dead: f3 is open."),
        ("", "CA@a10", "SQ-5", "a10 is not a space of CA; those are f3 and g7."),
        ("f3", "CA@f3", "SQ-5", "There is a chip on f3 already; the other space of CA is g7."),
        ("f3 g7", "CA@g7", "SQ-5", "CA is dead: there are chips on f3 and g7, both its spaces. It can be exchanged."),
        ("f3", "ADD@f3", "SQ-6", "There is a chip on f3 already; choose an open space."),
        ("f3", "REMOVE@f3", "SQ-7", "The chip on f3 is your own team's; take one of another team."),
        ("", "REMOVE@f3", "SQ-7", "There is no chip on f3."),
    ],
)
def test_the_sentence_names_what_is_meant(chips: str, action: str, rule_id: str, sentence: str) -> None:
    state = table(HAND, "TX", chips=(chips, ""), deck="OH OH")
    assert rule(state, 0, action) == rule_id
    assert str(state.why(0, action)) == sentence


def test_SQ_8_a_dead_card_after_the_exchange_of_another() -> None:
    state = table("CA NY ADD", "TX", chips=("f3 g7", "a10 h9"), deck="OH OH")
    state.act(0, "dead NY")
    assert str(state.why(0, "CA@g7")) == "CA is dead: there are chips on f3 and g7, both its spaces."


def test_SQ_7_a_locked_chip() -> None:
    state = table(HAND, "TX", chips=("", ""), sequences=((1, line("a1", "e1")),), deck="OH OH")
    assert str(state.why(0, "REMOVE@c1")) == "The chip on c1 is part of a completed sequence and locked."


def test_an_empty_hand() -> None:
    state = table("", "TX NY", deck="OH OH")
    assert str(state.why(0, "CA@f3")) == "You have no card in your hand."
