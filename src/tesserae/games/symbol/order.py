"""What special searches ask about Symbol: a number for a position, and which actions to try first."""

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.engine.ordering import loud_of_list
from tesserae.games.symbol.board import ANY_B, KEY_MASK, LANDING, K
from tesserae.games.symbol.choices import start_on
from tesserae.games.symbol.moves import Start, everywhere, reach, struck_from, write_out
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
        return loud_of_list(s, seat, out)
    n = 0
    rest = int(s.held[seat]) if s.having[seat, K] else 0
    while rest:
        n = list_loud(start_on(s, seat, lowest(rest)), out, n)
        rest &= rest - 1
    return n


@compiled
def list_loud(start: Start, out: Ints, n: int) -> int:
    """What a piece that is alone on its square can take or strike."""
    square, pile, to = start.square, start.stood, reach(start)
    if pile & ANY_B:
        struck = to.spot | to.ahead
        while struck:
            n = list_strikes(start, LANDING[square, lowest(struck)], struck & -struck, out, n)
            struck &= struck - 1
    else:
        n = list_strikes(start, square, to.spot, out, n)
        rests = to.shores
        while rests:
            n = list_strikes(start, lowest(rests), struck_from(start, to, lowest(rests)), out, n)
            rests &= rests - 1
    goals = everywhere(to) & start.enemy
    while goals:
        n = write_out(movement(square, lowest(goals), -1, pile), out, n)
        goals &= goals - 1
    return n


@compiled
def list_strikes(start: Start, rest: int, struck: int, out: Ints, n: int) -> int:
    """Strikes from where the piece comes to rest; on the spot nothing moves."""
    part = 0 if rest == start.square else start.stood
    while struck:
        n = write_out(movement(start.square, rest, lowest(struck), part), out, n)
        struck &= struck - 1
    return n
