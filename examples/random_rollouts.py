"""Random play at full speed: how many steps a second, how long games are, who wins.

python examples/random_rollouts.py consequence --games 1024 --steps 500 --threads 2
"""

import argparse
import time

import numpy as np

from tesserae.envs import Batch
from tesserae.games import names


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=names())
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)

    batch = Batch(options.game, options.games, seed=1, threads=options.threads)
    batch.step(batch.sample())  # the first step compiles, if that was never done before
    lengths, results = [], []
    began = time.perf_counter()
    for _ in range(options.steps):
        batch.step(batch.sample())
        if batch.terminated.any():
            lengths.append(batch.episode_length[batch.terminated])
            results.append(batch.episode_result[batch.terminated])
    seconds = time.perf_counter() - began
    speed = options.games * options.steps / seconds
    print(f"{speed:,.0f} steps a second")
    if lengths:
        print(f"{sum(map(len, lengths)):,} games of {np.concatenate(lengths).mean():.1f} steps")
        print("mean result of each seat:", np.concatenate(results).mean(axis=0).round(3))
    batch.close()
    return {"speed": speed, "ended": float(sum(map(len, lengths)))}


if __name__ == "__main__":
    main()
