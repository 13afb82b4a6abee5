"""The speed of the engine beside OpenSpiel's, measured in one run: `make bench`.

The peers are OpenSpiel games (C++) driven the ordinary way from Python: legal_actions, a random choice, apply_action.
Every figure is the best of several rounds, because the machine has other things to do.
"""

import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

import tesserae
from tesserae.engine import door
from tesserae.engine.playouts import playouts
from tesserae.engine.rng import seed_rng
from tesserae.state import State

ROUNDS = 7
PEERS = ("tic_tac_toe", "phantom_ttt", "connect_four", "breakthrough")


def best(works: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Seconds for one unit of each work, which returns how many units it did; the best of ROUNDS, taken in turns."""
    fastest = dict.fromkeys(works, float("inf"))
    for _ in track(range(ROUNDS), "measuring", transient=True):
        for name, work in works.items():
            began = time.perf_counter()
            units = work()
            fastest[name] = min(fastest[name], (time.perf_counter() - began) / units)
    return fastest


def peer(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)

    def play() -> int:
        actions = 0
        while actions < 100_000:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                actions += 1
        return actions

    return play


def batch(state: State, games: int, threads: int) -> Callable[[], int]:
    def play() -> int:
        return int(playouts(np.repeat(state.raw(), games), state.seats, 1, threads).lengths.sum())

    return play


def positions(state: State, n: int) -> list[State]:
    """The game at n moments of random play."""
    chance = random.Random(1)
    found: list[State] = []
    while len(found) < n:
        game = state.copy()
        while game.actors and len(found) < n:
            found.append(game.copy())
            seat = game.actors[0]
            game.act(seat, chance.choice(game.legal(seat)))
    return found


def per_call(games: list[State]) -> dict[str, Callable[[], int]]:
    """What one call from Python costs, over many positions."""
    chance = random.Random(2)
    rng = np.zeros(4, np.int64)
    seed_rng(rng, 1, 0)
    chosen = [(game, game.actors[0], chance.choice(game.legal(game.actors[0]))) for game in games]
    hidden = [(game.hidden(seat), seat) for game, seat, _ in chosen]

    def legal() -> int:
        for game, seat, _ in chosen:
            game.legal(seat)
        return len(chosen)

    def act() -> int:
        for (_, seat, action), copy in zip(chosen, [game.copy() for game in games], strict=True):
            copy.act(seat, action)
        return len(chosen)

    def copy() -> int:
        for game in games:
            game.copy()
        return len(games)

    def hide() -> int:
        for game, seat, _ in chosen:
            game.hidden(seat)
        return len(chosen)

    def imagine() -> int:
        for array, seat in hidden:
            door.imagine(array.copy(), seat, rng)
        return len(hidden)

    return {"legal": legal, "copy + act": act, "copy": copy, "copy + hide": hide, "copy + imagine": imagine}


def main() -> None:
    console = Console(width=100)
    versions = ", ".join(f"{package} {version(package)}" for package in ("numba", "open_spiel"))
    console.print(f"{platform.machine()}, Python {platform.python_version()}, {versions}")
    state = tesserae.start("consequence", seed=1)
    playouts(np.repeat(state.raw(), 2), 2, 1, 2)
    figures = best(
        {f"OpenSpiel {name}, from Python": peer(name) for name in PEERS}
        | {f"Consequence, compiled, {n} thread{'s' * (n > 1)}": batch(state, 20_000, n) for n in (1, 2)}
    )
    fastest = min(seconds for name, seconds in figures.items() if name.startswith("OpenSpiel"))
    table = Table("random playouts", "ns an action", "million actions/s", "times the fastest peer")
    for name, seconds in figures.items():
        table.add_row(name, f"{seconds * 1e9:,.0f}", f"{1e-6 / seconds:.2f}", f"{fastest / seconds:.1f}")
    console.print(table)
    one, two = (figures[f"Consequence, compiled, {n}"] for n in ("1 thread", "2 threads"))
    console.print(f"The second thread adds {one / two - 1:.0%}.")
    calls = Table("one call from Python (Consequence)", "µs")
    for name, seconds in best(per_call(positions(state, 2_000))).items():
        calls.add_row(name, f"{seconds * 1e6:.2f}")
    console.print(calls)


if __name__ == "__main__":
    main()
