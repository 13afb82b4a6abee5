"""The speed of the search in every game: `python bench/search.py`."""

import random
import time
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import tesserae
from tesserae.state import State

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("consequence", 2, {}),
    ("symbol", 2, {"edition": "simple"}),
    ("symbol", 2, {"edition": "full"}),
    ("sequence", 2, {}),
    ("sequence", 12, {}),
    ("symbol_chain", 2, {}),
]
OPENING, SIMULATIONS, POSITIONS = 12, 8000, 8


def openings(name: str, seats: int, options: dict[str, Any]) -> Iterator[State]:
    """Games after a few random actions, as far as they are not over."""
    for seed in count():
        state, chance = tesserae.start(name, seats, seed, **options), random.Random(seed)
        while state.actors and len(state.history) < OPENING:
            state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
        if state.actors:
            yield state


def speed() -> None:
    """Simulations of a master in a second of processor time."""
    for name, seats, options in TABLES:
        spent = 0.0
        for state in islice(openings(name, seats, options), POSITIONS):
            tesserae.bot(name, "master", simulations=1).choose(state, state.actors[0])  # compiles
            master = tesserae.bot(name, "master", simulations=SIMULATIONS, seed=1)
            began = time.process_time()
            master.think(state, state.actors[0])
            spent += time.process_time() - began
        print(
            f"{name}, {seats} seats {options or ''}: {POSITIONS * SIMULATIONS / spent:,.0f} simulations/s", flush=True
        )


if __name__ == "__main__":
    speed()
