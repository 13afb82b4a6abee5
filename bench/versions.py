"""This tree beside another one, such as a clone of an older commit: `python bench/versions.py CLONE`.

Both are asked in turns for the same work: random playouts, searches of the bots, batches of the environments, and
single calls from Python. Measured is processor time, and the best of several rounds counts, because the machine has
other things to do. Each tree has its own cache of compiled code, in `build/versions`.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 7
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Symbol, full": ("symbol", 2, {}),
    "Symbol, simple": ("symbol", 2, {"edition": "simple"}),
    "Consequence": ("consequence", 2, {}),
    "Sequence": ("sequence", 2, {}),
    "Symbol Chain": ("symbol_chain", 2, {}),
}
BOTS = ("plain", "master", "grandmaster")
OPENING, POSITIONS, SIMULATIONS = 12, 4, 2_000
PLAYED, CALLS = 500, 200
Work = Callable[[], int]  # does something, and returns how many units of it


# --- In the process of one of the trees ------------------------------------------------------------------------------


def openings(name: str, seats: int, options: dict[str, Any]) -> list[Any]:
    """Games after a few random actions, with something to choose."""
    import tesserae

    def some() -> Any:
        for seed in count():
            state, chance = tesserae.start(name, seats, seed, **options), random.Random(seed)
            while state.actors and len(state.history) < OPENING:
                state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
            if state.actors and len(state.legal(state.actors[0])) > 1:
                yield state

    return list(islice(some(), POSITIONS))


def works(label: str) -> dict[str, Work]:
    """All that is measured of a game; the first call of each gets everything ready."""
    import numpy as np

    import tesserae
    from tesserae.engine.playouts import playouts
    from tesserae.envs import Batch
    from tesserae.lab.players import player

    # Older trees have a module of its own for what Python calls.
    calling: Any = import_module("tesserae.engine." + ("door" if find_spec("tesserae.engine.door") else "contract"))
    name, seats, options = GAMES[label]
    states = openings(name, seats, options)
    chosen = [(s, s.actors[0], s.legal(s.actors[0])[0], s.raw()) for s in states]
    out = np.empty(1 << 16, np.int64)
    batch = Batch(name, 256, seed=1, **options)

    def play() -> int:
        start = tesserae.start(name, seats, 1, **options).raw()
        return int(playouts(np.repeat(start, PLAYED), seats, 1).lengths.sum())

    def search(kind: str) -> Work:
        def work() -> int:
            thinkers = [player(kind).sit(name, {"simulations": SIMULATIONS}, seed=1) for _ in states]
            return sum(
                one.think(state, state.actors[0]).simulations for one, state in zip(thinkers, states, strict=True)
            )

        return work

    def steps() -> int:
        for _ in range(40):
            batch.step(batch.sample())
        return 40 * batch.n

    def calls(each: Callable[[Any, int, str, Any], object]) -> Work:
        def work() -> int:
            for _ in range(CALLS):
                for one in chosen:
                    each(*one)
            return CALLS * len(chosen)

        return work

    return {
        "playouts, ns an action": play,
        **{f"{kind}, µs a simulation": search(kind) for kind in BOTS},
        "environments, ns a step": steps,
        "copy + act, µs": calls(lambda state, seat, action, _: state.copy().act(seat, action)),
        "legal (codes), µs": calls(lambda _, seat, __, array: calling.legal(array, seat, out)),
        "legal (texts), µs": calls(lambda state, seat, _, __: state.legal(seat)),
    }


def child() -> None:
    """Answers each line, a game and a kind of work, with the seconds of one unit."""
    made: dict[str, dict[str, Work]] = {}
    for line in sys.stdin:
        label, kind = json.loads(line)
        if label not in made:
            made[label] = works(label)
            for work in made[label].values():
                work()
        began = time.process_time()
        units = made[label][kind]()
        print(json.dumps((time.process_time() - began) / units), flush=True)


# --- Here ------------------------------------------------------------------------------------------------------------

KINDS = (
    "playouts, ns an action",
    *(f"{kind}, µs a simulation" for kind in BOTS),
    "environments, ns a step",
    "copy + act, µs",
    "legal (codes), µs",
    "legal (texts), µs",
)


class Tree:
    """A process with the package of a tree."""

    def __init__(self, root: Path, number: int) -> None:
        cache = ROOT / "build" / "versions" / str(number)
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "XDG_CACHE_HOME": str(cache)}
        command = [sys.executable, __file__, "--child", str(root)]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root
        )

    def seconds(self, label: str, kind: str) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([label, kind]) + "\n")
        self.process.stdin.flush()
        return float(json.loads(self.process.stdout.readline()))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("clone", type=Path, help="the other tree, with its sources in src/")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--game", action="append", choices=GAMES, help="only these")
    options = parser.parse_args()
    if options.child:
        child()
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("", "that tree", "this tree", "times as fast")
    trees = [Tree(options.clone.resolve(), 0), Tree(ROOT, 1)]
    for label in options.game or GAMES:
        for kind in KINDS:
            rounds = [[tree.seconds(label, kind) for tree in trees] for _ in range(ROUNDS)]
            best = [min(times) for times in zip(*rounds, strict=True)]
            scale = 1e9 if " ns " in kind else 1e6
            row = [f"{label}: {kind}", *(f"{scale * one:.2f}" for one in best), f"{best[0] / best[1]:.2f}"]
            print(*row, sep="  ", flush=True)
            table.add_row(*row)
    for tree in trees:
        tree.process.communicate()
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
