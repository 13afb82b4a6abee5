"""The squares of Treasure, and how far they are from each other: tables, computed once."""

import numpy as np

SIDE = 4
SQUARES = SIDE * SIDE
FARTHEST = 2 * (SIDE - 1)
NAMES = tuple("abcd"[square % SIDE] + "1234"[square // SIDE] for square in range(SQUARES))

_FILE, _RANK = np.arange(SQUARES) % SIDE, np.arange(SQUARES) // SIDE
_ACROSS, _UP = abs(_FILE[:, None] - _FILE), abs(_RANK[:, None] - _RANK)
# By the measure (its place among the values of the option), and two squares.
DISTANCE = np.array([_ACROSS + _UP, np.maximum(_ACROSS, _UP)])
