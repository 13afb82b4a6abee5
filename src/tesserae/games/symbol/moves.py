"""Where a square's pieces can go, and which parts of them (SY-10 to SY-17, SY-35 to SY-38).

The movements of a square fall into groups: all those with the same squares of rest and of strike. Which transports can
make them decides how many parts of the pile may go: `parts` counts them without listing, so that sixteen pieces on one
square, with tens of thousands of movements, are counted as quickly as one.
"""

import numpy as np

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Ints, compiled, lean
from tesserae.engine.rng import below
from tesserae.games.symbol.board import (
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
    MOBILE,
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


# --- Where transports reach (own pieces in the way may be passed, and joined in the full edition) --------------------


@compiled
def shade(square: int, blockers: int) -> int:
    """What the blockers hide, seen from the square in straight lines (SY-10)."""
    hidden = 0
    while blockers:
        hidden |= BEYOND[square, lowest(blockers)]
        blockers &= blockers - 1
    return hidden


@compiled
def by_land(square: int, own: int, enemy: int) -> int:
    """SY-11, and SY-36 for the last step: where a G gets to."""
    first = NEAR[square] & LAND & ~enemy
    return (NEAR[square] | spread(first)) & (LAND | own) & ~(1 << square)


@compiled
def by_water(square: int, own: int, enemy: int) -> int:
    """SY-12, and SY-36 for the last step: where a B gets to."""
    return (SAILING[square] | ASHORE[square] & own) & ~shade(square, enemy & SAILING[square])


@compiled
def by_air(square: int, enemy: int) -> int:
    """SY-13: where a W gets to."""
    around = (enemy & NEAR[square]) << SIZE + 1 >> square
    blocked = around & 7 | around >> SIZE - 3 & 7 << 3 | around >> 2 * SIZE - 6 & 7 << 6
    return TWO_STRAIGHT[square] & ~(HIDDEN_AHEAD[blocked] << square | HIDDEN_BEHIND[blocked] >> 48 - square)


@compiled
def reached(square: int, pile: int, own: int, enemy: int) -> int:
    """Where some of a pile's pieces get to."""
    squares = 0
    if pile & ANY_G:
        squares |= by_land(square, own, enemy)
    if pile & ANY_B:
        squares |= by_water(square, own, enemy)
    if pile & ANY_W:
        squares |= by_air(square, enemy)
    if pile & ANY_R:
        squares |= NEAR[square]
    return squares


@compiled
def struck_from_land(square: int, enemy: int) -> int:
    """SY-17: what a G resting on the square can strike."""
    return NEAR[square] & WATER & enemy


@compiled
def struck_from_water(square: int, enemy: int) -> int:
    """SY-17: what a B starting from the square can strike; LANDING says where it rests."""
    return ASHORE[square] & enemy & ~shade(square, enemy & SAILING[square])


@compiled
def land_rests(square: int, enemy: int, taken: int) -> int:
    """SY-17: where a G can rest after one step to strike from there."""
    return NEAR[square] & LAND & ~enemy & ~taken


@compiled
def struck_on_the_spot(square: int, stood: int, enemy: int) -> int:
    """SY-38: what the square's pieces can strike without moving."""
    if LAND >> square & 1:
        return struck_from_land(square, enemy) if stood & ANY_G else 0
    return ASHORE[square] & NEAR[square] & enemy if stood & ANY_B else 0


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
def stranding(square: int, stood: int, there: int) -> int:
    """How many parts of what stood on the square would strand something (SY-37): they take all that holds the square,
    and leave some that cannot. `there` is the pile as it is now, with what was added this turn."""
    added = there - stood
    if added & STANDS[square]:
        return 0
    return count(stood, FOREIGN[square]) + int(added != 0)


@compiled
def carried(stood: int, whole: int, strands: int, holding: int, transports: int) -> int:
    """How many parts of a pile may leave with one of the transports (bits of their colours), if the pile has `whole`
    parts, of which so many strand something, and `holding` are those of its bits that hold the square."""
    n = whole - product(stood & ~transports) - strands
    # If only the foreign colour carries, one of the parts that would strand something has none of it.
    return n + int(strands > 0 and holding & transports == 0)


@compiled
def parts(square: int, stood: int, there: int, transports: int) -> int:
    """How many parts of what stood on the square may leave it with one of the transports."""
    if stood == there and is_single(stood):
        return 1
    return carried(stood, product(stood), stranding(square, stood, there), stood & STANDS[square], transports)


@compiled
def next_part(part: int, stood: int) -> int:
    """The next larger part of a pile; 0 after the last."""
    for colour in range(COLOURS):
        if count(part, colour) < count(stood, colour):
            return part + ONE[colour]
        part &= ~FIELD[colour]
    return 0


@lean
def random_part(square: int, stood: int, there: int, transports: int, rng: Ints) -> int:
    """One of the parts that `parts` counts, each as likely as any other: draw among all until one of them comes."""
    if stood == there and is_single(stood):
        return stood
    n = product(stood)
    while True:
        number = below(rng, n)
        part = 0
        for colour in range(COLOURS):
            radix = count(stood, colour) + 1
            if radix > 1:
                part += number % radix * ONE[colour]
                number //= radix
        if part & transports and may_go(square, part, there):
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
#
# `stood` is what stood on the square when the turn began and `there` what is on it now; `own` and `enemy` are the
# squares of the two sides; `taken` are those on which a movement may not come to rest: in the simple edition the own
# ones, in the full edition none.


@compiled
def transports_to(square: int, rest: int, stood: int, own: int, enemy: int) -> int:
    """The colours of the pile, as its bits, that get from the square to another one."""
    bit = 1 << rest
    colours = 0
    if stood & ANY_G and by_land(square, own, enemy) & bit:
        colours |= ANY_G
    if stood & ANY_B and by_water(square, own, enemy) & bit:
        colours |= ANY_B
    if stood & ANY_W and by_air(square, enemy) & bit:
        colours |= ANY_W
    if stood & ANY_R and NEAR[square] & bit:
        colours |= ANY_R
    return colours


@compiled
def just_these(group: int, g: int, b: int, w: int, r: int) -> int:
    """Of the squares that G, B, W and R reach, those that only the transports of the group reach, and all of them."""
    squares = g if group & 1 else ~g
    squares &= b if group & 2 else ~b
    squares &= w if group & 4 else ~w
    return squares & r if group & 8 else squares & ~r


@compiled
def count_movements(square: int, stood: int, there: int, own: int, enemy: int, taken: int) -> int:
    """How many movements the square has."""
    if stood & MOBILE == 0:
        return 0
    g = by_land(square, own, enemy) & ~taken if stood & ANY_G else 0
    b = by_water(square, own, enemy) & ~taken if stood & ANY_B else 0
    w = by_air(square, enemy) & ~taken if stood & ANY_W else 0
    r = NEAR[square] & ~taken if stood & ANY_R else 0
    n = 0
    if stood == there and is_single(stood):
        n = popcount(g | b | w | r)
    else:
        present = int(g != 0) | int(b != 0) << 1 | int(w != 0) << 2 | int(r != 0) << 3
        whole, strands, holding = product(stood), stranding(square, stood, there), stood & STANDS[square]
        group = present
        while group:
            squares = just_these(group, g, b, w, r)
            n += popcount(squares) * carried(stood, whole, strands, holding, TRANSPORTS[group])
            group = (group - 1) & present
    if stood & ANY_G:
        strikes = strikes_by_land(square, enemy, taken)
        if strikes:
            n += strikes * parts(square, stood, there, ANY_G)
    if stood & ANY_B:
        strikes = strikes_by_water(square, enemy, taken)
        if strikes:
            n += strikes * parts(square, stood, there, ANY_B)
    return n + popcount(struck_on_the_spot(square, stood, enemy))


@compiled
def can_leave(square: int, stood: int, own: int, enemy: int, taken: int) -> bool:
    """Whether the square has any movement. A pile that can go anywhere can go as a whole, or without its king if it was
    reinforced; and what can strike after a step can also just take that step."""
    return reached(square, stood, own, enemy) & ~taken != 0 or struck_on_the_spot(square, stood, enemy) != 0


@compiled
def count_for_one(colour: int, square: int, own: int, enemy: int, taken: int) -> int:
    """The same for a piece of the colour that is alone on its square."""
    if colour == R:
        return popcount(NEAR[square] & ~taken)
    if colour == W:
        return popcount(by_air(square, enemy) & ~taken)
    spot = popcount(struck_on_the_spot(square, ONE[colour], enemy))
    if colour == G:
        return popcount(by_land(square, own, enemy) & ~taken) + strikes_by_land(square, enemy, taken) + spot
    return popcount(by_water(square, own, enemy) & ~taken) + strikes_by_water(square, enemy, taken) + spot


@compiled
def strikes_by_land(square: int, enemy: int, taken: int) -> int:
    """How many strikes a G has after one step."""
    n = 0
    if WATER_WITHIN_TWO[square] & enemy:
        rests = land_rests(square, enemy, taken)
        while rests:
            n += popcount(struck_from_land(lowest(rests), enemy))
            rests &= rests - 1
    return n


@compiled
def strikes_by_water(square: int, enemy: int, taken: int) -> int:
    """How many strikes a B has after one or two steps."""
    n = 0
    if ASHORE[square] & enemy & ~NEAR[square]:
        targets = struck_from_water(square, enemy) & ~NEAR[square]
        while targets:
            n += int(taken >> LANDING[square, lowest(targets)] & 1 == 0)
            targets &= targets - 1
    return n


@compiled
def find_movement(
    square: int, stood: int, there: int, own: int, enemy: int, taken: int, choice: int
) -> tuple[int, int, int]:
    """The group that the movement with this number belongs to (`count_movements` says how many there are): its squares
    of rest and of strike (-1: none) and its transports (0: a strike on the spot)."""
    g = by_land(square, own, enemy) & ~taken if stood & ANY_G else 0
    b = by_water(square, own, enemy) & ~taken if stood & ANY_B else 0
    w = by_air(square, enemy) & ~taken if stood & ANY_W else 0
    r = NEAR[square] & ~taken if stood & ANY_R else 0
    present = int(g != 0) | int(b != 0) << 1 | int(w != 0) << 2 | int(r != 0) << 3
    if stood == there and is_single(stood):
        squares = g | b | w | r
        if choice < popcount(squares):
            return nth(squares, choice), -1, TRANSPORTS[present]
        choice -= popcount(squares)
        present = 0
    whole, strands, holding = product(stood), stranding(square, stood, there), stood & STANDS[square]
    group = present
    while group:
        squares = just_these(group, g, b, w, r)
        each = carried(stood, whole, strands, holding, TRANSPORTS[group])
        size = popcount(squares) * each
        if choice < size:
            return nth(squares, choice // each), -1, TRANSPORTS[group]
        choice -= size
        group = (group - 1) & present
    struck = struck_on_the_spot(square, stood, enemy)
    if choice < popcount(struck):
        return square, nth(struck, choice), 0
    choice -= popcount(struck)
    if stood & ANY_G:
        each = parts(square, stood, there, ANY_G)
        rests = land_rests(square, enemy, taken)
        while rests:
            rest = lowest(rests)
            rests &= rests - 1
            struck = struck_from_land(rest, enemy)
            size = popcount(struck) * each
            if choice < size:
                return rest, nth(struck, choice // each), ANY_G
            choice -= size
    choice //= parts(square, stood, there, ANY_B)
    targets = struck_from_water(square, enemy) & ~NEAR[square]
    while True:
        target = lowest(targets)
        targets &= targets - 1
        rest = LANDING[square, target]
        if taken >> rest & 1 == 0:
            if choice == 0:
                return rest, target, ANY_B
            choice -= 1


@compiled
def list_movements(square: int, stood: int, there: int, own: int, enemy: int, taken: int, out: Ints, n: int) -> int:
    """Write the square's movements to `out` from place n on, as far as they fit; returns the place after the last."""
    if stood & MOBILE == 0:
        return n
    g = by_land(square, own, enemy) & ~taken if stood & ANY_G else 0
    b = by_water(square, own, enemy) & ~taken if stood & ANY_B else 0
    w = by_air(square, enemy) & ~taken if stood & ANY_W else 0
    r = NEAR[square] & ~taken if stood & ANY_R else 0
    land = land_rests(square, enemy, taken) if stood & ANY_G else 0
    ashore = struck_from_water(square, enemy) & ~NEAR[square] if stood & ANY_B else 0
    rests = g | b | w | r | land | SAILING[square] & ~taken | 1 << square
    while rests:
        rest = lowest(rests)
        rests &= rests - 1
        if rest == square:
            struck = struck_on_the_spot(square, stood, enemy)
            while struck:
                n = write_out(movement(square, square, lowest(struck), 0), out, n)
                struck &= struck - 1
            continue
        transports = 0
        if g >> rest & 1:
            transports |= ANY_G
        if b >> rest & 1:
            transports |= ANY_B
        if w >> rest & 1:
            transports |= ANY_W
        if r >> rest & 1:
            transports |= ANY_R
        if transports:
            n = list_parts(square, stood, there, transports, movement(square, rest, -1, 0), out, n)
        if land >> rest & 1:
            struck = struck_from_land(rest, enemy)
            while struck:
                code = movement(square, rest, lowest(struck), 0)
                n = list_parts(square, stood, there, ANY_G, code, out, n)
                struck &= struck - 1
        struck = ashore
        while struck:
            target = lowest(struck)
            struck &= struck - 1
            if LANDING[square, target] == rest:
                n = list_parts(square, stood, there, ANY_B, movement(square, rest, target, 0), out, n)
    return n


@compiled
def list_parts(square: int, stood: int, there: int, transports: int, code: int, out: Ints, n: int) -> int:
    """One group of movements: the code with each part that may go."""
    if n >= len(out):
        return n + parts(square, stood, there, transports)
    part = next_part(0, stood)
    while part:
        if part & transports and may_go(square, part, there):
            n = write_out(code | part, out, n)
        part = next_part(part, stood)
    return n


@compiled
def write_out(code: int, out: Ints, n: int) -> int:
    if n < len(out):
        out[n] = code
    return n + 1


@compiled
def can_move(
    square: int, rest: int, strike: int, part: int, stood: int, there: int, own: int, enemy: int, taken: int
) -> bool:
    """Whether one movement is legal, without listing any; `strike` is -1 for none."""
    if rest == square:
        return part == 0 and strike >= 0 and struck_on_the_spot(square, stood, enemy) >> strike & 1 == 1
    if not includes(stood, part) or not may_go(square, part, there) or taken >> rest & 1:
        return False
    if strike < 0:
        return part & transports_to(square, rest, stood, own, enemy) != 0
    if LAND >> rest & 1:
        resting = land_rests(square, enemy, taken) >> rest & 1 == 1
        return part & ANY_G != 0 and resting and struck_from_land(rest, enemy) >> strike & 1 == 1
    if part & ANY_B == 0 or LANDING[square, strike] != rest:
        return False
    return struck_from_water(square, enemy) >> strike & 1 == 1
