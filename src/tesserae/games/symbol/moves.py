"""Where a square's pieces can go, and which parts of them (SY-10 to SY-17, SY-35 to SY-38).

The movements of a square fall into groups: all those with the same squares of rest and of strike. Which transports can
make them decides how many parts of the pile may go: `parts` counts them without listing, so that sixteen pieces on one
square, with tens of thousands of movements, are counted as quickly as one.
"""

from typing import NamedTuple

import numpy as np

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Ints, compiled, lean
from tesserae.engine.rng import below
from tesserae.games.symbol.board import (
    AHEAD,
    ANY_B,
    ANY_G,
    ANY_R,
    ANY_W,
    ASHORE,
    BEYOND,
    BITS,
    COLOURS,
    FIELD,
    FOREIGN,
    HIDDEN_AHEAD,
    HIDDEN_BEHIND,
    LAND,
    LANDING,
    MOST,
    NEAR,
    NOT_FILE_A,
    NOT_FILE_G,
    ONE,
    SAILING,
    SIZE,
    STANDS,
    TWO_STRAIGHT,
    WATER,
    WATER_WITHIN_TWO,
    G,
    R,
    W,
)
from tesserae.games.symbol.record import count, is_single, movement


@compiled
def spread(squares: int) -> int:
    """The squares and all that touch them, perhaps with some beyond the board."""
    row = squares | (squares & NOT_FILE_G) << 1 | (squares & NOT_FILE_A) >> 1
    return row | row << SIZE | row >> SIZE


# --- Where pieces go and what they strike ----------------------------------------------------------------------------


class Start(NamedTuple):
    """A square from which pieces may move, and what decides where to."""

    square: int
    stood: int  # what stood on it when the turn began
    there: int  # what is on it now, with what was added in this turn
    own: int  # the squares of its side
    enemy: int  # those of the other side
    taken: int  # where no movement may come to rest: in the simple edition the own squares, in the full edition none


class Reach(NamedTuple):
    """Where the pieces of a square get: own pieces in the way may be passed, and joined in the full edition. And what
    they can strike."""

    by_land: int  # SY-11: where a G gets to, by the last step also onto own pieces (SY-36)
    by_water: int  # SY-12: the same for a B
    by_air: int  # SY-13: where a W gets to
    by_one: int  # SY-14: where an R gets to
    spot: int  # SY-38: what can be struck without moving
    shores: int  # SY-17: where a G can come to rest after one step to strike from there, if there may be something
    ahead: int  # SY-17: what a B can strike after moving; LANDING says where it rests


@compiled
def reach(start: Start) -> Reach:
    square, stood, own, enemy, taken = start.square, start.stood, start.own, start.enemy, start.taken
    g = b = w = r = spot = afloat = shores = ahead = 0
    if stood & ANY_G:
        g, spot, shores = by_land(square, own, enemy, taken)
    if stood & ANY_B:
        b, afloat, ahead = by_water(square, own, enemy, taken)
    if stood & ANY_W:
        w = by_air(square, enemy) & ~taken
    if stood & ANY_R:
        r = NEAR[square] & ~taken
    return Reach(g, b, w, r, spot | afloat, shores, ahead)


@compiled
def by_land(square: int, own: int, enemy: int, taken: int) -> tuple[int, int, int]:
    """Where a G gets to, what it can strike on the spot, and where it can come to rest to strike from there."""
    first = NEAR[square] & LAND & ~enemy
    goals = (NEAR[square] | spread(first)) & (LAND | own) & ~(1 << square | taken)
    if not WATER_WITHIN_TWO[square] & enemy:
        return goals, 0, 0
    return goals, struck_from_shore(square, enemy) if LAND >> square & 1 else 0, first & ~taken


@compiled
def by_water(square: int, own: int, enemy: int, taken: int) -> tuple[int, int, int]:
    """Where a B gets to, what it can strike on the spot, and what ahead of it."""
    visible = ~shade(square, enemy & SAILING[square])
    goals = (SAILING[square] | ASHORE[square] & own) & visible & ~taken
    struck = ASHORE[square] & enemy & visible
    if not struck:
        return goals, 0, 0
    ahead = struck & ~NEAR[square]
    if ahead and taken:
        ahead = landing_free(square, ahead, taken)
    return goals, struck & NEAR[square] if WATER >> square & 1 else 0, ahead


@compiled
def by_air(square: int, enemy: int) -> int:
    around = (enemy & NEAR[square]) << SIZE + 1 >> square
    blocked = around & 7 | around >> SIZE - 3 & 7 << 3 | around >> 2 * SIZE - 6 & 7 << 6
    return TWO_STRAIGHT[square] & ~(HIDDEN_AHEAD[blocked] << square | HIDDEN_BEHIND[blocked] >> 48 - square)


@compiled
def shade(square: int, blockers: int) -> int:
    """What the blockers hide, seen from the square in straight lines (SY-10)."""
    hidden = 0
    while blockers:
        hidden |= BEYOND[square, lowest(blockers)]
        blockers &= blockers - 1
    return hidden


@compiled
def landing_free(square: int, targets: int, taken: int) -> int:
    """Those of the targets of a B that it strikes from a square which is not taken."""
    rest = targets
    while rest:
        target = lowest(rest)
        rest &= rest - 1
        if taken >> LANDING[square, target] & 1:
            targets &= ~(1 << target)
    return targets


@compiled
def struck_from_shore(square: int, enemy: int) -> int:
    """What a G that rests on the square can strike."""
    return NEAR[square] & WATER & enemy


@compiled
def struck_from(start: Start, to: Reach, rest: int) -> int:
    """What can be struck from where a movement comes to rest."""
    if rest == start.square:
        return to.spot
    if to.shores >> rest & 1:
        return struck_from_shore(rest, start.enemy)
    return to.ahead & AHEAD[start.square, rest]


@compiled
def struck(start: Start, to: Reach) -> int:
    """Everything that can be struck."""
    return to.spot | to.ahead | spread(to.shores) & WATER & start.enemy


@compiled
def everywhere(to: Reach) -> int:
    """All squares that some of the pieces get to."""
    return to.by_land | to.by_water | to.by_air | to.by_one


@compiled
def transports_to(to: Reach, squares: int) -> int:
    """The transports, as the bits of their colours in a pile, that get to one of the squares."""
    transports = 0
    if to.by_land & squares:
        transports |= ANY_G
    if to.by_water & squares:
        transports |= ANY_B
    if to.by_air & squares:
        transports |= ANY_W
    if to.by_one & squares:
        transports |= ANY_R
    return transports


@compiled
def can_leave(start: Start) -> bool:
    """Whether the square has any movement. A pile that can go anywhere can go as a whole, or without its king if it was
    reinforced; and what can strike after a step can also just take that step."""
    to = reach(start)
    return everywhere(to) | to.spot != 0


# --- Which parts of a pile may go ------------------------------------------------------------------------------------


# How many parts the pieces of two neighbouring colours have, by the bits of both.
PARTS = np.array([(one + 1) * (two + 1) for two in range(MOST + 1) for one in range(MOST + 1)], np.int64)
PAIR = 2 * BITS


@compiled
def product(pile: int) -> int:
    """How many parts a pile has, the empty one and the whole included."""
    two = (1 << PAIR) - 1
    return PARTS[pile & two] * PARTS[pile >> PAIR & two] * PARTS[pile >> 2 * PAIR]


@compiled
def may_go(square: int, part: int, there: int) -> bool:
    """SY-37: what stays behind must be allowed to stand."""
    left = there - part
    return left == 0 or left & STANDS[square] != 0


@compiled
def is_alone(start: Start) -> bool:
    """Whether a single piece is on the square, so that there are no parts to choose from."""
    return start.stood == start.there and is_single(start.stood)


@compiled
def stranding(start: Start) -> int:
    """How many parts of what stood on the square would strand something (SY-37): they take all that holds the square,
    and leave some that cannot."""
    added = start.there - start.stood
    if added & STANDS[start.square]:
        return 0
    return count(start.stood, FOREIGN[start.square]) + int(added != 0)


@compiled
def parts(start: Start, transports: int) -> int:
    """How many parts of what stood on the square may leave it with one of the transports."""
    stood = start.stood
    if is_alone(start):
        return 1
    strands = stranding(start)
    # If only the foreign colour carries, one of the parts that would strand something has none of it.
    foreign = int(strands > 0 and stood & STANDS[start.square] & transports == 0)
    return product(stood) - product(stood & ~transports) - strands + foreign


@compiled
def next_part(part: int, stood: int) -> int:
    """The next larger part of a pile; 0 after the last."""
    for colour in range(COLOURS):
        if count(part, colour) < count(stood, colour):
            return part + ONE[colour]
        part &= ~FIELD[colour]
    return 0


@lean
def random_part(start: Start, transports: int, rng: Ints) -> int:
    """One of the parts that `parts` counts, each as likely as any other: draw among all until one of them comes."""
    stood = start.stood
    if is_alone(start):
        return stood
    n = product(stood)
    while True:
        number = below(rng, n)
        part, rest = 0, stood
        while rest:
            colour = lowest(rest) // BITS
            radix = count(stood, colour) + 1
            part += number % radix * ONE[colour]
            number //= radix
            rest &= ~FIELD[colour]
        if part & transports and may_go(start.square, part, start.there):
            return part


@compiled
def includes(stood: int, part: int) -> bool:
    """Whether the part is one of the pile."""
    for colour in range(COLOURS):
        if count(part, colour) > count(stood, colour):
            return False
    return True


# The transports of each group of colours: bit 0 for G, then B, W, R.
TRANSPORTS = np.array(
    [sum(field for bit, field in enumerate((ANY_G, ANY_B, ANY_W, ANY_R)) if group >> bit & 1) for group in range(16)],
    np.int64,
)


# --- The movements of one square -------------------------------------------------------------------------------------


@compiled
def groups(to: Reach) -> int:
    """The largest group: all transports that get anywhere."""
    return int(to.by_land != 0) | int(to.by_water != 0) << 1 | int(to.by_air != 0) << 2 | int(to.by_one != 0) << 3


@compiled
def just_these(group: int, to: Reach) -> int:
    """The squares that all transports of the group reach, and no others."""
    squares = to.by_land if group & 1 else ~to.by_land
    squares &= to.by_water if group & 2 else ~to.by_water
    squares &= to.by_air if group & 4 else ~to.by_air
    return squares & to.by_one if group & 8 else squares & ~to.by_one


@compiled
def count_movements(start: Start) -> int:
    """How many movements the square has."""
    to = reach(start)
    n = popcount(to.spot)
    if is_alone(start):
        return n + popcount(everywhere(to)) + count_strikes(to.shores, start.enemy) + popcount(to.ahead)
    group = present = groups(to)
    while group:
        n += popcount(just_these(group, to)) * parts(start, TRANSPORTS[group])
        group = (group - 1) & present
    if to.shores:
        n += count_strikes(to.shores, start.enemy) * parts(start, ANY_G)
    if to.ahead:
        n += popcount(to.ahead) * parts(start, ANY_B)
    return n


@compiled
def count_for_one(colour: int, square: int, own: int, enemy: int, taken: int) -> int:
    """The same for a piece of the colour that is alone on its square, without looking at the other transports: random
    play would take 4 % longer in the full edition, and 10 % in the simple one."""
    if colour == R:
        return popcount(NEAR[square] & ~taken)
    if colour == W:
        return popcount(by_air(square, enemy) & ~taken)
    if colour == G:
        goals, spot, shores = by_land(square, own, enemy, taken)
        return popcount(goals) + popcount(spot) + count_strikes(shores, enemy)
    goals, spot, ahead = by_water(square, own, enemy, taken)
    return popcount(goals) + popcount(spot) + popcount(ahead)


@compiled
def count_strikes(shores: int, enemy: int) -> int:
    """How many strikes a G has from the squares where it can rest: for each target the squares that touch it."""
    n = 0
    targets = spread(shores) & WATER & enemy
    while targets:
        n += popcount(NEAR[lowest(targets)] & shores)
        targets &= targets - 1
    return n


@compiled
def find_movement(start: Start, choice: int) -> tuple[int, int, int]:
    """The group that the movement with this number belongs to (`count_movements` says how many there are): its squares
    of rest and of strike (-1: none) and its transports (0: a strike on the spot)."""
    to = reach(start)
    group = present = groups(to)
    if is_alone(start):
        squares = everywhere(to)
        if choice < popcount(squares):
            return nth(squares, choice), -1, TRANSPORTS[present]
        choice -= popcount(squares)
        group = 0
    while group:
        squares = just_these(group, to)
        each = parts(start, TRANSPORTS[group])
        size = popcount(squares) * each
        if choice < size:
            return nth(squares, choice // each), -1, TRANSPORTS[group]
        choice -= size
        group = (group - 1) & present
    if choice < popcount(to.spot):
        return start.square, nth(to.spot, choice), 0
    choice -= popcount(to.spot)
    each = parts(start, ANY_G)
    rests = to.shores
    while rests:
        rest = lowest(rests)
        rests &= rests - 1
        struck = struck_from_shore(rest, start.enemy)
        size = popcount(struck) * each
        if choice < size:
            return rest, nth(struck, choice // each), ANY_G
        choice -= size
    target = nth(to.ahead, choice // parts(start, ANY_B))
    return LANDING[start.square, target], target, ANY_B


@compiled
def list_movements(start: Start, out: Ints, n: int) -> int:
    """Write the square's movements to `out` from place n on, as far as they fit; returns the place after the last."""
    square, to = start.square, reach(start)
    rests = everywhere(to) | 1 << square
    while rests:
        rest = lowest(rests)
        rests &= rests - 1
        transports = transports_to(to, 1 << rest)
        if transports:
            n = list_parts(start, transports, movement(square, rest, -1, 0), out, n)
        struck = struck_from(start, to, rest)
        while struck:
            code = movement(square, rest, lowest(struck), 0)
            struck &= struck - 1
            if rest == square:
                n = write_out(code, out, n)
            else:
                n = list_parts(start, ANY_G if LAND >> rest & 1 else ANY_B, code, out, n)
    return n


@compiled
def list_parts(start: Start, transports: int, code: int, out: Ints, n: int) -> int:
    """One group of movements: the code with each part that may go."""
    stood = start.stood
    if is_alone(start):
        return write_out(code | stood, out, n)
    if n >= len(out):
        return n + parts(start, transports)
    part = next_part(0, stood)
    while part:
        if part & transports and may_go(start.square, part, start.there):
            n = write_out(code | part, out, n)
        part = next_part(part, stood)
    return n


@compiled
def write_out(code: int, out: Ints, n: int) -> int:
    if n < len(out):
        out[n] = code
    return n + 1


@compiled
def can_move(start: Start, rest: int, strike: int, part: int) -> bool:
    """Whether one movement is legal, without listing any; `strike` is -1 for none."""
    if rest == start.square:
        return part == 0 and strike >= 0 and reach(start).spot >> strike & 1 == 1
    if not includes(start.stood, part) or not may_go(start.square, part, start.there):
        return False
    to = reach(with_part(start, part))
    squares = everywhere(to) >> rest if strike < 0 else struck_from(start, to, rest) >> strike
    return squares & 1 == 1


@compiled
def with_part(start: Start, part: int) -> Start:
    """The square as if only a part had stood on it: to see where just that goes."""
    return Start(start.square, part, start.there, start.own, start.enemy, start.taken)
