"""Charts as SVG, in the colours of the page around them."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tesserae.games import game as find
from tesserae.games.sketch import CELL, MARGIN, Sketch
from tesserae.state import start

WIDE = 440  # so that letters can be read on a phone


def _svg(width: float, height: float, shapes: str, label: str) -> str:
    return f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">{shapes}</svg>'


def intervals(lines: Sequence[tuple[str, int, float, float, float]], fair: float, label: str) -> str:
    """Names, colours, shares and their intervals, one below the other, with a line at the fair share."""
    low = min([one[3] for one in lines] + [fair]) - 0.02
    high = max([one[4] for one in lines] + [fair]) + 0.02
    low, high = max(0.0, low), min(1.0, high)
    left, right, row = 110.0, WIDE - 20.0, 26.0
    bottom = row * len(lines) + 8

    def x(share: float) -> float:
        return left + (right - left) * (share - low) / (high - low)

    shapes = [f'<path class="fair" d="M{x(fair):.1f} 0V{bottom:g}"/>']
    for number, (name, colour, value, least, most) in enumerate(lines):
        y = row * number + 18
        shapes.append(f'<text x="{left - 12:g}" y="{y + 4:g}" text-anchor="end">{name}</text>')
        shapes.append(f'<path class="side{colour % 4}" d="M{x(least):.1f} {y}H{x(most):.1f}" stroke-width="4"/>')
        shapes.append(f'<circle class="side{colour % 4}" cx="{x(value):.1f}" cy="{y}" r="6"/>')
    for share, anchor in ((low, "start"), (fair, "middle"), (high, "end")):
        at = f'<text x="{x(share):.1f}" y="{bottom + 18:g}" class="small" text-anchor="{anchor}">'
        shapes.append(f"{at}{share:.0%}</text>")
    return _svg(WIDE, bottom + 24, "".join(shapes), label)


def histogram(bins: Mapping[str, Any], median: float, label: str) -> str:
    """Bars for the counts, and a line at the median."""
    counts, first, width = bins["counts"], bins["from"], bins["width"]
    most, height = max(counts), 150.0
    step = WIDE / len(counts)
    shapes = []
    for place, count in enumerate(counts):
        tall = height * count / most
        title = f"<title>{first + place * width}–{first + (place + 1) * width - 1}: {count}</title>"
        box = f'x="{place * step + 1:.1f}" y="{height - tall:.1f}" width="{step - 2:.1f}" height="{tall:.1f}"'
        shapes.append(f'<rect class="bar" {box}>{title}</rect>')
    at = (median - first + 0.5) / (width * len(counts)) * WIDE
    shapes.append(f'<path class="fair" d="M{at:.1f} 0V{height:g}"/>')
    last = first + width * len(counts) - 1
    shapes.append(f'<text class="small" x="2" y="{height + 18:g}">{first}</text>')
    shapes.append(f'<text class="small" x="{WIDE - 2}" y="{height + 18:g}" text-anchor="end">{last}</text>')
    middle = min(max(at, 60.0), WIDE - 60.0)
    shapes.append(f'<text class="small" x="{middle:.1f}" y="{height + 18:g}" text-anchor="middle">{median:g}</text>')
    return _svg(WIDE, height + 24, "".join(shapes), label)


def curve(values: Sequence[Sequence[float]], label: str) -> str:
    """The expected result of each side, turn by turn."""
    height, sides = 180.0, len(values[0])
    step = WIDE / max(1, len(values) - 1)
    shapes = [f'<path class="fair" d="M0 {height / 2:g}H{WIDE}"/>']
    for side in range(sides):
        points = " ".join(f"{i * step:.1f},{height * (1 - now[side]) / 2:.1f}" for i, now in enumerate(values))
        dashes = ("", "7 5", "2 4", "10 3 2 3")[side % 4]
        shapes.append(f'<polyline class="side{side % 4} line" stroke-dasharray="{dashes}" points="{points}"/>')
    shapes.append(f'<text class="small" x="2" y="12">+1</text><text class="small" x="2" y="{height - 4:g}">−1</text>')
    return _svg(WIDE, height, "".join(shapes), label)


def heat(game: str, seats: int, options: Mapping[str, Any], squares: Mapping[str, int]) -> str | None:
    """The board at the start of the game, as a data URL. The more often a square was used, the darker it is. None for a
    game without a board."""
    names = [str(name) for name in find(game).notation.NAMES]
    if not names or not squares or any(not name[0].isalpha() or not name[1:].isdecimal() for name in names):
        return None
    files, ranks = max(ord(name[0]) - 96 for name in names), max(int(name[1:]) for name in names)
    picture = find(game).environment().picture
    sketch = Sketch(files, ranks)
    if picture is None:
        sketch.checker()
        drawn = sketch.finish()
    else:
        drawn = picture.draw(start(game, seats, 0, **options).reveal())
    most = max(squares.values())
    shapes = []
    for name in names:
        x, y = sketch.centre(name)
        share = squares.get(name, 0) / most
        title = f"<title>{name}: {squares.get(name, 0)}</title>"
        box = f'x="{x - CELL / 2:g}" y="{y - CELL / 2:g}" width="{CELL}" height="{CELL}"'
        shapes.append(f'<rect {box} fill="#7a0c3c" fill-opacity="{0.85 * share:.3f}">{title}</rect>')
    # Hands and reserves below the board are left out.
    box = f"{-MARGIN} -8 {files * CELL + MARGIN + 8} {ranks * CELL + MARGIN + 8}"
    whole = re.sub(r'viewBox="[^"]*"', f'viewBox="{box}"', drawn, count=1).replace("</svg>", "".join(shapes) + "</svg>")
    return "data:image/svg+xml;base64," + b64encode(whole.encode()).decode()
