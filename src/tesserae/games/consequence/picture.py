"""A game of Consequence as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sketch import Sketch, seat_fill

SYMBOLS = {
    "M": '<path fill="#23211d" d="M14-17A19.2 19.2 0 1 0 14 17A17.4 17.4 0 0 1 14-17z"/>',
    "S": '<circle fill="#23211d" r="9.5"/><path fill="none" stroke="#23211d" stroke-width="4.5" stroke-linecap="round" '
    'd="M0-14v-7M0 14v7M-14 0h-7M14 0h7M-10-10l-5-5M10-10l5-5M-10 10l-5 5M10 10l5 5"/>',
    "o": '<circle fill="#23211d" r="5.5"/>',
}


def disc(tile: str) -> str:
    """A tile: blue is plain with one ring, red striped with a notched one; its symbol, if the face is shown."""
    seat = 0 if tile[0] == "b" else 1
    body = f'<circle r="39" fill="{seat_fill(seat)}" stroke="#000" stroke-opacity=".4" stroke-width="2"/>'
    if tile[1] in SYMBOLS:
        return body + '<circle r="28" fill="#faf6ec" stroke="#000" stroke-opacity=".4"/>' + SYMBOLS[tile[1]]
    notches = ' stroke-dasharray="9 6.2"' if seat else ""
    return body + f'<circle r="29" fill="none" stroke="#fff" stroke-width="4"{notches}/>'


def draw(view: Mapping[str, Any]) -> str:
    """The board, and both hands below it."""
    sketch = Sketch(4, 4)
    sketch.checker()
    last = view["last"]
    sketch.mark([last["moved"], last["added"]])
    for square, tile in view["board"].items():
        sketch.put(square, disc(tile))
    for seat, name in enumerate(("Moon", "Sun")):
        tiles = "".join(
            f'<g transform="translate({160 + 44 * i} 24) scale(.5)">{disc(tile)}</g>'
            for i, tile in enumerate(view["hands"][seat])
        )
        sketch.say(name, tiles, seat in view["actors"])
    return sketch.finish()
