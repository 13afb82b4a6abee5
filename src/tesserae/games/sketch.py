"""Drawing boards as SVG in Python, as the browser draws them in its light theme. A square is 100 wide.

Shapes come from the description of a game's pieces (pieces.json), colours and lines from the browser's style sheets.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

CELL = 100
MARGIN = 32
WEB = Path(str(files("tesserae"))) / "web"
# Over the colour of each seat there is a pattern: plain, stripes, dots, crosshatch.
WEAVES = json.loads((WEB / "pieces.json").read_text("utf-8"))["weaves"]
_STYLES = re.compile("fill|stroke|opacity|(fill|stroke)-.*")  # what is also an attribute of SVG


def described(package: str) -> dict[str, Any]:
    """The description of a game's pieces: `shapes`, and more that only the game reads. Empty if it has none."""
    source = files(package) / "pieces.json"
    read: dict[str, Any] = json.loads(source.read_text("utf-8")) if source.is_file() else {"shapes": {}}
    return read


class Sheet:
    """The rules of style sheets: properties by selector. Only what the boards use is understood."""

    def __init__(self, *paths: Path) -> None:
        self.rules: dict[str, dict[str, str]] = {}
        for path in paths:
            text = re.sub(r"/\*.*?\*/|@[^{]+\{([^{}]*\{[^{}]*\})*[^{}]*\}", "", path.read_text("utf-8"), flags=re.S)
            for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
                lines = [line.partition(":") for line in body.split(";") if ":" in line]
                for selector in selectors.split(","):
                    rule = self.rules.setdefault(" ".join(selector.split()), {})
                    rule |= {name.strip(): " ".join(value.split()) for name, _, value in lines}

    def value(self, text: str, own: Mapping[str, str]) -> str:
        """A value without variables, in the light theme."""
        known = {**self.rules[":root"], **own}
        text = re.sub(
            r"var\((--[\w-]+)(?:, ([^()]+))?\)",
            lambda found: self.value(known[found[1]] if found[1] in known else found[2], own),
            text,
        )
        return re.sub(r"light-dark\(([^,]+), [^()]+\)", r"\1", text)

    def colour(self, name: str) -> str:
        """The colour of a variable."""
        return self.value(f"var(--{name})", {})

    def look(self, *selectors: str) -> dict[str, str]:
        """The attributes of an element that these rules are for, the strongest one last. KeyError if there is none."""
        found = [self.rules[selector] for selector in selectors if selector in self.rules]
        if not found:
            raise KeyError(selectors)
        own = {name: value for rule in found for name, value in rule.items()}
        return {name: self.value(value, own) for name, value in own.items() if _STYLES.fullmatch(name)}


@cache
def sheet(package: str) -> Sheet:
    """The style sheets of a game's board."""
    own = Path(str(files(package))) / "web" / "board.css"
    return Sheet(WEB / "styles" / "theme.css", WEB / "styles" / "boards.css", own)


class Pieces:
    """Draws the pieces of a game."""

    def __init__(self, package: str) -> None:
        self.data = described(package)
        self.sheet = sheet(package)

    def draw(self, name: str, within: Iterable[str] = (), **more: object) -> str:
        """A shape, in groups of these selectors, with some attributes of its own."""
        return "".join(element(tag, props, self.sheet, tuple(within), more) for tag, props in self.data["shapes"][name])


def element(
    tag: str, props: Mapping[str, object], styles: Sheet, within: tuple[str, ...], more: Mapping[str, object]
) -> str:
    """One element with the look that it has in the browser, where rules are stronger than attributes."""
    own = {**props, **{name.replace("_", "-"): value for name, value in more.items()}}
    classes = [f".{name}" for name in str(own.pop("class", "")).split()]
    ones = [tag, *classes, "".join(classes)] if classes else [tag]
    selectors = [*within, *ones[1:], *(f"{group} {one}" for group in within for one in ones)]
    look = styles.look(*selectors) if selectors else {}
    return f"<{tag}{attributes({**own, **look})}/>"


def attributes(values: Mapping[str, object]) -> str:
    return "".join(f' {name}="{value}"' for name, value in values.items())


_SHEET = Sheet(WEB / "styles" / "theme.css", WEB / "styles" / "boards.css")
SEATS = tuple(_SHEET.colour(f"seat-{seat}") for seat in range(len(WEAVES)))  # of the seats, or teams
BACKGROUND, LINE, TEXT, MUTED, LAST, LIGHT, DARK = map(
    _SHEET.colour, ("bg", "line", "text", "muted", "mark-last", "board-light", "board-dark")
)


def weave(id: str, colour: str, shapes: Iterable[str]) -> str:
    """The definition of a pattern over a colour."""
    ground = f'<rect width="16" height="16" fill="{colour}"/>'
    return (
        f'<pattern id="{id}" width="16" height="16" patternUnits="userSpaceOnUse">{ground}{"".join(shapes)}</pattern>'
    )


_SEATS = "".join(
    weave(f"seat-{seat}", colour, (element(tag, props, _SHEET, (".weave",), {}) for tag, props in parts))
    for seat, (colour, parts) in enumerate(zip(SEATS, WEAVES, strict=True))
)


def seat_fill(seat: int) -> str:
    """The `fill` of a seat's things."""
    number = seat % len(SEATS)
    return f"url(#seat-{number})" if WEAVES[number] else SEATS[number]


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
        self._definitions = [_SEATS]

    def define(self, definition: str) -> None:
        """Something that shapes refer to, such as a pattern."""
        self._definitions.append(definition)

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
        definitions = f"<defs>{''.join(self._definitions)}</defs>"
        shapes = "".join([definitions, ground, *self._drawn, *letters, *numbers, *strips])
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{shapes}</svg>'
