"""A rule variant with a known edge, and variants that are alike; `python -m tests.lab.planting` counts false alarms.

The toss: when a game is over, a coin decides who has won. It is part of the game, as it follows from what was played.
"""

import argparse
import random
from collections.abc import Callable
from typing import Any

import msgspec

from tesserae.games.game import Outcome
from tesserae.lab.plan import Plan, Variant
from tesserae.lab.playing import Row, play
from tesserae.lab.results import results
from tesserae.state import State, start

GAME = "consequence"
OTHER_BOTS = 1_000_000


def tossed(edge: float) -> Callable[..., State]:
    """What starts a game that seat 0 wins with that probability."""

    class Tossed(State):
        __slots__ = ()

        def copy(self) -> State:
            other = super().copy()
            other.__class__ = Tossed
            return other

        @property
        def outcome(self) -> Outcome | None:
            if super().outcome is None:
                return None
            first = random.Random(repr((self.seed, self.history))).random() < edge
            return Outcome((0 if first else 1,), "toss", None)

    def begin(game: str, seats: int, seed: int, **options: Any) -> State:
        state = start(game, seats, seed, **options)
        state.__class__ = Tossed
        return state

    return begin


def alike(starts: int, seed: int, level: str, judge: int) -> list[Row]:
    """The games of two variants that do not differ, but for the seeds of the bots."""
    plan = two(starts, seed, level, judge)
    jobs = [msgspec.structs.replace(job, bot_seed=job.bot_seed + OTHER_BOTS * job.variant) for job in plan.jobs()]
    return [play(job, lambda done: None) for job in jobs]


def two(starts: int, seed: int, level: str, judge: int) -> Plan:
    variants = [Variant(name, 2) for name in ("one", "other")]
    return Plan(GAME, variants, [level], games=2 * starts, seed=seed, judge=judge, budget={"simulations": 5})


def alarms(repeats: int, starts: int, level: str, judge: int, pool: int) -> int:
    """How many of the repeats see any difference between variants that are alike. Each has starts of its own, drawn
    from a pool of them, and deals the four games of each start to the two variants anew."""
    rows = alike(pool, 0, level, judge)
    by_start: dict[int, list[Row]] = {}
    for row in rows:
        by_start.setdefault(row.start, []).append(row)
    plan = two(starts, 0, level, judge)
    found = 0
    for repeat in range(repeats):
        chance = random.Random(repeat)
        dealt = []
        for seed in chance.sample(sorted(by_start), starts):
            four = chance.sample(by_start[seed], 4)
            dealt += [msgspec.structs.replace(row, variant=number // 2) for number, row in enumerate(four)]
        found += any(one["seen"] for one in results(plan, dealt)["variants"])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--pool", type=int, default=300)
    given = parser.parse_args()
    found = alarms(given.repeats, given.starts, "novice", 10, given.pool)
    print(f"{found} false alarms in {given.repeats} repeats of {given.starts} starts each: {found / given.repeats:.1%}")


if __name__ == "__main__":
    main()
