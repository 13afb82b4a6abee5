"""Compiling games: what a command needs, with a progress bar, and for developers what a package brings along."""

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tesserae.commands import Commands, add_command
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games import games
from tesserae.games.game import Game

if TYPE_CHECKING:
    from tesserae.engine.artefact import Compiled

ENGINE = "engine"  # the name of what all games share, among the names of games


def compile_games(chosen: Sequence[Game]) -> None:
    """Compile what does not come with the games and is not in the cache, first what people need; with a progress bar.
    Does nothing if the compiler is switched off."""
    from tesserae.engine import artefact, jit

    if jit.INTERPRETED:
        return
    cold = [artefact.of_package(game.package) for game in chosen]
    todo = [(one, part) for part in artefact.PARTS for one in cold if not one.ready(part)]
    if todo:
        _compile([(f"{part} of {one.package.rpartition('.')[2]}", one, part) for one, part in todo])


def _compile(todo: "list[tuple[str, Compiled, str]]") -> None:
    """Compile parts of games, two at a time. Ctrl-C ends all of it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from tesserae.engine import artefact
    from tesserae.workers import Closed

    ended = threading.Event()
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with (
        Progress(*columns, console=Console(stderr=True), transient=True) as progress,
        ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool,
    ):

        def run(title: str, one: "Compiled", part: str) -> None:
            task: Any = progress.add_task(f"compiling {title}, once", total=None)
            began = time.monotonic()

            def tell(done: int, steps: int, _: str) -> None:
                if ended.is_set():  # the worker was not there yet when all were given up
                    raise Closed
                progress.update(task, completed=done, total=steps)

            one.part(part, progress=tell)
            progress.remove_task(task)
            progress.console.print(f"{title} is compiled ({time.monotonic() - began:.0f} s).")

        try:
            for done in [pool.submit(run, *one) for one in todo]:
                done.result()
        except BaseException:
            ended.set()
            pool.shutdown(wait=False, cancel_futures=True)
            artefact.give_up()
            raise


def prepare() -> None:
    """Make all games native for this processor, after compiling those that have to be."""
    from tesserae.engine import artefact, jit

    if not jit.INTERPRETED:
        compile_games(games())
        for package in (artefact.SHARED, *(game.package for game in games())):
            artefact.of_package(package).load()


# --- For developers --------------------------------------------------------------------------------------------------


def add(commands: Commands) -> None:
    """The command `compile`."""
    parser = add_command(
        commands,
        "compile",
        "for authors of games: compile a game, for its package to bring along",
        "tesserae compile",
        "tesserae compile GAME",
        "tesserae compile --check",
        "tesserae compile GAME --wasm --output GAME.wasm",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "game", nargs="*", help=f"names of games, or {ENGINE}: what all games share (default: all that have changed)"
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--check", action="store_true", help="only say what has changed; the exit status is 1 then")
    kinds.add_argument(
        "--wasm", action="store_true", help="write one game as WebAssembly, as browsers get it from the server"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="with --wasm: where to (default: GAME.wasm)")


def _write_wasm(chosen: Sequence[str], output: Path | None) -> int:
    """Write the module of a game, and beside it the weights and the description, with the names of both."""
    from tesserae.bots.browser import files

    if len(chosen) != 1:
        raise BadOption("--wasm takes the name of one game")
    game = find(chosen[0])
    target = Path(f"{game.name}.wasm") if output is None else output
    if target.suffix != ".wasm":  # beside it are files with other endings
        raise BadOption("--output takes the name of a file that ends in .wasm")
    weights, description = target.with_suffix(".weights"), target.with_suffix(".json")
    compile_games([game])
    made = files(game)
    try:
        target.write_bytes(made.module.content)
        weights.write_bytes(made.weights.content)
        names = {"module": target.name, "weights": weights.name}
        description.write_text(json.dumps(made.description | names) + "\n", "utf-8")
    except OSError as error:
        raise BadOption(f"{target} cannot be written: {error}") from error
    kept = ((target, made.module), (weights, made.weights))
    for path, file in kept:
        print(f"{path}: {len(file.content) / 1000:.1f} kB, compressed {len(file.packed) / 1000:.1f} kB")
    print(f"{description}: what a loader must know of them")
    return 0


def run(options: argparse.Namespace) -> int:
    from tesserae.engine import artefact

    if options.wasm:
        return _write_wasm(options.game, options.output)
    if options.output is not None:
        raise BadOption("--output is for --wasm only")
    named = {name: artefact.SHARED if name == ENGINE else find(name).package for name in options.game}
    own = {game.name: game.package for game in games() if game.package.startswith("tesserae.")}
    changed = {name: (package, _why(package)) for name, package in (named or {ENGINE: artefact.SHARED, **own}).items()}
    todo = {name: package for name, (package, why) in changed.items() if why is not None}
    if options.check:
        for name in todo:
            print(f"{name}: {changed[name][1]}; run: tesserae compile {name}", file=sys.stderr)
        return 1 if todo else 0
    for name, package in (named or todo).items():
        began = time.perf_counter()
        target = artefact.stem(package)
        if not os.access(target.parent.parent, os.W_OK):
            raise BadOption(f"{target.parent} cannot be written")
        shared = package == artefact.SHARED
        artefact.build(package, "" if shared else f"{package}.rules", artefact.WHOLE, target)
        size = _size(target)
        print(f"{name} is compiled ({time.perf_counter() - began:.0f} s, {size} kB).", flush=True)
    if not named and not todo:
        print("Nothing has changed since it was compiled.")
    return 0


def _why(package: str) -> str | None:
    """Why a package has to be compiled; None if what it brings fits its sources."""
    from tesserae.engine import artefact

    try:
        artefact.fitting(artefact.stem(package), package, artefact.WHOLE)
    except FileNotFoundError:
        return "it has not been compiled"
    except artefact.Stale as error:
        return f"{error} since it was compiled"
    except artefact.BadArtefact as error:
        return f"what was compiled cannot be used, because {error}"
    return None


def _size(target: Path) -> int:
    from tesserae.engine import artefact

    return sum(file.stat().st_size for file in artefact.files(target)) // 1000
