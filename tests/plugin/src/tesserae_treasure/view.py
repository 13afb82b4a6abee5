"""What one seat sees of a game of Treasure, made from a state hidden for it."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.plain import plain
from tesserae_treasure.board import NAMES, SIDE
from tesserae_treasure.rules import NOWHERE


def view(states: States, seat: int) -> dict[str, Any]:
    """`hidden` says who has hidden a treasure; `grid` is what the browser's generic board draws, and text.py."""
    s = plain(states)
    pieces: dict[str, list[dict[str, Any]]] = {}
    for owner, square in enumerate(s.treasure):
        if square >= 0:
            pieces.setdefault(NAMES[square], []).append({"owner": owner, "letter": "T", "glyph": "◆"})
    for owner, row in enumerate(s.answer):
        for square, told in enumerate(row):
            if told >= 0:
                pieces.setdefault(NAMES[square], []).append({"owner": owner, "letter": str(told)})
    facts = [
        {"name": "digs", "seat": seat, "value": sum(told >= 0 for told in row)} for seat, row in enumerate(s.answer)
    ]
    return {
        "turn": s.turn,
        "hidden": [square != NOWHERE for square in s.treasure],
        "grid": {"files": SIDE, "ranks": SIDE, "pieces": pieces, "facts": facts},
    }
