"""Compiles what a command needs, with a progress bar."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence

from tesserae.games import game as find
from tesserae.games.game import Game


def compile_games(chosen: Sequence[Game]) -> None:
    """Compile what is not in the cache, several games at the same time, with a progress bar; does nothing if the
    compiler is switched off."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting the engine", total=None)
        import numba

        from tesserae.engine.cache import is_warm

        cold = [game for game in chosen if not numba.config.DISABLE_JIT and not is_warm(game.name)]

        def tell(title: str, seconds: float) -> None:
            progress.console.print(f"{title} is compiled ({seconds:.0f} s).")

        if len(cold) == 1:

            def show(step: str, done: int, steps: int) -> None:
                progress.update(task, completed=done, total=steps, description=f"compiling {title}, once: {step}")

            title = cold[0].title
            tell(title, _compile(cold[0], show))
        elif cold:
            titles = ", ".join(game.title for game in cold)
            progress.update(task, total=len(cold), description=f"compiling {titles}, once")
            processes = min(len(cold), os.cpu_count() or 1)
            with multiprocessing.get_context("spawn").Pool(processes, _ignore_ctrl_c) as pool:  # ended with this block
                for title, seconds in pool.imap_unordered(_compile_named, [game.name for game in cold]):
                    tell(title, seconds)
                    progress.advance(task)


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _compile(game: Game, show: Callable[[str, int, int], None]) -> float:
    """Compile a game, and show each step; returns how many seconds that took."""
    from tesserae.engine.cache import is_warm_now
    from tesserae.engine.warmup import jobs

    began = time.monotonic()
    seats = game.seats[0]
    todo = list(jobs(game.blank(), game.encode(game.resolve({}, seats)), game.rules.OBSERVATION, seats))
    for number, (step, job) in enumerate(todo):
        show(step, number, len(todo))
        job()
    is_warm_now(game.name)
    return time.monotonic() - began


def _compile_named(name: str) -> tuple[str, float]:
    """The same in another process; returns the title, too."""
    game = find(name)
    return game.title, _compile(game, lambda step, done, steps: None)
