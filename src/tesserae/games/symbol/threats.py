"""What a side threatens with one movement, worked out on sets of squares: for judging, for nets and for guessing at
good actions."""

from typing import NamedTuple

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Record, compiled
from tesserae.games.symbol.board import ANY_B, ANY_D, ANY_G, ANY_R, LAND, NEAR, WATER
from tesserae.games.symbol.moves import Reach, Start, everywhere, reach, spread


class Threats(NamedTuple):
    """Of a seat; some squares beyond the board may be among those that it threatens or pushes."""

    threatened: int  # what it can take, strike or blow up, and where it can go
    pushed: int  # what it can come to push
    covered: int  # where it can go, and so take back
    steps: int  # how many squares its pieces can go to, each square's counted by itself


@compiled
def reach_of(square: int, pile: int, own: int, enemy: int) -> Reach:
    """Where the pieces of a pile get from a square, onto own pieces as well."""
    return reach(Start(square, pile, pile, own, enemy, 0))


@compiled
def strikes(square: int, pile: int, to: Reach, enemy: int) -> int:
    """What the pile could strike, roughly: a G also water on which there is nobody, a B also from land beside it."""
    squares = 0
    if pile & ANY_G:
        squares = spread((NEAR[square] & ~enemy | 1 << square) & LAND) & WATER
    if pile & ANY_B:
        squares |= to.ahead | NEAR[square] & LAND & enemy
    return squares


@compiled
def threats(s: Record, seat: int) -> Threats:
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    threatened = pushed = covered = steps = 0
    rest = own
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        pile = int(s.pile[square])
        to = reach_of(square, pile, own, enemy)
        goals = everywhere(to)
        covered |= goals
        steps += popcount(goals)
        threatened |= strikes(square, pile, to, enemy) & enemy
        if pile & ANY_D:
            threatened |= spread(goals | 1 << square)
        if pile & ANY_R:
            pushed |= spread(goals)
    return Threats(threatened | covered, pushed, covered, steps)
