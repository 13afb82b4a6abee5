"""A game of Symbol Chain as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sketch import Sketch, seat_fill, write

SHAPES = {
    "T": "M0-27L28 22H-28z",
    "C": "M0-25a25 25 0 0 1 0 50a25 25 0 0 1 0-50z",
    "X": "M-25-14L-14-25L0-11L14-25L25-14L11 0L25 14L14 25L0 11L-14 25L-25 14L-11 0z",
}
FILLS = {"b": "#1b1a17", "w": "#fff", "g": "#9a958b"}


def symbol(face: str) -> str:
    """A face: black, white or grey."""
    look = f'fill="{FILLS[face[0]]}" stroke="#1b1a17" stroke-width="5" stroke-linejoin="round"'
    return f'<path d="{SHAPES[face[1]]}" {look}/>'


def side(owner: int | None, face: str | None) -> str:
    """A tile as it lies; its owner by colour, pattern and number, none for a starting tile or where it is not seen."""
    fill = "#6f6a60" if owner is None else seat_fill(owner)
    body = f'<rect x="-43" y="-43" width="86" height="86" rx="9" fill="{fill}" stroke="#000" stroke-opacity=".45"/>'
    if face:
        return body + '<rect x="-35" y="-35" width="70" height="70" rx="6" fill="#fbf3df"/>' + symbol(face)
    if owner is None:
        return body + '<path d="M0-20L20 0L0 20L-20 0z" fill="none" stroke="#fff" stroke-width="4"/>'
    return body + '<circle r="19" fill="#fffdf7"/>' + write(owner + 1, 0, 10, 28)


def draw(view: Mapping[str, Any]) -> str:
    """The board, and for each seat its score, the heights of its stacks and the tile it has taken."""
    sketch = Sketch(7, 7)
    sketch.checker()
    for square, (face, owner) in view["board"].items():
        sketch.put(square, side(owner, face))
    sketch.mark(view["flipped"])
    for seat, score in enumerate(view["scores"]):
        swatch = f'<circle cx="14" cy="24" r="14" fill="{seat_fill(seat)}"/>'
        heights = "  ".join(f"{name}: {len(tiles)}" for name, tiles in view["stacks"][seat].items())
        words = f"player {seat + 1}: {score} points, stacks {heights}"
        sketch.say(words, swatch, seat in view["actors"])
    if view["taken"]:
        face, sequence = view["taken"]
        shown = [f'<g transform="translate(170 24) scale(.55)">{side(view["turn"], face)}</g>']
        for i, item in enumerate(sequence.split()):
            shown.append(f'<g transform="translate({240 + 44 * i} 24) scale(.55)">{symbol(item)}</g>')
        sketch.say("taken", "".join(shown))
    return sketch.finish()
