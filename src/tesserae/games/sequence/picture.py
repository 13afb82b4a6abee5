"""A game of Sequence as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sequence.board import NAMES, read_layout
from tesserae.games.sequence.states import colours, states
from tesserae.games.sketch import SEATS, Pieces, Sketch, seat_fill, write

PIECES = Pieces(__package__)


def space(code: str) -> str:
    """One space: its colour, the shape of its state, and its code below."""
    state = states()[code]
    colour = colours()[state["group"]]
    outline = PIECES.draw("state", d=state["outline"], fill=colour, transform="translate(-30 -44) scale(.6)")
    return PIECES.draw("space", (".space",)) + PIECES.draw("tint", fill=colour) + outline + write(code, 0, 43, 27)


def chip(team: int, locked: bool) -> str:
    within = (".chip", ".chip.locked") if locked else (".chip",)
    edge = PIECES.draw("chip", fill=seat_fill(team)) + PIECES.draw("edge", within)
    return edge + PIECES.draw("lock", within) if locked else edge


def draw(view: Mapping[str, Any]) -> str:
    """The board, and for each seat its cards, or how many there are if they are not shown."""
    sketch = Sketch(10, 10)
    for square, code in zip(NAMES, read_layout(view["layout"]), strict=True):
        sketch.put(square, space(code))
    locked = {square for _, squares in view["sequences"] for square in squares}
    for team, squares in view["sequences"]:
        (x, y), (to_x, to_y) = sketch.centre(squares[0]), sketch.centre(squares[-1])
        band = f'stroke="{SEATS[team]}" stroke-width="70" stroke-linecap="round" stroke-opacity=".4"'
        sketch.draw(f'<path d="M{x} {y - 15}L{to_x} {to_y - 15}" {band}/>')
    for square, team in view["chips"].items():
        sketch.put(square, chip(team, square in locked))
    sketch.mark([view["placed"]])
    for seat, size in enumerate(view["hand_sizes"]):
        held = view["hands"][seat] if view["hands"] else view["hand"] if seat == view["seat"] else None
        cards = " ".join(held) if held is not None else f"{size} cards"
        swatch = f'<circle cx="14" cy="24" r="14" fill="{seat_fill(seat % view["teams"])}"/>'
        sketch.say(f"player {seat + 1}: {cards}", swatch, seat in view["actors"])
    return sketch.finish()
