"""`tesserae check`: whether a game keeps what docs/adding-a-game.md promises of all games."""

import argparse
import random
import traceback

from tesserae.commands import Commands, add_command
from tesserae.commands.compiling import compile_games
from tesserae.games import game as find


def add(commands: Commands) -> None:
    check = add_command(
        commands,
        "check",
        "check that a game does what every game must, for its authors",
        "tesserae check GAME",
        "tesserae check GAME --rounds 20",
    )
    check.set_defaults(run=check_game)
    check.add_argument("game", metavar="GAME")
    check.add_argument("--rounds", type=int, default=3, help="how often each check plays (default 3)")


def check_game(options: argparse.Namespace) -> int:
    game = find(options.game)
    compile_games([game])
    from tesserae.conformance import CHECKS, Broken

    broken = 0
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        try:
            for seats in game.seats:
                for number in range(options.rounds):
                    check(game, seats, random.Random(number))
        except Exception as error:
            broken += 1
            print(f"{name}: BROKEN with {seats} seats: {error}")
            if not isinstance(error, Broken):
                traceback.print_exc()
        else:
            print(f"{name}: ok")
    print(f"{broken} of {len(CHECKS)} checks are broken" if broken else f"{game.title} does what every game must.")
    return 1 if broken else 0
