"""The closing placements of Consequence (CQ-8), solved: what the player who places the rest of a hand gets at best."""

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Record, compiled
from tesserae.games.consequence.board import CLOSING, MOONS, SQUARES, SUNS
from tesserae.games.consequence.shapes import has_line, occupied, pairs, squares_of

WAYS = 5_000  # ways to place the symbols: with more, the game is left to the search


@compiled
def solved(s: Record, out: Floats) -> bool:
    """Whether only one player has tiles left to place; then the result of its best placement is written, for each seat.
    All faces must be known, as in an imagined world. Only the squares of symbols matter, so dots are not placed."""
    if int(s.phase) != CLOSING:
        return False
    seat = int(s.turn)
    own, others = (MOONS, SUNS) if seat == 0 else (SUNS, MOONS)
    for kind in range(6):
        if s.hands[1 - seat, kind] > 0:
            return False  # both place in turn (CQ-11)
    mine = int(s.hands[seat, own[0]]) + int(s.hands[seat, own[1]])
    theirs = int(s.hands[seat, others[0]]) + int(s.hands[seat, others[1]])
    empty = ~occupied(s) & 0xFFFF
    if choose(popcount(empty), mine) * choose(popcount(empty) - mine, theirs) > WAYS:
        return False
    best = best_placement(squares_of(s, own), squares_of(s, others), empty, mine, theirs)
    out[seat] = best
    out[1 - seat] = -best
    return True


@compiled
def best_placement(own: int, others: int, empty: int, mine: int, theirs: int) -> int:
    """1 if some way to place that many symbols on empty squares wins, else 0 if one draws, else -1."""
    best = -1
    squares = popcount(empty)
    last = 1 << squares
    chosen = (1 << mine) - 1
    while chosen < last:
        placed = spread(chosen, empty)
        rest = empty & ~placed
        points = pairs(own | placed)
        line = has_line(own | placed)
        inner = (1 << theirs) - 1
        end = 1 << squares - mine
        while inner < end:
            against = others | spread(inner, rest)
            ahead = points - pairs(against)
            if ahead == 0:
                ahead = int(line) - int(has_line(against))
            if ahead > 0:
                return 1
            if ahead == 0:
                best = 0
            inner = following(inner)
        chosen = following(chosen)
    return best


@compiled
def spread(chosen: int, squares: int) -> int:
    """The members of a set of squares whose places in it are chosen."""
    found = 0
    while chosen:
        if chosen & 1:
            found |= 1 << lowest(squares)
        squares &= squares - 1
        chosen >>= 1
    return found


@compiled
def following(chosen: int) -> int:
    """The next larger number with as many bits; from 0 one that ends every search."""
    if chosen == 0:
        return 1 << SQUARES
    low = chosen & -chosen
    high = chosen + low
    return high | (chosen ^ high) // low >> 2


@compiled
def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways
