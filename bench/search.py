"""The speed of the search beside OpenSpiel's, measured in one run: `make bench`, or `python bench/search.py`.

The peers are OpenSpiel's own C++ bots, which stay in compiled code for a whole search as ours do: MCTSBot where
everything lies open, and ISMCTSBot, which imagines a new world for every simulation as ours does, where not. Both judge
by one random playout to the end. So does `plain` here; a master may cut playouts off and evaluate instead, and a
grandmaster judges by a net and may search in another way (docs/measurements/performance.md says what it counts). All
think from random positions, on one thread, and are measured by processor time, because the machine is shared.

A simulation goes from the position to the end of the game, in the tree at first and then at random; so a game that
lasts longer has slower ones. Dividing by the actions that random play takes to the end makes up for that, roughly.
"""

import platform
import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

import tesserae
from tesserae.commands.compiling import compile_games
from tesserae.engine.playouts import playouts
from tesserae.games import game as find
from tesserae.lab.players import player
from tesserae.state import State

OPENING = 12  # random actions of the players before a position
SIMULATIONS, POSITIONS, ROUNDS = 4_000, 4, 5
PLAYOUTS = 500  # to find out how long games last
MCTS, ISMCTS = "MCTSBot", "ISMCTSBot"
UCT_C = 1.4
STRONG = ("master", "grandmaster")
MEMORY = 1_000  # MB; far more than these searches take
# Each peer with its bot, and the opening; in leduc_poker a hand is over after a few actions.
PEERS = {
    "breakthrough": (MCTS, OPENING),
    "quoridor": (MCTS, OPENING),
    "leduc_poker": (ISMCTS, 0),
    "gin_rummy": (ISMCTS, OPENING),
}
# Each game with the bot that it is compared with.
OURS: dict[str, tuple[str, int, dict[str, Any], str]] = {
    "Symbol, simple edition": ("symbol", 2, {"edition": "simple"}, MCTS),
    "Symbol, full edition": ("symbol", 2, {"edition": "full"}, MCTS),
    "Consequence": ("consequence", 2, {}, ISMCTS),
    "Sequence, 2 players": ("sequence", 2, {}, ISMCTS),
    "Sequence, 12 players": ("sequence", 12, {}, ISMCTS),
    "Symbol Chain, 2 players": ("symbol_chain", 2, {}, ISMCTS),
}


class Contender(NamedTuple):
    """A search of SIMULATIONS in each of POSITIONS, which says how many there were (it ends early if the result is
    proved), and how many actions random play takes from there to the end."""

    search: Callable[[], int]
    actions: float


def openings(name: str, seats: int, options: dict[str, Any]) -> Iterator[State]:
    """Games after a few random actions, with something to choose."""
    for seed in count():
        state, chance = tesserae.start(name, seats, seed, **options), random.Random(seed)
        while state.actors and len(state.history) < OPENING:
            state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
        if state.actors and len(state.legal(state.actors[0])) > 1:
            yield state


def ours(name: str, kind: str) -> Contender:
    game, seats, options, _ = OURS[name]
    states = list(islice(openings(game, seats, options), POSITIONS))
    lengths = [playouts(np.repeat(state.raw(), PLAYOUTS), seats, 1).lengths.mean() for state in states]

    def search() -> int:
        simulations = 0
        for state in states:
            thinker = player(kind).sit(game, {"simulations": SIMULATIONS}, seed=1)
            simulations += thinker.think(state, state.actors[0]).simulations
        return simulations

    return Contender(search, float(np.mean(lengths)))


def advance(state: Any, chance: random.Random, most: float = float("inf")) -> int:
    """Random play of an OpenSpiel game, so many actions of players or to the end; how many there were, chance's
    included."""
    actions = of_players = 0
    while not state.is_terminal() and (state.is_chance_node() or of_players < most):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            of_players += 1
        actions += 1
    return actions


def peer_openings(name: str, opening: int) -> Iterator[Any]:
    game = pyspiel.load_game(name)
    for seed in count():
        state = game.new_initial_state()
        advance(state, random.Random(seed), opening)
        if not state.is_terminal() and len(state.legal_actions()) > 1:
            yield state


def peer(name: str) -> Contender:
    kind, opening = PEERS[name]
    states = list(islice(peer_openings(name, opening), POSITIONS))
    chance = random.Random(1)
    lengths = [advance(state.clone(), chance) for state in states for _ in range(PLAYOUTS // POSITIONS)]

    def search() -> int:
        for state in states:
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
            if kind == MCTS:
                pyspiel.MCTSBot(
                    game=state.get_game(),
                    evaluator=evaluator,
                    uct_c=UCT_C,
                    max_simulations=SIMULATIONS,
                    max_memory_mb=MEMORY,
                    solve=False,  # or it could stop early
                    seed=1,
                    verbose=False,
                ).step(state)
            else:
                pyspiel.ISMCTSBot(seed=1, evaluator=evaluator, uct_c=UCT_C, max_simulations=SIMULATIONS).step(state)
        return POSITIONS * SIMULATIONS

    return Contender(search, float(np.mean(lengths)))


def measure(contenders: dict[str, Contender]) -> dict[str, float]:
    """Simulations in a second of processor time; the best of ROUNDS, in which they take turns."""
    fastest = dict.fromkeys(contenders, 0.0)
    for _ in track(range(ROUNDS), "measuring", transient=True):
        for name, contender in contenders.items():
            began = time.process_time()
            speed = contender.search() / (time.process_time() - began)
            fastest[name] = max(fastest[name], speed)
    return fastest


def main() -> None:
    console = Console(width=160)
    versions = ", ".join(f"{package} {version(package)}" for package in ("numba", "open_spiel"))
    console.print(f"{platform.machine()}, Python {platform.python_version()}, {versions}")
    compile_games([find(name) for name in dict.fromkeys(game for game, *_ in OURS.values())])
    contenders = {name: peer(name) for name in PEERS}
    for kind in ("plain", *STRONG):
        contenders |= {f"{name}/{kind}": ours(name, kind) for name in OURS}
    for contender in contenders.values():
        contender.search()  # so that nobody's first steps count
    speeds = measure(contenders)

    def figures(name: str) -> tuple[float, float, float]:
        """Actions to the end, simulations a second, and nanoseconds for an action of a simulation."""
        actions, speed = contenders[name].actions, speeds[name]
        return actions, speed, 1e9 / speed / actions

    table = Table("search")
    for column in ("actions to the end", "simulations/s", "ns an action", "times the peers", "by action", *STRONG):
        table.add_column(column, justify="right")
    for name, (kind, _) in PEERS.items():
        table.add_row(f"{name} (OpenSpiel's {kind})", *(f"{figure:,.0f}" for figure in figures(name)))
    for name, (*_, kind) in OURS.items():
        actions, speed, each = figures(f"{name}/plain")
        peers = {one: figures(one) for one, (other, _) in PEERS.items() if other == kind}
        table.add_row(
            f"{name} ({', '.join(peers)})",
            f"{actions:,.0f}",
            f"{speed:,.0f}",
            f"{each:,.0f}",
            ", ".join(f"{speed / theirs:.1f}" for _, theirs, _ in peers.values()),
            ", ".join(f"{theirs / each:.1f}" for _, _, theirs in peers.values()),
            *(f"{speeds[f'{name}/{kind}']:,.0f}" for kind in STRONG),
        )
    console.print(table)


if __name__ == "__main__":
    main()
