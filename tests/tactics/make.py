"""`python -m tests.tactics.make [SORT …]` looks for positions with one best answer and writes positions.jsonl anew, or
those of some sorts.

Positions are drawn at random (setups.py); whatever an exhaustive search proves to have one answer is kept, at most
SAME of a sort that look alike, until there are enough of each kind. It takes some minutes.
"""

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import tesserae
from tests.tactics import setups, suite
from tests.tactics.claims import Claims
from tests.tactics.limit import Undecided
from tests.tactics.suite import Tactic

SAME = 2
CHOICES = {"symbol_chain": 3}  # legal actions that there must be at least, to have a choice; in the other games:
USUALLY = 12
# Sort, where its positions come from, and how many of each kind and depth are wanted.
Source = Callable[[random.Random], Iterator[setups.Setup]]
Wanted = dict[tuple[str, int], int]
SORTS: tuple[tuple[str, Source, Wanted], ...] = (
    (
        "symbol-simple",
        partial(setups.symbol, edition="simple"),
        {("win", 1): 6, ("win", 2): 8, ("win", 3): 6, ("defence", 1): 4, ("defence", 2): 4},
    ),
    (
        "symbol-full",
        partial(setups.symbol, edition="full"),
        {("win", 1): 6, ("win", 2): 8, ("win", 3): 4, ("defence", 1): 4, ("defence", 2): 2},
    ),
    ("consequence", setups.consequence, {("win", 1): 5, ("win", 2): 5, ("defence", 1): 4}),
    ("sequence-2", partial(setups.sequence, seats=2, teams=2), {("win", 1): 4, ("win", 2): 4, ("defence", 1): 4}),
    ("sequence-3", partial(setups.sequence, seats=3, teams=3), {("win", 1): 2}),
    ("sequence-4", partial(setups.sequence, seats=4, teams=2), {("win", 1): 2, ("defence", 1): 3}),
    ("sequence-6", partial(setups.sequence, seats=6, teams=3), {("win", 1): 2}),
    (
        "sequence-claim",
        partial(setups.sequence, seats=2, teams=2, claiming=True),
        {("claim", 1): 2, ("claim", 2): 2},
    ),
    ("chain-take", partial(setups.chain, flipping=False), {("win", 1): 6}),
    ("chain-flip", partial(setups.chain, flipping=True), {("win", 1): 4}),
    ("chain-point", partial(setups.chain, flipping=True, early=True), {("point", 1): 5}),
)
MOST = 10_000  # positions that are looked at for a sort
EFFORT = {
    "consequence": 20_000,
    "sequence": 200_000,
    "symbol_chain": 400_000,
}  # steps of the proof for one position, in the other games:
USUAL_EFFORT = 3_000_000


def look(sort: str, setup: setups.Setup, wanted: Wanted) -> Tactic | None:
    """A tactic of one of the wanted kinds, if the position holds one."""
    position, lead = setup
    state = tesserae.load(position)
    seat = state.actors[0]
    for action in lead:
        state.act(seat, action)
    legal = len(state.legal(seat))
    if legal < CHOICES.get(state.game.name, USUALLY) and not lead:
        return None
    for (kind, depth), number in sorted(wanted.items()):
        if number <= 0:
            continue
        try:
            answers = Claims(state, seat, EFFORT.get(state.game.name, USUAL_EFFORT)).answers(kind, depth)
        except Undecided:
            continue
        if 0 < len(answers) <= (2 if kind == "claim" else 1) and len(answers) < legal:
            return Tactic("", sort, state.game.name, kind, depth, seat, position, lead, tuple(answers))
    return None


def theme(tactic: Tactic) -> str:
    """What its answer looks like; in Symbol without the squares."""
    return re.sub(r"[a-g][1-7]", "", tactic.answers[0]) if tactic.game == "symbol" else tactic.answers[0]


def find(sort: str, source: Iterator[setups.Setup], wanted: Wanted) -> list[Tactic]:
    left = dict(wanted)
    themes: Counter[tuple[str, str]] = Counter()
    found: list[Tactic] = []
    began = time.process_time()
    for number, setup in zip(range(MOST), source, strict=False):
        tactic = look(sort, setup, left)
        if tactic is None:
            continue
        themes[tactic.label, theme(tactic)] += 1
        if themes[tactic.label, theme(tactic)] <= SAME:
            left[tactic.kind, tactic.depth] -= 1
            found.append(tactic)
            spent = time.process_time() - began
            print(f"{sort}: {tactic.label} {tactic.answers} after {number + 1} positions, {spent:.0f} s", flush=True)
        if not any(left.values()):
            break
    return found


def main() -> None:
    order = [sort for sort, *_ in SORTS]
    names = sys.argv[1:] or order
    for number, (sort, source, wanted) in enumerate(SORTS):
        if sort in names:
            found = numbered(sort, find(sort, source(random.Random(number)), wanted))
            found += [tactic for tactic in suite.load() if tactic.sort != sort]
            suite.save(sorted(found, key=lambda tactic: order.index(tactic.sort)))


def numbered(sort: str, found: list[Tactic]) -> list[Tactic]:
    """With their ids."""
    numbers: Counter[str] = Counter()
    tactics = []
    for tactic in sorted(found, key=lambda tactic: (tactic.kind, tactic.depth)):
        numbers[tactic.label] += 1
        tactics.append(replace(tactic, id=f"{sort}-{tactic.label.replace(' ', '')}-{numbers[tactic.label]}"))
    return tactics


if __name__ == "__main__":
    main()
