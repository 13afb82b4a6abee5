"""A game of Symbol as a picture, drawn from a view; as the browser draws it."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.sketch import Pieces, Sketch, attributes, seat_fill, write
from tesserae.games.symbol.board import LETTERS
from tesserae.games.symbol.view import TERRAIN

PIECES = Pieces(__package__)


def look(*selectors: str, **more: object) -> str:
    """The attributes of something on the board."""
    return attributes({**more, **PIECES.sheet.look(*selectors)})


def token(letter: str, seat: int, r: float) -> str:
    """One piece: a disc for player 1, a tile for player 2."""
    piece = (".piece", f".piece.{letter}")
    side = r * 1.8
    if seat:
        body = f"<rect{look(*piece, '.piece rect', x=-side / 2, y=-side / 2, width=side, height=side, rx=r * 0.3)}/>"
    else:
        body = f"<circle{look(*piece, '.piece circle', r=r)}/>"
    return body + PIECES.draw(letter, piece, transform=f"scale({r * 0.058:.3f})")


def column(letter: str, seat: int, r: float, n: int) -> str:
    """Pieces of one colour, lying on each other so that each is seen; of many, also their number."""
    rise = min(r * 0.36, r * 0.9 / n)
    drawn = "".join(
        f'<g transform="translate(0 {((n - 1) / 2 - i) * rise:.1f})">{token(letter, seat, r)}</g>' for i in range(n)
    )
    return drawn + badge(n, r) if n > 3 else drawn


def badge(n: int, r: float) -> str:
    x = r * 0.75
    return f'<g transform="translate({x:g} {x:g})"><circle{look(".count circle", r=11)}/>{write(n, 0, 6, 17)}</g>'


def groups(pieces: str) -> list[tuple[str, int]]:
    return [(letter, pieces.count(letter)) for letter in LETTERS if letter in pieces]


def stack(seat: int, pieces: str) -> str:
    """Pieces on their plate: up to seven each on its own, of more those of one colour on each other."""
    r = 46 if len(pieces) > 1 else 38
    places = PIECES.data["places"]
    lying = [(letter, 1) for letter in LETTERS for _ in range(pieces.count(letter))]
    if len(lying) >= len(places):
        lying = groups(pieces)
    drawn = plate(seat, r, look(".base")) + plate(seat, r, look(f".of-{seat}", ".plate", fill=seat_fill(seat)))
    size, spots = places[len(lying)]
    for (x, y), (letter, n) in sorted(zip(spots, lying, strict=True), key=lambda spot: float(spot[0][1])):
        drawn += f'<g transform="translate({x * size:.1f} {y * size:.1f})">{column(letter, seat, size, n)}</g>'
    return drawn


def plate(seat: int, r: float, style: str) -> str:
    """Round for player 1, square for player 2."""
    if seat:
        return f'<rect x="{-r * 0.95:g}" y="{-r * 0.95:g}" width="{r * 1.9:g}" height="{r * 1.9:g}" rx="9"{style}/>'
    return f'<circle r="{r}"{style}/>'


def draw(view: Mapping[str, Any]) -> str:
    """The board with its ground and regions, and the reserves below it."""
    sketch = Sketch(7, 7)
    for row, kind in enumerate(reversed(TERRAIN)):
        sketch.draw(
            f'<rect y="{row * 100}" width="700" height="100"{look(".land" if kind == "shore" else f".{kind}")}/>'
        )
    lines = "".join(f"M{n * 100} 0v700M0 {n * 100}h700" for n in range(1, 7))
    sketch.draw(f'<path d="{lines}"{look(".lines")}/>')
    wave = "q12.5-7 25 0t25 0" * 14
    for at in (200, 500):
        sketch.draw(f'<path d="M0 {at}{wave}"{look(".shore")}/>')
    sketch.draw(f'<path d="M200 0v700M500 0v700M0 200h700M0 500h700"{look(".borders")}/>')
    for region, owner in view["regions"].items():
        if owner is not None:
            sketch.draw(frame(sketch, region, owner))
    step = view["step"]
    sketch.mark([step["square"], step["rest"]] if step else [])
    for square, (seat, pieces) in view["board"].items():
        sketch.put(square, stack(seat, pieces))
    for seat, pieces in enumerate(view["reserve"]):
        stock = "".join(
            f'<g transform="translate({200 + 60 * i} 24)">{token(letter, seat, 18)}{badge(n, 18) if n > 1 else ""}</g>'
            for i, (letter, n) in enumerate(groups(pieces))
        )
        sketch.say(f"player {seat + 1}", stock, seat in view["actors"])
    return sketch.finish()


def frame(sketch: Sketch, region: str, owner: int) -> str:
    """Around a region that somebody controls, such as cde345: solid for player 1, dashed for player 2."""
    files, ranks = region.rstrip("1234567"), region.lstrip("abcdefg")
    (x, y), (to_x, to_y) = sketch.centre(files[0] + ranks[-1]), sketch.centre(files[-1] + ranks[0])
    size = f'width="{to_x - x + 90:g}" height="{to_y - y + 90:g}"'
    style = look(f".of-{owner}", ".region", f".region.of-{owner}")
    return f'<rect x="{x - 45:g}" y="{y - 45:g}" {size} rx="6"{style}/>'
