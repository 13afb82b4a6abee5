"""The curves of a run of learning: loss, score at the gate and Elo against the anchor, round by round."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tesserae.lab.learning import Round

WIDE, TALL, LEFT, GAP = 560.0, 130.0, 64.0, 46.0
BARS = "▁▂▃▄▅▆▇█"
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#333}path{fill:none;stroke:#1f5fa8;stroke-width:2}"
    "circle{fill:#1f5fa8}.failed{fill:#fff;stroke:#1f5fa8}.frame{stroke:#bbb;stroke-width:1}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}path,.failed{stroke:#7db2f0}circle{fill:#7db2f0}"
    ".failed{fill:#111}.frame{stroke:#555}}"
)

Point = tuple[int, float, bool]  # the round, the value, and whether its net passed the gate


def points(rounds: "Sequence[Round]") -> dict[str, list[Point]]:
    """What is drawn, by title."""
    return {
        "log loss of games held out": [(one.number, one.loss, one.passed) for one in rounds if one.loss == one.loss],
        "score against the best before, at equal simulations": [
            (one.number, one.score, one.passed) for one in rounds if one.gate_games
        ],
        "Elo against the anchor, at equal time": [
            (one.number, one.elo, one.passed) for one in rounds if one.elo is not None
        ],
    }


def curves(rounds: "Sequence[Round]", title: str) -> str:
    """An SVG with a curve each, one below the other. A filled dot is a net that passed its gate."""
    last = max(one.number for one in rounds)
    shapes, top = [], 40.0
    for name, line in points(rounds).items():
        if line:
            shapes.append(_curve(name, line, last, top))
            top += TALL + GAP
    label = escape(f"How {title} was learned: {', '.join(name for name, line in points(rounds).items() if line)}")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {top:g}" role="img" aria-label="{label}">'
    return f"{head}<style>{STYLE}</style>{''.join(shapes)}</svg>\n"


def _curve(name: str, line: Sequence[Point], last: int, top: float) -> str:
    low, high = min(one[1] for one in line), max(one[1] for one in line)
    reach = high - low or abs(high) or 1.0
    low, high = low - reach / 10, high + reach / 10

    def x(number: int) -> float:
        return LEFT + (WIDE - LEFT - 16) * (number - 1) / max(1, last - 1)

    def y(value: float) -> float:
        return top + TALL * (high - value) / (high - low)

    way = "L".join(f"{x(number):.1f} {y(value):.1f}" for number, value, _ in line)
    dots = "".join(
        f'<circle class="{"passed" if passed else "failed"}" cx="{x(number):.1f}" cy="{y(value):.1f}" r="4">'
        f"<title>round {number}: {value:.4g}</title></circle>"
        for number, value, passed in line
    )
    marks = "".join(
        f'<text x="{LEFT - 8:g}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.4g}</text>'
        for value in dict.fromkeys((line[0][1], line[-1][1]))
    )
    frame = f'<path class="frame" d="M{LEFT:g} {top:g}V{top + TALL:g}H{WIDE - 8:g}"/>'
    return f'<text x="{LEFT:g}" y="{top - 10:g}">{escape(name)}</text>{frame}{marks}<path d="M{way}"/>{dots}'


def sparks(rounds: "Sequence[Round]") -> list[str]:
    """The same for a terminal: a bar for each round."""
    lines = []
    for name, line in points(rounds).items():
        if not line:
            continue
        values = [value for _, value, _ in line]
        low, high = min(values), max(values)
        scale = (len(BARS) - 1) / (high - low) if high > low else 0.0
        bars = "".join(BARS[round((value - low) * scale)] for value in values)
        lines.append(f"{bars}  {name}: {values[0]:.4g} → {values[-1]:.4g}")
    return lines
