"""Compiled code in several threads: the same results as one after the other, and others go on meanwhile."""

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.engine.jit import Floats2, Ints, States
from tesserae.engine.playouts import _batch, playouts
from tesserae.engine.search import Mcts, MctsSettings, Mind
from tesserae.engine.searches import Task
from tesserae.envs import Batch
from tesserae.games import games
from tests.walks import generator

GAMES = [game.name for game in games()]


@pytest.fixture
def impatient() -> Iterator[None]:
    """Python changes from thread to thread all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def work(game: str, seed: int) -> list[bytes]:
    """A random game, and on the way a search, playouts and a batch."""
    state = tesserae.start(game, seed=seed)
    array, rng, out, found = state.raw(), generator(seed), np.empty(4096, np.int64), []
    for step in range(60):
        if contract.over(array):
            break
        seat = contract.actors(array).bit_length() - 1
        if step % 20 == 5:
            found.append(thought(array, seat, state.seats, rng))
            many = np.repeat(array, 3)
            found.append(playouts(many, state.seats, seed).lengths.tobytes() + many.tobytes())
        assert contract.act(array, seat, contract.random_action(array, seat, rng, out), out)
        found.append(array.tobytes())
    batch = Batch(game, 3, seed=seed)
    for _ in range(5):
        batch.step(batch.sample())
        found.append(batch.observation.tobytes() + batch.legal_action_mask.tobytes())
    return found


def thought(array: States, seat: int, seats: int, rng: Ints) -> bytes:
    hidden = array.copy()
    contract.hide(hidden, seat)
    search = Mcts(Task(hidden, seat, seats, rng, nodes=300), MctsSettings(Mind(plies=4)))
    search.run(200)
    return repr(search.found()).encode()


@pytest.mark.usefixtures("impatient")
def test_side_by_side_as_one_after_the_other() -> None:
    """All games at once, in more threads than there are cores."""
    jobs = [(game, seed) for seed in range(4) for game in GAMES]
    alone = [work(*job) for job in jobs]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(work, *zip(*jobs, strict=True)))
    assert together == alone


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_other_threads_go_on_while_games_are_played_out(game: str) -> None:
    """This thread sees the first games finished, and the last one not yet: so it ran in the middle of the call. On a
    busy machine it may come too late, and tries it again. If the call kept others waiting, it would always be late."""
    start = tesserae.start(game, seed=1)
    number = 2000
    for attempt in count(1):
        states: States = np.repeat(start.raw(), number)
        results: Floats2 = np.zeros((number, start.seats))
        lengths, branching = np.zeros(number, np.int64), np.zeros(number, np.int64)
        rng, out = np.empty(4, np.int64), np.empty(4096, np.int64)
        given = (states, 0, attempt, results, lengths, branching, rng, out)
        thread = threading.Thread(target=_batch, args=given)
        thread.start()
        while lengths[0] == 0:
            pass
        between = lengths[-1] == 0
        thread.join()
        assert lengths[-1] > 0
        if between:
            return
        number = min(number * 2, 200_000)
        assert attempt < 30
