"""Quick games to learn from: a function of the job, with samples of both sides, and something to be learned from."""

import numpy as np
import pytest

from tesserae.engine import contract
from tesserae.engine.net import NONE, Net
from tesserae.games import game as find
from tesserae.lab.quick import TRACE
from tesserae.lab.selfplay import Lesson, learn, quick
from tesserae.lab.training import Samples, fresh, loss, train

GAME = "sequence"
INPUTS = contract.inputs_of(find(GAME).rules.STATE)


def samples(net: Net, number: int = 0, games: int = 6, seats: int | None = None) -> Samples:
    job = Lesson(number, games, GAME, {}, seats, 5, 2, net)
    came, found = learn(job)
    assert came == number
    return found


def test_they_are_for_games_whose_bots_race() -> None:
    assert quick(find(GAME))
    assert not quick(find("symbol"))


def test_the_samples_follow_from_the_job() -> None:
    net = fresh(INPUTS, 8, 1)
    found = samples(net)
    for one, two in zip(found, samples(net), strict=True):
        np.testing.assert_array_equal(one, two)
    apart = samples(net, 0, 3), samples(net, 3, 3)
    np.testing.assert_array_equal(found.places, np.concatenate([part.places for part in apart]))
    np.testing.assert_array_equal(found.values, np.concatenate([part.values for part in apart]))
    assert set(found.games.tolist()) == set(range(6))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_sides_see_every_position(seats: int) -> None:
    found = samples(fresh(INPUTS, 8, 2), seats=seats)
    assert found.size % 2 == 0
    assert len(found.begins) == found.size + 1
    assert found.begins[-1] == len(found.places) == len(found.amounts)
    assert 0 <= found.places.min() <= found.places.max() < INPUTS
    one, two = found.results[::2], found.results[1::2]
    assert set((one + two).tolist()) <= {0.0, -2.0}  # of three sides two lose
    assert np.abs(found.values).max() <= 1.0
    for number in range(6):
        of_one = found.games == number
        np.testing.assert_array_equal(found.values[of_one][-2:], found.results[of_one][-2:])  # nothing comes later
        if of_one.sum() > 2:
            assert np.all(np.abs(found.values[of_one][-4:-2] - found.results[of_one][-4:-2]) <= 2 * (1 - TRACE) + 1e-6)


def test_the_first_games_are_random_and_teach_something() -> None:
    found = samples(NONE, games=60, seats=2)
    np.testing.assert_array_equal(found.values, found.results)
    net = fresh(INPUTS, 8, 3)
    assert loss(train(net, found, 1.0, 1, passes=2), found).log < loss(net, found).log - 0.02
