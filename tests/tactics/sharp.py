"""`python -m tests.tactics.sharp --positions 200 --seconds 0.2` counts the kings that bots lose without need.

A position of the simple edition of Symbol is sharp if the opponent could take the king after at least half of the
actions, but not after all of them, and no action wins at once. A bot that chooses one of the former loses its king
without need. The positions come from random games, so the same seed gives the same ones.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator

import tesserae
from tesserae import State
from tesserae.bots import bot
from tests.games.symbol.helpers import random_action

LEVELS = ("expert", "master", "grandmaster")
LONGEST = 60  # actions of a random game


def loses_at_once(state: State, action: str) -> bool:
    """Whether the action loses by itself, or the opponent can win with the next one."""
    other = 1 - state.actors[0]
    after = state.copy()
    after.act(1 - other, action)
    if after.outcome:
        return after.outcome.winners == (other,)
    return any(winner(after, reply) == (other,) for reply in after.legal(other))


def winner(state: State, action: str) -> tuple[int, ...]:
    after = state.copy()
    after.act(state.actors[0], action)
    return after.outcome.winners if after.outcome else ()


def is_sharp(state: State) -> bool:
    seat = state.actors[0]
    actions = state.legal(seat)
    if any(winner(state, action) == (seat,) for action in actions):
        return False
    losing = sum(loses_at_once(state, action) for action in actions)
    return len(actions) / 2 <= losing < len(actions)


def positions(seed: int = 0) -> Iterator[State]:
    """One sharp position of each random game that has one."""
    chance = random.Random(seed)
    while True:
        state = tesserae.start("symbol", seed=seed, edition="simple")
        while state.actors and len(state.history) < LONGEST:
            if len(state.history) > 6 and chance.random() < 0.3 and is_sharp(state):
                yield state
                break
            state.act(state.actors[0], random_action(state, chance))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2, help="of processor time for each choice")
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    lost = dict.fromkeys(given.levels, 0)
    for number, state in zip(range(given.positions), positions(given.seed), strict=False):
        for level in given.levels:
            thinker = bot("symbol", level, given.seconds, seed=number, clock=time.thread_time)
            lost[level] += loses_at_once(state, thinker.choose(state, state.actors[0]))
        print(f"\r{number + 1} of {given.positions} ", end="", file=sys.stderr, flush=True)
    print("\r", end="", file=sys.stderr)
    for level, count in lost.items():
        print(f"{level}: {count} of {given.positions} kings lost without need")


if __name__ == "__main__":
    main()
