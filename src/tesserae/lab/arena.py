"""Bots against each other: which games are played, and playing them."""

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from tesserae import record
from tesserae.bots.bot import bot
from tesserae.errors import BadOption, check_whole
from tesserae.games.game import Outcome
from tesserae.lab.executors import Executor
from tesserae.lab.players import Player
from tesserae.state import State, check_seed, start


@dataclass(frozen=True)
class Fixture:
    """A game to be played by two players."""

    number: int
    game: str
    seats: int
    options: dict[str, Any]
    seed: int  # the seed of the start
    bot_seed: int
    budget: dict[str, Any]  # seconds or simulations per choice
    pair: tuple[Player, Player]
    seating: tuple[int, ...]  # for each seat, which of the two players has it


@dataclass(frozen=True)
class Played:
    """A game that was played to its end."""

    fixture: Fixture
    outcome: Outcome
    actions: int
    record: str
    choices: tuple[int, int]  # how many choices each player made, and the processor time that they took
    seconds: tuple[float, float]

    @property
    def score(self) -> float:
        """The score of the first player: 1 for a win, 0 for a loss, 0.5 for a draw or if both are among the winners."""
        winners = {self.fixture.seating[seat] for seat in self.outcome.winners}
        return 0.5 if len(winners) != 1 else 1.0 - winners.pop()


def seatings(seats: int, parties: int) -> list[tuple[int, ...]]:
    """All ways to seat two players: each gets whole teams, as evenly as possible. Each seating has its mirror image."""
    ways = [way for way in product((0, 1), repeat=parties) if abs(2 * sum(way) - parties) <= 1]
    return [tuple(way[seat % parties] for seat in range(seats)) for way in ways]


def schedule(first: State, players: Sequence[Player], games: int, budget: dict[str, Any]) -> list[Fixture]:
    """At least this many games for every pair of players. Each pair plays each start in every seating, so the number is
    rounded up. `first` is the first start."""
    if len(players) < 2:
        raise BadOption("an arena takes two players or more")
    for number, one in enumerate(players):
        if one.name in {other.name for other in players[:number]}:
            raise BadOption(f"the player {one.name} is given twice")
        one.check(first, budget)
    check_whole("games", games)
    ways = seatings(first.seats, first.game.teams(first.options, first.seats))
    rounds = -(-games // len(ways))
    plan = product(range(rounds), combinations(players, 2), ways)
    fixtures = [
        Fixture(
            number=number,
            game=first.game.name,
            seats=first.seats,
            options=first.options,
            seed=first.seed + turn,
            bot_seed=first.seed + number,
            budget=budget,
            pair=pair,
            seating=seating,
        )
        for number, (turn, pair, seating) in enumerate(plan)
    ]
    check_seed(fixtures[-1].bot_seed)
    return fixtures


def play(fixture: Fixture) -> Played:
    """Play a game; every seat has a bot of its own."""
    state = start(fixture.game, fixture.seats, fixture.seed, **fixture.options)
    bots = [fixture.pair[who].sit(fixture.game, fixture.budget, fixture.bot_seed) for who in fixture.seating]
    bot(fixture.game, simulations=1, seed=0).think(state, state.actors[0])  # loads compiled code before time counts
    choices, seconds = [0, 0], [0.0, 0.0]
    while state.actors:
        seat = state.actors[0]
        began = time.thread_time()
        action = bots[seat].choose(state, seat)
        choices[fixture.seating[seat]] += 1
        seconds[fixture.seating[seat]] += time.thread_time() - began
        state.act(seat, action)
    assert state.outcome is not None
    text = record.write(state, [fixture.pair[who].name for who in fixture.seating])
    return Played(fixture, state.outcome, len(state.history), text, (choices[0], choices[1]), (seconds[0], seconds[1]))


def tournament(fixtures: Sequence[Fixture], executor: Executor) -> Generator[Played]:
    """Play all games and yield them in the order in which they end. If the generator is closed early, for example by an
    exception, the games in progress are abandoned."""
    return executor.run(play, fixtures)
