"""Learning which worlds are likely."""

import math

import numpy as np

from tesserae.lab.believing import Watched, loss, train, watch
from tesserae.lab.training import Samples, fresh

WORLDS = 4


def told_apart(positions: int, seed: int) -> Samples:
    """Positions in which the true world has a mark in three of four cases, and imagined ones in one of four."""
    chance = np.random.default_rng(seed)
    places, lengths = [], []
    for number in range(positions * WORLDS):
        seen = [1 + int(chance.integers(4))]
        if chance.random() < (0.75 if number % WORLDS == 0 else 0.25):
            seen.append(0)
        places += seen
        lengths.append(len(seen))
    return Samples(
        np.array(places, np.int32),
        np.ones(len(places), np.float32),
        np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]),
        np.zeros(positions * WORLDS, np.float32),
        np.zeros(positions * WORLDS, np.float32),
        np.repeat(np.arange(positions), WORLDS),
    )


def best_possible() -> float:
    """The expected loss of one who knows how often there are marks: a mark makes a world nine times as likely."""
    total = 0.0
    for marks in range(1 << WORLDS):
        marked = [marks >> world & 1 for world in range(WORLDS)]
        chance = math.prod(
            (0.75 if mark else 0.25) if i == 0 else (0.25 if mark else 0.75) for i, mark in enumerate(marked)
        )
        odds = [9.0 if mark else 1.0 for mark in marked]
        total -= chance * math.log(odds[0] / sum(odds))
    return total


def test_a_net_learns_what_marks_the_true_world() -> None:
    net = fresh(5, 4, 1)
    learned = train(net, told_apart(3000, 1), WORLDS, 1, passes=6, rate=0.02)
    held = told_apart(1000, 2)
    assert loss(net, held, WORLDS) > math.log(WORLDS) - 0.05
    assert abs(loss(learned, held, WORLDS) - best_possible()) < 0.06
    assert best_possible() < math.log(WORLDS) - 0.25
    again = train(net, told_apart(3000, 1), WORLDS, 1, passes=6, rate=0.02)
    assert all(np.array_equal(one, other) for one, other in zip(learned, again, strict=True))


def test_games_are_watched_the_same_way_every_time() -> None:
    job = Watched(3, 2, "consequence", {}, None, 7, 4, WORLDS, ("master",))
    number, samples = watch(job)
    assert number == 3
    assert samples.size % WORLDS == 0
    assert samples.size > 10 * WORLDS
    assert set(samples.games.tolist()) == {3, 4}
    assert samples.begins[-1] == len(samples.places) == len(samples.amounts)
    again = watch(job)[1]
    for name in Samples._fields:
        assert np.array_equal(getattr(samples, name), getattr(again, name))
