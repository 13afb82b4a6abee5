"""`python -m tests.tactics.make` looks for positions with one best answer and writes positions.jsonl anew.

Positions are drawn at random (setups.py); whatever an exhaustive search proves to have one answer is kept, at most
SAME of a sort that look alike, until there are enough of each kind. It takes some minutes.
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import tesserae
from tests.tactics import setups, suite
from tests.tactics.suite import Tactic, Undecided

SAME = 2
CHOICES = {"symbol_chain": 3}  # legal actions that there must be at least, to have a choice; in the other games:
USUALLY = 8
# Sort, where its positions come from, how many of each kind are wanted, and how many positions to look at.
SORTS: tuple[tuple[str, Callable[[random.Random], Iterator[setups.Setup]], dict[tuple[str, int], int], int], ...] = (
    (
        "symbol-simple",
        partial(setups.symbol, edition="simple"),
        {("win", 1): 6, ("win", 2): 8, ("win", 3): 6, ("defence", 1): 4, ("defence", 2): 4},
        20_000,
    ),
    (
        "symbol-full",
        partial(setups.symbol, edition="full"),
        {("win", 1): 6, ("win", 2): 8, ("win", 3): 4, ("defence", 1): 4, ("defence", 2): 2},
        20_000,
    ),
    ("consequence", setups.consequence, {("win", 1): 5, ("win", 2): 5, ("defence", 1): 4}, 20_000),
    (
        "sequence-2",
        partial(setups.sequence, seats=2, teams=2),
        {("win", 1): 4, ("win", 2): 6, ("defence", 1): 4},
        20_000,
    ),
    ("sequence-3", partial(setups.sequence, seats=3, teams=3), {("win", 1): 2, ("win", 2): 2, ("defence", 1): 2}, 5_000),
    ("sequence-4", partial(setups.sequence, seats=4, teams=2), {("win", 1): 2, ("defence", 1): 2}, 5_000),
    ("sequence-claim", partial(setups.sequence, seats=2, teams=2, claiming=True), {("claim", 1): 2, ("claim", 2): 2}, 5_000),
    ("chain", partial(setups.chain, flipping=False), {("win", 1): 4, ("win", 2): 3, ("defence", 1): 3}, 5_000),
    ("chain-flip", partial(setups.chain, flipping=True), {("point", 1): 4, ("win", 1): 3}, 5_000),
)
EFFORT = {1: 300_000, 2: 300_000, 3: 300_000}  # actions tried for the proof of one action
SECONDS = 1.5  # of proof for one position; a longer one is not kept


def look(sort: str, setup: setups.Setup, wanted: dict[tuple[str, int], int]) -> Iterator[Tactic]:
    """The tactics of the wanted kinds that a position holds; of the wins only the fastest."""
    position, lead = setup
    state = tesserae.load(position)
    seat = state.actors[0]
    for action in lead:
        state.act(seat, action)
    legal = len(state.legal(seat))
    if legal < CHOICES.get(state.game.name, USUALLY) and not lead:
        return
    for (kind, depth), number in sorted(wanted.items()):
        if number <= 0:
            continue
        began = time.perf_counter()
        try:
            answers = suite.answers(state, seat, kind, depth, EFFORT[depth])
        except Undecided:
            continue
        if time.perf_counter() - began > SECONDS:
            continue
        if 0 < len(answers) <= (2 if kind == "claim" else 1) and len(answers) < legal:
            yield Tactic(sort, state.game.name, kind, depth, seat, position, lead, tuple(answers))


def theme(tactic: Tactic) -> str:
    """What its answer looks like, without the squares."""
    text = re.sub(r"[a-g][1-7]", "", tactic.answers[0]) if tactic.game == "symbol" else tactic.answers[0]
    return f"{text} {sorted(tactic.position['options'])}"


def find(sort: str, source: Iterator[setups.Setup], wanted: dict[tuple[str, int], int], most: int) -> list[Tactic]:
    left = dict(wanted)
    themes: Counter[tuple[str, str]] = Counter()
    found: list[Tactic] = []
    began = time.perf_counter()
    for number, setup in zip(range(most), source, strict=False):
        for tactic in look(sort, setup, left):
            key = tactic.kind, tactic.depth
            themes[tactic.label, theme(tactic)] += 1
            if left[key] > 0 and themes[tactic.label, theme(tactic)] <= SAME:
                left[key] -= 1
                found.append(tactic)
                spent = time.perf_counter() - began
                print(f"{sort} {key} {tactic.answers} {left} after {number + 1} positions, {spent:.0f} s", flush=True)
        if not any(left.values()):
            break
    return found


def main() -> None:
    tactics = []
    for number, (sort, source, wanted, most) in enumerate(SORTS):
        found = sorted(find(sort, source(random.Random(number)), wanted, most), key=lambda t: (t.kind, t.depth))
        numbers: Counter[str] = Counter()
        for tactic in found:
            numbers[tactic.label] += 1
            name = f"{sort}-{tactic.label.replace(' ', '')}-{numbers[tactic.label]}"
            tactics.append(Tactic(**{**tactic.__dict__, "id": name}))
    suite.save(tactics)
    print(len(tactics), "positions")


if __name__ == "__main__":
    main()
