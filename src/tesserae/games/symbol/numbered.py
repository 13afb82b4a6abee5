"""The actions of Symbol's simple edition, numbered without gaps, for environments (factored.py); compiled."""

from typing import Any

import numpy as np

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, compiled, lean
from tesserae.games.symbol.board import (
    ASHORE,
    COLOURS,
    HOME,
    LAND,
    LANDING,
    NEAR,
    ONE,
    ONE_B,
    ONE_G,
    SAILING,
    SQUARES,
    TWO_STRAIGHT,
    WATER,
    B,
    D,
    G,
    K,
    R,
    W,
)
from tesserae.games.symbol.choices import exploding, moving, placing
from tesserae.games.symbol.moves import Start, everywhere, reach, struck_from
from tesserae.games.symbol.record import (
    EXPLODE,
    MOVE,
    PASS,
    explosion,
    moved,
    movement,
    placement,
)


def _codes() -> list[int]:
    """Every action that can be legal in some position of the simple edition, in ascending order. Nothing compiled is
    called here, so that nothing is compiled by importing it."""
    found = [PASS]
    homes = {K: int(HOME[0] | HOME[1]), G: LAND, B: WATER}
    for colour in range(COLOURS):
        found += [placement(colour, square) for square in _squares(homes.get(colour, LAND | WATER))]
    found += map(explosion, range(SQUARES))
    for square in range(SQUARES):
        near, ashore = int(NEAR[square]), int(ASHORE[square])
        reach = {W: int(TWO_STRAIGHT[square]), R: near}
        if LAND >> square & 1:
            steps = _squares(near & LAND)
            reach[G] = 0
            for rest in steps:
                reach[G] |= (1 << rest | int(NEAR[rest])) & LAND & ~(1 << square)
                found += [movement(square, rest, there, ONE_G) for there in _squares(int(NEAR[rest]) & WATER)]
            found += [movement(square, square, there, 0) for there in _squares(near & WATER)]
        else:
            reach[B] = int(SAILING[square])
            found += [movement(square, square, there, 0) for there in _squares(ashore & near)]
            found += [movement(square, int(LANDING[square, t]), t, ONE_B) for t in _squares(ashore & ~near)]
        for colour, squares in reach.items():
            found += [movement(square, rest, -1, int(ONE[colour])) for rest in _squares(squares)]
    return sorted(found)


def _squares(squares: int) -> list[int]:
    return [square for square in range(SQUARES) if squares >> square & 1]


@lean
def way(square: int, rest: int) -> int:
    """From which of nine squares is struck: the first one, or one of those around it, or one in their direction."""
    files, ranks = rest % 7 - square % 7, rest // 7 - square // 7
    return (max(-1, min(1, ranks)) + 1) * 3 + max(-1, min(1, files)) + 1


NUMBERED = np.array(_codes(), np.int64)  # the code of each number
# Where to find the number of an action: one that moves nothing, by its code; a movement by colour, start and rest; one
# that strikes by the way to where it strikes from, its start and what is struck.
ON_THE_SPOT = np.full(EXPLODE + 64, -1, np.int16)
WHERE_TO = np.full((COLOURS, SQUARES, SQUARES), -1, np.int16)
STRIKING = np.full((9, SQUARES, SQUARES), -1, np.int16)
for _number, _code in enumerate(NUMBERED.tolist()):
    _from, _rest, _strike, _part = moved(_code)
    if _code < MOVE:
        ON_THE_SPOT[_code] = _number
    elif _strike < 0:
        WHERE_TO[ONE.tolist().index(_part), _from, _rest] = _number
    else:
        STRIKING[way(_from, _rest), _from, _strike] = _number


@compiled
def number(code: int) -> int:
    """The number of an action of the simple edition."""
    if code < MOVE:
        return int(ON_THE_SPOT[code])
    square, rest, strike, part = moved(code)
    if strike >= 0:
        return int(STRIKING[way(square, rest), square, strike])
    colour = 0
    while part != ONE[colour]:
        colour += 1
    return int(WHERE_TO[colour, square, rest])


@compiled
def list_simple(s: Record, seat: int, out: Ints) -> int:
    """The numbers of all legal actions of the simple edition, in no order: much quicker than by their codes."""
    n = 0
    for colour in range(COLOURS):
        n = write_numbers(ON_THE_SPOT[placement(colour, 0) :], placing(s, seat, colour), out, n)
    n = write_numbers(ON_THE_SPOT[explosion(0) :], exploding(s, seat), out, n)
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    for colour in range(G, D):
        squares = moving(s, seat) & int(s.having[seat, colour])
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            start = Start(square, ONE[colour], ONE[colour], own, enemy, own)
            to = reach(start)
            n = write_numbers(WHERE_TO[colour, square], everywhere(to), out, n)
            n = write_numbers(STRIKING[way(square, square), square], to.spot, out, n)
            rests = to.shores
            while rests:
                rest = lowest(rests)
                rests &= rests - 1
                n = write_numbers(STRIKING[way(square, rest), square], struck_from(start, to, rest), out, n)
            ahead = to.ahead
            while ahead:
                target = lowest(ahead)
                ahead &= ahead - 1
                out[n] = STRIKING[way(square, LANDING[square, target]), square, target]
                n += 1
    if n == 0:
        out[0] = ON_THE_SPOT[PASS]
        n = 1
    return n


@compiled
def write_numbers(numbers: Any, squares: int, out: Ints, n: int) -> int:
    """Those of the squares, from a row of a table."""
    while squares:
        out[n] = numbers[lowest(squares)]
        n += 1
        squares &= squares - 1
    return n
