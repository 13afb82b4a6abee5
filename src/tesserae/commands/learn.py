"""`tesserae learn`: trains the net with which the strongest bot judges the positions of a game."""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.commands import Commands, add_command
from tesserae.commands.arena import STOPPED, add_workers, interruptible
from tesserae.commands.compiling import compile_games
from tesserae.commands.starting import add_start, chosen
from tesserae.errors import BadOption, check_positive, check_whole
from tesserae.games import games
from tesserae.games.game import Game

if TYPE_CHECKING:
    from tesserae.lab.learning import Learning, Plan

ABOUT = """\
Trains a net by self-play. Each round plays games with the best net so far, trains the newest one on the positions of
the last rounds, and lets the two meet; the newest becomes the best if it is stronger. Ctrl-C stops with the results so
far; --resume DIR resumes exactly there. The best net is net.npz in the folder; an arena plays with it as
grandmaster+net=DIR/net.npz. docs/background/learning.md explains everything."""
SAY = 30.0  # seconds between two lines


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "learn",
        "train the net of the strongest bot by self-play",
        "tesserae learn GAME --hours 2",
        "tesserae learn GAME --rounds 3 --games 200 --seed 7 --out run",
        "tesserae learn GAME --resume run --hours 4",
        about=ABOUT,
    )
    kinds = parser.add_subparsers(title="games", metavar="GAME", required=True)
    for game in games():
        kind = kinds.add_parser(game.name, help=game.about, description=ABOUT)
        kind.set_defaults(run=carry_out)
        length = kind.add_mutually_exclusive_group(required=True)
        length.add_argument("--hours", type=float, metavar="H", help="how long, earlier sessions included")
        length.add_argument("--rounds", type=int, metavar="N", help="how many rounds, earlier sessions included")
        kind.add_argument("--resume", type=Path, metavar="DIR", help="resume an earlier run")
        kind.add_argument("--out", type=Path, metavar="DIR", help="a new folder (default: named by game and time)")
        _add_plan(kind)
        add_workers(kind)
        add_start(kind, game)


def _add_plan(kind: argparse.ArgumentParser) -> None:
    kind.add_argument("--width", type=int, metavar="N", help="hidden units of the net (default 64)")
    kind.add_argument("--games", type=int, metavar="N", help="games of self-play a round (default 1000)")
    kind.add_argument("--simulations", type=int, metavar="N", help="simulations per move in them (default 100)")
    kind.add_argument("--window", type=int, metavar="N", help="rounds whose positions are learned from (default 6)")
    kind.add_argument("--passes", type=int, metavar="N", help="times that each is looked at in a round (default 4)")
    kind.add_argument(
        "--mix",
        type=float,
        metavar="X",
        help="how much results count, against what searches found (default 0.75)",
    )
    kind.add_argument(
        "--decay", type=float, metavar="X", help="how fast weights shrink, times the rate of learning (default 0.002)"
    )
    kind.add_argument("--gate", type=int, metavar="N", help="games against the best net, at most (default 400)")
    budget = kind.add_mutually_exclusive_group()
    budget.add_argument("--gate-simulations", type=int, metavar="N", help="simulations per move in them (default 200)")
    budget.add_argument(
        "--gate-seconds", type=float, metavar="S", help="processor time per move in them, instead of simulations"
    )
    kind.add_argument("--anchor", type=int, metavar="N", help="games against classic after a gate (default 40)")
    kind.add_argument(
        "--anchor-seconds", type=float, metavar="S", help="processor time per move in them (default 0.02)"
    )


def carry_out(options: argparse.Namespace) -> int:
    from tesserae.lab.executors import executor
    from tesserae.workers import Lost

    _check(options)
    where = executor(options.on, options.workers)
    learning = _opened(options)
    compile_games([options.game])
    learning.tell = _teller()
    code = 0
    try:
        with interruptible():
            learning.run(where, options.rounds, options.hours)
    except KeyboardInterrupt:
        code = STOPPED
    except Lost as lost:
        print(f"tesserae: {lost}", file=sys.stderr)
        code = 2
    learning.finish()
    _report(learning)
    return code


def _check(options: argparse.Namespace) -> None:
    if options.hours is not None:
        check_positive("--hours", options.hours)
    if options.rounds is not None:
        check_whole("--rounds", options.rounds)


def _opened(options: argparse.Namespace) -> "Learning":
    from tesserae.lab.learning import Learning

    if options.resume is None:
        plan = planned(options)
        return Learning.create(options.out or Path(f"{plan.game}-{time.strftime('%Y%m%d-%H%M%S')}"), plan)
    if options.out is not None:
        raise BadOption("--out: a run is resumed in its own folder; leave it out")
    learning = Learning.resume(options.resume)
    game: Game = options.game
    if learning.plan.game != game.name:
        raise BadOption(f"--resume: {options.resume} is a run of {learning.plan.game}, not of {game.name}")
    if changed := sorted(set(_asked(options)) | ({"seed"} if options.seed is not None else set())):
        raise BadOption(f"--resume: what is learned is fixed by the run; leave out --{changed[0].replace('_', '-')}")
    return learning


def planned(options: argparse.Namespace) -> "Plan":
    """What the command line asks for."""
    from tesserae.lab.learning import Plan, check_plan

    return check_plan(Plan(game=options.game.name, seed=options.seed or 0, **_asked(options)))


def _asked(options: argparse.Namespace) -> dict[str, Any]:
    """What differs from the usual."""
    from tesserae.lab.learning import Plan

    game: Game = options.game
    asked = {name: getattr(options, name, None) for name in Plan.__struct_fields__ if name not in ("game", "seed")}
    given, asked["seats"] = chosen(game, options)
    return {name: value for name, value in {**asked, "given": given or None}.items() if value is not None}


def _teller() -> Any:
    """Says now and then on standard error how far it is."""
    said = 0.0
    before = ""

    def tell(what: str, done: int, whole: int) -> None:
        nonlocal said, before
        if what != before or done == whole or time.monotonic() - said >= SAY:
            said, before = time.monotonic(), what
            print(f"{what}: {done} of {whole}" if whole > 1 else what, file=sys.stderr, flush=True)

    return tell


def _report(learning: "Learning") -> None:
    from tesserae.lab.curves import sparks
    from tesserae.lab.learning import CURVES, NET, table

    if not learning.rounds:
        print(f"No round was finished; continue with --resume {learning.path}")
        return
    for line in (*table(learning.rounds), *sparks(learning.rounds)):
        print(line)
    if any(one.passed for one in learning.rounds):
        print(f"{learning.path}: {NET}, {CURVES}")
    else:
        print(f"{learning.path}: {CURVES}; no net has passed its gate yet, so the game's own opinion is still the best")
