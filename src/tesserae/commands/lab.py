"""`tesserae lab`: measures a rule set with many games between bots."""

import argparse
import json
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.commands import Commands, add_command
from tesserae.commands.arena import STOPPED, add_workers, interruptible
from tesserae.commands.compiling import compile_games
from tesserae.commands.progress import progress
from tesserae.commands.starting import add_start
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games import games
from tesserae.games.game import Game

if TYPE_CHECKING:
    from tesserae.lab.folder import Folder
    from tesserae.lab.plan import Plan

ABOUT = """\
Lets bots play many games of a rule set, and writes a report (report.html), all numbers (results.json) and all games
(games.parquet). Each start is played twice, and all variants and levels have the same starts. Ctrl-C ends the run with
the results so far; --resume DIR continues it. docs/reference/lab.md defines everything that is measured."""
LANGUAGES = ("en", "de")


def add(commands: Commands) -> None:
    lab = add_command(
        commands,
        "lab",
        "measure a rule set: fairness, length, tension, skill and luck",
        "tesserae lab GAME --games 1000 --level club,expert",
        "tesserae lab GAME --vary preset=simple,full --out simple-or-full",
        "tesserae lab GAME --plan plan.toml --on ray",
        "tesserae lab --resume simple-or-full",
        about=ABOUT,
    )
    lab.set_defaults(run=go_on)
    lab.add_argument("--resume", type=Path, metavar="DIR", help="continue an interrupted run")
    _add_running(lab)
    kinds = lab.add_subparsers(title="games", metavar="GAME")
    for game in games():
        kind = kinds.add_parser(game.name, help=game.about, description=ABOUT)
        kind.set_defaults(run=begin)
        _add_plan(kind)
        _add_running(kind)
        kind.add_argument("--search", type=int, metavar="N", help="look for rules that reach a goal, in N trials")
        kind.add_argument(
            "--goal", action="append", default=[], metavar="METRIC=X", help="for --search, as in balance=1 or turns=40"
        )
        kind.add_argument("--out", type=Path, metavar="DIR", help="a new folder (default: named by game and time)")
        add_start(kind, game)


def _add_plan(kind: argparse.ArgumentParser) -> None:
    kind.add_argument("--games", type=int, metavar="N", help="games for each variant at each level (default 200)")
    kind.add_argument("--level", metavar="A,B", help="how well the bots play (default club); several are compared")
    kind.add_argument(
        "--vary", action="append", default=[], metavar="NAME=A,B", help="an option, preset or seats; all combinations"
    )
    kind.add_argument("--plan", type=Path, metavar="FILE", help="a plan in TOML, for several factors")
    budget = kind.add_mutually_exclusive_group()
    budget.add_argument("--simulations", type=int, metavar="N", help="simulations per move, at most (default 2000)")
    budget.add_argument("--seconds", type=float, metavar="S", help="processor time per move, instead of simulations")
    kind.add_argument("--judge", type=int, metavar="N", help="simulations to evaluate a position (default 400)")
    kind.add_argument(
        "--skill", type=int, metavar="N", help="games of each match between 2 × and 1 × the simulations (default 0)"
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="in which the report opens (default en)")
    parser.add_argument("--compare", type=Path, metavar="OLD.json", help="compare with the results of an earlier run")
    add_workers(parser)


def begin(options: argparse.Namespace) -> int:
    from tesserae.lab.folder import Folder

    if options.search is not None or options.goal:
        return search(options)
    plan = planned(options)
    out = options.out or Path(f"{plan.game}-{time.strftime('%Y%m%d-%H%M%S')}")
    old, where = _prepared(options)
    compile_games([options.game])
    with closing(Folder.create(out, plan)) as folder:
        return carry_out(folder, where, old, options.language)


def go_on(options: argparse.Namespace) -> int:
    from tesserae.lab.folder import Folder

    if options.resume is None:
        raise BadOption(f"name a game: {', '.join(game.name for game in games())}; or --resume DIR")
    old, where = _prepared(options)
    with closing(Folder.resume(options.resume)) as folder:
        compile_games([find(folder.plan.game)])
        return carry_out(folder, where, old, options.language)


def search(options: argparse.Namespace) -> int:
    """Try rule sets, then report on those that come closest to the goals."""
    from tesserae.lab.folder import Folder
    from tesserae.lab.page import page, sentences
    from tesserae.lab.plan import varied
    from tesserae.lab.results import results
    from tesserae.lab.tuning import Tuning, goal, space
    from tesserae.thinking import bar

    goals = [goal(text) for text in options.goal]
    if options.search is None or options.search < 1:
        raise BadOption("--search: the number of trials must be a whole number from 1")
    if options.plan is not None or options.compare is not None:
        raise BadOption("--search cannot be combined with --plan or --compare")
    factors = varied(options.game, options.vary) or space(options.game)
    options.vary = []
    plan = planned(options)
    tuning = Tuning(plan, _given(options), options.seats, factors, goals)
    _, where = _prepared(options)
    compile_games([options.game])
    code = 0
    try:
        with interruptible(), bar("rule sets (Ctrl-C to stop)") as show:
            tuning.run(options.search, where, lambda done: show(done / options.search))
    except KeyboardInterrupt:
        code = STOPPED
    if not tuning.values:
        print("tesserae: no rule set was played", file=sys.stderr)
        return code or 2
    best, rows, told = tuning.outcome()
    out = options.out or Path(f"{best.game}-{time.strftime('%Y%m%d-%H%M%S')}")
    with closing(Folder.create(out, best)) as folder:
        for row in rows:
            folder.add(row)
        answers = {**results(best, rows), "search": told}
        folder.finish(answers, page(answers, options.language))
    for line in sentences(answers, options.language):
        print(line)
    print(f"{len(told['tried'])} rule sets were tried; closest to the goals: {'; '.join(tuning.front())}")
    print(f"{out}: report.html, results.json")
    return code


def _prepared(options: argparse.Namespace) -> tuple[dict[str, Any] | None, Any]:
    """Check everything before any game is played."""
    from tesserae.lab.executors import executor

    old = None
    if options.compare is not None:
        try:
            old = json.loads(options.compare.read_text("utf-8"))
        except ValueError:
            old = None
        if not isinstance(old, dict) or "cells" not in old:
            raise BadOption(f"--compare: {options.compare} is not a results.json of the lab")
    return old, executor(options.on, options.workers)


def planned(options: argparse.Namespace) -> "Plan":
    """The plan from a file; the command line overrides it."""
    from tesserae.lab.plan import Plan, check, read, variants, varied

    game: Game = options.game
    fields: dict[str, Any] = {"levels": ["club"]}
    if options.plan is not None:
        fields.update(read(game, options.plan))
    own = _given(options)
    if options.plan is None:
        fields["variants"] = variants(game, own, options.seats, varied(game, options.vary))
    elif own or options.vary or options.seats is not None:
        raise BadOption("--plan: the options and variants are those of the plan; leave out others")
    if options.level is not None:
        fields["levels"] = options.level.split(",")
    for name in ("games", "seed", "judge", "skill"):
        if getattr(options, name) is not None:
            fields[name] = getattr(options, name)
    for name in ("simulations", "seconds"):
        if getattr(options, name) is not None:
            fields["budget"] = {name: getattr(options, name)}
    return check(Plan(game=game.name, **fields))


def _given(options: argparse.Namespace) -> dict[str, Any]:
    """The options of the game for all variants."""
    game: Game = options.game
    texts = {option.name: getattr(options, f"option_{option.name}") for option in game.options}
    values: dict[str, Any] = {name: _typed(game, name, text) for name, text in texts.items() if text is not None}
    if getattr(options, "preset", None) is not None:
        values["preset"] = options.preset
    return values


def _typed(game: Game, name: str, text: str) -> Any:
    return next(option for option in game.options if option.name == name).typed(text)


def carry_out(folder: "Folder", where: Any, old: dict[str, Any] | None, language: str) -> int:
    from tesserae.lab.page import page, sentences
    from tesserae.lab.results import results
    from tesserae.lab.running import run
    from tesserae.workers import Lost

    code = 0
    try:
        with interruptible(), progress(len(folder.plan.jobs()), len(folder.rows)) as show:
            run(folder, where, lambda: show(len(folder.rows)))
    except KeyboardInterrupt:
        code = STOPPED
    except Lost as lost:
        print(f"tesserae: {lost}", file=sys.stderr)
        code = 2
    if not folder.rows:
        print("tesserae: no game was finished", file=sys.stderr)
        return code or 2
    report = results(folder.plan, folder.rows, old)
    whole = folder.finish(report, page(report, language))
    if report["played"] < report["planned"]:
        print(f"Stopped after {report['played']} of {report['planned']} games; continue with --resume {folder.path}")
    for sentence in sentences(report, language):
        print(sentence)
    print(f"{folder.path}: report.html, results.json{', games.parquet' if whole else ''}")
    if not whole:
        print("games.parquet needs pyarrow: install tesserae-games[lab]; all games are in games.jsonl")
    return code
