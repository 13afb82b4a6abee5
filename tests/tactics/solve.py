"""`python -m tests.tactics.solve --seconds 1` prints how many of the positions each level finds the answer to.

`--simulations 20000` instead of seconds gives the same table on every machine.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

import tesserae
from tests.tactics.suite import KINDS, Tactic, load

LEVELS = ("novice", "casual", "club", "expert", "master", "grandmaster")


def solved(tactic: Tactic, level: str, seconds: float | None, simulations: int | None, seed: int = 1) -> bool:
    """Whether a bot of the level, with one thread, chooses an answer."""
    bot = tesserae.bot(tactic.game, level, seconds=seconds, simulations=simulations, seed=seed)
    return bot.choose(tactic.state(), tactic.seat) in tactic.answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    budget = parser.add_mutually_exclusive_group(required=True)
    budget.add_argument("--seconds", type=float, help="for each choice")
    budget.add_argument("--simulations", type=int, help="for each choice")
    parser.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS)
    parser.add_argument("--seed", type=int, default=1, help="of the bots")
    given = parser.parse_args()
    tactics = load()
    found: Counter[tuple[str, str, str]] = Counter()
    for number, tactic in enumerate(tactics, start=1):
        print(f"\r{number} of {len(tactics)} ", end="", file=sys.stderr, flush=True)
        for level in given.levels:
            began = time.perf_counter()
            if solved(tactic, level, given.seconds, given.simulations, given.seed):
                found[tactic.sort, tactic.label, level] += 1
            elif level == "master":
                print(f"\r{tactic.id} missed in {time.perf_counter() - began:.1f} s", file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    show(tactics, found, given.levels)


def show(tactics: Sequence[Tactic], found: Counter[tuple[str, str, str]], levels: Sequence[str]) -> None:
    table = Table("position", "kind", "all", *levels)
    sorts = list(dict.fromkeys(tactic.sort for tactic in tactics))
    for sort in sorts:
        for kind in KINDS:
            number = sum((tactic.sort, tactic.label) == (sort, kind) for tactic in tactics)
            if number:
                table.add_row(sort, kind, str(number), *(str(found[sort, kind, level]) for level in levels))
    table.add_section()
    for kind in KINDS:
        number = sum(tactic.label == kind for tactic in tactics)
        table.add_row("all", kind, str(number), *(str(sum(found[s, kind, x] for s in sorts)) for x in levels))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
