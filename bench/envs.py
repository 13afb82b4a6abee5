"""The speed of the environments beside their peers, measured in one run: `python bench/envs.py`.

Peers: PettingZoo's connect four and chess (each if its packages are installed); Pgx on the processor and EnvPool, if
`pip install -r requirements/bench.in` has brought them. What is not there is left out, and said so. Every figure is the
best of several rounds, taken in turns, because the machine has other things to do; ratios are of figures of this run.
"""

import argparse
import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tesserae.envs import Batch, aec

GAMES, MANY = 1024, 8192  # in a batch; in one whose parts keep two threads busy for milliseconds
# Each with the least that is wanted, in million steps a second on one thread.
OURS: dict[str, tuple[str, dict[str, Any], float]] = {
    "Consequence": ("consequence", {}, 1.0),
    "Symbol Chain, 2 seats": ("symbol_chain", {}, 0.5),
    "Sequence, 2 seats": ("sequence", {}, 0.5),
    "Symbol, simple": ("symbol", {"edition": "simple"}, 0.5),
    "Symbol, full (choices)": ("symbol", {}, 1.0),
}
Work = Callable[[], int]  # does something, and returns how many steps that was


def best(works: dict[str, Work], rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Steps a second of each work, by the clock and by processor time; the best of some rounds, taken in turns."""
    by_clock, by_processor = dict.fromkeys(works, 0.0), dict.fromkeys(works, 0.0)
    for _ in track(range(rounds), "measuring", transient=True):
        for name, work in works.items():
            began, used = time.perf_counter(), time.process_time()
            steps = work()
            used, took = time.process_time() - used, time.perf_counter() - began
            by_clock[name] = max(by_clock[name], steps / took)
            by_processor[name] = max(by_processor[name], steps / used)
    return by_clock, by_processor


def compiled(batch: Batch, steps: int) -> Work:
    """Random choices made in compiled code."""

    def work() -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * batch.n

    work()
    return work


def any_legal(mask: Any, rng: np.random.Generator) -> Any:
    """A random choice that the mask allows, for each row, by NumPy."""
    games, choices = mask.shape
    legal = np.flatnonzero(mask)
    first = np.searchsorted(legal, np.arange(games + 1) * choices)
    return legal[first[:-1] + (rng.random(games) * np.diff(first)).astype(np.int64)] % choices


def from_python(batch: Batch, steps: int) -> Work:
    """Masks read in Python, and choices made there by NumPy."""
    rng = np.random.default_rng(1)

    def work() -> int:
        for _ in range(steps):
            batch.step(any_legal(batch.legal_action_mask, rng))
        return steps * batch.n

    work()
    return work


def turns(env: Any, count: int) -> Work:
    """The ordinary loop over the agents of PettingZoo, with random legal actions."""

    def work() -> int:
        done = 0
        while done < count:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                ended = terminated or truncated
                env.step(None if ended else random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                done += 1
        return done

    work()
    return work


def pettingzoo_peers(count: int) -> dict[str, Work]:
    found: dict[str, Work] = {}
    if find_spec("pygame"):
        from pettingzoo.classic import connect_four_v3

        found["PettingZoo connect four"] = turns(connect_four_v3.env(), count)
    if find_spec("pygame") and find_spec("chess"):
        from pettingzoo.classic import chess_v6

        found["PettingZoo chess"] = turns(chess_v6.env(), max(200, count // 10))
    return found


def pgx_peers(steps: int) -> dict[str, Work]:
    if not find_spec("pgx"):
        return {}
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    def peer(name: str, steps: int) -> Work:
        env = pgx.make(name)

        def step(state: Any, key: Any) -> Any:
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(key, logits, axis=-1)
            keys = jax.random.split(key, GAMES)
            return jax.vmap(auto_reset(env.step, env.init))(state, action, keys)

        jitted = jax.jit(step)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))
        keys = list(jax.random.split(jax.random.PRNGKey(1), steps))
        state = jax.block_until_ready(jitted(state, keys[0]))

        def work() -> int:
            now = state
            for key in keys:
                now = jitted(now, key)
            jax.block_until_ready(now)
            return steps * GAMES

        return work

    return {
        "Pgx connect four": peer("connect_four", steps),
        "Pgx Othello": peer("othello", max(5, steps // 4)),
        "Pgx Hex": peer("hex", max(5, steps // 4)),
    }


def envpool_peers(steps: int) -> dict[str, Work]:
    """They step in C++; random legal actions have to be chosen here."""
    if not find_spec("envpool"):
        return {}
    import envpool

    def peer(name: str) -> Work:
        env = envpool.make_gymnasium(name, num_envs=GAMES, num_threads=1)
        _, info = env.reset()
        masks = [info["legal_action_mask"]]
        rng = np.random.default_rng(1)

        def work() -> int:
            for _ in range(steps):
                *_, info = env.step(any_legal(masks[0], rng).astype(np.int32))
                masks[0] = info["legal_action_mask"]
            return steps * GAMES

        work()
        return work

    return {f"EnvPool {name}": peer(name) for name in ("ConnectFour-v1", "Othello-v1", "Hex-v1")}


def memory(batch: Batch) -> tuple[float, float]:
    """Bytes of a game beside what is observed, and of observation and mask."""
    arrays = [value for value in vars(batch).values() if isinstance(value, np.ndarray) and value.base is None]
    observed = batch._seen.observation.nbytes + batch._seen.mask.nbytes
    return (sum(array.nbytes for array in arrays) - observed) / batch.n, observed / batch.n


def versions() -> str:
    told = []
    for package in ("numba", "numpy", "pettingzoo", "gymnasium", "pgx", "jax", "envpool"):
        try:
            told.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            told.append(f"{package} not installed")
    return ", ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=100, help="of a whole batch, in one round")
    parser.add_argument("--processor", action="store_true", help="count processor time: for a machine that is busy")
    parser.add_argument("--only", default="", help="what has this text in its name, beside PettingZoo's games")
    options = parser.parse_args()
    ours = {name: what for name, what in OURS.items() if options.only in name}
    console = Console(width=120)
    console.print(f"{platform.machine()}, Python {platform.python_version()}, {versions()}")
    clock = "processor time, all threads together; the second thread by the clock" if options.processor else "clock"
    console.print(f"batches of {GAMES} games, best of {options.rounds} rounds, by the {clock}")

    works: dict[str, Work] = {}
    batches = {}
    for name, (game, given, _) in ours.items():
        console.print(f"  compiling {name} …")
        batches[name] = Batch(game, GAMES, seed=1, **given)
        works[f"{name}/1"] = compiled(batches[name], options.steps)
        works[f"{name}/2"] = compiled(Batch(game, GAMES, seed=1, threads=2, **given), options.steps)
        for threads in (1, 2):
            many = Batch(game, MANY, seed=1, threads=threads, **given)
            works[f"{name}/many/{threads}"] = compiled(many, max(5, options.steps * GAMES // MANY))
        works[f"{name}/python"] = from_python(Batch(game, GAMES, seed=1, **given), max(5, options.steps // 5))
        works[f"{name}/aec"] = turns(aec(game, **given), 10 * options.steps)
    peers = {
        **pettingzoo_peers(5 * options.steps),
        **(pgx_peers(options.steps) if options.only in "Pgx" else {}),
        **(envpool_peers(max(5, options.steps // 5)) if options.only in "EnvPool" else {}),
    }
    by_clock, by_processor = best(works | peers, options.rounds)
    figures = by_processor if options.processor else by_clock

    table = Table(
        *("random legal steps", "wanted", "million/s", "of it", "second thread", f"of {MANY:,}"),
        *("from Python", "bytes", "+ seen"),
    )
    for name, (_, _, wanted) in ours.items():
        one, python = figures[f"{name}/1"], figures[f"{name}/python"]
        second = by_clock[f"{name}/2"] / by_clock[f"{name}/1"] - 1
        of_many = by_clock[f"{name}/many/2"] / by_clock[f"{name}/many/1"] - 1
        beside, seen = memory(batches[name])
        table.add_row(
            name,
            f"{wanted:.1f}",
            f"{one / 1e6:.2f}",
            f"{one / wanted / 1e6:.2f}",
            f"{second:+.0%}",
            f"{of_many:+.0%}",
            f"{python / 1e3:,.0f} k",
            f"{beside:,.0f}",
            f"{seen:,.0f}",
        )
    console.print(table)

    four = figures.get("PettingZoo connect four")
    single = Table("one agent after the other", "thousand turns/s", "times connect four")
    for name in ours:
        turn = figures[f"{name}/aec"]
        single.add_row(f"{name}, AEC", f"{turn / 1e3:.1f}", f"{turn / four:.1f}" if four else "-")
        python = figures[f"{name}/python"]
        single.add_row(f"{name}, batch from Python", f"{python / 1e3:,.0f}", f"{python / four:.0f}" if four else "-")
    for name in peers:
        single.add_row(name, f"{figures[name] / 1e3:,.1f}", f"{figures[name] / four:.1f}" if four else "-")
    console.print(single)
    if not four:
        console.print("PettingZoo's classic games are not there: pip install -r requirements/bench.in")


if __name__ == "__main__":
    main()
