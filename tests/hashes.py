"""Plays the same seeded games of every kind and prints a hash of the state after every action, and of what else
compiled code computes: `python -m tests.hashes SEEDS [GAME …]`.

However the code was compiled, and without the compiler, the output must be the same (tests/test_jit.py).
"""

import hashlib
import sys
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

import tesserae
from tesserae.bots import levels
from tesserae.engine import contract, ordering
from tesserae.engine.alphabeta import AlphaBeta, AlphaBetaSettings
from tesserae.engine.jit import Ints, States
from tesserae.engine.playouts import playouts
from tesserae.engine.search import Mcts, MctsSettings, Mind
from tesserae.engine.searches import Task
from tesserae.envs import Batch
from tesserae.games import game as find
from tesserae.games import names
from tesserae.games.game import Game
from tests.walks import generator, variants

LONGEST = 150  # actions of a game; with the JIT off they take a while
THOUGHTS = 10  # in as many games of each kind there are searches
SCRATCH = ("out", "aspects")  # what a search has for its work has no contents in the beginning


def main(seeds: int, chosen: list[str]) -> None:
    for game in map(find, chosen or names()):
        for seed, seats, options in tables(game, seeds):
            state = tesserae.start(game.name, seats, seed, **options)
            many = [batches(game, seats, seed, options), played_out(state.raw(), seats)] if seed < THOUGHTS else []
            print(game.name, seats, options, *walk(game, state.raw(), seats, seed), *many)


def tables(game: Game, seeds: int) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Seeds, seats and options: with each number of them the options in turn, and as many games of each preset."""
    for seats in sorted({game.seats[0], game.seats[-1]}):
        for seed, options in zip(range(seeds), variants(game, seats), strict=False):
            yield seed, seats, options
    for preset in game.presets[1:] if seeds < THOUGHTS else game.presets:
        for seed in range(seeds if seeds >= THOUGHTS else 1):
            yield seed, preset.seats or game.seats[0], dict(preset.options)


def walk(game: Game, array: States, seats: int, seed: int) -> Iterator[str]:
    """A random game: each state, now and then all of the contract, and searches."""
    rng, out = generator(seed), np.empty(4096, np.int64)
    for step in range(LONGEST):
        if contract.over(array):
            break
        if step % 10 == 0:
            yield digest(game, array, step % seats, rng)
        if step % 50 == 0 and seed < THOUGHTS:
            yield thoughts(game, array, seats, rng)
        actors = contract.actors(array)
        seat = [one for one in range(seats) if actors >> one & 1][step % actors.bit_count()]
        action = contract.random_action(array, seat, rng, out)
        assert contract.act(array, seat, action, out)
        yield f"{zlib.crc32(array.tobytes()):08x}"
    result = np.zeros(seats)
    contract.returns(array, result)
    yield str(result.tolist())


def digest(game: Game, array: States, seat: int, rng: Ints) -> str:
    """All the rest of the contract, in one hash."""
    total = hashlib.sha256()
    out = np.zeros(4096, np.int64)
    n = contract.legal(array, seat, out)
    total.update(out[:n].tobytes())
    codes = out[:n].tolist()
    n = contract.legal_at(array, seat, 3, out)
    total.update(out[:n].tobytes())
    opinion = np.zeros(12)
    contract.evaluate(array, opinion)
    total.update(opinion.tobytes())
    urgencies = [ordering.urgency(array, seat, action) for action in codes]
    total.update(f"{ordering.key(array)} {urgencies}".encode())
    if codes:  # the seat may act
        total.update(str(contract.obvious(array, seat)).encode())
        for fill in (ordering.loud, ordering.promising):
            n = fill(array, seat, out)
            total.update(np.sort(out[:n]).tobytes())
    places, amounts = np.zeros(4096, np.int64), np.zeros(4096, np.float32)
    n = contract.inputs(array, seat, places, amounts)
    total.update(places[:n].tobytes() + amounts[:n].tobytes())
    hidden = array.copy()
    contract.hide(hidden, seat)
    total.update(hidden.tobytes())
    seen = np.zeros(int(np.prod(game.rules.OBSERVATION)))
    contract.observe(hidden, seat, seen)
    total.update(seen.tobytes())
    blurred = hidden.copy()
    contract.forget(blurred, seat, 3, rng)
    total.update(blurred.tobytes())
    contract.imagine(hidden, seat, rng)
    total.update(hidden.tobytes())
    return total.hexdigest()[:12]


def thoughts(game: Game, array: States, seats: int, rng: Ints) -> str:
    """A short search by the last of the actors, with everything that a search can do, alpha-beta search where bots use
    it, and a bot of the strongest level: what they find, and all that they have noted."""
    seat = contract.actors(array).bit_length() - 1
    hidden = array.copy()
    contract.hide(hidden, seat)
    task = Task(hidden, seat, seats, rng, nodes=500)
    search = Mcts(task, MctsSettings(Mind(sieve=2, whole=10, plies=5), span=4))
    search.run(30)
    total = hashlib.sha256(repr(search.found()).encode())
    note(search, total)
    if isinstance(levels.settings(game, "grandmaster", hidden), AlphaBetaSettings):
        deep = AlphaBeta(task, AlphaBetaSettings())
        deep.run(50)
        total.update(repr(deep.found()).encode())
        note(deep, total)
    state = tesserae.State(game, seats, {}, 0, array, None)
    thinker = tesserae.bot(game.name, "grandmaster", simulations=20, seed=3)
    total.update(repr(thinker.think(state, seat)).encode())
    return total.hexdigest()[:12]


def note(thing: Any, total: Any) -> None:
    """All arrays that a search works with: of its trees the nodes and their sums, tables, worlds and generators."""
    if isinstance(thing, np.ndarray):
        total.update(thing.tobytes())
    elif hasattr(thing, "_fields"):
        for name in thing._fields:
            if name not in SCRATCH:
                note(getattr(thing, name), total)
    elif isinstance(thing, list | tuple):
        for one in thing:
            note(one, total)
    elif hasattr(thing, "__dict__"):
        for name in sorted(vars(thing)):
            note(vars(thing)[name], total)


def played_out(array: States, seats: int) -> str:
    states = np.repeat(array, 2)
    done = playouts(states, seats, seed=5)
    parts = (states, done.results, done.lengths, done.branching)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:12]


def batches(game: Game, seats: int, seed: int, options: dict[str, Any]) -> str:
    """Some steps of two games together, with everything that an environment shows."""
    batch, total = Batch(game.name, 2, seats=seats, seed=seed, **options), hashlib.sha256()
    for _ in range(6):
        batch.step(batch.sample())
        shown = (batch.observation, batch.legal_action_mask, batch.current_player, batch.rewards, batch.terminated)
        for array in (*shown, batch.state(0).raw(), batch.state(1).raw()):
            total.update(array.tobytes())
    return total.hexdigest()[:12]


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
