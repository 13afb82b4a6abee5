"""What special searches ask about Symbol: a number for a position, and which actions to try first."""

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.games.symbol.board import ANY_B, ANY_G, ANY_R, ANY_W, ASHORE, KEY_MASK, LANDING, NEAR, WATER, K
from tesserae.games.symbol.choices import legal
from tesserae.games.symbol.moves import (
    by_air,
    by_land,
    by_water,
    land_rests,
    spread,
    struck_from_land,
    struck_from_water,
    struck_on_the_spot,
    write_out,
)
from tesserae.games.symbol.prior import describe
from tesserae.games.symbol.record import EXPLODE, MOVE, moved, movement
from tesserae.games.symbol.turn import position_key

__all__ = ["describe", "key", "loud", "urgency"]

EXPLOSION, TAKING, TAKING_THE_KING = 1, 2, 3
MIXERS = (0x1D3F84B, 0x16A09E7, 0x1BB67AE8585)  # bits all over; the products stay below 2**63


@compiled
def key(s: Record) -> int:
    """The position of SY-27, with the steps of the turn under way."""
    found = position_key(s)
    if int(s.origin) >= 0:
        steps = int(s.origin) << 6 | int(s.rest) + 1
        steps = steps << 4 | int(s.allowance) << 2 | int(s.moved) << 1 | int(s.exploded)
        found ^= int(s.stood) * MIXERS[0] + int(s.part) * MIXERS[1] & KEY_MASK ^ steps * MIXERS[2] & KEY_MASK
    return found


@compiled
def urgency(s: Record, seat: int, action: int) -> int:
    """Taking or striking something is loud, the king most of all; an explosion is tried before quiet actions."""
    if action < EXPLODE:
        return 0
    if action < MOVE:
        return EXPLOSION
    _, rest, strike, _ = moved(action)
    there = 1 << rest | (1 << strike if strike >= 0 else 0)
    if there & int(s.having[1 - seat, K]):
        return TAKING_THE_KING
    return TAKING if there & int(s.held[1 - seat]) else 0


@compiled
def loud(s: Record, seat: int, out: Ints) -> int:
    """What takes or strikes something. In the simple edition nothing else is listed on the way."""
    if not s.simple:
        n = min(legal(s, seat, out), len(out))
        kept = 0
        for i in range(n):
            if urgency(s, seat, out[i]) >= TAKING:
                out[kept] = out[i]
                kept += 1
        return kept
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    n = 0
    rest = own if s.having[seat, K] else 0
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        pile = int(s.pile[square])
        goals = 0
        if pile & ANY_G:
            goals = by_land(square, own, enemy)
            n = list_strikes_by_land(square, pile, own, enemy, out, n)
        elif pile & ANY_B:
            goals = by_water(square, own, enemy)
            n = list_strikes_by_water(square, pile, own, enemy, out, n)
        elif pile & ANY_W:
            goals = by_air(square, enemy)
        elif pile & ANY_R:
            goals = NEAR[square]
        goals &= enemy
        while goals:
            n = write_out(movement(square, lowest(goals), -1, pile), out, n)
            goals &= goals - 1
    return n


@compiled
def list_strikes_by_land(square: int, pile: int, own: int, enemy: int, out: Ints, n: int) -> int:
    """The strikes of a G that is alone on its square, where no two pieces may stand together."""
    if not spread(NEAR[square] | 1 << square) & WATER & enemy:
        return n
    struck = struck_on_the_spot(square, pile, enemy)
    while struck:
        n = write_out(movement(square, square, lowest(struck), 0), out, n)
        struck &= struck - 1
    rests = land_rests(square, enemy, own)
    while rests:
        there = lowest(rests)
        rests &= rests - 1
        struck = struck_from_land(there, enemy)
        while struck:
            n = write_out(movement(square, there, lowest(struck), pile), out, n)
            struck &= struck - 1
    return n


@compiled
def list_strikes_by_water(square: int, pile: int, own: int, enemy: int, out: Ints, n: int) -> int:
    """The same for a B."""
    if not ASHORE[square] & enemy:
        return n
    struck = struck_from_water(square, enemy)
    while struck:
        target = lowest(struck)
        struck &= struck - 1
        there = LANDING[square, target]
        if there == square:
            n = write_out(movement(square, square, target, 0), out, n)
        elif own >> there & 1 == 0:
            n = write_out(movement(square, there, target, pile), out, n)
    return n
