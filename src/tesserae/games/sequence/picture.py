"""A game of Sequence as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sequence.board import NAMES, read_layout
from tesserae.games.sequence.states import states
from tesserae.games.sketch import LINE, SEATS, SURFACE, Sketch, seat_fill, write

GROUPS = ("#b5651d", "#2f7d6b", "#8a4fa3", "#3a6ea5", "#a83f5b", "#6b7f2a", "#a0742c", "#4d5fa8", "#2c8a8a")


def space(code: str, colour: str) -> str:
    """One space: its colour, the shape of its state, and its code below."""
    outline = states()[code]["outline"]
    paper = '<rect x="-48" y="-48" width="96" height="96" rx="7" fill="{}" fill-opacity="{}" stroke="{}"/>'
    shape = f'<path d="{outline}" fill="{colour}" fill-opacity=".62" transform="translate(-30 -44) scale(.6)"/>'
    return paper.format(SURFACE, 1, LINE) + paper.format(colour, 0.17, "none") + shape + write(code, 0, 43, 27)


def chip(team: int, locked: bool) -> str:
    edge = f'<circle cy="-15" r="29" fill="{seat_fill(team)}" stroke="#fff" stroke-width="{6 if locked else 4}"/>'
    lock = '<path d="M-10-15h20v15h-20zM-6-15v-5a6 6 0 0 1 12 0v5" fill="#fff" stroke="#fff" stroke-width="4"/>'
    return edge + lock if locked else edge


def draw(view: Mapping[str, Any]) -> str:
    """The board, and for each seat its cards, or how many there are if they are not shown."""
    sketch = Sketch(10, 10)
    groups = sorted({state["group"] for state in states().values()})
    for square, code in zip(NAMES, read_layout(view["layout"]), strict=True):
        colour = GROUPS[groups.index(states()[code]["group"]) % len(GROUPS)]
        sketch.put(square, space(code, colour))
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
