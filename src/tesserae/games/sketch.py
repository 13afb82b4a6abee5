"""Drawing boards as SVG in Python, in the colours of the browser's light theme. A square is 100 wide."""

from collections.abc import Iterable

CELL = 100
MARGIN = 32
SEATS = ("#1d5fbf", "#bf3f0c", "#2b752f", "#763aa4")  # of the seats, or teams
BACKGROUND, SURFACE, LINE, TEXT, MUTED, LAST = "#efece6", "#fbfaf7", "#d8d2c7", "#24221e", "#5d574d", "#b98900"
LIGHT, DARK = "#f1e9d8", "#dccfb4"  # squares
# Each seat has a pattern beside its colour: plain, stripes, dots, crosses.
_WEAVES = (
    "",
    '<path d="M-4 4l8-8M0 16l16-16M12 20l8-8"/>',
    '<circle cx="4" cy="4" r="2"/><circle cx="12" cy="12" r="2"/>',
    '<path d="M0 0l16 16M0 16l16-16"/>',
)
DEFINITIONS = "<defs>{}</defs>".format(
    "".join(
        f'<pattern id="seat-{seat}" width="16" height="16" patternUnits="userSpaceOnUse">'
        f'<rect width="16" height="16" fill="{colour}"/>'
        f'<g fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3">{weave}</g></pattern>'
        for seat, (colour, weave) in enumerate(zip(SEATS, _WEAVES, strict=True))
    )
)


def seat_fill(seat: int) -> str:
    """The `fill` of a seat's things."""
    number = seat % len(SEATS)
    return f"url(#seat-{number})" if _WEAVES[number] else SEATS[number]


def write(text: object, x: float, y: float, size: float, fill: str = TEXT, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="sans-serif" font-weight="700" fill="{fill}" '
        f'text-anchor="{anchor}">{text}</text>'
    )


class Sketch:
    """A board of squares with its coordinates, and lines of text below it."""

    def __init__(self, files: int, ranks: int) -> None:
        self.files, self.ranks = files, ranks
        self._drawn: list[str] = []
        self._lines: list[str] = []

    def centre(self, square: str) -> tuple[float, float]:
        """The middle of a square, such as c4."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:])
        return (file + 0.5) * CELL, (self.ranks - rank + 0.5) * CELL

    def squares(self) -> list[str]:
        return [f"{chr(97 + file)}{rank + 1}" for rank in range(self.ranks) for file in range(self.files)]

    def draw(self, *shapes: str) -> None:
        """Shapes in the coordinates of the whole board."""
        self._drawn += shapes

    def put(self, square: str, *shapes: str) -> None:
        """Shapes around the middle of a square."""
        x, y = self.centre(square)
        self._drawn.append(f'<g transform="translate({x:g} {y:g})">{"".join(shapes)}</g>')

    def checker(self) -> None:
        """Light and dark squares."""
        for i, square in enumerate(self.squares()):
            fill = DARK if (i % self.files + i // self.files) % 2 else LIGHT
            self.put(square, f'<rect x="-50" y="-50" width="100" height="100" fill="{fill}"/>')

    def mark(self, squares: Iterable[str | None]) -> None:
        """Where something happened last."""
        for square in squares:
            if square:
                frame = f'fill="none" stroke="{LAST}" stroke-width="5"'
                self.put(square, f'<path d="M-46-26v-20h20M26-46h20v20M46 26v20h-20M-26 46h-20v-20" {frame}/>')

    def say(self, words: str, shapes: str, turn: bool = False) -> None:
        """A line below the board: words, with a mark if it is their turn, and shapes in a strip 60 high."""
        mark = f'<path d="M40 14l18 10l-18 10z" fill="{TEXT}"/>' if turn else ""
        self._lines.append(mark + write(words, 66, 32, 22, TEXT, "start") + shapes)

    def finish(self) -> str:
        """The whole picture."""
        width, height = self.files * CELL, self.ranks * CELL
        below = height + MARGIN
        letters = [write(chr(97 + i), (i + 0.5) * CELL, height + 24, 22, MUTED) for i in range(self.files)]
        numbers = [write(self.ranks - i, -16, (i + 0.5) * CELL + 8, 22, MUTED) for i in range(self.ranks)]
        strips = [
            f'<g transform="translate(0 {below + 8 + 60 * i})">{shapes}</g>' for i, shapes in enumerate(self._lines)
        ]
        total = below + (60 * len(self._lines) + 16 if self._lines else 0)
        box = f"{-MARGIN} -8 {width + MARGIN + 8} {total + 8}"
        ground = f'<rect x="{-MARGIN}" y="-8" width="{width + MARGIN + 8}" height="{total + 8}" fill="{BACKGROUND}"/>'
        shapes = "".join([DEFINITIONS, ground, *self._drawn, *letters, *numbers, *strips])
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{shapes}</svg>'
