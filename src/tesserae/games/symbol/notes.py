"""What happens during an action, noted by the rules themselves while they carry it out.

The functions that change the board take a `log`. It is None in playouts and in search, and since the compiler
treats None as a type, the code that takes notes is not even compiled there. Otherwise it is an array: its first
number counts the notes, and each note has WIDTH numbers: what happened, to whose pieces, on which square, another
square (-1: none), the pile (of an explosion: the squares that it hit), and the seat that has the pieces in its reserve
now (-1: nobody).
"""

from tesserae.engine.jit import Ints, compiled

PLACED, MOVED, PUSHED, EXPLODED, CAPTURED, STRUCK, SHOVED, CRUSHED, BLASTED, STRANDED, IGNITED = range(11)
WIDTH = 6
MOST_NOTES = 256  # a square is emptied once by capture, push or blast, and explodes at most once for each D in the game


@compiled
def note(log: Ints, what: int, seat: int, square: int, other: int, pile: int, to: int) -> None:
    place = 1 + WIDTH * log[0]
    log[0] += 1
    log[place] = what
    log[place + 1] = seat
    log[place + 2] = square
    log[place + 3] = other
    log[place + 4] = pile
    log[place + 5] = to
