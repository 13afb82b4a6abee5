"""`tesserae arena`: bots against each other."""

import argparse
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tesserae.commands import Commands, add_command
from tesserae.commands.compiling import compile_games
from tesserae.commands.progress import progress
from tesserae.commands.starting import add_start, start_game
from tesserae.errors import BadOption
from tesserae.games import games

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tesserae.lab.arena import Fixture, Played

GAMES = 100
SECONDS = 0.2
STOPPED = 130  # the exit code after Ctrl-C
WIDE = 160  # columns of a table if the output is not a terminal
ABOUT = """\
Every pair of players plays each start in every seating (two players change seats), so the number of games is rounded
up. A player is a level; classic, a fixed opponent to compare bots with; or plain, the same search with random playouts
instead of an evaluation. Settings can be added, as in master+plies=12+sieve=3 or master+seconds=1. Ctrl-C stops the
arena with the results so far."""


def add(commands: Commands) -> None:
    arena = add_command(
        commands,
        "arena",
        "let bots play each other, and rate them",
        "tesserae arena GAME master expert",
        "tesserae arena GAME expert club casual --games 200 --seconds 0.1 --json results.json",
    )
    arena.set_defaults(run=hold)
    kinds = arena.add_subparsers(title="games", metavar="GAME", required=True)
    for game in games():
        kind = kinds.add_parser(game.name, help=game.about, description=ABOUT)
        kind.add_argument("players", nargs="+", metavar="PLAYER", help="two or more")
        kind.add_argument(
            "--games", type=int, default=GAMES, metavar="N", help=f"games for each pair (default {GAMES})"
        )
        budget = kind.add_mutually_exclusive_group()
        budget.add_argument(
            "--seconds",
            type=float,
            default=SECONDS,
            metavar="S",
            help=f"processor time per move (default {SECONDS}); weak levels use only a part of it",
        )
        budget.add_argument("--simulations", type=int, metavar="N", help="simulations per move, instead of seconds")
        add_workers(kind)
        kind.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file")
        kind.add_argument("--records", type=Path, metavar="DIR", help="save every game in a new folder")
        add_start(kind, game)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Where the games are played."""
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core)")
    parser.add_argument(
        "--on", default="local", metavar="WHERE", help="local (default), here: this process, ray, or ray://HOST:PORT"
    )


def hold(options: argparse.Namespace) -> int:
    from tesserae.lab.arena import Played, schedule, tournament
    from tesserae.lab.executors import executor
    from tesserae.lab.players import player
    from tesserae.lab.report import export
    from tesserae.workers import Lost

    players = [player(text) for text in options.players]
    compile_games([options.game])
    options.seed = options.seed or 0  # by default, every arena has the same starts
    simulations = options.simulations
    budget = {"seconds": options.seconds} if simulations is None else {"simulations": simulations}
    fixtures = schedule(start_game(options.game, options), players, options.games, budget)
    where = executor(options.on, options.workers)
    prepare(options)
    played: list[Played] = []
    code = 0
    try:
        above = partial(_score, fixtures, played)
        with (
            interruptible(),
            closing(tournament(fixtures, where)) as games,
            progress(len(fixtures), above=above) as show,
        ):
            for game in games:
                played.append(game)
                if options.records:
                    file = options.records / f"{game.fixture.number + 1:05}.txt"
                    file.write_text(game.record, "utf-8")
                show(len(played))
    except KeyboardInterrupt:
        code = STOPPED
    except Lost as lost:
        print(f"tesserae: {lost}", file=sys.stderr)
        code = 2
    finally:
        if options.json:
            options.json.write_text(json.dumps(export(fixtures, played), indent=1) + "\n", "utf-8")
        report(fixtures, played)
    return code


def prepare(options: argparse.Namespace) -> None:
    """Report now, not after hours, if files cannot be written."""
    if options.records:
        options.records.mkdir(parents=True, exist_ok=True)
        if any(options.records.iterdir()):
            raise BadOption(f"--records: {options.records} is not empty")
    if options.json:
        options.json.open("a").close()


@contextmanager
def interruptible() -> Iterator[None]:
    """Let `kill` and `timeout` stop the arena like Ctrl-C, with the results so far."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _score(fixtures: "Sequence[Fixture]", played: "Sequence[Played]") -> "RenderableType":
    """What is shown above the bar."""
    from rich.console import Group

    from tesserae.lab.report import heading, standings_table

    return Group(heading(fixtures), standings_table(fixtures, played, rated=False))


def report(fixtures: "Sequence[Fixture]", played: "Sequence[Played]") -> None:
    from rich.console import Console

    from tesserae.lab.report import RATED, heading, names, pairs_table, standings_table

    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDE)
    whole = (
        f"{len(played)} games"
        if len(played) == len(fixtures)
        else f"stopped after {len(played)} of {len(fixtures)} games"
    )
    console.print(f"{heading(fixtures)}: {whole}", soft_wrap=True, highlight=False)
    if len(names(fixtures)) > 2:
        console.print(pairs_table(played))
    table = standings_table(fixtures, played)
    console.print(table)
    if table.columns[-1].header != RATED:
        console.print("Elo ratings need choix: install tesserae-games[lab].", highlight=False, markup=False)
