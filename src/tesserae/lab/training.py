"""Training a net (engine/net.py): its weights become those that come closest to the labels of many positions.

The loss is the log loss of a label between -1 and 1, taken as the probability of a win. Gradients are worked out in
minibatches, and the steps are Adam's (Kingma and Ba, 2015), with weights that decay a little (Loshchilov and Hutter,
2019). Compiled, on one core, and only with operations that every machine rounds alike: the same samples, net and seed
give the same weights everywhere.

Nothing here knows the engine's contract, so that a change of it does not make the games compile anew.
"""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.engine.jit import Floats, Ints, Weights, heavy, lean, vectorised
from tesserae.engine.net import Net, total

BATCH = 512
RATE = 0.002  # of learning, at first; it sinks evenly to a twentieth of that
LAST_RATE = 0.05
DECAY = 0.002  # of the weights at each step, times the rate
PASSES = 4
MEMORY, LONG_MEMORY = 0.9, 0.999  # of Adam, for gradients and for their squares
TINY = 1e-8


class Samples(NamedTuple):
    """Positions as nets see them: of sample i the inputs from `begins[i]` up to `begins[i + 1]`, with their amounts."""

    places: NDArray[np.int32]
    amounts: Weights
    begins: Ints
    results: Weights  # how the game ended for the side that sees it, from -1 to 1
    values: Weights  # what a search expected
    games: Ints  # the number of the game that it comes from

    @property
    def size(self) -> int:
        return len(self.results)


def joined(parts: list[Samples]) -> Samples:
    """Several lists of samples as one."""
    if not parts:
        parts = [blank()]
    begins, end = [np.zeros(1, np.int64)], 0
    for part in parts:
        begins.append(part.begins[1:] + end)
        end += len(part.places)
    return Samples(
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.amounts for part in parts]),
        np.concatenate(begins),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.games for part in parts]),
    )


def blank() -> Samples:
    none = np.zeros(0, np.float32)
    return Samples(np.zeros(0, np.int32), none, np.zeros(1, np.int64), none.copy(), none.copy(), np.zeros(0, np.int64))


def fresh(inputs: int, width: int, seed: int) -> Net:
    """A net that has learned nothing yet: small random weights to the hidden units, which all count little."""
    chance = np.random.default_rng([seed, inputs, width])

    def spread(reach: float, *shape: int) -> Weights:
        return ((2 * chance.random(shape) - 1) * reach).astype(np.float32)

    return Net(spread(0.15, inputs, width), spread(0.1, width), spread(0.2, width), np.zeros(1, np.float32))


class Progress(NamedTuple):
    """Adam's moments, and gradients, in arrays like those of the net. `step` has three numbers: powers of MEMORY and
    LONG_MEMORY, and how many steps there were."""

    means: Net
    squares: Net
    gradients: Net
    step: Floats


class Pass(NamedTuple):
    """In which order a pass takes the samples, and the rate of learning at its beginning and end."""

    order: Ints
    rate: float
    last_rate: float


def zeros(net: Net) -> Net:
    return Net(*(np.zeros(part.shape, np.float32) for part in net))


def train(
    net: Net,
    samples: Samples,
    mix: float,
    seed: int,
    passes: int = PASSES,
    rate: float = RATE,
    decay: float = DECAY,
) -> Net:
    """The net after some passes through all samples, each in another order. `mix`: the share of the game's result in a
    label; the rest is what the search expected."""
    labels = (np.float32(mix) * samples.results + np.float32(1 - mix) * samples.values).astype(np.float32)

    def learn(net: Net, progress: Progress, now: Pass) -> None:
        _pass(net, progress, samples, labels, now, decay)

    return repeated(learn, net, samples.size, seed, passes, rate)


def repeated(
    learn: Callable[[Net, Progress, Pass], None], net: Net, size: int, seed: int, passes: int, rate: float
) -> Net:
    """The net after some passes, each of which takes all samples in another order."""
    net = Net(*(part.copy() for part in net))
    progress = Progress(zeros(net), zeros(net), zeros(net), np.array([1.0, 1.0, 0.0]))
    chance = np.random.default_rng(seed)
    for number in range(passes):
        before, after = (rate * (1 - (1 - LAST_RATE) * part / passes) for part in (number, number + 1))
        learn(net, progress, Pass(chance.permutation(size), before, after))
    return net


@lean
@vectorised
def forward(net: Net, samples: Samples, i: int, hidden: Weights, parts: Weights) -> float:
    """The value of a sample before it is squashed; `hidden` is filled with the sums of the hidden units."""
    first, bias, last, shift = net.first, net.bias, net.last, net.shift
    places, amounts, begins = samples.places, samples.amounts, samples.begins
    width = len(bias)
    for j in range(width):
        hidden[j] = bias[j]
    for k in range(begins[i], begins[i + 1]):
        place, amount = places[k], amounts[k]
        for j in range(width):
            hidden[j] += amount * first[place, j]
    for j in range(width):
        parts[j] = hidden[j] * last[j] if hidden[j] > 0 else np.float32(0.0)
    return total(parts) + np.float64(shift[0])


@heavy
@vectorised
def _pass(net: Net, progress: Progress, samples: Samples, labels: Weights, now: Pass, decay: float) -> None:
    """Go through all samples once, with a step after every batch."""
    order, rate, last_rate = now
    places, amounts, begins = samples.places, samples.amounts, samples.begins
    gradients, last = progress.gradients, net.last
    to_first, to_bias, to_last, to_shift = gradients.first, gradients.bias, gradients.last, gradients.shift
    width = len(net.bias)
    hidden, parts = np.zeros(width, np.float32), np.zeros(width, np.float32)
    batches = (len(order) + BATCH - 1) // BATCH
    for batch in range(batches):
        begin, end = batch * BATCH, min(len(order), (batch + 1) * BATCH)
        for number in range(begin, end):
            i = order[number]
            ahead = forward(net, samples, i, hidden, parts)
            root = sqrt(1.0 + ahead * ahead)
            slope = np.float32((ahead / root - np.float64(labels[i])) / root)  # of the log loss
            to_shift[0] += slope
            for j in range(width):
                active = np.float32(1.0) if hidden[j] > 0 else np.float32(0.0)
                to_last[j] += slope * active * hidden[j]
                parts[j] = slope * active * last[j]
                to_bias[j] += parts[j]
            for k in range(begins[i], begins[i + 1]):
                place, amount = places[k], amounts[k]
                for j in range(width):
                    to_first[place, j] += amount * parts[j]
        step(net, progress, end - begin, rate + (last_rate - rate) * batch / batches, decay)


@lean
def step(net: Net, progress: Progress, size: int, rate: float, decay: float) -> None:
    step, means, squares, gradients = progress.step, progress.means, progress.squares, progress.gradients
    step[0] *= MEMORY
    step[1] *= LONG_MEMORY
    step[2] += 1
    pace, root, shrink = rate / (1.0 - step[0]), sqrt(1.0 - step[1]), rate * decay
    for place in range(len(net.first)):
        _adam(
            net.first[place], means.first[place], squares.first[place], gradients.first[place], size, pace, root, shrink
        )
    _adam(net.bias, means.bias, squares.bias, gradients.bias, size, pace, root, 0.0)
    _adam(net.last, means.last, squares.last, gradients.last, size, pace, root, shrink)
    _adam(net.shift, means.shift, squares.shift, gradients.shift, size, pace, root, 0.0)


@lean
@vectorised
def _adam(
    weights: Weights,
    mean: Weights,
    square: Weights,
    gradient: Weights,
    size: int,
    pace: float,
    root: float,
    shrink: float,
) -> None:
    share, own, long = np.float32(1.0 / size), np.float32(1.0 - MEMORY), np.float32(1.0 - LONG_MEMORY)
    keep, far = np.float32(MEMORY), np.float32(LONG_MEMORY)
    left, speed = np.float32(1.0 - shrink), np.float32(pace * root)
    tiny = np.float32(TINY * root)
    for j in range(len(weights)):
        slope = gradient[j] * share
        gradient[j] = np.float32(0.0)
        mean[j] = keep * mean[j] + own * slope
        square[j] = far * square[j] + long * slope * slope
        weights[j] = left * weights[j] - speed * mean[j] / (np.float32(sqrt(np.float64(square[j]))) + tiny)


class Loss(NamedTuple):
    """How far a net is from the results of games, on average: as log loss in nats, and squared."""

    log: float
    square: float


def loss(net: Net, samples: Samples) -> Loss:
    """Measured by the results alone, whatever labels the net has learned from."""
    if samples.size == 0:
        return Loss(float("nan"), float("nan"))
    values: Floats = np.zeros(samples.size)
    _judge(net, samples, values)
    results = samples.results.astype(np.float64)
    won, chance = (1 + results) / 2, np.clip((1 + values) / 2, TINY, 1 - TINY)
    logs = won * np.log(chance) + (1 - won) * np.log(1 - chance)
    return Loss(-float(logs.mean()), float(((values - results) ** 2).mean()))


@heavy
def _judge(net: Net, samples: Samples, values: Floats) -> None:
    """The value that the net gives each sample."""
    width = len(net.bias)
    hidden, parts = np.zeros(width, np.float32), np.zeros(width, np.float32)
    for i in range(len(values)):
        ahead = forward(net, samples, i, hidden, parts)
        values[i] = ahead / sqrt(1.0 + ahead * ahead)
