"""`tesserae check`: checks what every game must do (docs/guides/add-a-game.md)."""

import argparse
import random
import traceback
from typing import TYPE_CHECKING

from tesserae.commands import Commands, add_command
from tesserae.commands.compiling import compile_games
from tesserae.games import game as find
from tesserae.games.game import Game

if TYPE_CHECKING:
    from tesserae.conformance import Check


def add(commands: Commands) -> None:
    check = add_command(
        commands,
        "check",
        "for authors of games: check what every game must do",
        "tesserae check GAME",
        "tesserae check GAME --rounds 20",
    )
    check.set_defaults(run=check_game)
    check.add_argument("game", metavar="GAME")
    check.add_argument("--rounds", type=int, default=3, help="how often each check is repeated (default 3)")


def check_game(options: argparse.Namespace) -> int:
    game = find(options.game)
    from tesserae.conformance import CHECKS, the_record_is_sound

    if not kept(the_record_is_sound, game, 1):  # otherwise compiling would fail without a useful message
        return 1
    compile_games([game])
    checks = [check for check in CHECKS if check is not the_record_is_sound]
    broken = sum(not kept(check, game, options.rounds) for check in checks)
    print(f"{broken} of {len(CHECKS)} checks are broken" if broken else f"{game.title} does what every game must.")
    return 1 if broken else 0


def kept(check: "Check", game: Game, rounds: int) -> bool:
    """Whether a game passes a check, for all numbers of seats."""
    from tesserae.conformance import Broken

    name = check.__name__.replace("_", " ")
    for seats in game.seats:
        try:
            for number in range(rounds):
                check(game, seats, random.Random(number))
        except Exception as error:
            print(f"{name}: BROKEN with {seats} seats: {error}", flush=True)
            if not isinstance(error, Broken):
                traceback.print_exc()
            return False
    print(f"{name}: ok", flush=True)
    return True
