"""What one move of a match costs in Python: decided, carried out, and seen by every seat as a list of changes.

    python bench/match.py [GAME …]

Random games between two people are played to the end. A move counts everything that the server does for it except
storing and sending: `decide`, `evolve`, for both seats the new document, what has changed in it and what the action
did (its effects), and all of that as JSON.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from tesserae.games import NAMES
from tesserae.play import Match, Settings
from tesserae.play.commands import Act, Sit

MOVES, ROUNDS = 1_000, 6  # the best round counts: the machine may have other work
LOOKS = ((0, "ann"), (1, "bob"))


def begin(game: str, chance: random.Random) -> Match:
    match = Match.create(Settings(game), "ann", 0, chance.randbytes(32))
    for person in ("ann", "bob"):
        match.evolve(*match.decide(Sit(), person, 0, person))
    return match


def look(match: Match) -> list[dict[str, Any]]:
    return [match.document(seat, person) for seat, person in LOOKS]


def compare(match: Match, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[Any]:
    return [match.changes(seat, old[index], new[index]) for index, (seat, _) in enumerate(LOOKS)]


def tell(match: Match) -> list[dict[str, Any]]:
    return [match.news(seat) for seat, _ in LOOKS]


def encode(found: list[Any]) -> list[bytes]:
    return [msgspec.json.encode(one) for one in found]


def measure(game: str, seed: int) -> dict[str, float]:
    """Microseconds a move, for each part and together. (To ask for processor time would slow down what follows.)"""
    chance = random.Random(seed)
    spent = dict.fromkeys(("decide", "evolve", "documents", "changes", "effects", "encode"), 0)

    def timed(part: str, work: Callable[..., Any], *given: Any) -> Any:
        began = time.perf_counter_ns()
        result = work(*given)
        spent[part] += time.perf_counter_ns() - began
        return result

    match = begin(game, chance)
    old = look(match)
    for _ in range(MOVES):
        if match.state is None or match.outcome is not None:
            match = begin(game, chance)
            old = look(match)
        assert match.state is not None
        seat = match.state.actors[0]
        command = Act(seat, [chance.choice(match.state.legal(seat))])
        decision = timed("decide", match.decide, command, LOOKS[seat][1], 0)
        timed("evolve", match.evolve, *decision)
        new = timed("documents", look, match)
        found = timed("changes", compare, match, old, new)
        told = timed("effects", tell, match)
        timed("encode", encode, [*found, *told])
        old = new
    parts = {part: ns / 1000 / MOVES for part, ns in spent.items()}
    return {**parts, "together": sum(parts.values())}


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        measured = min((measure(name, seed) for seed in range(ROUNDS)), key=lambda parts: parts["together"])
        print(json.dumps({"game": name, **{part: round(us, 1) for part, us in measured.items()}}))
