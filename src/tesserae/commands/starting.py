"""Shared by the commands that start a new game."""

import argparse
from typing import TYPE_CHECKING, Any

from tesserae.games.game import Game

if TYPE_CHECKING:
    from tesserae.state import State


def add_start(parser: argparse.ArgumentParser, game: Game) -> None:
    """The seats, the seed, the presets and the options of the game."""
    parser.set_defaults(game=game)
    parser.add_argument("--seats", type=int, help=f"number of players: {', '.join(map(str, game.seats))}")
    parser.add_argument("--seed", type=int, help="the same seed gives the same game")
    if game.presets:
        known = "; ".join(f"{preset.name}: {preset.about}" for preset in game.presets)
        parser.add_argument("--preset", metavar="NAME", help=f"a set of options by name ({known})".replace("%", "%%"))
    for option in game.options:
        names = dict.fromkeys([f"--{option.name.replace('_', '-')}", f"--{option.name}"])
        text = f"{option.help} ({option.allowed}; default {option.write(option.default)})".replace("%", "%%")
        parser.add_argument(*names, dest=f"option_{option.name}", nargs="?", const="true", help=text)


def chosen(game: Game, options: argparse.Namespace) -> tuple[dict[str, Any], int | None]:
    """The options and the number of seats that the command line describes: a preset, and options that override it."""
    given = [(option, getattr(options, f"option_{option.name}", None)) for option in game.options]
    values = {option.name: option.typed(text) for option, text in given if text is not None}
    return game.with_preset(getattr(options, "preset", None), values, getattr(options, "seats", None))


def start_game(game: Game, options: argparse.Namespace) -> "State":
    """The new game that the command line describes."""
    from tesserae.state import start

    values, seats = chosen(game, options)
    return start(game.name, seats, getattr(options, "seed", None), **values)
