"""What a net sees of a position of Symbol: a list of places, each with an amount, from the side of one seat.

The board is turned so that the own land is always at the bottom, and mirrored if the own king (on the middle file the
enemy's) stands right of the middle, because left and right are alike. So positions that differ only by that, or by
which seat is which, are the same to the net.
"""

from typing import NamedTuple

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Ints, Record, Weights, compiled
from tesserae.games.options import constants
from tesserae.games.symbol.board import BITS, COLOURS, MOBILE, MOST, NEAR, SIZE, SQUARES, K
from tesserae.games.symbol.moves import spread
from tesserae.games.symbol.opinion import moves_next
from tesserae.games.symbol.record import count
from tesserae.games.symbol.threats import Threats, threats
from tesserae.games.symbol.turn import QUIET_TURNS, regions

# Where things are among the inputs. `side` is 0 for the own one and 1 for the enemy's, a colour counts from K, `others`
# from G on.
OTHERS = COLOURS - 1
FAR = 4  # squares further away from a king than this, on a file or rank, count as this far
SPAN = 2 * FAR + 1
HERE = 0  # side, colour, square: at least one such piece
MORE = HERE + 2 * COLOURS * SQUARES  # side, others, square: how many more
FROM_OWN = MORE + 2 * OTHERS * SQUARES  # side, others, ranks and files away from the own king
FROM_ENEMY = FROM_OWN + 2 * OTHERS * SPAN * SPAN  # and from the enemy's
UNDER_THREAT = FROM_ENEMY + 2 * OTHERS * SPAN * SPAN  # side, moves next or not, defended or not, colour: squares
IN_RESERVE = UNDER_THREAT + 2 * 4 * COLOURS  # side, others: thirds of a piece
ON_BOARD = IN_RESERVE + 2 * OTHERS  # side, others: thirds of a piece
ABOUT = ON_BOARD + 2 * OTHERS  # side, and of it:
SIDE = constants(("regions", "reach", "guards", "besiegers", "king_rides", "king_pushed", "moves_next", "king_there"))
STEPS = ABOUT + 2 * len(SIDE)  # own turn or not, and of the turn:
TURN = constants(("under_way", "moved", "exploded", "reinforcements"))
RULES = STEPS + 2 * len(TURN)  # the edition, the options, and quiet turns:
RULE = constants(("simple", "full", "unlimited", "enlist", "tiebreak", "spared", "immobile_pushed", "quiet"))
INPUTS = RULES + len(RULE)
THIRD = 1.0 / 3.0

# The square as it is seen: bit 0 turns the board, bit 1 mirrors it.
SEEN = np.array(
    [
        [
            (SIZE - 1 - square // SIZE if view & 1 else square // SIZE) * SIZE
            + (SIZE - 1 - square % SIZE if view & 2 else square % SIZE)
            for square in range(SQUARES)
        ]
        for view in range(4)
    ],
    np.int64,
)
# For two squares, how far the second is from the first: a number below SPAN * SPAN.
AWAY = np.array(
    [
        [
            (min(max(there // SIZE - here // SIZE, -FAR), FAR) + FAR) * SPAN
            + min(max(there % SIZE - here % SIZE, -FAR), FAR)
            + FAR
            for there in range(SQUARES)
        ]
        for here in range(SQUARES)
    ],
    np.int64,
)


class View(NamedTuple):
    """How a seat sees the board."""

    seat: int
    turned: int  # a row of SEEN
    own_king: int  # the squares of the kings, as they are seen; -1 before they are placed
    enemy_king: int


@compiled
def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    """Write the inputs that are not 0; returns how many there are, at most INPUTS."""
    view = seen_by(s, seat)
    seen = threats(s, seat), threats(s, 1 - seat)
    n = 0
    for side in range(2):
        n = put_pieces(s, view, side, places, amounts, n)
        owner = seat if side == 0 else 1 - seat
        n = put_endangered(s, owner, side, seen[1 - side].threatened, seen[side].covered, places, amounts, n)
        n = put_numbers(s, owner, side, places, amounts, n)
        n = put_about(s, owner, ABOUT + side * len(SIDE), seen[side], seen[1 - side], places, amounts, n)
    at = STEPS + (0 if int(s.turn) == seat else len(TURN))
    n = put(at + TURN.under_way, int(s.origin) >= 0, places, amounts, n)
    n = put(at + TURN.moved, int(s.moved), places, amounts, n)
    n = put(at + TURN.exploded, int(s.exploded), places, amounts, n)
    n = put(at + TURN.reinforcements, THIRD * int(s.allowance), places, amounts, n)
    n = put(RULES + (RULE.simple if s.simple else RULE.full), 1.0, places, amounts, n)
    n = put(RULES + RULE.unlimited, int(s.unlimited), places, amounts, n)
    n = put(RULES + RULE.enlist, int(s.enlist), places, amounts, n)
    n = put(RULES + RULE.tiebreak, int(s.region_tiebreak), places, amounts, n)
    n = put(RULES + RULE.spared, 1 - int(s.blast_center), places, amounts, n)
    n = put(RULES + RULE.immobile_pushed, int(s.immobile_pushed), places, amounts, n)
    return put(RULES + RULE.quiet, int(s.quiet) / QUIET_TURNS, places, amounts, n)


@compiled
def put(place: int, amount: float, places: Ints, amounts: Weights, n: int) -> int:
    """Write one input, if it is not 0."""
    if amount == 0:
        return n
    places[n] = place
    amounts[n] = amount
    return n + 1


@compiled
def seen_by(s: Record, seat: int) -> View:
    turned = seat
    kings = int(s.having[seat, K]), int(s.having[1 - seat, K])
    for king in kings:
        if king and lowest(king) % SIZE != SIZE // 2:
            turned |= 2 * int(lowest(king) % SIZE > SIZE // 2)
            break
    own = SEEN[turned, lowest(kings[0])] if kings[0] else -1
    enemy = SEEN[turned, lowest(kings[1])] if kings[1] else -1
    return View(seat, turned, own, enemy)


@compiled
def put_pieces(s: Record, view: View, side: int, places: Ints, amounts: Weights, n: int) -> int:
    """What stands where on a side, and how far from the kings."""
    owner = view.seat if side == 0 else 1 - view.seat
    for colour in range(COLOURS):
        kind = side * OTHERS + colour - 1
        rest = int(s.having[owner, colour])
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            there = SEEN[view.turned, square]
            n = put(HERE + (side * COLOURS + colour) * SQUARES + there, 1.0, places, amounts, n)
            if colour == K:
                continue
            if int(s.stacked) >> square & 1:
                n = put(MORE + kind * SQUARES + there, count(int(s.pile[square]), colour) - 1, places, amounts, n)
            if view.own_king >= 0:
                n = put(FROM_OWN + kind * SPAN * SPAN + AWAY[view.own_king, there], 1.0, places, amounts, n)
            if view.enemy_king >= 0:
                n = put(FROM_ENEMY + kind * SPAN * SPAN + AWAY[view.enemy_king, there], 1.0, places, amounts, n)
    return n


@compiled
def put_endangered(
    s: Record, owner: int, side: int, threatened: int, covered: int, places: Ints, amounts: Weights, n: int
) -> int:
    """How many squares of a side are threatened, by colour, and how many of these are not covered."""
    at = UNDER_THREAT + (side * 2 + int(moves_next(s, owner))) * 2 * COLOURS
    endangered = threatened & int(s.held[owner])
    if endangered:
        for colour in range(COLOURS):
            here = endangered & int(s.having[owner, colour])
            n = put(at + colour, popcount(here & ~covered), places, amounts, n)
            n = put(at + COLOURS + colour, popcount(here & covered), places, amounts, n)
    return n


@compiled
def put_numbers(s: Record, owner: int, side: int, places: Ints, amounts: Weights, n: int) -> int:
    """How many pieces of each colour a side has, in reserve and on the board."""
    reserve = int(s.reserve[owner]) >> BITS
    colour = 0
    while reserve:
        n = put(IN_RESERVE + side * OTHERS + colour, THIRD * (reserve & MOST), places, amounts, n)
        reserve >>= BITS
        colour += 1
    stacked = int(s.stacked)
    for colour in range(1, COLOURS):
        here = int(s.having[owner, colour])
        many = popcount(here & ~stacked)
        rest = here & stacked
        while rest:
            many += count(int(s.pile[lowest(rest)]), colour)
            rest &= rest - 1
        n = put(ON_BOARD + side * OTHERS + colour - 1, THIRD * many, places, amounts, n)
    return n


@compiled
def put_about(
    s: Record, owner: int, at: int, own: Threats, feared: Threats, places: Ints, amounts: Weights, n: int
) -> int:
    """A side's regions and how far its pieces reach; whether it moves next; its king."""
    places[n], places[n + 1] = at + SIDE.regions, at + SIDE.reach  # also if they are 0
    amounts[n], amounts[n + 1] = THIRD * regions(s, owner), own.steps / 32.0
    n += 2
    n = put(at + SIDE.moves_next, int(moves_next(s, owner)), places, amounts, n)
    king = int(s.having[owner, K])
    if king:
        there = lowest(king)
        guards, besiegers = NEAR[there] & int(s.held[owner]), spread(NEAR[there]) & int(s.held[1 - owner])
        n = put(at + SIDE.king_there, 1.0, places, amounts, n)
        n = put(at + SIDE.guards, 0.5 * popcount(guards), places, amounts, n)
        n = put(at + SIDE.besiegers, 0.5 * popcount(besiegers), places, amounts, n)
        if int(s.pile[there]) & MOBILE:
            n = put(at + SIDE.king_rides, 1.0, places, amounts, n)
        elif feared.pushed & king and not s.immobile_pushed:  # a push removes it (SY-22)
            n = put(at + SIDE.king_pushed, 1.0, places, amounts, n)
    return n
