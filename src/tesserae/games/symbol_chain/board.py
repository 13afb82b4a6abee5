"""The 7×7 board and the nine faces, as numbers.

A square is a number, a1 = 0, b1 = 1, … g7 = 48; a set of squares is 49 bits. A face is colour * 3 + shape.
"""

SQUARES = 49
ALL = (1 << SQUARES) - 1
NAMES = tuple("abcdefg"[square % 7] + "1234567"[square // 7] for square in range(SQUARES))

FACES = ("bT", "bC", "bX", "wT", "wC", "wX", "gT", "gC", "gX")
SHAPES = 3

SEATS = 4  # at most
SET = 36  # tiles of one player
SHORTEST, LONGEST = 2, 6  # sequences, and so the numbers of the stacks
STACKS = LONGEST - SHORTEST + 1
FACE_UP = 2  # the first of the stacks whose top tile is seen: 4, 5 and 6
