"""Compiles what a command needs, with a progress bar."""

from collections.abc import Sequence

from tesserae.games.game import Game


def compile_games(chosen: Sequence[Game]) -> None:
    """Compile what is not in the cache, with a progress bar; does nothing if the compiler is switched off."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting the engine", total=None)
        import numba

        from tesserae.engine.warmup import is_warm, is_warm_now, jobs

        for game in chosen:
            if numba.config.DISABLE_JIT or is_warm(game.name):
                continue
            seats = game.seats[0]
            todo = list(jobs(game.blank(), game.encode(game.resolve({}, seats)), game.rules.OBSERVATION, seats))
            progress.reset(task, total=len(todo), description=f"compiling {game.title}, once")
            for name, job in todo:
                progress.update(task, description=f"compiling {game.title}, once: {name}")
                job()
                progress.advance(task)
            progress.console.print(f"{game.title} is compiled ({progress.tasks[0].elapsed:.0f} s).")
            is_warm_now(game.name)
