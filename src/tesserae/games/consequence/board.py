"""The 4×4 board, the tiles, and the tables of what can be known about them; all computed once, at import.

A square is a number, a1 = 0, b1 = 1, … d4 = 15; a set of squares is 16 bits. Direction 0 means "no push", 1 to 8 are
N NE E SE S SW W NW.
"""

from collections.abc import Iterable
from itertools import permutations

import numpy as np

SQUARES = 16
DIRECTIONS = ("", "N", "NE", "E", "SE", "S", "SW", "W", "NW")
FILE_STEP = (0, 0, 1, 1, 1, 0, -1, -1, -1)
RANK_STEP = (0, 1, 1, 0, -1, -1, -1, 0, 1)

# Tiles: a colour (0 blue, 1 red) has three kinds, three of its main symbol, one of the other, three dots. Kind = colour
# * 3 + role, role 0 main, 1 other, 2 dot. The last two "kinds" are a blue and a red tile whose symbol is not known.
KINDS = ("bM", "bS", "bo", "rS", "rM", "ro", "b?", "r?")
COUNT = (3, 1, 3)  # of each role
MOONS = (0, 4)
SUNS = (3, 1)
UNKNOWN = 6

PLAYING, CLOSING, OVER = 0, 1, 2  # phases of a game
MOVE_LIMIT, TURN_LIMIT = 12, 120  # CQ-11

NEIGHBOUR = np.full((SQUARES, 9), -1, np.int64)  # the square one step away, -1 off the board
for _square in range(SQUARES):
    for _d in range(1, 9):
        _file, _rank = _square % 4 + FILE_STEP[_d], _square // 4 + RANK_STEP[_d]
        if 0 <= _file < 4 and 0 <= _rank < 4:
            NEIGHBOUR[_square, _d] = _rank * 4 + _file
NEIGHBOURS = np.array([sum(1 << int(q) for q in row if q >= 0) for row in NEIGHBOUR], np.int64)
# The directions in which a square is at the edge, as bits.
EDGES = np.array([sum(1 << d for d in range(1, 9) if NEIGHBOUR[q, d] < 0) for q in range(SQUARES)], np.int64)

# Squares that have a neighbour in a direction, and how far its number is from theirs, up or down: so a whole set of
# squares is looked at in one direction with two shifts, one of which is by 0.
HAS_NEIGHBOUR = np.array([sum(1 << q for q in range(SQUARES) if NEIGHBOUR[q, d] >= 0) for d in range(9)], np.int64)
LEFT = np.array([max(0, RANK_STEP[d] * 4 + FILE_STEP[d]) for d in range(9)], np.int64)
RIGHT = np.array([max(0, -RANK_STEP[d] * 4 - FILE_STEP[d]) for d in range(9)], np.int64)
BACK = np.array([0, 5, 6, 7, 8, 1, 2, 3, 4], np.int64)  # the opposite direction

# Lines of four that break a tie (CQ-10): rows, columns and the long diagonals.
LINES = np.array(
    [0xF << 4 * rank for rank in range(4)]
    + [0x1111 << file for file in range(4)]
    + [sum(1 << 5 * i for i in range(4)), sum(1 << 3 + 3 * i for i in range(4))],
    np.int64,
)

# What a seat can know. It tells the seven tiles of a colour apart by labels 0 to 6 of its own; a world says which role
# each label has. There are 7!/(3!·1!·3!) = 140 worlds a colour, and what the seat holds possible is a set of them.
WORLDS = np.array(sorted(set(permutations([role for role in range(3) for _ in range(COUNT[role])]))), np.int64)
WORDS = 3  # int64 words of a set of worlds, 63 bits used in each
BITS = 63


def _worlds(chosen: Iterable[bool]) -> list[int]:
    """A set of worlds as words of bits."""
    words = [0] * WORDS
    for world, yes in enumerate(chosen):
        words[world // BITS] |= int(yes) << world % BITS
    return words


EVERY_WORLD = np.array(_worlds([True] * len(WORLDS)), np.int64)
# The worlds in which a label has a role.
WITH_ROLE = np.array([[_worlds([w[label] == r for w in WORLDS]) for r in range(3)] for label in range(7)], np.int64)
# For each set of labels (7 bits): the worlds in which their roles never descend, and, for each world, all those that
# it turns into when these labels change places among themselves.
ASCENDING = np.zeros((128, WORDS), np.int64)
MIXED = np.zeros((128, len(WORLDS), WORDS), np.int64)
for _labels in range(128):
    _inside = [label for label in range(7) if _labels >> label & 1]
    _outside = [label for label in range(7) if not _labels >> label & 1]
    ASCENDING[_labels] = _worlds(np.all(np.diff(WORLDS[:, _inside]) >= 0, axis=1))
    _kin = (WORLDS[:, None, _outside] == WORLDS[None, :, _outside]).all(axis=2)
    for _word in range(WORDS):
        _part = _kin[:, _word * BITS : (_word + 1) * BITS].astype(np.int64)
        MIXED[_labels, :, _word] = _part @ (1 << np.arange(_part.shape[1], dtype=np.int64))
