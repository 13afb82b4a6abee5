"""The 10×10 board, the cards and the lines of five; all computed once, at import.

A square is a number, a1 = 0, b1 = 1, … j10 = 99. A set of squares is two words of 50 bits: ranks 1 to 5, ranks 6 to
10. A card is a number too: 0 to 49 the states by postal code, then ADD and REMOVE.
"""

from importlib.resources import files

import numpy as np

SIZE = 10
SQUARES = SIZE * SIZE
HALF = 50  # squares in one word
HALF_BITS = (1 << HALF) - 1
NAMES = tuple("abcdefghij"[square % SIZE] + str(square // SIZE + 1) for square in range(SQUARES))


def read_layout(lines: list[str]) -> list[str]:
    """The postal code on each square, a1 to j10, from lines of ten codes, rank 10 first (SQ-2)."""
    return [code for line in reversed(lines) for code in line.split()]


_PRINTED = read_layout((files(__package__) / "data" / "sequence_board.txt").read_text("ascii").splitlines())

STATES = tuple(sorted(set(_PRINTED)))
CARDS = (*STATES, "ADD", "REMOVE")
ADD, REMOVE = len(STATES), len(STATES) + 1
UNKNOWN = len(CARDS)  # a card that is not visible
NONE = 127  # no card: the unused end of a list of cards, where it is sorted to
COPIES = np.array([2] * len(STATES) + [4, 4], np.int64)  # of each card
DECK = 108

STANDARD = np.array([STATES.index(code) for code in _PRINTED], np.int64)  # the state on each square

HAND_SIZE = np.zeros(13, np.int64)  # SQ-3, by the number of players
for _seats, _cards in ((2, 7), (3, 6), (4, 6), (6, 5), (8, 4), (9, 4), (10, 3), (12, 3)):
    HAND_SIZE[_seats] = _cards
SEATS, MOST_CARDS, TEAMS = 12, 7, 3  # the most there are


def _lines() -> list[tuple[int, ...]]:
    """Every window of five squares (SQ-9), each from its lower end, by rank and then file."""
    found = []
    for square in range(SQUARES):
        for file_step, rank_step in ((1, 0), (-1, 1), (0, 1), (1, 1)):
            file, rank = square % SIZE + 4 * file_step, square // SIZE + 4 * rank_step
            if 0 <= file < SIZE and rank < SIZE:
                found.append(tuple(square + i * (rank_step * SIZE + file_step) for i in range(5)))
    return sorted(found, key=lambda line: (line[0], line[-1]))


LINES = tuple(_lines())


def _words(squares: tuple[int, ...]) -> list[int]:
    """A set of squares as two words."""
    bits = sum(1 << square for square in squares)
    return [bits & HALF_BITS, bits >> HALF]


LINE = np.array([_words(line) for line in LINES], np.int64)  # the same as sets
# The lines through each square: how many there are, which, and all of them as sets, filled up to MOST_THROUGH with a
# "set" that no chips can cover.
MOST_THROUGH = 20
_THROUGH = [[number for number, line in enumerate(LINES) if square in line] for square in range(SQUARES)]
THROUGH_COUNT = np.array([len(numbers) for numbers in _THROUGH], np.int64)
THROUGH = np.array([numbers + [-1] * (MOST_THROUGH - len(numbers)) for numbers in _THROUGH], np.int64)
THROUGH_LOW = np.where(THROUGH < 0, -1, LINE[THROUGH, 0])
THROUGH_HIGH = np.where(THROUGH < 0, -1, LINE[THROUGH, 1])

FAR = 4  # the two spaces of a state are at least that many king's steps apart …


def far_apart(one: int, other: int) -> bool:
    """… and never in one row, column or diagonal. The standard board keeps to this, and so does a shuffled one."""
    files = abs(one % SIZE - other % SIZE)
    ranks = abs(one // SIZE - other // SIZE)
    return max(files, ranks) >= FAR and files != 0 and ranks != 0 and files != ranks


FAR_APART = np.array([[far_apart(one, other) for other in range(SQUARES)] for one in range(SQUARES)], np.int64)
