"""How fast the lab plays: games a second by one and by two processes, and on Ray where that is installed.

    python bench/lab.py --games 100 [--only GAME ...]

For each game at club level: seconds for so many games, what 1,000 would take, how much two workers gain over one (1.9
is wanted), how much longer Ray takes than local processes (a tenth at most is wanted), and by how much the memory of a
worker grows from the middle of its games to their end (nothing is wanted).

    python bench/lab.py --driver

What one game costs the process that hands out the work, in its own processor time: that bounds how many workers it can
keep busy (docs/background/scale.md).
"""

import argparse
import pickle
import resource
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from msgspec import structs

from tesserae.games import NAMES, games
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.lab.executors import executor
from tesserae.lab.folder import Folder
from tesserae.lab.plan import Plan, variants
from tesserae.lab.playing import Job, play
from tesserae.lab.results import results

COPIES = 200  # of each row, for the driver's part


def sized(job: Job) -> int:
    """Play a game; the most memory that this worker has needed so far, in kB."""
    play(job)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def seconds(plan: Plan, where: str, workers: int) -> tuple[float, float]:
    """From the first game that is done to the last, so that starting processes does not count; and how much more
    memory a worker has needed at the end than in the middle, as a share."""
    first = last = 0.0
    sizes = []
    for size in executor(where, workers).run(sized, plan.jobs()):
        last = time.perf_counter()
        first = first or last
        sizes.append(size)
    return last - first, max(sizes) / max(sizes[: len(sizes) // 2 + 1]) - 1


def compare(number: int, only: list[str]) -> None:
    print("| game | one worker | two workers | gain | 1,000 games | Ray, two | overhead | memory |")
    print("|---|---|---|---|---|---|---|---|")
    for game in map(find, only):
        plan = planned(game, number)
        (one, growth), (two, _) = seconds(plan, "local", 1), seconds(plan, "local", 2)
        ray = seconds(plan, "ray", 2)[0] if find_spec("ray") else None
        told = ["not installed", ""] if ray is None else [f"{ray:.1f} s", f"{ray / two - 1:+.0%}"]
        minutes = 1000 / number * two / 60
        row = [game.title, f"{one:.1f} s", f"{two:.1f} s", f"{one / two:.2f}", f"{minutes:.1f} min", *told]
        print(f"| {' | '.join(row)} | {growth:+.1%} |", flush=True)


def planned(game: Game, number: int) -> Plan:
    return Plan(game.name, variants(game, {}, None, {}), ["club"], games=number)


def driver() -> None:
    """With a few real games, each taken many times."""
    print("| game | a job | a game's row | receiving and keeping a row | results of 1,000 games |")
    print("|---|---|---|---|---|")
    for game in games():
        plan = planned(game, 4)
        jobs = plan.jobs()
        rows = [play(one, lambda done: None) for one in jobs]
        job, sent = pickle.dumps(jobs[0]), pickle.dumps(rows)
        with tempfile.TemporaryDirectory() as folder:
            kept = Folder.create(Path(folder, "run"), plan)
            began = time.process_time()
            for _ in range(COPIES):
                for row in pickle.loads(sent):
                    kept.add(row)
            each = (time.process_time() - began) / (COPIES * len(rows))
            kept.close()
        many = [
            structs.replace(rows[2 * (start % 2) + number], start=start, play=number, number=2 * start + number)
            for start in range(500)
            for number in range(2)
        ]
        began = time.process_time()
        results(planned(game, 1000), many)
        whole = time.process_time() - began
        told = [f"{len(job):,} bytes", f"{len(sent) / len(rows):,.0f} bytes", f"{1e6 * each:.0f} µs", f"{whole:.1f} s"]
        print(f"| {' | '.join([game.title, *told])} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--driver", action="store_true")
    given = parser.parse_args()
    if given.driver:
        driver()
    else:
        compare(given.games, given.only)


if __name__ == "__main__":
    import_module("lab").main()  # under this name, workers find what they have to do
