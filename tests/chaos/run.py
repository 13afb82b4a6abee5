"""The storm in long: `make chaos MINUTES=60`, or `python -m tests.chaos.run 60 [REPORT [PROCESSES …]]`.

One round after the other, each with a new database: SQLite for one process, PostgreSQL for several. In a round
faults come by chance, one after the other. Every line of progress has the sums so far; the report is written
anew after each round, so that a run that is ended early has one too. The exit code is 1 if anything was wrong or a
server logged a fault of its own.
"""

import asyncio
import gc
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.chaos.checker import KINDS, Problem
from tests.chaos.storm import EACH, Fault, Storm, storm
from tests.server.postgres import Postgres

ROUND = 400.0  # seconds
SAY = 20.0  # seconds between two lines
PROCESSES = (1, 2, 1, 3, 1)  # in the rounds, if not given
PAIRS = 120
BETWEEN = (5, 2400)  # moves between two faults
FEW = (5, 200)  # after a bot worker was killed
WEIGHTS: dict[Fault, int] = {
    **dict.fromkeys(EACH, 1),
    Storm.kill_server: 10,
    Storm.kill_worker: 28,
    Storm.kill_postgres: 4,
    Storm.kill_all: 2,
    Storm.short_pause: 1,
}


class Sums:
    """Of all rounds."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.rounds: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self.complaints: Counter[str] = Counter()

    def add(self, name: str, storm: Storm) -> None:
        self.rounds[name] += 1
        self.done += storm.done
        self.counts += tally(storm)
        self.problems += storm.counts.problems
        self.complaints += Counter(storm.faults())

    def line(self, now: Storm) -> str:
        counts, done = self.counts + tally(now), self.done + now.done
        kills = sum(count for name, count in done.items() if name.endswith("killed"))
        wrong = Counter(problem.kind for problem in [*self.problems, *now.counts.problems])
        minutes = (time.monotonic() - self.began) / 60
        found = ", ".join(f"{wrong[kind]} {kind}" for kind in KINDS)
        return f"{minutes:.1f} min: {kills} kills, {counts['moves acknowledged']:,} moves, {found}"

    def report(self) -> str:
        wrong = Counter(problem.kind for problem in self.problems)
        rows = {
            "minutes": round((time.monotonic() - self.began) / 60),
            **{f"rounds of {name}": count for name, count in self.rounds.items()},
            **self.done,
            **self.counts,
            **{f"**{kind}**": wrong[kind] for kind in KINDS},
            "faults logged by servers": self.complaints.total(),
        }
        lines = ["| | |", "|---|---|", *[f"| {name} | {value:,} |" for name, value in rows.items()], ""]
        lines += [f"- {problem.kind}: {problem.text}" for problem in self.problems[:100]]
        lines += [f"- {count} times: {text}" for text, count in self.complaints.most_common()]
        return "\n".join(lines) + "\n"


def tally(storm: Storm) -> Counter[str]:
    counts = storm.counts
    return Counter(
        {
            "moves acknowledged": counts.moves,
            "races of two devices": counts.races,
            "tables checked": counts.tables,
            "connections lost and made again": counts.lost_connections,
            **{f"refused: {code}": count for code, count in counts.refused.items()},
        }
    )


async def by_chance(storm: Storm, sums: Sums, seconds: float) -> None:
    """Fault after fault, for so long."""
    end = time.monotonic() + seconds
    said = 0.0
    while time.monotonic() < end:
        (fault,) = storm.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
        async with storm.world.trouble():
            await fault(storm)
        few = fault is Storm.kill_worker  # those who play against bots notice it, and nobody else
        await storm.moves(storm.chance.randint(*(FEW if few else BETWEEN)))
        if time.monotonic() - said > SAY:
            said = time.monotonic()
            print(sums.line(storm), flush=True)


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    report = Path(sys.argv[2] if len(sys.argv) > 2 else "build/chaos.md")
    rounds = [int(processes) for processes in sys.argv[3:]] or PROCESSES
    report.parent.mkdir(parents=True, exist_ok=True)
    gc.disable()  # clients keep all that they were told, and looking through it again and again takes long
    sums = Sums()
    end = time.monotonic() + 60 * minutes
    first = random.SystemRandom().randrange(10**6)
    for number, processes in enumerate(itertools.cycle(rounds), first):
        if (left := end - time.monotonic()) <= 0:
            break
        name = "SQLite" if processes == 1 else f"PostgreSQL with {processes} processes"
        print(f"a round of {name}, seed {number}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)

            async def faults(found: Storm, seconds: float = min(left, ROUND)) -> None:
                await by_chance(found, sums, seconds)

            if processes == 1:
                found = asyncio.run(storm(path, 1, None, faults, PAIRS, number))
            else:
                with Postgres() as postgres:
                    found = asyncio.run(storm(path, processes, postgres, faults, PAIRS, number))
        sums.add(name, found)
        report.write_text(sums.report())
        gc.collect()
        for problem in found.counts.problems[:10]:
            print(f"{problem.kind}: {problem.text[:2000]}", flush=True)
    print(sums.report())
    return 1 if sums.problems or sums.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
