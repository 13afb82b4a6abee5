"""What one seat sees of a game of Consequence, made from a state hidden for it."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.consequence.board import CLOSING, KINDS, MOONS, NEIGHBOUR, OVER, SUNS
from tesserae.games.consequence.notation import NAMES
from tesserae.games.consequence.position import board, hand, name
from tesserae.games.game import EVERYTHING
from tesserae.games.plain import plain

BACKS = tuple(tile[0] + "?" for tile in KINDS)


def view(states: States, seat: int) -> dict[str, Any]:
    """The fields of a view. A tile whose face is not shown is `b?` or `r?`.

    On the board faces are shown when the game is over and, with the option `memory_aid`, those that the seat knows.
    With the seat EVERYTHING the state is not hidden and all faces are shown.
    """
    s = plain(states)
    return {
        "turn": int(s.turn),
        "closing": bool(s.phase == CLOSING),
        "hands": [hand(s, owner) for owner in range(2)],
        "board": board(s, faces(s, seat)),
        "last": {
            "moved": name(s.moved),
            "added": name(s.added),
            "pushed": None if s.pushed < 0 else KINDS[s.pushed],
        },
        "pairs": pairs(s),
        "moves_in_row": int(s.moves_in_row),
        "turns": int(s.turns),
    }


def faces(s: Any, seat: int) -> tuple[str, ...]:
    """How each kind of tile on the board is shown to the seat."""
    return KINDS if s.phase == OVER or s.memory_aid or seat == EVERYTHING else BACKS


def pairs(s: Any) -> list[list[str]]:
    """After the end, every two touching tiles that make a point (CQ-9)."""
    if s.phase != OVER:
        return []
    symbol = [0 if kind in MOONS else 1 if kind in SUNS else None for kind in s.board]
    touching = [(a, int(b)) for a, row in enumerate(NEIGHBOUR) for b in row if b > a]
    return [[NAMES[a], NAMES[b]] for a, b in touching if symbol[a] is not None and symbol[a] == symbol[b]]
