"""`tesserae count`: counts the sequences of actions from a position."""

import argparse
import sys
import time
from pathlib import Path

from tesserae.commands import Commands, add_command
from tesserae.commands.starting import add_start, start_game
from tesserae.errors import BadPosition, check_whole
from tesserae.games import games


def add(commands: Commands) -> None:
    count = add_command(
        commands,
        "count",
        "count the action sequences from a position",
        "tesserae count GAME --depth 3",
        "tesserae count GAME position.json --depth 2 --divide",
    )
    count.set_defaults(run=count_sequences)
    kinds = count.add_subparsers(title="games", metavar="GAME", required=True)
    for game in games():
        kind = kinds.add_parser(game.name, help=game.about)
        kind.add_argument("position", nargs="?", help="a file with a position as JSON, or - (default: a new game)")
        kind.add_argument("--depth", type=int, required=True, help="length of the sequences")
        kind.add_argument("--divide", action="store_true", help="also for each first action")
        add_start(kind, game)


def count_sequences(options: argparse.Namespace) -> int:
    from rich.progress import track

    from tesserae.engine import perft
    from tesserae.state import load

    check_whole("--depth", options.depth)
    if options.position is None:
        state = start_game(options.game, options)
    else:
        text = sys.stdin.read() if options.position == "-" else Path(options.position).read_text("utf-8-sig")
        state = load(text, options.seed or 0)
        if state.game is not options.game:
            raise BadPosition("game", f"this is a position of {state.game.name}, not of {options.game.name}")
    began = time.perf_counter()
    total = 0
    branches = perft.divide(state.raw(), options.depth)
    for branch in track(branches, "counting", transient=True, disable=not sys.stderr.isatty()):
        total += branch.sequences
        if options.divide:
            who = f"{branch.seat} " if len(state.actors) > 1 else ""
            print(f"{who}{state.game.notation.write(branch.action)}: {branch.sequences:,}")
    print(f"{total:,} sequences of {options.depth} actions, {time.perf_counter() - began:.1f} s")
    return 0
