"""`tesserae hint`: what a bot would do in a position, and why."""

import argparse
import json
import re
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tesserae.commands import Commands, add_command
from tesserae.commands.compiling import compile_games
from tesserae.commands.drawing import add_colour, wants_colour
from tesserae.errors import BadOption, BadPosition

if TYPE_CHECKING:
    from tesserae.bots import Thoughts
    from tesserae.record import Record
    from tesserae.state import State

LEVEL = "master"
SECONDS = 5.0
SHOWN = 10  # candidates; the JSON has all
ABOUT = """\
The bot sees only what the seat may see. Ctrl-C while it thinks shows the best hint so far.
With --simulations the hint is the same every time."""


def add(commands: Commands) -> None:
    hint = add_command(
        commands,
        "hint",
        "ask a bot what it would do in a position",
        "tesserae hint game.txt",
        "tesserae hint game.txt --after 12",
        "tesserae hint position.json --seconds 20 --json",
        about=ABOUT,
    )
    hint.set_defaults(run=give_hint)
    add_position(hint)
    hint.add_argument("--seat", type=int, help="the seat to advise (default: the one whose turn it is)")
    hint.add_argument("--level", default=LEVEL, help=f"level of the bot (default {LEVEL})")
    budget = hint.add_mutually_exclusive_group()
    less = f"to think (default {SECONDS:g}); weak levels take less"
    budget.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=less)
    budget.add_argument("--simulations", type=int, metavar="N", help="simulations instead of seconds")
    hint.add_argument("--json", action="store_true", help="print JSON: all candidates, and the whole expected line")
    add_colour(hint)


def give_hint(options: argparse.Namespace) -> int:
    from tesserae.bots import RANDOM, bot
    from tesserae.play.foretelling import promise
    from tesserae.thinking import advice, consider

    state = position(options)
    seat = whose(state, options.seat)
    if options.level == RANDOM:
        raise BadOption(f"--level: {RANDOM} does not think, so it has no hints")
    simulations = options.simulations
    budget = {"seconds": options.seconds} if simulations is None else {"simulations": simulations}
    thinker = bot(state.game.name, options.level, seed=0, **budget)
    if options.json:
        print(json.dumps(export(state, seat, options.level, consider(thinker, state, seat)), indent=1))
        return 0
    print(state.game.text.draw(state.view(seat), wants_colour(options)), end="\n\n", flush=True)
    thoughts = consider(thinker, state, seat)
    print(advice(options.level, state, thoughts, promise), end="\n\n")
    show(state, thoughts)
    return 0


def add_position(parser: argparse.ArgumentParser) -> None:
    """The arguments that `position` reads."""
    parser.add_argument("position", metavar="POSITION", help="a file with a position as JSON or a saved game, or -")
    parser.add_argument(
        "--after", type=int, metavar="N", help="the position of a saved game after N actions (default: all)"
    )


def position(options: argparse.Namespace) -> "State":
    """The position named on the command line."""
    from tesserae import record
    from tesserae.state import load

    text = sys.stdin.read() if options.position == "-" else Path(options.position).read_text("utf-8-sig")
    if re.search(r"^tesserae:", text, re.MULTILINE):
        return moment(record.read(text), options.after)
    if not text.lstrip().startswith("{"):
        raise BadPosition("position", "this is neither a position as JSON nor a saved game")
    if options.after is not None:
        raise BadOption("--after: a position has no actions before it, only a saved game has")
    state = load(text)
    compile_games([state.game])
    return state


def moment(game: "Record", after: int | None) -> "State":
    """A saved game before the action with that number, counted from 0 with those that were taken back."""
    from tesserae.record import Step

    last = len(game.actions)
    if after is None:
        after = last
    if not 0 <= after <= last:
        raise BadOption(f"--after must be a whole number from 0 to {last}, not {after}")
    compile_games([game.beginning.game])
    if after == last:
        return game.final()
    steps = (done for done in game.replay() if isinstance(done, Step))
    return next(islice(steps, after, None)).before


def whose(state: "State", seat: int | None) -> int:
    """The seat to advise."""
    actors = state.actors
    if not actors:
        raise BadOption("the game is over; with --after a saved game can be asked about at an earlier moment")
    if seat is None and len(actors) == 1:
        return actors[0]
    if seat not in actors:
        who = ", ".join(f"{actor} ({state.game.side(actor)})" for actor in actors)
        raise BadOption(f"--seat: {'must be given' if seat is None else f'{seat} is not to act'}; to act: {who}")
    return seat


def show(state: "State", thoughts: "Thoughts") -> None:
    """The best candidates as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tesserae.thinking import parties

    sides = parties(state)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("action", overflow="fold")
    for name in ("visits", "share", *(", ".join(map(state.game.side, party)) for party in sides)):
        table.add_column(name, justify="right")
    for candidate in thoughts.candidates[:SHOWN]:
        values = (f"{candidate.values[party[0]]:+.2f}" for party in sides)
        share = candidate.visits / thoughts.simulations
        table.add_row(Text(candidate.text), f"{candidate.visits:,}", f"{share:.0%}", *values)
    console = Console(highlight=False)
    console.print(table)
    if len(thoughts.candidates) > SHOWN:
        console.print(f"{len(thoughts.candidates) - SHOWN:,} more were considered.")


def export(state: "State", seat: int, level: str, thoughts: "Thoughts") -> dict[str, object]:
    return {
        "game": state.game.name,
        "seat": seat,
        "level": level,
        "simulations": thoughts.simulations,
        "candidates": [candidate._asdict() for candidate in thoughts.candidates],
        "line": [{"seat": actor, "action": action} for actor, action in thoughts.line],
    }
