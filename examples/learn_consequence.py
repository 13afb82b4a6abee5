"""A small learner in plain NumPy: it plays Consequence against random play, and learns to beat it (PPO).

python examples/learn_consequence.py                 # a few minutes on one core
python examples/learn_consequence.py --updates 10    # a first idea
"""

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesserae.envs import Batch

Array = NDArray[np.float32]
HIDDEN = 128
CLIP, EPOCHS, MINIBATCH, RATE, ENTROPY = 0.2, 4, 1024, 3e-3, 0.005


class Network:
    """One hidden layer; the policy and the value of a position come out of it."""

    def __init__(self, inputs: int, choices: int, rng: np.random.Generator) -> None:
        def matrix(rows: int, columns: int, scale: float) -> Array:
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.weights: dict[str, Array] = {
            "in": matrix(inputs, HIDDEN, 1.0),
            "in bias": np.zeros(HIDDEN, np.float32),
            "policy": matrix(HIDDEN, choices, 0.1),
            "policy bias": np.zeros(choices, np.float32),
            "value": matrix(HIDDEN, 1, 0.1),
            "value bias": np.zeros(1, np.float32),
        }
        self._mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def forward(self, observed: Array, masks: NDArray[np.bool_]) -> tuple[Array, Array, Array]:
        """The hidden layer, the probabilities of the choices, and the value."""
        w = self.weights
        hidden = np.tanh(observed @ w["in"] + w["in bias"])
        logits = np.where(masks, hidden @ w["policy"] + w["policy bias"], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        return hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ w["value"] + w["value bias"])[:, 0]

    def learn(self, observed: Array, hidden: Array, to_logits: Array, to_value: Array) -> None:
        """A step of Adam, given how the loss changes with logits and values."""
        w = self.weights
        back = (to_logits @ w["policy"].T + to_value[:, None] * w["value"].T) * (1 - hidden**2)
        gradients = {
            "in": observed.T @ back,
            "in bias": back.sum(axis=0),
            "policy": hidden.T @ to_logits,
            "policy bias": to_logits.sum(axis=0),
            "value": hidden.T @ to_value[:, None],
            "value bias": to_value.sum(keepdims=True),
        }
        self._steps += 1
        for name, gradient in gradients.items():
            self._mean[name] += 0.1 * (gradient - self._mean[name])
            self._square[name] += 0.001 * (gradient**2 - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            w[name] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


@dataclass
class Episode:
    """What the learner saw and did in one game."""

    observed: list[Array] = field(default_factory=list)
    masks: list[Any] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)


def play(network: Network, batch: Batch, games: int, rng: np.random.Generator, greedy: bool = False) -> Any:
    """At least so many whole games: the learner has seat 0 in half of them and seat 1 in the others, the rest is random
    play. Returns the episodes and their results."""
    seats = np.arange(batch.n) % 2
    batch.reset()
    under_way = [Episode() for _ in range(batch.n)]
    done: list[tuple[Episode, float]] = []
    while len(done) < games:
        chosen = batch.sample().copy()
        mine = np.flatnonzero(batch.current_player == seats)
        observed, masks = batch.observation[mine].reshape(len(mine), -1), batch.legal_action_mask[mine]
        _, odds, _ = network.forward(observed, masks)
        if greedy:
            picked = odds.argmax(axis=1)
        else:
            picked = (odds.cumsum(axis=1) < rng.random((len(mine), 1)) * odds.sum(axis=1, keepdims=True)).sum(axis=1)
            picked = np.where(masks[np.arange(len(mine)), np.minimum(picked, batch.choices - 1)], picked, chosen[mine])
        chosen[mine] = picked
        for row, i in enumerate(mine.tolist()):
            episode = under_way[i]
            episode.observed.append(observed[row].copy())
            episode.masks.append(masks[row].copy())
            episode.chosen.append(int(picked[row]))
            episode.odds.append(float(odds[row, picked[row]]))
        batch.step(chosen)
        for i in np.flatnonzero(batch.terminated).tolist():
            done.append((under_way[i], float(batch.rewards[i, seats[i]])))
            under_way[i] = Episode()
    return done


def update(network: Network, done: list[tuple[Episode, float]], rng: np.random.Generator) -> None:
    """PPO: a few passes over what was played, not too far away from how it was played."""
    observed = np.stack([seen for episode, _ in done for seen in episode.observed])
    masks = np.stack([mask for episode, _ in done for mask in episode.masks])
    chosen = np.array([choice for episode, _ in done for choice in episode.chosen])
    before = np.array([odds for episode, _ in done for odds in episode.odds], np.float32)
    results = np.repeat([result for _, result in done], [len(e.chosen) for e, _ in done]).astype(np.float32)
    _, _, values = network.forward(observed, masks)
    gains = results - values
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        order = rng.permutation(len(chosen))
        for part in np.array_split(order, max(1, len(order) // MINIBATCH)):
            hidden, odds, value = network.forward(observed[part], masks[part])
            rows = np.arange(len(part))
            ratio = odds[rows, chosen[part]] / before[part]
            free = np.where(gains[part] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            to_logits = odds * (gains[part] * ratio * free)[:, None]
            to_logits[rows, chosen[part]] -= gains[part] * ratio * free
            logs = np.log(odds + 1e-9)
            to_logits += ENTROPY * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
            to_value = (0.5 * (value - results[part]) / len(part)).astype(np.float32)
            network.learn(observed[part], hidden, to_logits / len(part), to_value)


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--games", type=int, default=512, help="for each update")
    parser.add_argument("--test-games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)

    rng = np.random.default_rng(options.seed)
    batch = Batch("consequence", 256, seed=options.seed)
    network = Network(batch.setup.size, batch.choices, rng)
    began = time.perf_counter()
    for number in range(1, options.updates + 1):
        done = play(network, batch, options.games, rng)
        update(network, done, rng)
        if number % 10 == 0 or number == options.updates:
            mean = np.mean([result for _, result in done])
            print(f"update {number}: {mean:+.2f} a game while learning, {time.perf_counter() - began:.0f} s")
    test = Batch("consequence", 256, seed=options.seed + 1000)
    results = np.array([result for _, result in play(network, test, options.test_games, rng, greedy=True)])
    margin = float(results.mean())
    spread = 1.96 * results.std() / np.sqrt(len(results))
    print(
        f"{len(results)} games against random play: {(results > 0).mean():.1%} won, {(results == 0).mean():.1%} drawn, "
        f"{(results < 0).mean():.1%} lost; {margin:+.3f} ± {spread:.3f} a game"
    )
    return margin


if __name__ == "__main__":
    main()
