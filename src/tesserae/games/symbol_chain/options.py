"""The two options of Symbol Chain that are more than a word: where the starting tiles lie, and which tiles to use."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tesserae.errors import BadOption
from tesserae.games.options import Option
from tesserae.games.symbol_chain import tiles
from tesserae.games.symbol_chain.board import FACES, NAMES, SEATS, SET


@dataclass(frozen=True)
class StartingSquares(Option):
    """Nine squares (SC-4): a list of names or, in one text, names with commas or spaces between; None is random."""

    takes = "random, or nine different squares for {faces}"

    @property
    def limits(self) -> dict[str, object]:
        return {"faces": " ".join(FACES)}

    def check(self, value: object) -> list[str] | None:
        if isinstance(value, str):
            if value.strip().lower() == "random":
                return None
            value = re.split(r"[,\s]+", value.strip().lower())
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != len(FACES) or not all(name in NAMES for name in value):
            raise self.refuse(value)
        if len(set(value)) < len(FACES):
            raise self.refuse(value)
        return list(value)

    def write(self, value: Any) -> str:
        return "random" if value is None else " ".join(value)

    def encode(self, value: Any) -> list[int]:
        return [-1] * len(FACES) if value is None else [NAMES.index(name) for name in value]


@dataclass(frozen=True)
class TileSet(Option):
    """The tiles (SC-2). A file is given as a Path, or by its name on the command line; what is kept, and written into
    records and positions, are the tiles themselves. A text from Python, JSON or a record never names a file."""

    takes = "standard, or a file with a line for each tile, such as 1,2,wT,bC gT"

    def check(self, value: object) -> str:
        if isinstance(value, Path):
            try:
                value = value.read_text("utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                sentence = "option {option}: {file} cannot be read: {error}"
                raise BadOption(sentence, option=self.name, file=value, error=error) from None
        if not isinstance(value, str):
            raise self.refuse(value)
        if value == self.default:
            return value
        sets = tiles.parse(value)
        return self.default if sets == tiles.standard() else tiles.write(sets)

    def typed(self, text: str) -> str:
        return self.check(text if text == self.default else Path(text))

    def encode(self, value: Any) -> list[int]:
        sets = tile_sets(value)
        numbers = [tiles.pack(tile) for owned in sets for tile in owned]
        return numbers + [0] * (SEATS * SET - len(numbers))


def tile_sets(value: str) -> tiles.Sets:
    """The sets that a value of the option stands for."""
    return tiles.standard() if value == "standard" else tiles.parse(value)
