"""A game of Symbol Chain as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sketch import Pieces, Sketch, seat_fill, weave, write

PIECES = Pieces(__package__)
HATCH = weave("hatch", PIECES.data["hatch"]["ground"], [PIECES.draw("hatch", (".weave", ".weave.hatch"))])


def symbol(face: str) -> str:
    """A face: black, white or grey."""
    fill = {"fill": "url(#hatch)"} if face[0] == "g" else {}
    return PIECES.draw(face[1], **{"class": f"symbol {face[0]}"}, **fill)


def side(owner: int | None, face: str | None) -> str:
    """A tile as it lies; its owner by colour, pattern and number, none for a starting tile or where it is not seen."""
    within = (".tile-side", ".tile-side.start") if owner is None else (".tile-side",)
    body = PIECES.draw("body", within, **({} if owner is None else {"fill": seat_fill(owner)}))
    if face:
        return body + PIECES.draw("face", within) + symbol(face)
    if owner is None:
        return body + PIECES.draw("start", within)
    return body + PIECES.draw("back", within) + write(owner + 1, 0, 10, 28)


def draw(view: Mapping[str, Any]) -> str:
    """The board, and for each seat its score, the heights of its stacks and the tile it has taken."""
    sketch = Sketch(7, 7)
    sketch.define(HATCH)
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
