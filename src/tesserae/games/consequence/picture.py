"""A game of Consequence as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sketch import Pieces, Sketch, seat_fill

PIECES = Pieces(__package__)


def disc(tile: str) -> str:
    """A tile: blue is plain with one ring, red striped with a notched one; its symbol, if the face is shown."""
    seat = 0 if tile[0] == "b" else 1
    within = (".disc", f".disc.seat-{seat}")
    shown = ("face", tile[1]) if tile[1] in PIECES.data["shapes"] else ("back",)
    return PIECES.draw("body", within, fill=seat_fill(seat)) + "".join(PIECES.draw(name, within) for name in shown)


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
