"""What lies where, as sets of squares, and how the sets score (CQ-9, CQ-10); compiled."""

from tesserae.engine.bits import popcount
from tesserae.engine.jit import Record, compiled
from tesserae.games.consequence.board import HAS_NEIGHBOUR, LEFT, LINES, RIGHT, SQUARES


@compiled
def occupied(s: Record) -> int:
    """The set of squares that hold a tile."""
    squares = 0
    for square in range(SQUARES):
        if s.board[square] >= 0:
            squares |= 1 << square
    return squares


@compiled
def facing(squares: int, direction: int) -> int:
    """The squares whose neighbour in the direction is in the set."""
    return squares >> LEFT[direction] << RIGHT[direction] & HAS_NEIGHBOUR[direction]


@compiled
def squares_of(s: Record, kinds: tuple[int, int]) -> int:
    squares = 0
    for square in range(SQUARES):
        if s.board[square] == kinds[0] or s.board[square] == kinds[1]:
            squares |= 1 << square
    return squares


@compiled
def pairs(squares: int) -> int:
    """Touching pairs: each is seen once, from its end in the direction N, NE, E or SE."""
    n = 0
    for direction in range(1, 5):
        n += popcount(squares & facing(squares, direction))
    return n


@compiled
def has_line(squares: int) -> bool:
    for line in LINES:
        if squares & line == line:
            return True
    return False
