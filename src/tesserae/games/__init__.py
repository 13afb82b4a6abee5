"""The games: the built-in ones, and those of other installed packages, which are found by an entry point.

Listing them and their options is cheap; nothing is compiled until a game is played.
"""

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from tesserae.errors import BadOption
from tesserae.games.game import Game

NAMES = ("symbol", "symbol_chain", "sequence", "consequence")  # in the order in which they are listed
GROUP = "tesserae.games"  # the group of entry points, each of which gives a Game

log = logging.getLogger(GROUP)


@cache
def games() -> tuple[Game, ...]:
    """All games: the built-in ones, then those of other packages. One that cannot be used is reported and skipped."""
    known: list[Game] = [import_module(f"{__name__}.{name}").GAME for name in NAMES]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            known.append(_joining(entry, known))
        except Exception as error:  # errors of another package do not affect the other games
            log.warning("the game %s of the package %s cannot be used: %s", entry.name, owner(entry), error)
    return tuple(known)


def _joining(entry: EntryPoint, there: list[Game]) -> Game:
    """The game of another package, if its name and prefix are free."""
    declared = entry.load()
    if not isinstance(declared, Game):
        raise TypeError(f"{entry.value} is not a Game but a {type(declared).__name__}")
    for other in there:
        for what in ("name", "prefix"):
            value = getattr(declared, what)
            if value == getattr(other, what):
                raise ValueError(f"the {what} {value} belongs to the game of the package {other.package} already")
    return declared


def owner(entry: EntryPoint) -> str:
    """The name of the package of an entry point."""
    return entry.dist.name if entry.dist is not None else entry.value


def game(name: str) -> Game:
    """The game of that name."""
    for declared in games():
        if declared.name == name:
            return declared
    raise BadOption("there is no game {name}; the games are: {games}", name=repr(name), games=", ".join(names()))


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(declared.name for declared in games())
