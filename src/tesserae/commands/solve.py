"""`tesserae solve`: proves who wins from a position, where nothing is hidden and nothing left to chance."""

import argparse
import json
import time
from itertools import groupby
from typing import TYPE_CHECKING

from tesserae.commands import Commands, add_command
from tesserae.commands.drawing import add_colour, wants_colour
from tesserae.commands.hint import add_position, position
from tesserae.errors import BadOption, check_whole

if TYPE_CHECKING:
    from tesserae.engine.solver import Solver
    from tesserae.state import State

SECONDS = 10.0
ROUND = 1024  # positions examined between two looks at the clock
ABOUT = """\
Proves whether a seat can force a win, or at least cannot lose, whatever the others do. A proof takes all rules into
account, also the earlier positions of a saved game (repetition). Only for positions in which nothing is hidden and
nothing is left to chance. Ctrl-C prints what is known so far. With --nodes the result is the same every time."""


def add(commands: Commands) -> None:
    solve = add_command(
        commands,
        "solve",
        "prove who wins from a position",
        "tesserae solve game.txt",
        "tesserae solve game.txt --after 12 --seconds 60",
        "tesserae solve position.json --nodes 100000 --json",
        about=ABOUT,
    )
    solve.set_defaults(run=solve_position)
    add_position(solve)
    solve.add_argument("--seat", type=int, help="the seat to ask about (default: the one whose turn it is)")
    budget = solve.add_mutually_exclusive_group()
    budget.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help=f"time to search (default {SECONDS:g})"
    )
    budget.add_argument("--nodes", type=int, metavar="N", help="positions to examine, instead of seconds")
    solve.add_argument("--json", action="store_true", help="print JSON")
    add_colour(solve)


def solve_position(options: argparse.Namespace) -> int:
    if options.nodes is not None:
        check_whole("--nodes", options.nodes)
    if not 0 < options.seconds <= 1e6:
        raise BadOption(f"--seconds must be a number above 0, at most 1000000, not {options.seconds:g}")
    state = position(options)
    seat = asked(state, options.seat)
    from tesserae.engine.solver import Solver, is_open

    if state.game.secrets or not is_open(state.raw(), state.seats):
        raise BadOption(
            f"{state.game.title} cannot be solved from here; that takes a position in which nothing is hidden from "
            "anybody and nothing is left to chance"
        )
    if not options.json:
        print(state.game.text.draw(state.view(None), wants_colour(options)), end="\n\n", flush=True)
    solver = Solver(state.raw(), state.seats, seat)
    search(state, solver, options.seconds, options.nodes)
    if solver.unfit:
        raise BadOption(f"{state.game.title} cannot be solved from here; chance has a part in it")
    if options.json:
        print(json.dumps(export(state, seat, solver), indent=1))
    else:
        print(told(state, seat, solver))
    return 0


def asked(state: "State", seat: int | None) -> int:
    """The seat to ask about."""
    if not state.actors:
        raise BadOption("the game is over; with --after a saved game can be asked about at an earlier moment")
    if seat is None:
        return state.actors[0]
    if not 0 <= seat < state.seats:
        raise BadOption(f"--seat must be a number from 0 to {state.seats - 1}, not {seat}")
    return seat


def search(state: "State", solver: "Solver", seconds: float, nodes: int | None) -> None:
    """Search until it is decided, the time or the number of positions is used up, or somebody presses Ctrl-C."""
    from tesserae.thinking import bar, ctrl_c_noted

    with ctrl_c_noted() as enough:
        began = time.monotonic()
        with bar("proving (Ctrl-C to stop)") as show:
            while not solver.finished and not enough():
                done = (time.monotonic() - began) / seconds if nodes is None else solver.positions / nodes
                if done >= 1:
                    break
                show(done)
                solver.run(ROUND if nodes is None else min(ROUND, nodes - solver.positions))


def result(solver: "Solver") -> str:
    """What is proved, in a word."""
    if solver.win:
        return "won"
    if solver.hold is False:
        return "lost"
    if solver.win is False:
        return "draw" if solver.hold else "not_won"
    return "not_lost" if solver.hold else "undecided"


def told(state: "State", seat: int, solver: "Solver") -> str:
    """The result in words, with the line."""
    from tesserae.engine.proof import HOLD, WIN

    who = state.game.side(seat)
    turns = f"{solver.turns} turn{'' if solver.turns == 1 else 's'}"
    when = f"in {turns}" if solver.exact else f"in at most {turns}"
    sentences = {
        "won": f"Won: {who} can force a win {when}{', and no faster' if solver.exact and solver.turns != 1 else ''}.",
        "lost": f"Lost: whatever {who} does, the game is lost {when} of its own.",
        "draw": f"A draw: {who} can force no win, but need not lose.",
        "not_won": f"A draw at best: {who} can force no win. Whether a loss can be avoided is not decided.",
        "not_lost": f"A draw at least: {who} need not lose. Whether a win can be forced is not decided.",
        "undecided": f"Not decided: whether {who} can force a win, or must lose.",
    }
    lines = [sentences[result(solver)]]
    for goal, end in ((WIN, "win"), (HOLD, "loss")):
        if number := solver.ruled_out(goal):
            lines.append(f"No {end} can be forced within {number} turn{'' if number == 1 else 's'}.")
    steps = [(step.seat, state.game.notation.write(step.action)) for step in solver.line]
    for number, (actor, turn) in enumerate(groupby(steps, lambda step: step[0]), 1):
        lines.append(f"{number:3}. {state.game.side(actor)}: {', '.join(action for _, action in turn)}")
    lines.append(f"{solver.positions:,} positions were examined.")
    return "\n".join(lines)


def export(state: "State", seat: int, solver: "Solver") -> dict[str, object]:
    return {
        "game": state.game.name,
        "seat": seat,
        "result": result(solver),
        "win": solver.win,
        "hold": solver.hold,
        "turns": solver.turns,
        "exact": solver.exact,
        "line": [{"seat": step.seat, "action": state.game.notation.write(step.action)} for step in solver.line],
        "positions": solver.positions,
    }
