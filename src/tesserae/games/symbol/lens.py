"""What the pieces of a square could do if it were their side's turn, answered by the same functions that list moves."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.symbol.board import ANY_K, COLOURS, LETTERS, K
from tesserae.games.symbol.choices import placing
from tesserae.games.symbol.moves import Start, everywhere, reach, struck
from tesserae.games.symbol.turn import forget_steps


def goals(s: Any, seat: int, square: int) -> tuple[int, int]:
    """Where some part of the square's pieces could go, and what it could strike. Where a part can go, the whole pile
    can go too, and a whole pile leaves nothing behind that might not be allowed to stand there."""
    pile, own = int(s.pile[square]), int(s.held[seat])
    start = Start(square, pile, pile, own, int(s.held[1 - seat]), own if s.simple else 0)
    to = reach(start)
    return everywhere(to), struck(start, to)


def room(states: States, seat: int, square: int) -> dict[str, int]:
    """Where each piece of the reserve could be added in a turn that uses the square: nowhere without the king."""
    s = states.copy()[0]
    if not int(s.pile[square]) & ANY_K:
        return {}
    forget_steps(s)
    return {LETTERS[colour]: bits for colour in range(K + 1, COLOURS) if (bits := int(placing(s, seat, colour)))}
