"""Every refusal that a person can provoke: its rule and its sentence (GE-5)."""

from collections.abc import Callable

import pytest

import tesserae
from tesserae import Refused, State
from tests.games.consequence.helpers import moments, play, refusal, table
from tests.games.consequence.test_notation import TEXTS

SETUPS: dict[str, Callable[[], State]] = {
    "start": lambda: tesserae.start("consequence"),
    "one tile": lambda: table({"a1": "ro"}),
    "two tiles": lambda: table({"a1": "ro", "b1": "bo"}),
    "corner": lambda: table({"a1": "ro", "b1": "bo", "a2": "ro", "b2": "bo"}),
    "row_min 2": lambda: table({"a1": "ro"}, options={"row_min": 2}),
    "12 moves": lambda: table({"a1": "ro"}, moves_in_row=12),
    "moved": lambda: play(table({"a1": "ro"}), "a1-a2"),
    "added": lambda: play(table({"a1": "ro"}), "bM@d4"),
    "closing": lambda: play(table({"a1": "bo"}, hands=[["bM"], ["rS"]]), "bM@b2"),
}
CASES = [
    ("start", "b2-c3", "CQ-2", "The first turn must be a plain placement, such as bM@b2."),
    ("start", "bM@b2>N", "CQ-2", "The first turn must be a plain placement, such as bM@b2."),
    ("one tile", "bS@b2", "CQ-3", "You have no bS in your hand; you have bM, bo and rM."),
    ("one tile", "bS@b1>W", "CQ-5", "You have no bS in your hand; you have bM, bo and rM."),
    ("one tile", "bM@a1", "CQ-3", "a1 is not empty; a tile is placed on an empty square."),
    ("two tiles", "bM@a1>E", "CQ-5", "a1 is not empty; a tile is placed on an empty square."),
    ("one tile", "c3-c4", "CQ-4", "There is no tile on c3 to move."),
    ("two tiles", "a1-b1", "CQ-4", "b1 is not empty; from a1 a tile can move to a2 and b2."),
    ("corner", "a1-b1", "CQ-4", "b1 is not empty, and nor is any square that touches a1."),
    ("one tile", "a1-c1", "CQ-4", "A tile moves to a touching square; c1 does not touch a1."),
    ("moved", "a2-a1", "CQ-4", "The tile on a2 was moved in the turn just before; move another one."),
    ("one tile", "bM@c3>N", "CQ-5", "There is nothing to push: no tile touches c3."),
    ("one tile", "bM@b1>N", "CQ-5", "There is nothing to push: a tile touches b1 only in direction W, not N."),
    ("row_min 2", "bM@b1>W", "CQ-5", "A push needs 2 tiles in front of b1; in direction W there are 1."),
    ("row_min 2", "bM@d1>W", "CQ-5", "There is nothing to push: no tile touches d1."),
    ("added", "rS@c3>NE", "CQ-6", "The tile on d4 would be pushed off, but it was added in the turn just before."),
    ("closing", "a1-a2", "CQ-8", "The play has ended; place the tiles left in your hand, one after the other."),
    ("closing", "rS@a2>S", "CQ-8", "The play has ended; place the tiles left in your hand, one after the other."),
    ("closing", "rS@a1", "CQ-3", "a1 is not empty; a tile is placed on an empty square."),
    ("12 moves", "a1-a2", "CQ-11", "There were 12 moves in a row; this turn must place a tile."),
]


@pytest.mark.parametrize(("setup", "action", "rule", "sentence"), CASES)
def test_GE_5_a_refusal_names_its_rule_in_a_sentence(setup: str, action: str, rule: str, sentence: str) -> None:
    refused = refusal(SETUPS[setup](), action)
    assert (refused.rule, str(refused)) == (rule, sentence)
    assert refused.sentence.format(**refused.words) == sentence


def test_GE_7_out_of_turn() -> None:
    refused = refusal(tesserae.start("consequence"), "rS@a1", seat=1)
    assert (refused.rule, str(refused)) == ("GE-7", "It is not your turn; to act: Moon.")


def test_GE_7_after_the_end() -> None:
    state = play(SETUPS["closing"](), "rS@d4")
    for seat in (0, 1):
        refused = refusal(state, "rS@a4", seat=seat)
        assert (refused.rule, str(refused)) == ("GE-7", "The game is over.")


@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_GE_7_no_such_seat(seat: int) -> None:
    with pytest.raises(Refused) as caught:
        tesserae.start("consequence").act(seat, "bM@a1")
    assert caught.value.rule == "GE-7"


def test_GE_7_consequence_has_no_referee() -> None:
    state = tesserae.start("consequence")
    assert state.legal(None) == []
    refused = state.why(None, "bM@a1")
    assert refused is not None
    assert (refused.rule, str(refused)) == ("GE-7", "Consequence has no referee; only the players act.")
    with pytest.raises(Refused):
        state.act(None, "bM@a1")


def test_a_legal_action_needs_no_reason() -> None:
    state = tesserae.start("consequence")
    assert state.why(0, "bM@a1") is None
    assert state.why(0, " BM @ A1 ") is None


@pytest.mark.slow
def test_every_action_is_legal_or_refused_with_a_rule_at_every_moment() -> None:
    """All 948 actions that can be written, at some moments of a game."""
    rules = set()
    for seed, row_min in ((1, 1), (2, 3)):
        for n, state in enumerate(moments(seed, row_min=row_min)):
            if n % 9 or not state.actors:
                continue
            seat = state.actors[0]
            legal = set(state.legal(seat))
            for text in TEXTS:
                refused = state.why(seat, text)
                assert (refused is None) == (text in legal)
                if refused:
                    rules.add(refused.rule)
                    assert str(refused)[0].isupper() or str(refused)[0] in "abcd"
                    assert str(refused).endswith(".")
    assert {"CQ-2", "CQ-3", "CQ-4", "CQ-5"} <= rules
