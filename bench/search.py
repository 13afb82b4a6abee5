"""The search: its speed in every game, or a match of two players at equal time.

    python bench/search.py speed
    python bench/search.py match symbol master random --games 20 --seconds 0.2 --option edition=simple
    python bench/search.py match symbol plies=12,sieve=3 plies=12

A player is a level, or a master with another `Mind` (engine/search.py): some of its fields, or `plain` for none.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Any

import tesserae
from tesserae.bots.levels import NAMES
from tesserae.engine.search import Mind
from tesserae.games import game as find
from tesserae.games.options import named
from tesserae.state import State

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("consequence", 2, {}),
    ("symbol", 2, {"edition": "simple"}),
    ("symbol", 2, {"edition": "full"}),
    ("sequence", 2, {}),
    ("sequence", 12, {}),
    ("symbol_chain", 2, {}),
]
OPENING, SIMULATIONS, POSITIONS = 12, 8000, 8


def openings(name: str, seats: int, options: dict[str, Any]) -> Iterator[State]:
    """Games after a few random actions, as far as they are not over."""
    for seed in count():
        state, chance = tesserae.start(name, seats, seed, **options), random.Random(seed)
        while state.actors and len(state.history) < OPENING:
            state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
        if state.actors:
            yield state


def speed() -> None:
    """Simulations of a master in a second of processor time."""
    for name, seats, options in TABLES:
        spent = 0.0
        for state in islice(openings(name, seats, options), POSITIONS):
            tesserae.bot(name, "master", simulations=1).choose(state, state.actors[0])  # compiles
            master = tesserae.bot(name, "master", simulations=SIMULATIONS, seed=1)
            began = time.process_time()
            master.think(state, state.actors[0])
            spent += time.process_time() - began
        print(
            f"{name}, {seats} seats {options or ''}: {POSITIONS * SIMULATIONS / spent:,.0f} simulations/s", flush=True
        )


def player(text: str, game: str, seconds: float, seed: int) -> tesserae.Bot:
    if text in NAMES:
        return tesserae.bot(game, text, seconds, seed=seed)
    master = tesserae.bot(game, "master", seconds, seed=seed)
    master.mind = Mind()
    for item in text.split(",") if text != "plain" else ():
        key, value = item.split("=")
        master.mind = replace(master.mind, **{key: type(getattr(Mind(), key))(value)})
    return master


def match(arguments: argparse.Namespace) -> None:
    """Two seats; every start is played twice, with the seats changed."""
    game = find(arguments.game)
    options = {
        key: named(game.options, key).read(value) for key, value in (text.split("=") for text in arguments.option)
    }
    wins = [0, 0]
    for number in range(arguments.games):
        state = tesserae.start(game.name, 2, number // 2, **options)
        players = [player(text, game.name, arguments.seconds, number) for text in (arguments.one, arguments.two)]
        while state.actors:
            seat = state.actors[0]
            state.act(seat, players[seat ^ number % 2].choose(state, seat))
        assert state.outcome is not None
        if len(state.outcome.winners) == 1:
            wins[state.outcome.winners[0] ^ number % 2] += 1
    draws = arguments.games - sum(wins)
    print(f"{arguments.one} : {arguments.two} = {wins[0]} : {wins[1]}, {draws} draws")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    commands.add_parser("speed").set_defaults(run=lambda arguments: speed())
    contest = commands.add_parser("match")
    contest.set_defaults(run=match)
    for name in ("game", "one", "two"):
        contest.add_argument(name)
    contest.add_argument("--games", type=int, default=20)
    contest.add_argument("--seconds", type=float, default=0.05)
    contest.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
