"""The games of the house. Listing them and their options is cheap; nothing is compiled until a game is played."""

from importlib import import_module

from tesserae.errors import BadOption
from tesserae.games.game import Game

NAMES = ("symbol", "symbol_chain", "sequence", "consequence")


def game(name: str) -> Game:
    """The game of that name."""
    if name not in NAMES:
        raise BadOption("there is no game {name}; the games are: {games}", name=repr(name), games=", ".join(NAMES))
    declared: Game = import_module(f"tesserae.games.{name}").GAME
    return declared


def names() -> tuple[str, ...]:
    """The names of all games."""
    return NAMES


def games() -> tuple[Game, ...]:
    """All games, in the order of NAMES."""
    return tuple(game(name) for name in NAMES)
