"""The speed of the engine beside OpenSpiel's, measured in one run: `make bench`.

The peers are OpenSpiel games (C++) driven the ordinary way from Python: legal_actions, a random choice, apply_action.
Every figure is the best of several rounds, because the machine has other things to do.
"""

import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

import tesserae
from tesserae.engine import contract
from tesserae.engine.playouts import playouts
from tesserae.engine.rng import seed_rng
from tesserae.games import NAMES
from tesserae.state import State, duplicate

ROUNDS = 7
# Each game with the peers it is compared with: OpenSpiel games of about its size or kind.
OURS: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "Consequence": ("consequence", {}, ("tic_tac_toe", "phantom_ttt", "connect_four", "breakthrough")),
    "Symbol, simple edition": ("symbol", {"edition": "simple"}, ("breakthrough", "chess", "quoridor")),
    "Symbol, full edition": ("symbol", {"edition": "full"}, ("breakthrough", "chess", "quoridor")),
    "Sequence, 2 players": ("sequence", {}, ("gin_rummy", "connect_four", "hex")),
    "Symbol Chain, 2 players": ("symbol_chain", {}, ("gin_rummy", "connect_four", "hex")),
}
ACTIONS = 300_000  # about so many in one round of a compiled batch, a tenth of it in one of a peer


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
        while actions < ACTIONS // 10:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                actions += 1
        return actions

    return play


def batch(state: State, threads: int) -> Callable[[], int]:
    sample = playouts(np.repeat(state.raw(), 50), state.seats, 1, threads)  # compiles, and tells how long a game is
    games = max(100, int(ACTIONS / sample.lengths.mean()))

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
            contract.imagine(duplicate(array), seat, rng)
        return len(hidden)

    return {"legal": legal, "copy + act": act, "copy": copy, "copy + hide": hide, "copy + imagine": imagine}


def main() -> None:
    console = Console(width=110)
    versions = ", ".join(f"{package} {version(package)}" for package in ("numba", "open_spiel"))
    console.print(f"{platform.machine()}, Python {platform.python_version()}, {versions}")
    states = {
        name: tesserae.start(game, seed=1, **options) for name, (game, options, _) in OURS.items() if game in NAMES
    }
    peers = sorted({name for ours in states for name in OURS[ours][2]})
    works = {name: peer(name) for name in peers}
    for name, state in states.items():
        console.print(f"  compiling {name} …")
        works |= {f"{name}/{threads}": batch(state, threads) for threads in (1, 2)}
    figures = best(works)

    table = Table("random playouts", "ns an action", "million actions/s", "times its fastest peer", "second thread")
    for name in peers:
        table.add_row(f"{name} (OpenSpiel)", f"{figures[name] * 1e9:,.0f}", f"{1e-6 / figures[name]:.2f}")
    for name in states:
        one, two = figures[f"{name}/1"], figures[f"{name}/2"]
        fastest = min(figures[peer] for peer in OURS[name][2])
        table.add_row(
            name,
            f"{one * 1e9:,.0f}",
            f"{1e-6 / one:.2f}",
            f"{fastest / one:.1f}",
            f"{one / two - 1:+.0%}",
        )
    console.print(table)

    calls = Table("one call from Python, µs", *states)
    columns = [best(per_call(positions(state, 1_000))) for state in states.values()]
    for name in columns[0]:
        calls.add_row(name, *(f"{column[name] * 1e6:.2f}" for column in columns))
    console.print(calls)


if __name__ == "__main__":
    main()
