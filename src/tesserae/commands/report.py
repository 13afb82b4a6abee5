"""`tesserae report`: the analysis of a finished game."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tesserae.commands import Commands, add_command
from tesserae.commands.compiling import compile_games

if TYPE_CHECKING:
    from rich.table import Table

    from tesserae.reports import Report
    from tesserae.state import State

ABOUT = """\
Evaluates the game after each turn (+1 is a win, -1 a loss), with nothing hidden from the search, and finds the turning
points: what a master would have played instead, knowing only what the player could know. The report of a game is
always the same."""


def add(commands: Commands) -> None:
    report = add_command(
        commands,
        "report",
        "analyse a saved game: evaluation by turn, and turning points",
        "tesserae report game.txt",
        about=ABOUT,
    )
    report.set_defaults(run=tell)
    report.add_argument("file", type=Path, metavar="RECORD")
    report.add_argument("--json", action="store_true", help="print JSON: all of it")


def tell(options: argparse.Namespace) -> int:
    import msgspec

    from tesserae import record
    from tesserae.reports import advance, begin
    from tesserae.thinking import bar

    loaded = record.read(options.file.read_text("utf-8-sig"))
    compile_games([loaded.beginning.game])
    final = loaded.final()
    work = begin(record.write(final))
    with bar("looking back") as show:
        while work.report is None:
            work = advance(work)
            show(work.done)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(work.report)).decode())
    else:
        show_report(work.report, final)
    return 0


def show_report(report: "Report", final: "State") -> None:
    from rich.console import Console

    from tesserae.games.words import say_all
    from tesserae.record import beginning, replay
    from tesserae.state import ALL

    side = final.game.side
    steps = list(replay(beginning(final), final.history))
    console = Console(highlight=False)
    console.print(_course(report, final))
    for point in report.points:
        cost = point.better - point.after
        console.print(
            f"Turn {point.turn + 1}, {side(point.seat)}: {'; '.join(point.played)} cost {cost:.2f} "
            f"({point.after:+.2f} instead of {point.better:+.2f}). Better: {'; '.join(point.instead)}",
            markup=False,
        )
        turn = report.turns[point.turn]
        for step in steps[turn.begin : turn.end]:
            for sentence in say_all(final.game, step.effects(ALL)):
                console.print(f"  {sentence}", markup=False)
    if not report.points:
        console.print("No turning points: nobody did much worse than a master would have.")
    for line in final.game.loaded.lines(report.details, side):
        console.print(line, markup=False)


def _course(report: "Report", final: "State") -> "Table":
    """The turns: who did what, the evaluation for each side after it, and the game's own columns."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    side = final.game.side
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("turn", justify="right")
    table.add_column("who")
    table.add_column("actions", overflow="fold")
    for seats in report.sides:
        table.add_column(", ".join(map(side, seats)), justify="right")
    own = final.game.report
    more = {} if own is None else own.columns(report.details, side)
    for name in more:
        table.add_column(name, justify="right")
    for number, turn in enumerate(report.turns):
        actions = "; ".join(action for _, action in final.history[turn.begin : turn.end])
        values = (f"{value:+.2f}" for value in report.values[number + 1])
        who = "referee" if turn.seat is None else side(turn.seat)
        table.add_row(str(number + 1), who, Text(actions), *values, *(column[number] for column in more.values()))
    return table
