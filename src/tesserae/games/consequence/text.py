"""A game of Consequence on a terminal, drawn from a view."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.actions import Action

LEGEND = """\
Tiles: b blue, r red; M moon, S sun, o dot, ? face down. [ ] marks the tile placed or moved last.
Place bM@b2, place and push bM@b2>NE, move b2-c3. Touching pairs of your symbol score when all is turned up."""

BLUE, RED, PLAIN = "\033[94m", "\033[91m", "\033[0m"


def draw(view: Mapping[str, Any], colour: bool) -> str:
    """The board, both hands and what happened last. Without colour nothing is lost: a tile's letter says its colour."""

    def tile(text: str) -> str:
        return f"{BLUE if text[0] == 'b' else RED}{text}{PLAIN}" if colour else text

    last = view["last"]
    lines = ["     a    b    c    d"]
    for rank in "4321":
        cells = []
        for file in "abcd":
            square = file + rank
            shown = tile(view["board"][square]) if square in view["board"] else ". "
            marked = square in (last["moved"], last["added"])
            cells.append(f"[{shown}]" if marked else f" {shown} ")
        lines.append(f"  {rank} {' '.join(cells)} {rank}")
    lines.append("     a    b    c    d")
    for seat, name in enumerate(("Moon", "Sun ")):
        to_act = "►" if seat in view["actors"] else " "
        lines.append(f"{to_act} {name} {' '.join(map(tile, view['hands'][seat])) or '-'}")
    if last["pushed"]:
        lines.append(f"  pushed off the board: {tile(last['pushed'])}")
    if view["closing"] and not view["outcome"]:
        lines.append("  closing: the tiles left in hand are placed")
    return "\n".join(lines)


def heading(action: Action) -> str:
    """Placements are listed by tile, moves by the square they start from."""
    return action.piece or f"move {action.origin}"
