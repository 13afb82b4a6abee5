"""What a net sees of a position of Symbol: a list of places, each with an amount, from the side of one seat.

The board is turned so that the own land is always at the bottom, and mirrored if the own king (on the middle file the
enemy's) stands right of the middle, because left and right are alike. So positions that differ only by that, or by
which seat is which, are the same to the net.
"""

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Ints, Record, Weights, compiled
from tesserae.games.symbol.board import (
    ANY_B,
    ANY_D,
    ANY_G,
    ANY_R,
    ANY_W,
    BITS,
    COLOURS,
    LAND,
    MOBILE,
    MOST,
    NEAR,
    SIZE,
    SQUARES,
    WATER,
    K,
)
from tesserae.games.symbol.moves import by_air, by_land, by_water, spread, struck_from_water
from tesserae.games.symbol.record import count
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
ABOUT = (
    ON_BOARD + 2 * OTHERS
)  # side: regions, reach, guards, besiegers, king rides, king pushed, moves next, king there
ABOUTS = 8
STEPS = ABOUT + 2 * ABOUTS  # under way, after the movement, after the explosion, reinforcements left; own turn or not
STEP = 4
RULES = STEPS + 2 * STEP  # the edition, the options, and quiet turns
INPUTS = RULES + 8
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


@compiled
def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    """Write the inputs that are not 0; returns how many there are, at most INPUTS."""
    view = seen_from(s, seat)
    n = 0
    kings = int(s.having[seat, K]), int(s.having[1 - seat, K])
    own_king = SEEN[view, lowest(kings[0])] if kings[0] else -1
    enemy_king = SEEN[view, lowest(kings[1])] if kings[1] else -1
    seen = scan(s, seat), scan(s, 1 - seat)
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        own, enemy = int(s.held[owner]), int(s.held[1 - owner])
        colour_at = HERE + side * COLOURS * SQUARES
        for colour in range(COLOURS):
            rest = int(s.having[owner, colour])
            while rest:
                square = lowest(rest)
                rest &= rest - 1
                there = SEEN[view, square]
                n = put(colour_at + there, 1.0, places, amounts, n)
                if colour != K:
                    kind = side * OTHERS + colour - 1
                    if int(s.stacked) >> square & 1:
                        many = count(int(s.pile[square]), colour)
                        if many > 1:
                            n = put(MORE + kind * SQUARES + there, many - 1.0, places, amounts, n)
                    if own_king >= 0:
                        n = put(FROM_OWN + kind * SPAN * SPAN + AWAY[own_king, there], 1.0, places, amounts, n)
                    if enemy_king >= 0:
                        n = put(FROM_ENEMY + kind * SPAN * SPAN + AWAY[enemy_king, there], 1.0, places, amounts, n)
            colour_at += SQUARES
        mine = (int(s.turn) == owner) != (s.moved != 0 or s.exploded != 0)  # moves next, as in opinion.py
        king = kings[side]
        _, _, covered, steps = seen[side]
        threats, shoves, _, _ = seen[1 - side]
        at = UNDER_THREAT + (side * 2 + int(mine)) * 2 * COLOURS
        endangered = threats & own
        if endangered:
            for colour in range(COLOURS):
                here = endangered & int(s.having[owner, colour])
                if here:
                    bare = popcount(here & ~covered)
                    if bare:
                        n = put(at + colour, float(bare), places, amounts, n)
                    if popcount(here) > bare:
                        n = put(at + COLOURS + colour, float(popcount(here) - bare), places, amounts, n)
        reserve = int(s.reserve[owner]) >> BITS
        colour = 0
        while reserve:
            if reserve & MOST:
                n = put(IN_RESERVE + side * OTHERS + colour, THIRD * (reserve & MOST), places, amounts, n)
            reserve >>= BITS
            colour += 1
        stacked = own & int(s.stacked)
        for colour in range(1, COLOURS):
            many = popcount(int(s.having[owner, colour]) & ~stacked)
            rest = int(s.having[owner, colour]) & stacked
            while rest:
                many += count(int(s.pile[lowest(rest)]), colour)
                rest &= rest - 1
            if many:
                n = put(ON_BOARD + side * OTHERS + colour - 1, THIRD * many, places, amounts, n)
        at = ABOUT + side * ABOUTS
        n = put(at, THIRD * regions(s, owner), places, amounts, n)
        n = put(at + 1, steps / 32.0, places, amounts, n)
        if mine:
            n = put(at + 6, 1.0, places, amounts, n)
        if king:
            there = lowest(king)
            n = put(at + 7, 1.0, places, amounts, n)
            guards, besiegers = popcount(NEAR[there] & own), popcount(spread(NEAR[there]) & enemy)
            if guards:
                n = put(at + 2, 0.5 * guards, places, amounts, n)
            if besiegers:
                n = put(at + 3, 0.5 * besiegers, places, amounts, n)
            rides = int(s.pile[there]) & MOBILE != 0
            if rides:
                n = put(at + 4, 1.0, places, amounts, n)
            elif shoves & king and not s.immobile_pushed:  # a push removes it (SY-22)
                n = put(at + 5, 1.0, places, amounts, n)
    at = STEPS + (0 if int(s.turn) == seat else STEP)
    if int(s.origin) >= 0:
        n = put(at, 1.0, places, amounts, n)
    if s.moved:
        n = put(at + 1, 1.0, places, amounts, n)
    if s.exploded:
        n = put(at + 2, 1.0, places, amounts, n)
    if s.allowance:
        n = put(at + 3, THIRD * int(s.allowance), places, amounts, n)
    n = put(RULES + (0 if s.simple else 1), 1.0, places, amounts, n)
    if s.unlimited:
        n = put(RULES + 2, 1.0, places, amounts, n)
    if s.enlist:
        n = put(RULES + 3, 1.0, places, amounts, n)
    if s.region_tiebreak:
        n = put(RULES + 4, 1.0, places, amounts, n)
    if not s.blast_center:
        n = put(RULES + 5, 1.0, places, amounts, n)
    if s.immobile_pushed:
        n = put(RULES + 6, 1.0, places, amounts, n)
    if s.quiet:
        n = put(RULES + 7, float(int(s.quiet)) / QUIET_TURNS, places, amounts, n)
    return n


@compiled
def put(place: int, amount: float, places: Ints, amounts: Weights, n: int) -> int:
    places[n] = place
    amounts[n] = amount
    return n + 1


@compiled
def seen_from(s: Record, seat: int) -> int:
    """How the board is turned and mirrored for a seat: a row of SEEN."""
    view = seat
    for side in range(2):
        king = int(s.having[seat if side == 0 else 1 - seat, K])
        if king:
            file = lowest(king) % SIZE
            if file > SIZE // 2:
                return view | 2
            if file < SIZE // 2:
                return view
    return view


@compiled
def scan(s: Record, seat: int) -> tuple[int, int, int, int]:
    """What the seat can take, strike or blow up with one movement; what it can come to push; where it could take back;
    and how many squares its pieces can go to, each square's counted by itself. Some squares beyond the board may be
    among the first two."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    threats = 0
    shoves = 0
    covered = 0
    steps = 0
    rest = own
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        pile = int(s.pile[square])
        goals = 0
        if pile & ANY_G:
            goals |= by_land(square, own, enemy)
            threats |= spread(NEAR[square] & LAND & ~enemy | (1 << square & LAND)) & WATER & enemy
        if pile & ANY_B:
            goals |= by_water(square, own, enemy)
            threats |= struck_from_water(square, enemy)
        if pile & ANY_W:
            goals |= by_air(square, enemy)
        if pile & ANY_R:
            goals |= NEAR[square]
            shoves |= spread(goals)
        if pile & ANY_D:
            threats |= spread(goals | 1 << square)
        covered |= goals
        steps += popcount(goals)
    return threats | covered, shoves, covered, steps
