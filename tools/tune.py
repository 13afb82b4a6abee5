"""Fit the weights of a game's opinion to the results of games that the bots play against themselves.

    python -m tools.tune sequence --games 1000
    python -m tools.tune symbol_chain --games 500 --playouts --on ray --write

Each game begins with some random actions, so that no two are alike, and now and then one comes in between. Every
position gives a sample: the difference of the two sides' traits (`traits` in the game's opinion.py), and how the game
ended. The weights are those for which `squash(weights * traits)` comes closest to the results, by least squares.

With `--playouts` the bots judge by how the game may end, not by their opinion, so that what comes out does not depend
on the weights that there are: run again, it is the same.

The games are played and their positions labelled where the lab plays too: in local processes (one a core), in this one
(`--on here`) or on a Ray cluster. What comes out is the same.
"""

import random
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tesserae
from tesserae.engine import contract
from tesserae.engine.search import Mind
from tesserae.games import game as find
from tesserae.lab.executors import Executor, executor
from tesserae.lab.players import player
from tesserae.state import State
from tools.fitting import Numbers, newton, parser, write

# The games of a row of weights, where there is more than one row.
ROWS: dict[str, list[dict[str, Any]]] = {"symbol": [{"edition": "simple"}, {"edition": "full"}]}
OPENING = 12  # random actions at the beginning, at most
WILD = 0.05  # how often one comes later
RIDGE = 3e-3  # keeps weights of what hardly ever counts near 0
STEPS = 30
TO_THE_END = Mind().plies
FILE = "weights.py"


def squash(x: Numbers) -> Numbers:
    result: Numbers = x / np.sqrt(1 + x * x)
    return result


@dataclass(frozen=True)
class Job:
    """A game whose positions are to be labelled; its number is its seed."""

    number: int
    game: str
    options: dict[str, Any]
    simulations: int
    playouts: bool


def play(job: Job) -> list[State]:
    """The positions of one game; the last is its end."""
    name, seed = job.game, job.number
    chance = random.Random(seed)
    state = tesserae.start(name, 2, seed, **job.options)
    who = player(f"master+sieve=1+plies={TO_THE_END}" if job.playouts else "master")
    master = who.sit(name, {"simulations": job.simulations}, seed)
    anybody = tesserae.bot(name, "random", seed=seed)
    opening = chance.randrange(OPENING)
    positions = [state.copy()]
    while state.actors:
        seat = state.actors[0]
        wild = len(state.history) < opening or chance.random() < WILD
        obvious = -1 if wild else contract.obvious(state.raw(), seat)
        if obvious >= 0:  # a search would find it too, but takes its time
            state.act(seat, state.game.notation.write(obvious))
        else:
            state.act(seat, (anybody if wild else master).choose(state, seat))
        positions.append(state.copy())
    return positions


def label(job: Job) -> tuple[int, Numbers, float]:
    """The positions of a game as differences of traits, and their label: how it ended for seat 0."""
    opinion = import_module(f"tesserae.games.{job.game}.opinion")
    weights = import_module(f"tesserae.games.{job.game}.weights").WEIGHTS
    positions = play(job)
    outcome = positions.pop().outcome
    assert outcome is not None
    result = 0.0 if len(outcome.winners) != 1 else 1.0 - 2.0 * outcome.winners[0]
    sides = np.empty((2, weights.shape[1]))
    rows = np.empty((len(positions), weights.shape[1]))
    for row, state in zip(rows, positions, strict=True):
        for side in range(2):
            opinion.traits(state.raw()[0], side, sides[side])
        row[:] = sides[0] - sides[1]
    return job.number, rows, result


def samples(jobs: list[Job], where: Executor) -> tuple[Numbers, Numbers, NDArray[Any]]:
    """Differences of traits, results for seat 0, and the number of the game of each sample, as the jobs are ordered."""
    found: dict[int, tuple[Numbers, float]] = {}
    for number, traits, result in where.run(label, jobs):
        found[number] = traits, result
        if len(found) % 100 == 0:
            print(f"{jobs[0].game} {jobs[0].options or ''}: {len(found)} of {len(jobs)} games", flush=True)
    lengths = [len(found[job.number][0]) for job in jobs]
    return (
        np.concatenate([found[job.number][0] for job in jobs]),
        np.repeat([found[job.number][1] for job in jobs], lengths),
        np.repeat([job.number for job in jobs], lengths),
    )


def fit(rows: Numbers, results: Numbers) -> Numbers:
    """Gauss-Newton with a ridge."""
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale

    def loss(candidate: Numbers) -> float:
        return float(np.mean((squash(scaled @ candidate) - results) ** 2) + RIDGE * np.sum(candidate**2))

    def slopes(weights: Numbers) -> tuple[Numbers, Numbers]:
        guess = scaled @ weights
        slope = (1 + guess * guess) ** -1.5
        steep = scaled * slope[:, None]
        normal = steep.T @ steep / len(rows) + RIDGE * np.eye(len(weights))
        return normal, steep.T @ (results - squash(guess)) / len(rows) - RIDGE * weights

    result: Numbers = newton(rows.shape[1], STEPS, loss, slopes) / scale
    return result


def rows_of(weights: list[Numbers]) -> list[str]:
    lines = ["WEIGHTS = np.array(", "    ["]
    for row in weights:
        lines += ["        [", *(f"            {weight:.5f}," for weight in row), "        ],"]
    return [*lines, "    ]", ")"]


def main() -> None:
    options = parser(__doc__, FILE, 500, 200)
    options.add_argument("--playouts", action="store_true", help="play without an opinion")
    arguments = options.parse_args()
    name = find(arguments.game).name
    fitted = []
    for given in ROWS.get(name, [{}]):
        jobs = [Job(n, name, given, arguments.simulations, arguments.playouts) for n in range(arguments.games)]
        rows, results, numbers = samples(jobs, executor(arguments.on, arguments.workers))
        half = numbers % 2 == 0
        tried = fit(rows[half], results[half])
        error = float(np.mean((squash(rows[~half] @ tried) - results[~half]) ** 2))
        print(f"mean square error {error:.3f} in the other half of the games; {np.var(results):.3f} without an opinion")
        fitted.append(fit(rows, results))
        print(" ".join(f"{weight:.4f}" for weight in fitted[-1]))
    if arguments.write:
        how = f"--games {arguments.games} --simulations {arguments.simulations}{' --playouts' * arguments.playouts}"
        about = "What the traits named in opinion.py are worth."
        about += f"\n\nMade by `python -m tools.tune {name} {how} --write`."
        write(name, FILE, about, rows_of(fitted))


if __name__ == "__main__":
    import_module("tools.tune").main()  # under this name, workers find what they have to do
