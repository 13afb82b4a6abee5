"""Fit the weights of a game's opinion to the results of games that the bots play against themselves.

    python tools/tune.py sequence --games 1000
    python tools/tune.py symbol_chain --games 500 --playouts --write

Each game begins with some random actions, so that no two are alike, and now and then one comes in between. Every
position gives a sample: the difference of the two sides' traits (`traits` in the game's opinion.py), and how the game
ended. The weights are those for which `squash(weights * traits)` comes closest to the results, by least squares.

With `--playouts` the bots judge by how the game may end, not by their opinion, so that what comes out does not depend
on the weights that there are: run again, it is the same.
"""

import argparse
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tesserae
from tesserae.engine import door
from tesserae.engine.search import Mind
from tesserae.games import game as find
from tesserae.state import State

Numbers = NDArray[np.float64]

# The games of a row of weights, where there is more than one row.
ROWS: dict[str, list[dict[str, Any]]] = {"symbol": [{"edition": "simple"}, {"edition": "full"}]}
OPENING = 12  # random actions at the beginning, at most
WILD = 0.05  # how often one comes later
RIDGE = 3e-3  # keeps weights of what hardly ever counts near 0
STEPS = 30
TO_THE_END = Mind().plies


def squash(x: Numbers) -> Numbers:
    result: Numbers = x / np.sqrt(1 + x * x)
    return result


def play(name: str, options: dict[str, Any], seed: int, simulations: int, playouts: bool) -> list[State]:
    """The positions of one game; the last is its end."""
    chance = random.Random(seed)
    state = tesserae.start(name, 2, seed, **options)
    master = tesserae.bot(name, "master", simulations=simulations, seed=seed)
    if playouts:
        master.mind = master.mind._replace(sieve=1, plies=TO_THE_END)
    anybody = tesserae.bot(name, "random", seed=seed)
    opening = chance.randrange(OPENING)
    positions = [state.copy()]
    while state.actors:
        seat = state.actors[0]
        wild = len(state.history) < opening or chance.random() < WILD
        obvious = -1 if wild else door.obvious(state.raw(), seat)
        if obvious >= 0:  # a search would find it too, but takes its time
            state.act(seat, state.game.notation.write(obvious))
        else:
            state.act(seat, (anybody if wild else master).choose(state, seat))
        positions.append(state.copy())
    return positions


def samples(
    name: str, options: dict[str, Any], games: int, simulations: int, playouts: bool
) -> tuple[Numbers, Numbers, NDArray[Any]]:
    """Differences of traits, results for seat 0, and the number of the game of each sample."""
    opinion = import_module(f"tesserae.games.{name}.opinion")
    weights = import_module(f"tesserae.games.{name}.weights").WEIGHTS
    sides = np.empty((2, weights.shape[1]))
    rows, results, numbers = [], [], []
    for number in range(games):
        positions = play(name, options, number, simulations, playouts)
        outcome = positions.pop().outcome
        assert outcome is not None
        result = 0.0 if len(outcome.winners) != 1 else 1.0 - 2.0 * outcome.winners[0]
        for state in positions:
            for side in range(2):
                opinion.traits(state.raw()[0], side, sides[side])
            rows.append(sides[0] - sides[1])
            results.append(result)
            numbers.append(number)
        if (number + 1) % 100 == 0:
            print(f"{name} {options or ''}: {number + 1} games, {len(rows)} positions", flush=True)

    return np.array(rows), np.array(results), np.array(numbers)


def fit(rows: Numbers, results: Numbers) -> Numbers:
    """Gauss-Newton with a ridge; a step that makes things worse is halved."""
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale
    weights: Numbers = np.zeros(rows.shape[1])

    def loss(candidate: Numbers) -> float:
        return float(np.mean((squash(scaled @ candidate) - results) ** 2) + RIDGE * np.sum(candidate**2))

    for _ in range(STEPS):
        guess = scaled @ weights
        slope = (1 + guess * guess) ** -1.5
        steep = scaled * slope[:, None]
        normal = steep.T @ steep / len(rows) + RIDGE * np.eye(len(weights))
        down = steep.T @ (results - squash(guess)) / len(rows) - RIDGE * weights
        step = np.linalg.solve(normal, down)
        while loss(weights + step) > loss(weights) and np.abs(step).max() > 1e-9:
            step /= 2
        weights = weights + step
    result: Numbers = weights / scale
    return result


def write(name: str, weights: list[Numbers], command: str) -> None:
    lines = ['"""What the traits named in opinion.py are worth.', "", f"Made by `{command}`.", '"""', ""]
    lines += ["import numpy as np", "", "WEIGHTS = np.array(", "    ["]
    for row in weights:
        lines += ["        [", *(f"            {weight:.5f}," for weight in row), "        ],"]
    lines += ["    ]", ")", ""]
    package = Path(tesserae.__file__).parent
    (package / "games" / name / "weights.py").write_text("\n".join(lines), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--playouts", action="store_true", help="play without an opinion")
    parser.add_argument("--write", action="store_true", help="put the weights into the game's weights.py")
    arguments = parser.parse_args()
    name = find(arguments.game).name
    fitted = []
    for options in ROWS.get(name, [{}]):
        rows, results, numbers = samples(name, options, arguments.games, arguments.simulations, arguments.playouts)
        half = numbers % 2 == 0
        tried = fit(rows[half], results[half])
        error = float(np.mean((squash(rows[~half] @ tried) - results[~half]) ** 2))
        print(f"mean square error {error:.3f} in the other half of the games; {np.var(results):.3f} without an opinion")
        fitted.append(fit(rows, results))
        print(" ".join(f"{weight:.4f}" for weight in fitted[-1]))
    if arguments.write:
        how = f"--games {arguments.games} --simulations {arguments.simulations}{' --playouts' * arguments.playouts}"
        write(name, fitted, f"python tools/tune.py {name} {how} --write")


if __name__ == "__main__":
    main()
