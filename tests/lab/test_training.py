"""The trainer: it goes downhill by the true gradient, learns what cannot be added up, and is a function of its seed."""

import numpy as np
import pytest

from tesserae.engine.jit import Weights
from tesserae.engine.net import Net
from tesserae.lab import training
from tesserae.lab.training import Pass, Progress, Samples, blank, fresh, joined, loss, train


def rows(inputs: list[list[tuple[int, float]]], results: list[float], game: int = 0) -> Samples:
    """Samples from lists of inputs with their amounts."""
    flat = [pair for row in inputs for pair in row]
    return Samples(
        np.array([place for place, _ in flat], np.int32),
        np.array([amount for _, amount in flat], np.float32),
        np.cumsum([0, *map(len, inputs)]).astype(np.int64),
        np.array(results, np.float32),
        np.array(results, np.float32),
        np.full(len(results), game, np.int64),
    )


def either(n: int) -> Samples:
    """Two inputs of which exactly one must be there for a win: no sum of weights can tell."""
    chance = np.random.default_rng(5)
    some, results = [], []
    for _ in range(n):
        a, b = bool(chance.integers(2)), bool(chance.integers(2))
        some.append([(0 if a else 1, 1.0), (2 if b else 3, 1.0)])
        results.append(1.0 if a != b else -1.0)
    return rows(some, results)


def test_it_learns_what_cannot_be_added_up() -> None:
    samples = either(2000)
    net = fresh(4, 8, 1)
    assert loss(net, samples).log > 0.6
    trained = train(net, samples, 1.0, 1, passes=80, rate=0.01)
    assert loss(trained, samples).log < 0.1
    assert loss(trained, samples).square < 0.05
    alone = train(fresh(4, 1, 1), samples, 1.0, 1, passes=80, rate=0.01)  # one hidden unit is not enough
    assert loss(alone, samples).log > 0.3


def test_the_same_seed_gives_the_same_weights_and_the_net_given_stays_as_it_is() -> None:
    samples = either(700)
    net = fresh(4, 5, 2)
    before = [part.tobytes() for part in net]
    one, two, other = (train(net, samples, 0.5, seed, passes=2) for seed in (7, 7, 8))
    assert [part.tobytes() for part in one] == [part.tobytes() for part in two]
    assert [part.tobytes() for part in one] != [part.tobytes() for part in other]
    assert [part.tobytes() for part in net] == before


def test_weights_shrink_by_the_decay() -> None:
    """What no sample has to do with only shrinks; a bias does not even do that."""
    samples, net = rows([[(0, 1.0)]] * 600, [1.0, -1.0] * 300), fresh(2, 4, 1)
    for decay in (0.0, 1.0, 20.0):
        trained = train(net, samples, 1.0, 1, passes=1, rate=0.01, decay=decay)
        rates = 0.01 * (1 - 0.95 * np.arange(2) / 2)  # of the two batches
        left = np.prod([np.float32(1 - rate * decay) for rate in rates])
        np.testing.assert_allclose(trained.first[1], net.first[1] * left, rtol=1e-5)


def test_the_label_is_a_mixture_of_the_result_and_the_value() -> None:
    samples = rows([[(0, 1.0)]] * 64, [1.0] * 64)._replace(values=np.full(64, -0.5, np.float32))
    for mix, expected in ((1.0, 0.9), (0.5, 0.25), (0.0, -0.5)):
        trained = train(fresh(1, 4, 1), samples, mix, 1, passes=300, rate=0.02)
        value = training.forward(trained, samples, 0, np.zeros(4, np.float32), np.zeros(4, np.float32))
        assert value / np.sqrt(1 + value**2) == pytest.approx(expected, abs=0.02) or (mix == 1.0 and value > 2)


def test_gradients_are_slopes_of_the_loss() -> None:
    """Adam's first mean is a tenth of the gradient. Each is compared with what the loss really does nearby."""
    chance = np.random.default_rng(3)
    samples = rows(
        [[(int(place), float(chance.normal())) for place in chance.permutation(6)[:3]] for _ in range(40)],
        [float(chance.choice([-1, 0, 1])) for _ in range(40)],
    )
    net = Net(*(chance.normal(0, 0.7, part.shape).astype(np.float32) for part in fresh(6, 3, 1)))

    def blanks() -> Net:
        return Net(*(np.zeros(part.shape, np.float32) for part in net))

    progress = Progress(blanks(), blanks(), blanks(), np.array([1.0, 1.0, 0.0]))
    moved = Net(*(part.copy() for part in net))
    training._pass(moved, progress, samples, samples.results, Pass(np.arange(40), 1e-9, 1e-9), 0.0)
    for name in Net._fields:
        slopes: Weights = getattr(progress.means, name) * 10
        for at in np.ndindex(slopes.shape):
            losses = []
            for step in (-0.001, 0.001):
                nearby = Net(*(part.copy() for part in net))
                getattr(nearby, name)[at] += step
                losses.append(loss(nearby, samples).log)
            assert slopes[at] == pytest.approx((losses[1] - losses[0]) / 0.002, abs=0.004)


def test_joining() -> None:
    one, two = rows([[(1, 2.0), (3, 1.0)], []], [1.0, 0.0]), rows([[(2, 5.0)]], [-1.0], game=4)
    both = joined([one, blank(), two])
    assert both.size == 3
    assert both.begins.tolist() == [0, 2, 2, 3]
    assert both.places.tolist() == [1, 3, 2]
    assert both.games.tolist() == [0, 0, 4]
    assert joined([]).size == 0
    assert np.isnan(loss(fresh(4, 2, 1), blank()).log)
