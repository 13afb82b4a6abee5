"""Random legal play to the end, many games at once, on several threads without the GIL."""

from dataclasses import dataclass

import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Floats2, Ints, Record, States, heavy, lean
from tesserae.engine.rng import one_of, seed_rng
from tesserae.engine.threads import side_by_side

ROOM = 4096  # entries of the scratch list; a game whose legal list can be longer brings its own `pick`


@dataclass(frozen=True)
class Playouts:
    """The outcome of each game, in the order of the given states."""

    results: Floats2  # (games, seats)
    lengths: Ints  # actions until the end
    branching: Ints  # the sum of the numbers of legal actions over all decisions of a game


@lean
def playout(s: Record, rng: Ints, out: Ints) -> tuple[int, int]:
    """Play one game to its end in place; returns the number of actions, and the sum of the legal actions at each."""
    length = 0
    branching = 0
    while not contract.over(s):
        seat = one_of(contract.actors(s), rng)
        action, n = contract.pick(s, seat, rng, out)
        contract.apply(s, seat, action)
        length += 1
        branching += n
    return length, branching


@heavy
def _batch(
    states: States, first: int, seed: int, results: Floats2, lengths: Ints, branching: Ints, rng: Ints, out: Ints
) -> None:
    """Play these states, the first of which has this number. `rng` and `out` are room: arrays made here would have
    their references counted in each call of the rules."""
    for i in range(len(states)):
        seed_rng(rng, seed, first + i)
        s = states[i]
        lengths[i], branching[i] = playout(s, rng, out)
        contract.returns(s, results[i])


def playouts(states: States, seats: int, seed: int = 0, threads: int = 1) -> Playouts:
    """Play every state of the array to its end, in place. The outcome depends on `seed`, not on `threads`."""
    games = len(states)
    results = np.zeros((games, seats), np.float64)
    lengths = np.zeros(games, np.int64)
    branching = np.zeros(games, np.int64)
    # More parts than threads, so that no thread waits long for the last part.
    parts = 1 if threads == 1 else min(games, threads * 8)
    edges = np.linspace(0, games, parts + 1).astype(np.int64)

    def run(part: int) -> None:
        first, last = int(edges[part]), int(edges[part + 1])
        own = slice(first, last)
        rng, out = np.empty(4, np.int64), np.empty(ROOM, np.int64)
        _batch(states[own], first, seed, results[own], lengths[own], branching[own], rng, out)

    side_by_side(run, parts, threads)
    return Playouts(results, lengths, branching)
