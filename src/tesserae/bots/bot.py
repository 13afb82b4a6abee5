"""A bot. It gets what its seat may know (`State.hidden`) and uses nothing else."""

import secrets
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tesserae.bots.levels import check_level
from tesserae.bots.player import Player, Progress, Seen, quiet
from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.rng import SEEDS, seed_rng
from tesserae.engine.searches import Settings, Step
from tesserae.errors import BadOption, Refused, check_positive, check_whole
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.state import State, check_seed

SECONDS = 1.0  # the default budget of a choice
STREAMS = 1 << 31  # random streams of bots start here; a game with the same seed uses the first ones
STREAM_BITS = 24  # choices of one bot in one seat before its streams repeat


class Candidate(NamedTuple):
    """An action, how often the search visited it, and its value for each seat, from -1 to 1."""

    text: str
    visits: int
    values: tuple[float, ...]


class Thoughts(NamedTuple):
    """The result of thinking: the candidates, best first, and the expected line, as seats and actions."""

    candidates: tuple[Candidate, ...]
    line: tuple[tuple[int, str], ...]
    simulations: int


class Bot:
    """Created by `tesserae.bot`. With a budget of simulations and one thread, its choices depend only on its seed.

    Its seconds are measured by `clock`: wall time by default, or for example `time.thread_time`. With `settings` it
    searches in another way than its level.
    """

    def __init__(
        self,
        game: Game,
        level: str,
        seconds: float,
        simulations: int | None,
        seed: int,
        threads: int,
        clock: Callable[[], float],
        settings: Callable[[States], Settings] | None = None,
    ) -> None:
        self.player = Player(game, level, seconds, simulations, threads, clock, settings)
        self.game = game
        self.level = level
        self.seed = seed
        self._choices = 0
        self._rng: Ints = np.zeros(4, np.int64)

    def choose(self, state: State, seat: int, progress: Progress = quiet) -> str:
        """The bot's choice. Thinking ends early if more of it cannot change the choice."""
        return self.game.notation.write(self.player.choose(self._seen(state, seat), self._rng, progress).action)

    def think(self, state: State, seat: int, progress: Progress = quiet) -> Thoughts:
        """The bot's candidates and expected line. A random bot has just one candidate."""
        thought = self.player.think(self._seen(state, seat), self._rng, progress)
        write, public = self.game.notation.write, self.game.forms.public
        candidates = tuple(Candidate(write(action), visits, values) for action, visits, values in thought.found)
        line = tuple((a, write(action) if a == seat else public(write(action))) for a, action in thought.line)
        return Thoughts(candidates, line, thought.simulations)

    def _seen(self, state: State, seat: int) -> Seen:
        """What the seat, whose turn it must be, may know of the state; the random numbers for it are ready then."""
        hidden = state.hidden(seat)
        if state.game is not self.game:
            raise BadOption(f"this bot plays {self.game.title}, not {state.game.title}")
        if seat not in range(state.seats) or not contract.actors(hidden) >> seat & 1:
            raise Refused("GE-7", "It is not this seat's turn.")
        seed_rng(self._rng, self.seed, STREAMS | seat << STREAM_BITS | self._choices)
        self._choices = (self._choices + 1) % (1 << STREAM_BITS)
        history = state.history
        return Seen(hidden, seat, state.seats, len(history), lambda first: steps(self.game, history[first:]))


def steps(game: Game, actions: Sequence[tuple[int | None, str]]) -> list[Step]:
    """Actions as a search takes them."""
    read = game.notation.parse
    return [(-1 if seat is None else seat, read(text)) for seat, text in actions]


def bot(
    game: str,
    level: str = "club",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    clock: Callable[[], float] = time.perf_counter,
    settings: Callable[[States], Settings] | None = None,
) -> Bot:
    """A bot of a level, for one game. Its budget for a choice is a number of seconds (1 by default) or simulations;
    weak levels use only a part of it."""
    declared = find(game)
    check_level(level)
    if seconds is not None and simulations is not None:
        raise BadOption("a budget is given in seconds or in simulations, not in both")
    if seconds is None:
        seconds = SECONDS
    check_positive("seconds", seconds)
    if simulations is not None:
        check_whole("simulations", simulations)
    check_whole("threads", threads)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    check_seed(seed)
    return Bot(declared, level, seconds, simulations, seed, threads, clock, settings)
