"""Random games of any kind, for tests that every game must pass."""

from collections.abc import Iterator
from typing import Any

from tesserae import BadOption
from tesserae.conformance import codes as codes
from tesserae.conformance import generator as generator
from tesserae.conformance import walk as walk
from tesserae.conformance import wrap as wrap
from tesserae.games import games
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number, Option

TABLES = [(game, seats) for game in games() for seats in game.seats]
# Numbers that stand for no action, at the edges of what compiled code can work with.
WILD = [
    0,
    -2,
    -3,
    1 << 8,
    1 << 16,
    1 << 31,
    1 << 32,
    1 << 49,
    1 << 62,
    (1 << 63) - 1,
    -(1 << 31),
    -(1 << 62),
    -(1 << 63),
]
NAMES = [f"{game.name}-{seats}" for game, seats in TABLES]


def variants(game: Game, seats: int) -> Iterator[dict[str, Any]]:
    """The default options, then each other value of each option alone, as far as they are allowed; then again."""
    while True:
        yield {}
        for option in game.options:
            for value in others(option):
                try:
                    game.resolve({option.name: value}, seats)
                except BadOption:
                    continue
                yield {option.name: value}


def others(option: Option) -> list[Any]:
    """The values of an option beside its default, of the kinds that all games share."""
    listed: list[Any] = []
    if isinstance(option, Flag):
        listed = [False, True]
    elif isinstance(option, Number):
        listed = list(range(option.low, min(option.high, option.low + 4) + 1))
    elif isinstance(option, Choice):
        listed = list(option.values)
    return [value for value in listed if value != option.default]
