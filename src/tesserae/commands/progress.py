"""The progress bar of the commands that play many games."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

SAY = 60  # seconds between two lines where there is no terminal


@contextmanager
def progress(
    total: int, before: int = 0, above: "Callable[[], RenderableType] | None" = None
) -> Iterator[Callable[[int], None]]:
    """Yields a function to be called with the number of games so far. On a terminal, it shows a bar with the rate and
    the time left, below what `above` returns; elsewhere it prints a line now and then. `before` games were played in an
    earlier run."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    began = said = time.monotonic()

    def rate(done: int) -> float:
        return (done - before) / max(time.monotonic() - began, 1e-6)

    def say(done: int) -> None:
        nonlocal said
        if done > before and time.monotonic() - said >= SAY:
            said = time.monotonic()
            left = (total - done) / rate(done) / 60
            print(f"{done} of {total} games, {rate(done):.1f}/s, {left:.0f} min left", file=sys.stderr)

    if not console.is_terminal:
        yield say
        return

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]} games/s,"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, speed_estimate_period=120)
    task = bar.add_task("games", total=total, completed=before, rate="…")

    def picture() -> Group:
        return Group(above(), bar) if above else Group(bar)

    with Live(picture(), console=console, transient=True) as live:

        def show(done: int) -> None:
            bar.update(task, completed=done, rate=f"{rate(done):.1f}")
            live.update(picture())

        yield show
