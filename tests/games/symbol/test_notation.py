"""Notation of Symbol (GE-4), and the codes behind it."""

import pytest

import tesserae
from tesserae.games.symbol import notation
from tesserae.games.symbol.record import CODES, EXPLODE, MOVE, PLACE

TEXTS = ["+G@c2", "+K@d1", "d1[GW]-d3", "d1[KGGBWRRD]-d3", "d1[G]-d2*e3", "d2*d3", "d3!", "end", "pass", "g7[R]-f6"]


@pytest.mark.parametrize("text", TEXTS)
def test_GE_4_texts_round_trip(text: str) -> None:
    assert notation.write(notation.parse(text)) == text
    assert 0 <= notation.parse(text) < CODES


@pytest.mark.parametrize(
    ("lenient", "canonical"),
    [
        (" + g @ C2 ", "+G@c2"),
        ("D1[wg] - D3", "d1[GW]-d3"),
        ("d1[dKgG]-d2*E3", "d1[KGGD]-d2*e3"),
        ("END", "end"),
        ("D3 !", "d3!"),
        ("d2 * d3", "d2*d3"),
    ],
)
def test_GE_4_case_spaces_and_order_do_not_matter(lenient: str, canonical: str) -> None:
    assert notation.write(notation.parse(lenient)) == canonical


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot be read"),
        ("d1", "cannot be read"),
        ("+X@d1", "cannot be read"),
        ("d1[GX]-d2", "cannot be read"),
        ("d1-d2", "which pieces"),
        ("d1[]-d2*e3", "which pieces"),
        ("h1[G]-d2", "h1 is not a square"),
        ("d1[G]-d8", "d8 is not a square"),
        ("d1[G]-d2*d0", "d0 is not a square"),
        ("+G@d10", "d10 is not a square"),
        ("z9!", "z9 is not a square"),
        ("d1*i3", "i3 is not a square"),
        ("+G@?", "[?] is not a square"),
        (f"d1[{'W' * 32}]-d2", "more pieces than there are"),
    ],
)
def test_GE_4_unreadable_texts_are_refused(text: str, says: str) -> None:
    with pytest.raises(tesserae.Refused, match=says) as caught:
        notation.parse(text)
    assert caught.value.rule == "GE-4"


def test_codes_are_fixed() -> None:
    """They may be in somebody's files: a change of one of these is a change of the format."""
    assert notation.parse("pass") == 0
    assert notation.parse("end") == 1
    assert notation.parse("+G@c2") == PLACE + 64 + 9 == 137
    assert notation.parse("d3!") == EXPLODE + 17 == 529
    assert notation.parse("d1[GW]-d3") == MOVE + (3 << 42) + (17 << 36) + (1 << 5) + (1 << 15)
    assert notation.parse("d1[G]-d2*e3") == MOVE + (3 << 42) + (10 << 36) + (19 << 30) + (1 << 5)
    assert notation.parse("d2*d3") == MOVE + (10 << 42) + (10 << 36) + (18 << 30)
