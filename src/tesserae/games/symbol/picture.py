"""A game of Symbol as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sketch import SEATS, Sketch, seat_fill, write
from tesserae.games.symbol.board import LETTERS

# Crown, mountain, waves, gull, flame, burst; drawn within -12 to 12.
GLYPHS = {
    "K": "M-10 8-11.5-6-5-.5 0-9 5-.5 11.5-6 10 8z",
    "G": "M-12 8.5-3.5-8 1.5 1 4.5-3.5 12 8.5z",
    "B": "M-11-1.5q2.75-6 5.5-3t5.5 0 5.5 0 5.5 0v4.5q-2.75 3-5.5 0t-5.5 0-5.5 0-5.5 1.5z"
    "M-11 7.5q2.75-6 5.5-3t5.5 0 5.5 0 5.5 0V9q-2.75 3-5.5 0t-5.5 0-5.5 0-5.5 1.5z",
    "W": "M0 7C-1.5.5-5-2-12-3-7-7.5-2-6.5 0-1.5 2-6.5 7-7.5 12-3 5-2 1.5.5 0 7z",
    "R": "M1.5-12C2-6.5 8.5-3.5 8.5 3.5 8.5 8.5 5 12 0 12S-8.5 8.5-8.5 4C-8.5 0-6-2-5-5.5-3.5-4-2.5-2.5-2.5-1 "
    ".5-3.5 1.5-7.5 1.5-12z",
    "D": "M0-12 2.6-5.5 8.5-8.5 5.5-2.6 12 0 5.5 2.6 8.5 8.5 2.6 5.5 0 12-2.6 5.5-8.5 8.5-5.5 2.6-12 0-5.5-2.6-8.5-8.5"
    "-2.6-5.5z",
}
DISCS = {"K": "#f7c92e", "G": "#2c8a3f", "B": "#2566cf", "W": "#fdfdfb", "R": "#d02f23", "D": "#23211f"}
SIGNS = {"K": "#4a3200", "W": "#33424d"}
# Where so many kinds of pieces lie on a plate: their radius, and places in units of it.
PLACES: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (30, ((0, 0),)),
    (20.5, ((-1.02, 0), (1.02, 0))),
    (19.5, ((0, -1.12), (-1.06, 0.78), (1.06, 0.78))),
    (18, ((-1.04, -1.04), (1.04, -1.04), (-1.04, 1.04), (1.04, 1.04))),
    (16, ((0, -1.64), (-1.58, -0.46), (1.58, -0.46), (-1, 1.42), (1, 1.42))),
    (14.6, ((0, 0), (0, -2.06), (-1.98, -0.62), (1.98, -0.62), (-1.22, 1.72), (1.22, 1.72))),
)
BANDS = ("#d3dcae", "#d3dcae", "#c5e1ef", "#a8cfe6", "#c5e1ef", "#d3dcae", "#d3dcae")


def shape(seat: int, r: float, look: str) -> str:
    """Round for player 1, square for player 2."""
    side = r * 1.8
    if seat:
        return f'<rect x="{-side / 2:g}" y="{-side / 2:g}" width="{side:g}" height="{side:g}" rx="{r * 0.3:g}" {look}/>'
    return f'<circle r="{r:g}" {look}/>'


def piece(letter: str, seat: int, r: float, n: int) -> str:
    """One piece, or n of a colour, with their number."""
    edge = "#8f8a80" if letter == "D" else "#1c1a17"
    drawn = shape(seat, r, f'fill="{DISCS[letter]}" stroke="{edge}" stroke-width="2.2"')
    drawn += f'<path d="{GLYPHS[letter]}" fill="{SIGNS.get(letter, "#fff")}" transform="scale({r * 0.058:.3f})"/>'
    if n > 1:
        x = r * 0.75
        drawn += f'<circle cx="{x:g}" cy="{x:g}" r="10" fill="#fff" stroke="#1c1a17"/>' + write(n, x, x + 6, 16)
    return drawn


def groups(pieces: str) -> list[tuple[str, int]]:
    return [(letter, pieces.count(letter)) for letter in LETTERS if letter in pieces]


def stack(seat: int, pieces: str) -> str:
    """Pieces on their plate."""
    r = 46 if len(pieces) > 1 else 38
    drawn = shape(seat, r, 'fill="#fff" stroke="#fff" stroke-width="9"')
    drawn += shape(seat, r, f'fill="{seat_fill(seat)}" fill-opacity=".38" stroke="{SEATS[seat]}" stroke-width="5"')
    counts = groups(pieces)
    size, places = PLACES[len(counts) - 1]
    for (letter, n), (x, y) in zip(counts, places, strict=True):
        drawn += f'<g transform="translate({x * size:.1f} {y * size:.1f})">{piece(letter, seat, size, n)}</g>'
    return drawn


def draw(view: Mapping[str, Any]) -> str:
    """The board with its ground and regions, and the reserves below it."""
    sketch = Sketch(7, 7)
    for row, fill in enumerate(BANDS):
        sketch.draw(f'<rect y="{row * 100}" width="700" height="100" fill="{fill}"/>')
    lines = "".join(f"M{n * 100} 0v700M0 {n * 100}h700" for n in range(1, 7))
    sketch.draw(f'<path d="{lines}" stroke="#000" stroke-opacity=".2" stroke-width="1.5"/>')
    wave = "q12.5-7 25 0t25 0" * 14
    for at in (200, 500):
        sketch.draw(f'<path d="M0 {at}{wave}" fill="none" stroke="#f6ecc8" stroke-width="9"/>')
    sketch.draw('<path d="M200 0v700M500 0v700M0 200h700M0 500h700" stroke="#4a4538" stroke-width="4"/>')
    for region, owner in view["regions"].items():
        if owner is not None:
            sketch.draw(frame(sketch, region, owner))
    step = view["step"]
    sketch.mark([step["square"], step["rest"]] if step else [])
    for square, (seat, pieces) in view["board"].items():
        sketch.put(square, stack(seat, pieces))
    for seat, pieces in enumerate(view["reserve"]):
        stock = "".join(
            f'<g transform="translate({200 + 60 * i} 24)">{piece(letter, seat, 18, n)}</g>'
            for i, (letter, n) in enumerate(groups(pieces))
        )
        sketch.say(f"player {seat + 1}", stock, seat in view["actors"])
    return sketch.finish()


def frame(sketch: Sketch, region: str, owner: int) -> str:
    """Around a region that somebody controls, such as cde345: solid for player 1, dashed for player 2."""
    files, ranks = region.rstrip("1234567"), region.lstrip("abcdefg")
    (x, y), (to_x, to_y) = sketch.centre(files[0] + ranks[-1]), sketch.centre(files[-1] + ranks[0])
    size = f'width="{to_x - x + 90:g}" height="{to_y - y + 90:g}"'
    dashes = ' stroke-dasharray="16 9"' if owner else ""
    look = f'fill="none" stroke="{SEATS[owner]}" stroke-width="7"{dashes}'
    return f'<rect x="{x - 45:g}" y="{y - 45:g}" {size} rx="6" {look}/>'
