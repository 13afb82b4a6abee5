"""Learning which worlds are likely (engine/belief.py): a net is trained to tell the true world from imagined ones.

Bots play against each other. At every choice the position is noted as the seat would see it in the true world, and in
some worlds imagined from what it knows. The loss is the log loss of the true one among them: with k worlds it is log k
nats for somebody who cannot tell them apart. Steps are those of training.py.
"""

import random
from dataclasses import dataclass

import numpy as np

from tesserae.engine import contract
from tesserae.engine.belief import power
from tesserae.engine.jit import Floats, Ints, States, heavy
from tesserae.engine.net import NONE, Net, scratch
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import seed_rng
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.lab.selfplay import LONGEST, Games, Thinker, Thinking, begin
from tesserae.lab.training import DECAY, PASSES, RATE, Pass, Progress, Samples, blank, forward, joined, repeated, step

BATCH = 64  # positions between two steps
WILD = 0.05  # how often a random action is taken, so that no two games are alike
SMALLEST = 1e-9  # chance of the true world that counts, however wrong the net was


@dataclass(frozen=True)
class Watched(Games):
    """Who sits where is drawn from the levels for each game."""

    worlds: int
    levels: tuple[str, ...]


def watch(job: Watched) -> tuple[int, Samples]:
    """Play the games. Returns the number of the job, and for each position as many samples as there are worlds, the
    true one first."""
    game = find(job.game)
    return job.number, joined([_game(game, job, number) for number in job.numbers])


def _game(game: Game, job: Watched, number: int) -> Samples:
    chance = random.Random(f"belief {job.seed} {number}")
    state, seats, _ = begin(game, job.given, job.seats, chance)
    names = [chance.choice(job.levels) for _ in range(seats)]
    rng: Ints = np.zeros(4, np.int64)
    out: Ints = np.empty(ROOM, np.int64)
    parts = []
    for turn in range(LONGEST):
        actors = contract.actors(state)
        if not actors:
            break
        seat = actors.bit_length() - 1
        seed_rng(rng, chance.getrandbits(62), turn)
        action = contract.random_action(state, seat, rng, out)
        if contract.legal(state, seat, out) > 1 and chance.random() >= WILD:
            hidden = state.copy()
            contract.hide(hidden, seat)
            parts.append(_seen(state, hidden, seat, job.worlds, number, rng))
            who = Thinker(None, names[seat], job.simulations)
            action = Thinking(game, who, seats).think(state, seat, rng).action
        contract.act(state, seat, action, out)
    return joined(parts)


def _seen(state: States, hidden: States, seat: int, worlds: int, number: int, rng: Ints) -> Samples:
    """The true world and imagined ones as samples; none if they all look alike."""
    places, amounts, *_ = scratch(state.dtype, NONE)
    rows = []
    for i in range(worlds):
        world = state
        if i > 0:
            world = hidden.copy()
            contract.imagine(world, seat, rng)
        n = contract.inputs(world, seat, places, amounts)
        rows.append((places[:n].astype(np.int32), amounts[:n].copy()))
    if len({places.tobytes() + amounts.tobytes() for places, amounts in rows}) == 1:
        return blank()
    nothing = np.zeros(worlds, np.float32)
    return Samples(
        np.concatenate([places for places, _ in rows]),
        np.concatenate([amounts for _, amounts in rows]),
        np.concatenate([np.zeros(1, np.int64), np.cumsum([len(places) for places, _ in rows], dtype=np.int64)]),
        nothing,
        nothing,
        np.full(worlds, number, np.int64),
    )


def train(net: Net, samples: Samples, worlds: int, seed: int, passes: int = PASSES, rate: float = RATE) -> Net:
    """The net after some passes through all positions, each in another order."""
    positions = samples.size // worlds

    def learn(net: Net, progress: Progress, now: Pass) -> None:
        _pass(net, progress, samples, worlds, now, np.zeros(positions))

    return repeated(learn, net, positions, seed, passes, rate)


def loss(net: Net, samples: Samples, worlds: int) -> float:
    """The log loss of the true world, in nats."""
    order = np.arange(samples.size // worlds)
    empty = Progress(NONE, NONE, NONE, np.zeros(3))
    found = np.zeros(len(order))
    _pass(net, empty, samples, worlds, Pass(order, 0.0, 0.0), found)
    return -float(np.log(np.maximum(found, SMALLEST)).mean())


@heavy
def _pass(net: Net, progress: Progress, samples: Samples, worlds: int, now: Pass, found: Floats) -> None:
    """Go through all positions once, with a step after every batch; at a rate of 0 nothing is learned. Writes the
    chance of the true world in each position to `found`."""
    order, rate, last_rate = now
    places, amounts, begins = samples.places, samples.amounts, samples.begins
    gradients, last = progress.gradients, net.last
    to_first, to_bias, to_last = gradients.first, gradients.bias, gradients.last
    width = len(net.bias)
    hidden, parts = np.zeros((worlds, width), np.float32), np.zeros(width, np.float32)
    scores, chances = np.zeros(worlds), np.zeros(worlds)
    batches = (len(order) + BATCH - 1) // BATCH
    for batch in range(batches):
        begin, end = batch * BATCH, min(len(order), (batch + 1) * BATCH)
        for number in range(begin, end):
            start = order[number] * worlds
            for world in range(worlds):
                scores[world] = forward(net, samples, start + world, hidden[world], parts)
            highest, whole = scores[0], 0.0
            for world in range(1, worlds):
                highest = max(highest, scores[world])
            for world in range(worlds):
                chances[world] = power(scores[world] - highest)
                whole += chances[world]
            found[number] = chances[0] / whole
            if rate == 0.0:
                continue
            for world in range(worlds):
                slope = np.float32(chances[world] / whole - (1.0 if world == 0 else 0.0))
                for j in range(width):
                    active = np.float32(1.0) if hidden[world, j] > 0 else np.float32(0.0)
                    to_last[j] += slope * active * hidden[world, j]
                    parts[j] = slope * active * last[j]
                    to_bias[j] += parts[j]
                for k in range(begins[start + world], begins[start + world + 1]):
                    place, amount = places[k], amounts[k]
                    for j in range(width):
                        to_first[place, j] += amount * parts[j]
        if rate > 0.0:
            step(net, progress, end - begin, rate + (last_rate - rate) * batch / batches, DECAY)
