"""A bot. It gets what its seat may know (`State.hidden`) and uses nothing else."""

import math
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tesserae.bots import levels
from tesserae.bots.levels import RANDOM, check_level
from tesserae.engine import door
from tesserae.engine.jit import Ints, States
from tesserae.engine.net import Net
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import SEEDS, below, seed_rng
from tesserae.engine.search import PERFECT, Search
from tesserae.errors import BadOption, Refused
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.state import State, check_seed

SECONDS = 1.0  # the default budget of a choice
FORCED = 64  # simulations when there is only one legal action: enough for an evaluation
SLICE = 0.03  # seconds between two checks of the clock
STREAMS = 1 << 31  # random streams of bots start here; a game with the same seed uses the first ones
STREAM_BITS = 24  # choices of one bot in one seat before its streams repeat

if TYPE_CHECKING:
    from tesserae.engine.alphabeta import AlphaBeta
    from tesserae.engine.guided import Guided
    from tesserae.engine.race import Race

    Looking = Search | AlphaBeta | Guided | Race  # the ways to look ahead


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


# Called from time to time with the part of the thinking that is done, from 0 to 1. If it returns True, the thinking
# ends with the result so far.
Progress = Callable[[float], bool | None]


def quiet(done: float) -> None:
    """The default progress callback, which does nothing."""


class Bot:
    """Created by `tesserae.bot`. With a budget of simulations and one thread, its choices depend only on its seed.

    Its seconds are measured by `clock`: wall time by default, or for example `time.thread_time`.
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
    ) -> None:
        self.game = game
        self.level = level
        self.seconds = seconds
        self.simulations = simulations
        self.seed = seed
        self.threads = threads
        self.clock = clock
        self.mind = levels.mind(game, level)
        self.net: Net | None = None  # instead of the one that the game has for the level
        self.belief: Net | None = None  # likewise
        self._choices = 0
        # For each seat the last search, and the length of the history at that time.
        self._kept: dict[int, tuple[Looking, int]] = {}
        self._rng: Ints = np.zeros(4, np.int64)

    def choose(self, state: State, seat: int, progress: Progress = quiet) -> str:
        """The bot's choice. Thinking ends early if more of it cannot change the choice."""
        hidden = self._seen(state, seat)
        level = None if self.level == RANDOM else levels.level(self.game, self.level, hidden)
        decisive = level is not None and level.slips == 0
        best, *others = self._think(state, hidden, seat, progress, decisive).candidates
        if level is not None and below(self._rng, STREAMS) < level.slips * STREAMS:
            enough = best.values[seat] - level.margin
            plausible = [other for other in others if other.values[seat] >= enough]
            chance = below(self._rng, sum(other.visits for other in plausible)) if plausible else 0
            for other in plausible:
                chance -= other.visits
                if chance < 0:
                    return other.text
        return best.text

    def think(self, state: State, seat: int, progress: Progress = quiet) -> Thoughts:
        """The bot's candidates and expected line. A random bot has just one candidate."""
        return self._think(state, self._seen(state, seat), seat, progress, decisive=False)

    def _seen(self, state: State, seat: int) -> States:
        """What the seat, whose turn it must be, may know of the state."""
        hidden = state.hidden(seat)
        if state.game is not self.game:
            raise BadOption(f"this bot plays {self.game.title}, not {state.game.title}")
        if seat not in range(state.seats) or not door.actors(hidden) >> seat & 1:
            raise Refused("GE-7", "It is not this seat's turn.")
        return hidden

    def _think(self, state: State, hidden: States, seat: int, progress: Progress, decisive: bool) -> Thoughts:
        seed_rng(self._rng, self.seed, STREAMS | seat << STREAM_BITS | self._choices)
        self._choices = (self._choices + 1) % (1 << STREAM_BITS)
        write = self.game.notation.write
        if self.level == RANDOM:
            action = write(door.pick(hidden, seat, self._rng, np.empty(ROOM, np.int64)))
            return Thoughts((Candidate(action, 0, (0.0,) * state.seats),), ((seat, action),), 0)
        search = self._search(state, hidden, seat)
        self._run(search, hidden, seat, progress, decisive)
        candidates = tuple(Candidate(write(action), visits, values) for action, visits, values in search.found())
        seen = self.game.forms.public
        line = tuple((a, write(action) if a == seat else seen(write(action))) for a, action in search.line())
        return Thoughts(candidates, line, search.simulations)

    def _search(self, state: State, hidden: States, seat: int) -> "Looking":
        """A new search, or the part of the last one that leads to this state. It is kept only where everybody sees and
        remembers everything: a bot that forgets has searched worlds that may no longer be possible."""
        span = levels.span(self.game, self.level)
        kept, since = self._kept.pop(seat, (None, 0))
        if kept is not None and len(state.history) >= since:
            read = self.game.notation.parse
            steps = [(-1 if actor is None else actor, read(text)) for actor, text in state.history[since:]]
            kept = kept if kept.advance(steps, hidden) and self._legal(kept, hidden, seat) else None
        else:
            kept = None
        search = kept or self._new(state, hidden, seat, span)
        if not self.game.secrets and span == PERFECT:
            self._kept[seat] = search, len(state.history)
        return search

    def _new(self, state: State, hidden: States, seat: int, span: int) -> "Looking":
        """A new search; the special ones are imported only where they are used, because that takes a while."""
        net = levels.net(self.game, self.level, hidden) if self.net is None else self.net
        if levels.by_depth(self.game, self.level, hidden):
            from tesserae.engine.alphabeta import AlphaBeta

            return AlphaBeta(hidden, self._rng, net)
        guided = levels.guided(self.game, self.level, hidden)
        if guided is not None:
            from tesserae.engine.guided import Guided

            return Guided(hidden, seat, self._rng, *guided, threads=self.threads, net=net)
        racing = levels.racing(self.game, self.level, hidden)
        if racing is not None and net.width:
            from tesserae.engine.race import Race

            return Race(hidden, seat, state.seats, self._rng, racing, net)
        belief = levels.belief(self.game, self.level, hidden) if self.belief is None else self.belief
        return Search(
            hidden, seat, state.seats, self._rng, self.mind, span, threads=self.threads, net=net, belief=belief
        )

    def _legal(self, search: "Looking", hidden: States, seat: int) -> bool:
        """Whether all root actions of a kept search are legal. In a world that was imagined before a random event,
        the same steps can have led elsewhere, for example to the end of a turn instead of its middle."""
        out = np.empty(ROOM, np.int64)
        return all(door.allowed(hidden, seat, action, out) for action in search.visits())

    def _run(self, search: "Looking", hidden: States, seat: int, progress: Progress, decisive: bool) -> None:
        """Search in slices, to check the clock, report progress and handle Ctrl-C. If only the best action matters and
        the time is limited, stop as soon as it can no longer be overtaken."""
        most = levels.level(self.game, self.level, hidden).simulations
        if self.simulations is not None:
            most = min(most, self.simulations)
        seconds = math.inf if self.simulations is not None else self.seconds
        if door.legal(hidden, seat, np.empty(ROOM, np.int64)) == 1:
            most = min(most, FORCED)
        kept = search.simulations
        search.run(1)  # compiling does not count as the bot's time
        began = self.clock()
        spent = 1e-6
        done = 1
        while done < most and spent < seconds and not search.settled:
            in_time = max(1.0, done / spent * min(SLICE, seconds - spent))
            search.run(int(min(in_time, 2 * done, most - done)))
            done = search.simulations - kept
            spent = max(self.clock() - began, 1e-6)
            if progress(min(1.0, max(spent / seconds, done / most))):
                break
            if decisive and search.lead() > done / spent * (seconds - spent):
                break


def bot(
    game: str,
    level: str = "club",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> Bot:
    """A bot of a level, for one game. Its budget for a choice is a number of seconds (1 by default) or simulations;
    weak levels use only a part of it."""
    declared = find(game)
    check_level(level)
    if seconds is not None and simulations is not None:
        raise BadOption("a budget is given in seconds or in simulations, not in both")
    if seconds is None:
        seconds = SECONDS
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < math.inf:
        raise BadOption(f"seconds: {seconds!r} is not possible; it takes a number above 0")
    if simulations is not None:
        _check_whole("simulations", simulations)
    _check_whole("threads", threads)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    check_seed(seed)
    return Bot(declared, level, seconds, simulations, seed, threads, clock)


def _check_whole(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadOption(f"{name}: {value!r} is not possible; it takes a whole number from 1")
