"""Games of bots that learn: against themselves, for samples, and against each other, to see who is stronger.

Both work on bare states, without texts. Every game has a number, from which everything random in it follows: its start
(options and number of players as the game declares them for learning), some random actions at the beginning, and what
the searches draw. So the result depends on the job alone.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tesserae.bots import levels
from tesserae.bots.player import Player, Seen
from tesserae.engine import contract
from tesserae.engine.jit import Floats, Ints, States
from tesserae.engine.net import NONE, Net, scratch
from tesserae.engine.playouts import ROOM
from tesserae.engine.race import RacingSettings
from tesserae.engine.rng import seed_rng
from tesserae.engine.searches import Found, Step
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.games.level import STRONGEST
from tesserae.lab.arena import seatings
from tesserae.lab.quick import play
from tesserae.lab.training import Samples, fresh, joined

OPENING = 10  # random actions at the beginning, at most
WILD = 0.02  # how often a random action is taken later, instead of the best
LONGEST = 2000  # actions; a game that lasts longer counts as drawn
DRAWS = 100  # options that are drawn before it is said that none can be combined with those given
ANCHOR = "master"  # the level that never learns, which `classic` of the arena is


class Start(NamedTuple):
    """How a game begins."""

    state: States
    seats: int
    sides: int


def begin(game: Game, given: Mapping[str, Any], seats: int | None, chance: random.Random) -> Start:
    """A start; its options and number of players, except those given, are drawn as the game declares for learning."""
    lesson = getattr(game.mind, "lesson", None)
    reason: BadOption | None = None
    for _ in range(DRAWS):
        number, options = (game.seats[0], {}) if lesson is None else lesson(chance)
        number = number if seats is None else seats
        try:
            values = game.resolve({**options, **given}, number)
        except BadOption as error:
            reason = error
            continue
        state = game.blank()
        contract.start(state, game.encode(values), number, chance.getrandbits(62))
        return Start(state, number, game.teams(values, number))
    raise reason or BadOption("no start is possible")


class Thinker(NamedTuple):
    """Who plays: the strongest level with a net, or the anchor; with a budget of simulations or of processor time."""

    net: Net | None  # None: the game's own
    level: str = STRONGEST
    simulations: int = 100
    seconds: float = 0.0


class Thinking:
    """A thinker in one game."""

    def __init__(self, game: Game, who: Thinker, seats: int) -> None:
        self._player = Player(
            game,
            who.level,
            who.seconds,
            None if who.seconds else who.simulations,
            clock=time.thread_time,
            settings=lambda states: levels.settings(game, who.level, states, who.net),
            trees=False,
        )
        self._seats = seats
        self._steps: list[Step] = []

    def saw(self, seat: int, action: int) -> None:
        """An action that was taken, by anybody."""
        self._steps.append((seat, action))

    def think(self, state: States, seat: int, rng: Ints) -> Found:
        """What its search for a seat finds best."""
        hidden = state.copy()
        contract.hide(hidden, seat)
        seen = Seen(hidden, seat, self._seats, len(self._steps), lambda first: self._steps[first:])
        return self._player.think(seen, rng, decisive=True).found[0]


# --- Samples ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Games:
    """Games to learn from: that many, from this number on."""

    number: int
    games: int
    game: str
    given: dict[str, Any]
    seats: int | None
    seed: int
    simulations: int

    @property
    def numbers(self) -> range:
        return range(self.number, self.number + self.games)


@dataclass(frozen=True)
class Lesson(Games):
    """Games of a net against itself."""

    net: Net


def learn(job: Lesson) -> tuple[int, Samples]:
    """Play the games. Returns the number of the job and the samples."""
    game = find(job.game)
    if quick(game):
        return job.number, _quick_play(game, job)
    return job.number, joined([_self_play(game, job, number) for number in job.numbers])


def quick(game: Game) -> bool:
    """Whether a game is learned from quick games, which a net plays without a search: those whose bots race with it."""
    state = game.blank()
    net = fresh(contract.inputs_of(state.dtype), 1, 0)
    return isinstance(levels.settings(game, STRONGEST, state, net), RacingSettings)


def _quick_play(game: Game, job: Lesson) -> Samples:
    chances = [random.Random(f"{job.seed} {number}") for number in job.numbers]
    starts = [begin(game, job.given, job.seats, chance) for chance in chances]
    seeds = [chance.getrandbits(62) for chance in chances]
    return play([start.state for start in starts], [start.seats for start in starts], job.net, seeds, job.number)


def _self_play(game: Game, job: Lesson, number: int) -> Samples:
    chance = random.Random(f"{job.seed} {number}")
    state, seats, sides = begin(game, job.given, job.seats, chance)
    player = Thinking(game, Thinker(job.net, simulations=job.simulations), seats)
    seen = _Seen(state, sides)

    def choose(seat: int, rng: Ints, at_random: int) -> int:
        best = player.think(state, seat, rng)
        wild = chance.random() < WILD
        seen.note(state, seat, best.values, wild)
        return at_random if wild else best.action

    return seen.samples(_play_to_the_end(state, seats, [player], chance, choose), number)


Choose = Callable[[int, Ints, int], int]  # the action of a seat, by a generator; the last is a random action


def _play_to_the_end(
    state: States, seats: int, players: Sequence[Thinking], chance: random.Random, choose: Choose
) -> Floats:
    """Play a game in place: first some random actions, then what is chosen wherever there is a choice. The result."""
    rng: Ints = np.zeros(4, np.int64)
    out: Ints = np.empty(ROOM, np.int64)
    opening = chance.randrange(OPENING + 1)
    for step in range(LONGEST):
        actors = contract.actors(state)
        if not actors:
            break
        seat = _one(actors, chance)
        seed_rng(rng, chance.getrandbits(62), step)
        action = contract.random_action(state, seat, rng, out)
        if step >= opening and contract.legal(state, seat, out) > 1:
            action = choose(seat, rng, action)
        contract.act(state, seat, action, out)
        for player in players:
            player.saw(seat, action)
    returns: Floats = np.zeros(seats)
    if contract.over(state):
        contract.returns(state, returns)
    return returns


def _one(actors: int, chance: random.Random) -> int:
    seats = [seat for seat in range(actors.bit_length()) if actors >> seat & 1]
    return seats[0] if len(seats) == 1 else chance.choice(seats)


class _Seen:
    """The positions of a game in which there was a choice. With two sides, each as who acts sees it; with more, as each
    side does. After a random action the game no longer tells how good the position before it was: for that one and
    all before it, what the search expected there counts as the result."""

    def __init__(self, state: States, sides: int) -> None:
        self._sides = sides
        self._room = scratch(state.dtype, NONE)
        self._rows: list[tuple[Ints, Any]] = []
        self._seats: list[int] = []
        self._values: list[float] = []
        self._ends: list[tuple[float, ...] | None] = []  # what counts as the result, where it is not the true one

    def note(self, state: States, mover: int, values: tuple[float, ...], wild: bool) -> None:
        places, amounts, *_ = self._room
        for seat in (mover,) if self._sides == 2 else range(self._sides):
            n = contract.inputs(state, seat, places, amounts)
            self._rows.append((places[:n].copy(), amounts[:n].copy()))
            self._seats.append(seat)
            self._values.append(values[seat])
            self._ends.append(values if wild else None)

    def samples(self, returns: Floats, number: int) -> Samples:
        results = np.zeros(len(self._rows), np.float32)
        end: Any = returns
        for i in range(len(self._rows) - 1, -1, -1):
            mark = self._ends[i]
            end = end if mark is None else mark
            results[i] = end[self._seats[i]]
        lengths = [len(places) for places, _ in self._rows]
        return Samples(
            np.concatenate([np.zeros(0, np.int32), *(places.astype(np.int32) for places, _ in self._rows)]),
            np.concatenate([np.zeros(0, np.float32), *(amounts for _, amounts in self._rows)]),
            np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)]),
            results,
            np.array(self._values, np.float32),
            np.full(len(self._rows), number, np.int64),
        )


# --- Matches ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """One start that two thinkers play in all seatings."""

    number: int
    game: str
    given: dict[str, Any]
    seats: int | None
    seed: int
    pair: tuple[Thinker, Thinker]


def meet(job: Match) -> tuple[int, list[float]]:
    """The number of the match and the scores of the first thinker: 1 for a win, 0 for a loss, 0.5 for a draw."""
    game = find(job.game)
    start = begin(game, job.given, job.seats, random.Random(f"match {job.seed} {job.number}"))
    ways = seatings(start.seats, start.sides)
    mirror = ways[job.number % len(ways)]
    pair = [mirror, tuple(1 - who for who in mirror)]
    return job.number, [_game(game, job, start, seating) for seating in pair]


def _game(game: Game, job: Match, start: Start, seating: tuple[int, ...]) -> float:
    chance = random.Random(f"opening {job.seed} {job.number}")  # the same in both seatings
    state = start.state.copy()
    players = [Thinking(game, who, start.seats) for who in job.pair]

    def choose(seat: int, rng: Ints, at_random: int) -> int:
        return players[seating[seat]].think(state, seat, rng).action

    returns = _play_to_the_end(state, start.seats, players, chance, choose)
    means = [float(np.mean([returns[seat] for seat, who in enumerate(seating) if who == one])) for one in (0, 1)]
    return 0.5 if means[0] == means[1] else float(means[0] > means[1])


def check(game: Game) -> None:
    """BadOption if no net can learn the game."""
    if not contract.has(game.rules.STATE, contract.inputs):
        raise BadOption(f"{game.title} cannot be learned: its rules do not say what a net sees (`inputs`)")
