"""Games and searches, and what comes of them: what WebAssembly must do in the same way (tests/js/same.mjs).

`python -m tests.engine.same GAME GAMES SEARCHES SIMULATIONS` prints both as JSON, for example without the compiler.
"""

import base64
import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from tesserae.bots import levels
from tesserae.bots.browser import LEVELS, files
from tesserae.engine import contract, playouts
from tesserae.engine.alphabeta import AlphaBeta
from tesserae.engine.jit import INTERPRETED, Ints, States
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import below, seed_rng
from tesserae.engine.searches import Task, TreeSearch
from tesserae.games import game as find
from tesserae.games.game import Game

NODES = 4096
SLICE = 100
Case = dict[str, Any]


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def begun(game: Game, options: list[int], seats: int, seed: int) -> States:
    states = game.blank()
    contract.start(states, np.array(options, np.int64), seats, seed)
    return states


def actors(states: States) -> list[int]:
    mask = contract.actors(states)
    return [seat for seat in range(64) if mask >> seat & 1]


def legal(states: States, seat: int) -> Ints:
    out: Ints = np.zeros(ROOM, np.int64)
    count = contract.legal(states, seat, out)
    if count > ROOM:
        out = np.zeros(count, np.int64)
        contract.legal(states, seat, out)
    return out[:count]


def seen(states: States, seat: int) -> States:
    hidden = states.copy()
    contract.hide(hidden, seat)
    return hidden


# --- Games -----------------------------------------------------------------------------------------------------------


def games(name: str, count: int) -> Iterator[Case]:
    """So many of each preset."""
    for preset, chosen in files(find(name)).description["presets"].items():
        for seed in range(count):
            yield {"preset": preset, "options": chosen["options"], "seats": chosen["seats"], "seed": seed}


def played(name: str, case: Case) -> str:
    """A digest of everything in a random game."""
    states = begun(find(name), case["options"], case["seats"], case["seed"])
    quick = states.copy()
    outcome = playouts.playouts(quick, case["seats"], case["seed"])
    parts = [quick.tobytes(), np.array([outcome.lengths[0], *outcome.results[0]], np.float64).tobytes()]
    rng: Ints = np.zeros(4, np.int64)
    seed_rng(rng, case["seed"], 1)
    values, out = np.zeros(case["seats"]), np.zeros(ROOM, np.int64)
    while able := actors(states):
        seat = able[below(rng, len(able))]
        possible = legal(states, seat)
        contract.evaluate(states, values)
        parts += [states.tobytes(), seen(states, seat).tobytes(), possible.tobytes(), values.tobytes()]
        assert contract.act(states, seat, int(possible[below(rng, len(possible))]), out)
    contract.returns(states, values)
    return digest(b"".join([*parts, states.tobytes(), values.tobytes()]))


def walk(name: str, case: Case) -> Case:
    """The first steps of a game, always with the first legal action; then random play to the end."""
    states = begun(find(name), case["options"], case["seats"], case["seed"])
    seen_so_far = [states.tobytes().hex()]
    out: Ints = np.zeros(ROOM, np.int64)
    for _ in range(5):
        seat = actors(states)[0]
        assert contract.act(states, seat, int(legal(states, seat)[0]), out)
        seen_so_far.append(states.tobytes().hex())
    seat = actors(states)[0]
    hidden = seen(states, seat).tobytes().hex()
    outcome = playouts.playouts(states, case["seats"], 9)
    return {
        "seen": seen_so_far,
        "seat": seat,
        "hidden": hidden,
        "end": states.tobytes().hex(),
        "length": int(outcome.lengths[0]),
        "results": outcome.results[0].tolist(),
    }


# --- Searches --------------------------------------------------------------------------------------------------------


def searches(name: str, count: int, simulations: int) -> Iterator[Case]:
    """So many of each way to search, from positions of random games of all presets that use it."""
    game = find(name)
    description = files(game).description
    for number in range(len(description["searches"])):
        used = [
            (preset, chosen, level)
            for preset, chosen in description["presets"].items()
            for level in LEVELS
            if chosen["levels"][level] == number
        ]
        for seed in range(count):
            preset, chosen, level = used[seed % len(used)]
            states, seat = _middle(begun(game, chosen["options"], chosen["seats"], seed), 4 * seed)
            yield {
                "preset": preset,
                "level": level,
                "settings": number,
                "hidden": base64.b64encode(seen(states, seat).tobytes()).decode(),
                "seat": seat,
                "seats": chosen["seats"],
                "seed": seed + 1,
                "stream": 7,
                "nodes": NODES,
                "simulations": simulations,
            }


def _middle(states: States, steps: int) -> tuple[States, int]:
    """A later state of a random game, or the last before its end, and a seat that acts there."""
    rng: Ints = np.zeros(4, np.int64)
    seed_rng(rng, steps, 2)
    out: Ints = np.zeros(ROOM, np.int64)
    for _ in range(steps):
        seat = actors(states)[0]
        before = states.copy()
        contract.act(states, seat, contract.random_action(states, seat, rng, out), out)
        if contract.over(states):
            return before, seat
    return states, actors(states)[0]


def thought(name: str, case: Case) -> Case:
    """What a search finds, and digests of the arrays that it works on."""
    game, seat, seats = find(name), case["seat"], case["seats"]
    hidden = np.frombuffer(base64.b64decode(case["hidden"]), game.blank().dtype).copy()
    rng: Ints = np.zeros(4, np.int64)
    seed_rng(rng, case["seed"], case["stream"])
    search, works = _planted(game, case["level"], hidden, seat, seats, rng, case["nodes"])
    while search.simulations < case["simulations"] and not search.settled:
        search.run(min(SLICE, case["simulations"] - search.simulations))
    found = [[str(action), visits, list(values)] for action, visits, values in search.found()]
    digests: dict[str, str] = {}
    for label, array in _arrays(works()):
        digests[label] = digests.get(label, "") + digest(array.tobytes())
    return {"found": found, "digests": digests}


def _planted(game: Game, level: str, hidden: States, seat: int, seats: int, rng: Ints, nodes: int) -> Any:
    """The search that a level uses, as `Player` makes it but with fewer nodes, and what has its arrays."""
    search: Any = levels.settings(game, level, hidden).make(Task(hidden, seat, seats, rng, nodes=nodes))
    if isinstance(search, TreeSearch):
        return search, lambda: search._trees[0]
    return search, lambda: search._desk if isinstance(search, AlphaBeta) else search._course


def _arrays(values: Any) -> Iterator[tuple[str, Any]]:
    """In their order; not those that only give room, and begin with anything."""
    for name, value in values._asdict().items():
        if isinstance(value, tuple):
            yield from _arrays(value)
        elif isinstance(value, np.ndarray) and name not in ("out", "aspects"):
            yield name, value


def cases(name: str, each: int, few: int, simulations: int) -> Case:
    return {"games": list(games(name, each)), "searches": list(searches(name, few, simulations))}


def results(name: str, given: Case) -> Case:
    return {
        "games": [played(name, case) for case in given["games"]],
        "searches": [thought(name, case) for case in given["searches"]],
    }


def compare(given: Case, expected: Case, found: Case) -> None:
    """Fails with what is different."""
    pairs = zip(given["games"], expected["games"], found["games"], strict=True)
    different = [case for case, one, other in pairs if one != other]
    assert not different, f"games differ: {different[:5]}"
    for case, one, other in zip(given["searches"], expected["searches"], found["searches"], strict=True):
        about = {name: value for name, value in case.items() if name != "hidden"}
        arrays = {name for name in one["digests"] if one["digests"][name] != other["digests"].get(name)}
        assert not arrays, f"arrays of a search differ: {arrays} {about}"
        assert one["found"] == other["found"], f"a search finds something else: {about}"


if __name__ == "__main__":
    wanted = cases(sys.argv[1], *map(int, sys.argv[2:]))
    given = {"cases": wanted, "results": results(sys.argv[1], wanted), "interpreted": INTERPRETED}
    json.dump(given, sys.stdout)
