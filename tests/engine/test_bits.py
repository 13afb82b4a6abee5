"""Sets of squares as bits, from Python and inside compiled code."""

import random

import pytest

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import entry


@entry
def count_inside(bits: int) -> int:
    return popcount(bits)


@entry
def lowest_inside(bits: int) -> int:
    return lowest(bits)


SETS = [1, 2, 0b1010, 0xFFFF, 1 << 62, (1 << 63) - 1, *(random.Random(1).getrandbits(63) | 1 << 40 for _ in range(50))]


@pytest.mark.parametrize("bits", SETS)
def test_bits_agree_with_a_list_of_squares(bits: int) -> None:
    squares = [square for square in range(63) if bits >> square & 1]
    assert popcount(bits) == count_inside(bits) == len(squares)
    assert lowest(bits) == lowest_inside(bits) == squares[0]
    assert [nth(bits, n) for n in range(len(squares))] == squares


def test_the_empty_set() -> None:
    assert popcount(0) == count_inside(0) == 0


def test_the_sign_bit_counts() -> None:
    assert popcount(-(1 << 63)) == 1
    assert count_inside(-1) == 64
