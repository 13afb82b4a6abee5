"""Compare the compiled rules with the naive ones at length: `python -m tests.games.symbol.long_run 1000000 [seed]`."""

import random
import sys
import time
from typing import Any

import tesserae
from tests.games.symbol.naive import Naive
from tests.games.symbol.wild import wild_position

STEPS = 6  # compared in a row from each wild position


def same(state: tesserae.State, naive: Naive) -> None:
    """Both games stand the same, and offer the same actions."""
    exported = state.export()
    step = exported.pop("step", None)
    snapshot = naive.snapshot()
    for field in ("turn", "board", "reserve", "quiet", "outcome"):
        if field == "turn" and exported["outcome"]:
            continue  # it means nothing any more
        assert exported[field] == snapshot[field], (field, exported, snapshot)
    if state.outcome is None:
        (seat,) = state.actors
        assert set(state.legal(seat)) == naive.legal(), (exported, step)


def compare(rng: random.Random, steps: int = STEPS) -> int:
    """Play a few random actions from a wild position in both; returns how many positions were compared."""
    position: dict[str, Any] = wild_position(rng)
    state, naive = tesserae.load(position), Naive.load(position)
    trail: list[str] = []
    try:
        same(state, naive)
        for done in range(steps):
            if state.outcome is not None:
                return done + 1
            seat = state.actors[0]
            trail.append(rng.choice(state.legal(seat)))
            state.act(seat, trail[-1])
            naive.act(trail[-1])
            same(state, naive)
    except Exception as error:
        error.add_note(f"from {position} by {trail}")
        raise
    return steps + 1


def main() -> None:
    wanted, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    rng = random.Random(seed)
    began = time.monotonic()
    positions = games = 0
    while positions < wanted:
        positions += compare(rng)
        games += 1
        if games % 5_000 == 0:
            print(f"{positions} so far, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{positions} positions of {games} games agree, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
