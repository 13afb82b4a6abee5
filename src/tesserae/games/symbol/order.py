"""What alpha-beta search asks about Symbol: a number for a position, and which actions to try first."""

from tesserae.engine.jit import Record, compiled
from tesserae.games.symbol.board import KEY_MASK, K
from tesserae.games.symbol.record import EXPLODE, MOVE, moved
from tesserae.games.symbol.turn import position_key

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
