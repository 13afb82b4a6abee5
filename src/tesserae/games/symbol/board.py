"""The 7×7 board, the pieces and the tables of how they step; all computed once, at import.

A square is a number, a1 = 0, b1 = 1, … g7 = 48; a set of squares is 49 bits of an int64.

A pile is a group of pieces of one owner as a number: five bits a colour, in the order K G B W R D, K lowest. Piles add
and subtract like numbers: `there + part` is what results when a part joins what is there. Thirty pieces of one colour
are the most there can be on one side (SY-4 with SY-51), so five bits never run over.
"""

import numpy as np

SIZE = 7
SQUARES = SIZE * SIZE
ALL = (1 << SQUARES) - 1
FILES, RANKS = "abcdefg", "1234567"
NAMES = tuple(file + rank for rank in RANKS for file in FILES)

# SY-1. Terrain.
LAND = sum(1 << square for square in range(SQUARES) if square // SIZE in (0, 1, 5, 6))
WATER = ALL & ~LAND
HOME = np.array([0x3FFF, 0x3FFF << 35], np.int64)  # the land area of each seat

# SY-2. The region map, in the one place where it is written down: which files and ranks go together.
REGION_FILES, REGION_RANKS = ("ab", "cde", "fg"), ("12", "345", "67")
REGION_NAMES = tuple(files + ranks for ranks in REGION_RANKS for files in REGION_FILES)
REGIONS = np.array(
    [
        sum(1 << square for square in range(SQUARES) if NAMES[square][0] in files and NAMES[square][1] in ranks)
        for ranks in REGION_RANKS
        for files in REGION_FILES
    ],
    np.int64,
)

# SY-3. Pieces and piles.
LETTERS = "KGBWRD"
COLOURS = 6
K, G, B, W, R, D = range(COLOURS)
BITS, MOST = 5, 31  # of one colour in a pile
ONE = np.array([1 << BITS * colour for colour in range(COLOURS)], np.int64)  # the pile of one piece
ONE_K, ONE_G, ONE_B, ONE_W, ONE_R, ONE_D = (1 << BITS * colour for colour in range(COLOURS))
FIELD = np.array([MOST << BITS * colour for colour in range(COLOURS)], np.int64)  # the bits of a colour in a pile
ANY_K, ANY_G, ANY_B, ANY_W, ANY_R, ANY_D = (MOST << BITS * colour for colour in range(COLOURS))
MOBILE = ANY_G | ANY_B | ANY_W | ANY_R  # what moves by itself, and can be pushed (SY-15, SY-22)
EVERY = ANY_K | MOBILE | ANY_D

# SY-6, SY-33: on each square the colour that may not stand there alone, and the bits of a pile that let it stand.
FOREIGN = np.array([B if LAND >> square & 1 else G for square in range(SQUARES)], np.int64)
STANDS = np.array([EVERY & ~(MOST << BITS * int(FOREIGN[square])) for square in range(SQUARES)], np.int64)

STANDARD = 3 * (ONE_G + ONE_B + ONE_W + ONE_R + ONE_D)  # the forces of each side beside its king: SY-3
UNLIMITED = 2 * (ONE_G + ONE_B + ONE_W) + ONE_R + ONE_D  # SY-50

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # files, ranks
NEIGHBOUR = np.full((SQUARES, 8), -1, np.int64)  # the square one step away, -1 off the board
for _square in range(SQUARES):
    for _direction, (_files, _ranks) in enumerate(DIRECTIONS):
        _file, _rank = _square % SIZE + _files, _square // SIZE + _ranks
        if 0 <= _file < SIZE and 0 <= _rank < SIZE:
            NEIGHBOUR[_square, _direction] = _rank * SIZE + _file

NOT_FILE_A = sum(1 << square for square in range(SQUARES) if square % SIZE != 0)
NOT_FILE_G = sum(1 << square for square in range(SQUARES) if square % SIZE != SIZE - 1)


def _line(square: int, direction: int, steps: int) -> list[int]:
    """The squares of a straight line, as far as it stays on the board."""
    line: list[int] = []
    for _ in range(steps):
        square = int(NEIGHBOUR[square, direction])
        if square < 0:
            break
        line.append(square)
    return line


NEAR = np.zeros(SQUARES, np.int64)  # the touching squares
TWO_STRAIGHT = np.zeros(SQUARES, np.int64)  # one or two steps in a straight line (SY-13)
WATER_WITHIN_TWO = np.zeros(SQUARES, np.int64)  # the water that touches a touching square, or is one (SY-17)
SAILING = np.zeros(SQUARES, np.int64)  # one to three steps in a straight line over water alone (SY-12)
ASHORE = np.zeros(SQUARES, np.int64)  # the first land square of each line within three steps (SY-17, SY-36)
LANDING = np.full((SQUARES, SQUARES), -1, np.int64)  # for a start and a square ashore: the last square before it
AHEAD = np.zeros((SQUARES, SQUARES), np.int64)  # for a start and a square: the squares ashore which it is before
BEYOND = np.zeros((SQUARES, SQUARES), np.int64)  # what lies behind a square, in a straight line from the first
for _square in range(SQUARES):
    for _direction in range(8):
        _whole = _line(_square, _direction, SIZE)
        for _i, _there in enumerate(_whole):
            NEAR[_square] |= (_i == 0) << _there
            TWO_STRAIGHT[_square] |= (_i < 2) << _there
            BEYOND[_square, _there] = sum(1 << behind for behind in _whole[_i + 1 :])
        for _i, _there in enumerate(_whole[:3]):
            if LAND >> _there & 1:
                ASHORE[_square] |= 1 << _there
                LANDING[_square, _there] = _last = _whole[_i - 1] if _i else _square
                AHEAD[_square, _last] |= 1 << _there
                break
            SAILING[_square] |= 1 << _there

DISTANCE = np.array(  # in steps, whatever is in the way
    [[max(abs(a % SIZE - b % SIZE), abs(a // SIZE - b // SIZE)) for b in range(SQUARES)] for a in range(SQUARES)],
    np.int64,
)
for _square in range(SQUARES):
    WATER_WITHIN_TWO[_square] = WATER & sum(1 << there for there in range(SQUARES) if DISTANCE[_square, there] <= 2)

# What blocked squares around a square hide two steps away, in straight lines and wherever the square is. The index has
# a bit for each of the nine squares from the one below left to the one above right. Hidden squares that come after the
# one in the middle are in HIDDEN_AHEAD, counted from it; those before it are in HIDDEN_BEHIND, counted back from 48.
HIDDEN_AHEAD, HIDDEN_BEHIND = np.zeros(512, np.int64), np.zeros(512, np.int64)
for _blocked in range(512):
    for _files, _ranks in DIRECTIONS:
        _far = 2 * (_ranks * SIZE + _files)
        if _blocked >> (_ranks + 1) * 3 + _files + 1 & 1:
            HIDDEN_AHEAD[_blocked] |= 1 << _far if _far > 0 else 0
            HIDDEN_BEHIND[_blocked] |= 1 << 48 + _far if _far < 0 else 0

# Random numbers for the key of a position: the owner, the square (SQUARES: the reserve) and the colour of a piece. A
# key is the sum over all pieces, so that a pile of n pieces counts n times; 31 of them still fit in an int64.
KEY_BITS = 57
KEY_MASK = (1 << KEY_BITS) - 1
KEYS = np.random.RandomState(0x53594D42).randint(1, KEY_MASK, (2, SQUARES + 1, COLOURS), np.int64)
KEY_OF_TURN = KEY_MASK // 3
