"""Compiled batches of random games."""

import random
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.engine.jit import States
from tesserae.engine.playouts import ROOM, playouts
from tesserae.engine.rng import below, seed_rng
from tesserae.games import game

GAME = game("consequence")


def starts(games: int, **options: Any) -> States:
    states = np.zeros(games, GAME.rules.STATE)
    for i in range(games):
        one = tesserae.start(GAME.name, seed=i, **options)
        states[i] = one.raw()[0]
    return states


def replay(array: States, seed: int, index: int) -> tuple[int, int, list[float]]:
    """One game of a batch once more, from Python, with the same generator."""
    s = array[0]
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, index)
    out = np.empty(ROOM, np.int64)
    length = branching = 0
    while not contract.over(s):
        seats = [seat for seat in range(12) if contract.actors(s) >> seat & 1]
        seat = seats[below(rng, len(seats))] if len(seats) > 1 else seats[0]
        action, n = contract.pick(s, seat, rng, out)
        assert n == contract.legal(s, seat, out)
        contract.apply(s, seat, action)
        length, branching = length + 1, branching + n
    results = np.zeros(2)
    contract.returns(s, results)
    return length, branching, results.tolist()


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_the_result_does_not_depend_on_threads(threads: int) -> None:
    one, many = starts(50), starts(50)
    first, second = playouts(one, 2, seed=4), playouts(many, 2, seed=4, threads=threads)
    assert (first.results == second.results).all()
    assert (first.lengths == second.lengths).all()
    assert (first.branching == second.branching).all()
    assert one.tobytes() == many.tobytes()


def test_the_result_depends_on_the_seed() -> None:
    assert (playouts(starts(50), 2, seed=4).lengths != playouts(starts(50), 2, seed=5).lengths).any()


@pytest.mark.parametrize("options", [{}, {"row_min": 3}])
def test_lengths_and_branching_equal_a_replay_from_python(options: dict[str, Any]) -> None:
    states = starts(8, **options)
    again = states.copy()
    found = playouts(states, 2, seed=6)
    for i in range(8):
        length, branching, results = replay(again[i : i + 1], 6, i)
        assert (length, branching, results) == (found.lengths[i], found.branching[i], found.results[i].tolist())
    assert states.tobytes() == again.tobytes()


def test_games_given_in_the_middle_go_on_from_there() -> None:
    chance = random.Random(2)
    states = np.zeros(12, GAME.rules.STATE)
    left = []
    for i in range(12):
        state = tesserae.start("consequence", seed=i)
        for _ in range(i * 2):
            if state.actors:
                state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
        states[i] = state.raw()[0]
        left.append(bool(state.actors))
    again = states.copy()
    found = playouts(states, 2, seed=1, threads=2)
    assert all(contract.over(s) for s in states)
    for i in range(12):
        assert (found.lengths[i] > 0) == left[i]
        assert replay(again[i : i + 1], 1, i)[0] == found.lengths[i]


def test_a_finished_game_keeps_its_result() -> None:
    states = starts(3)
    first = playouts(states, 2, seed=1)
    second = playouts(states, 2, seed=2)
    assert (second.lengths == 0).all()
    assert (second.results == first.results).all()


def test_an_empty_batch() -> None:
    for threads in (1, 2):
        found = playouts(starts(0), 2, threads=threads)
        assert found.results.shape == (0, 2)


def test_random_play_is_the_same_through_the_whole_api() -> None:
    """The results are those of the outcome."""
    states = starts(20)
    found = playouts(states, 2, seed=3)
    for i in range(20):
        outcome = GAME.position.outcome(states[i : i + 1])
        expected = [0.0, 0.0] if not outcome.winners else [1.0 if s in outcome.winners else -1.0 for s in range(2)]
        assert found.results[i].tolist() == expected
