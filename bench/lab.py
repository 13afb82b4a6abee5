"""How fast the lab plays: games a second by one and by two processes, and on Ray where that is installed.

    python bench/lab.py --games 100

For each game at club level: seconds for so many games, what 1,000 would take, how much two workers gain over one (1.9
is wanted), and how much longer Ray takes than local processes (a tenth at most is wanted).
"""

import argparse
import time
from importlib.util import find_spec

from tesserae.games import games
from tesserae.lab.executors import executor
from tesserae.lab.plan import Plan, variants
from tesserae.lab.playing import play


def seconds(plan: Plan, where: str, workers: int) -> float:
    """From the first game that is done to the last, so that starting processes does not count."""
    first = last = 0.0
    for _ in executor(where, workers).run(play, plan.jobs()):
        last = time.perf_counter()
        first = first or last
    return last - first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    print("| game | one worker | two workers | gain | 1,000 games | Ray, two | overhead |")
    print("|---|---|---|---|---|---|---|")
    for game in games():
        plan = Plan(game.name, variants(game, {}, None, {}), ["club"], games=given.games)
        one, two = seconds(plan, "local", 1), seconds(plan, "local", 2)
        ray = seconds(plan, "ray", 2) if find_spec("ray") else None
        told = ["not installed", ""] if ray is None else [f"{ray:.1f} s", f"{ray / two - 1:+.0%}"]
        minutes = 1000 / given.games * two / 60
        row = [game.title, f"{one:.1f} s", f"{two:.1f} s", f"{one / two:.2f}", f"{minutes:.1f} min", *told]
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
