"""Symbol as numbers: planes for learning, and a quick opinion of who is ahead."""

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Record, compiled
from tesserae.engine.opinion import squash, weigh
from tesserae.games.options import constants
from tesserae.games.symbol.board import (
    BITS,
    COLOURS,
    LAND,
    MOBILE,
    MOST,
    NEAR,
    SQUARES,
    G,
    K,
)
from tesserae.games.symbol.choices import may_act
from tesserae.games.symbol.moves import spread
from tesserae.games.symbol.record import count
from tesserae.games.symbol.threats import Threats, threats
from tesserae.games.symbol.turn import QUIET_TURNS, occurrences, regions
from tesserae.games.symbol.weights import WEIGHTS

OBSERVATION = (16, 7, 7)  # planes, ranks, files; see `observe`
THIRDS = np.arange(MOST + 1) / 3.0
IS_LAND = np.array([float(LAND >> square & 1) for square in range(SQUARES)])

# What counts for a side: pieces on board and in reserve, regions, squares within reach, whether it moves next; a king
# that can be taken, before and after an own movement; pieces beside the king, enemies within two steps of it, and
# whether it stands with something that moves; pieces that can be taken, before and after an own movement.
TRAITS = (
    *("G", "B", "W", "R", "D", "reserve_G", "reserve_B", "reserve_W", "reserve_R", "reserve_D"),
    *("regions", "reach", "next", "king_threatened", "king_lost", "guards", "besiegers", "king_rides"),
    *("threatened", "lost"),
)
T = constants(TRAITS)


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Sixteen 7×7 planes, flattened rank by rank from a1; a spectator (-1) sees them as seat 0 does:

    0 to 5: own pieces of each colour (K G B W R D) on each square, thirds · 6 to 11: the other side's · 12: the square
    that the turn under way uses · 13: where the part that moved rests · 14: land · 15: other things, cell by cell:
    the own reserve G B W R D (fifteenths), the other's · the seat's number · 1 if it is its turn · 1 if the edition
    is simple · reinforcements left in the turn under way (fourths) · quiet turns (hundredths) · how often the position
    has occurred (thirds) · regions controlled, own and the other's (ninths) · 1 after the movement · 1 after the
    explosion of this turn · what stood on the turn's square, K G B W R D (thirds) · the part that moved, the same.
    """
    out[:] = 0.0
    own = max(seat, 0)
    for side in range(2):
        owner = own if side == 0 else 1 - own
        rest = int(s.held[owner])
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            pile = int(s.pile[square])
            cell = side * COLOURS * SQUARES + square
            while pile:
                out[cell] = THIRDS[pile & MOST]
                pile >>= BITS
                cell += SQUARES
    if int(s.origin) >= 0:
        out[12 * SQUARES + int(s.origin)] = 1.0
    if int(s.rest) >= 0:
        out[13 * SQUARES + int(s.rest)] = 1.0
    for square in range(SQUARES):
        out[14 * SQUARES + square] = IS_LAND[square]
    cell = 15 * SQUARES
    for colour in range(1, COLOURS):
        out[cell + colour - 1] = count(int(s.reserve[own]), colour) / 15.0
        out[cell + colour + 4] = count(int(s.reserve[1 - own]), colour) / 15.0
    out[cell + 10] = own
    out[cell + 11] = 1.0 if may_act(s, own) else 0.0
    out[cell + 12] = int(s.simple)
    out[cell + 13] = int(s.allowance) / 4.0
    out[cell + 14] = int(s.quiet) / QUIET_TURNS
    out[cell + 15] = occurrences(s) / 3.0
    out[cell + 16] = regions(s, own) / 9.0
    out[cell + 17] = regions(s, 1 - own) / 9.0
    out[cell + 18] = int(s.moved)
    out[cell + 19] = int(s.exploded)
    for colour in range(COLOURS):
        out[cell + 20 + colour] = THIRDS[count(int(s.stood), colour)]
        out[cell + 26 + colour] = THIRDS[count(int(s.part), colour)]


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """The weighted sum of the traits of both sides."""
    if s.over:
        value = 0.0 if s.winner < 0 else (1.0 if s.winner == 0 else -1.0)
    else:
        weights = WEIGHTS[0 if s.simple else 1]
        counted = np.empty(len(TRAITS), np.float64)
        first, second = threats(s, 0), threats(s, 1)
        count_traits(s, 0, first, second, counted)
        ahead = weigh(counted, weights)
        count_traits(s, 1, second, first, counted)
        value = squash(ahead - weigh(counted, weights))
    out[0] = value
    out[1] = -value


@compiled
def traits(s: Record, seat: int, out: Floats) -> None:
    count_traits(s, seat, threats(s, seat), threats(s, 1 - seat), out)


@compiled
def count_traits(s: Record, seat: int, aimed: Threats, feared: Threats, out: Floats) -> None:
    """What counts for a seat, as TRAITS names it."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    king = int(s.having[seat, K])
    out[:] = 0.0
    rest = own
    while rest:
        pile = int(s.pile[lowest(rest)])
        rest &= rest - 1
        for colour in range(G, COLOURS):
            out[T.G + colour - G] += count(pile, colour)
    for colour in range(G, COLOURS):
        out[T.reserve_G + colour - G] = count(int(s.reserve[seat]), colour)
    out[T.regions] = regions(s, seat)
    out[T.reach] = aimed.steps
    mine = moves_next(s, seat)
    out[T.next] = 1.0 if mine else 0.0
    if king:
        there = lowest(king)
        stays = int(s.pile[there]) & MOBILE == 0 and not s.immobile_pushed  # a push removes it (SY-22)
        if feared.threatened & king or (stays and feared.pushed & king):
            out[T.king_threatened if mine else T.king_lost] = 1.0
        out[T.guards] = popcount(NEAR[there] & own)
        out[T.besiegers] = popcount(spread(NEAR[there]) & enemy)
        out[T.king_rides] = 1.0 if int(s.pile[there]) & MOBILE else 0.0
    out[T.threatened if mine else T.lost] = popcount(feared.threatened & own & ~king)


@compiled
def moves_next(s: Record, seat: int) -> bool:
    """Whether the seat is the next that can move something: in the full edition a turn goes on after its movement."""
    return (int(s.turn) == seat) != (s.moved != 0 or s.exploded != 0)
