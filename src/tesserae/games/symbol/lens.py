"""What stands on a square, and what it could do if it were its side's turn, by the same functions that list moves."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.symbol.board import ANY_K, COLOURS, LETTERS, NAMES, SQUARES, K
from tesserae.games.symbol.choices import placing
from tesserae.games.symbol.moves import Start, everywhere, reach, struck
from tesserae.games.symbol.notation import letters
from tesserae.games.symbol.text import told
from tesserae.games.symbol.turn import forget_steps


def inspect(states: States, square: int) -> dict[str, Any]:
    """The `text` for the terminal; the squares to which some part of the stack could move, those among them where it
    would take something, those that it could strike, and where each piece of the reserve could be added. What is empty
    is left out."""
    s = states[0]
    seat = next((seat for seat in range(2) if int(s.held[seat]) >> square & 1), None)
    text = told(NAMES[square], seat, letters(int(s.pile[square])))
    if seat is None or s.over:
        return {"text": text}
    moves, strikes = goals(s, seat, square)
    aims = {"moves": moves, "takes": moves & int(s.held[1 - seat]), "strikes": strikes}
    places = {piece: square_names(bits) for piece, bits in room(states, seat, square).items()}
    found = {"text": text, **{aim: square_names(bits) for aim, bits in aims.items()}, "room": places}
    return {field: value for field, value in found.items() if value}


def square_names(bits: int) -> list[str]:
    """The squares of a set."""
    return [NAMES[square] for square in range(SQUARES) if bits >> square & 1]


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
