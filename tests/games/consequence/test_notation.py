"""Consequence's notation (GE-4): canonical when written, lenient when read."""

import pytest

from tesserae import Refused
from tesserae.games.consequence import notation
from tests.games.consequence.naive import COMPASS, SQUARES, touching

TILES = ("bM", "bS", "bo", "rS", "rM", "ro")
TEXTS = (
    [f"{tile}@{square}" for tile in TILES for square in SQUARES]
    + [f"{tile}@{square}>{direction}" for tile in TILES for square in SQUARES for direction in COMPASS]
    + [f"{square}-{target}" for square in SQUARES for target in touching(square)]
)


def test_GE_4_every_action_round_trips_and_has_its_own_code() -> None:
    codes = [notation.parse(text) for text in TEXTS]
    assert len(set(codes)) == len(TEXTS) == 6 * 16 * 9 + 84
    assert [notation.write(code) for code in codes] == TEXTS


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("BM@B2", "bM@b2"),
        ("bm@b2", "bM@b2"),
        (" b M @ b 2 ", "bM@b2"),
        ("RO@d4>sw", "ro@d4>SW"),
        ("ro @ D4 > Sw", "ro@d4>SW"),
        ("\tB2 - C3\n", "b2-c3"),
        ("rs@a1>n", "rS@a1>N"),
    ],
)
def test_GE_4_case_and_spaces_do_not_matter(text: str, canonical: str) -> None:
    assert notation.write(notation.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "rule", "word"),
    [
        ("", "GE-4", "cannot be read"),
        ("hello", "GE-4", "hello"),
        ("pass", "GE-4", "cannot be read"),
        ("bM", "GE-4", "cannot be read"),
        ("bX@b2", "GE-4", "cannot be read"),
        ("gM@b2", "GE-4", "cannot be read"),
        ("b?@b2", "GE-4", "cannot be read"),
        ("bM@b5", "GE-4", "b5 is not a square"),
        ("bM@e2", "GE-4", "e2 is not a square"),
        ("bM@b22>N", "GE-4", "b22 is not a square"),
        ("bM@b2>X", "GE-4", "Where to push"),
        ("bM@b2>NN", "GE-4", "Where to push"),
        ("bM@b2>", "GE-4", "Where to push"),
        ("b2-c9", "GE-4", "c9 is not a square"),
        ("k2-c3", "GE-4", "k2 is not a square"),
        ("b2-c3-d4", "GE-4", "cannot be read"),
        ("b2-d2", "CQ-4", "d2 does not touch b2"),
        ("b2-b2", "CQ-4", "b2 does not touch b2"),
        ("{text}", "GE-4", "{text} cannot be read"),
    ],
)
def test_GE_4_what_cannot_be_read_is_refused_with_a_sentence(text: str, rule: str, word: str) -> None:
    with pytest.raises(Refused) as caught:
        notation.parse(text)
    assert caught.value.rule == rule
    assert word in str(caught.value)


def test_squares_by_name() -> None:
    assert [notation.square(name) for name in SQUARES] == list(range(16))
    assert notation.square(" B2 ") == notation.square("b2")
    for text in ("e1", "a0", "a5", "", "a", "a11"):
        with pytest.raises(Refused) as caught:
            notation.square(text)
        assert caught.value.rule == "GE-4"
