"""What tools that fit weights to games have in common: tools/tune.py and tools/prefer.py."""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tesserae
from tesserae.commands.arena import add_workers

Numbers = NDArray[np.float64]


def newton(
    width: int, steps: int, loss: Callable[[Numbers], float], slopes: Callable[[Numbers], tuple[Numbers, Numbers]]
) -> Numbers:
    """The weights with the least loss. `slopes`: the curvature of the loss, and the way down; a step that makes things
    worse is halved."""
    weights: Numbers = np.zeros(width)
    for _ in range(steps):
        step = np.linalg.solve(*slopes(weights))
        while loss(weights + step) > loss(weights) and np.abs(step).max() > 1e-9:
            step /= 2
        weights = weights + step
    return weights


def parser(about: str | None, file: str, games: int, simulations: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--simulations", type=int, default=simulations)
    parser.add_argument("--write", action="store_true", help=f"put the weights into the game's {file}")
    add_workers(parser)
    return parser


def write(game: str, file: str, about: str, lines: list[str]) -> None:
    """Put weights into a file of the game."""
    text = "\n".join(['"""' + about, '"""', "", "import numpy as np", "", *lines, ""])
    (Path(tesserae.__file__).parent / "games" / game / file).write_text(text, "utf-8")
