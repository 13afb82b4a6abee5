"""A game of Treasure on a terminal, drawn from a view."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.actions import Action

LEGEND = """\
T is a treasure. A number is a dig, and how far it was from there: yours stand on the left, theirs on the right.
First hide your treasure, as with hide b2; then dig, as with dig c3, until it is found."""


def draw(view: Mapping[str, Any], colour: bool) -> str:
    """The board: in each square the digs of both, around a treasure that one may see."""
    mine = view["seat"] or 0
    grid = view["grid"]
    files = "   " + "".join(f"   {file}  " for file in "abcd"[: grid["files"]])
    lines = [files]
    for rank in range(grid["ranks"], 0, -1):
        cells = [_cell(grid["pieces"].get(f"{file}{rank}", ()), mine) for file in "abcd"[: grid["files"]]]
        lines.append(f" {rank} {''.join(cells)} {rank}")
    return "\n".join([*lines, files])


def _cell(pieces: Any, mine: int) -> str:
    digs = {piece["owner"]: piece["letter"] for piece in pieces if piece["letter"] != "T"}
    treasure = "T" if any(piece["letter"] == "T" for piece in pieces) else "."
    return f" [{digs.get(mine, ' ')}{treasure}{digs.get(1 - mine, ' ')}]"


def heading(action: Action) -> str:
    """Actions are listed by what they do."""
    return action.verb
