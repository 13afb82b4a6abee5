"""What the pieces of a square could do if it were their side's turn, answered by the same functions that list moves."""

from typing import Any

import numpy as np

from tesserae.engine.jit import States
from tesserae.games.symbol.board import ANY_K, COLOURS, LETTERS, ONE, K
from tesserae.games.symbol.choices import placing
from tesserae.games.symbol.moves import list_movements
from tesserae.games.symbol.record import count, moved
from tesserae.games.symbol.turn import forget_steps

ROOM = 4096  # movements of a pile with one piece of each colour: 63 parts, and fewer than 64 ways to go


def goals(s: Any, seat: int, square: int) -> tuple[int, int]:
    """Where some part of the square's pieces could go, and what it could strike.

    One piece of each colour represents the pile: where a part can go, the whole pile can go too, and a whole pile
    leaves nothing behind that might not be allowed to stand there.
    """
    pile = sum(int(ONE[colour]) for colour in range(COLOURS) if count(int(s.pile[square]), colour))
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    out = np.empty(ROOM, np.int64)
    n = list_movements(square, pile, pile, own, enemy, own if s.simple else 0, out, 0)
    decode: Any = moved  # which also takes an array
    _, rests, struck, _ = decode(out[:n])
    return _set(rests[struck < 0]), _set(struck[struck >= 0])


def _set(squares: Any) -> int:
    return sum(1 << square for square in np.unique(squares).tolist())


def room(states: States, seat: int, square: int) -> dict[str, int]:
    """Where each piece of the reserve could be added in a turn that uses the square: nowhere without the king."""
    s = states.copy()[0]
    if not int(s.pile[square]) & ANY_K:
        return {}
    forget_steps(s)
    return {LETTERS[colour]: bits for colour in range(K + 1, COLOURS) if (bits := int(placing(s, seat, colour)))}
