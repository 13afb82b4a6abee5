"""GE-4: every action has one text, read leniently; what cannot be read is refused with the reason."""

import pytest

import tesserae
from tesserae.games.sequence.notation import parse, square, write
from tesserae.games.sequence.record import ACTIONS


def test_GE_4_every_code_round_trips() -> None:
    texts = [write(code) for code in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    assert [parse(text) for text in texts] == list(range(ACTIONS))
    assert [parse(f"  {text.lower().replace('@', ' @ ')} ") for text in texts] == list(range(ACTIONS))


@pytest.mark.parametrize(
    ("lenient", "text"),
    [
        ("ia@C4", "IA@c4"),
        ("Remove @ j10", "REMOVE@j10"),
        ("DEAD ca", "dead CA"),
        ("claim G1 - C1", "claim c1-g1"),
        ("claim a5-e1", "claim e1-a5"),
        ("Penalty 2", "penalty 2"),
        ("forfeit add", "forfeit ADD"),
        (" DRAW", "draw"),
    ],
)
def test_GE_4_lenient(lenient: str, text: str) -> None:
    assert write(parse(lenient)) == text


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("hello", "GE-4", "cannot be read"),
        ("", "GE-4", "cannot be read"),
        ("XX@c4", "GE-4", "XX is not a card"),
        ("CA@k4", "GE-4", "k4 is not a square"),
        ("CA@a11", "GE-4", "a11 is not a square"),
        ("forfeit XX", "GE-4", "XX is not a card"),
        ("dead ADD", "SQ-8", "never dead"),
        ("claim a1-z9", "GE-4", "z9 is not a square"),
        ("claim a1-d1", "SQ-9", "not the ends"),
        ("claim a1-e2", "SQ-9", "not the ends"),
        ("penalty 3", "SQ-15", "no team 3"),
    ],
)
def test_GE_4_refusals(text: str, rule: str, says: str) -> None:
    with pytest.raises(tesserae.Refused, match=says) as caught:
        parse(text)
    assert caught.value.rule == rule


def test_GE_4_squares() -> None:
    assert (square("a1"), square(" J10 "), square("c4")) == (0, 99, 32)
    with pytest.raises(tesserae.Refused, match="not a square"):
        square("k1")
