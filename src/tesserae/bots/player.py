"""A player on bare states: what thinks for the bots of the terminal, the server, the arena and self-play."""

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tesserae.bots import levels
from tesserae.bots.levels import RANDOM
from tesserae.engine import contract
from tesserae.engine.alphabeta import AlphaBetaSettings
from tesserae.engine.jit import Ints, States
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import below
from tesserae.engine.search import PERFECT, MctsSettings
from tesserae.engine.searches import NODES, Found, Search, Settings, Step, Task, room
from tesserae.games.game import Game

FORCED = 64  # simulations when there is only one legal action: enough for an evaluation
SLICE = 0.03  # seconds between two checks of the clock
CHANCES = 1 << 31  # equally likely outcomes of a draw

# Called from time to time with the part of the thinking that is done, from 0 to 1. If it returns True, the thinking
# ends with the result so far.
Progress = Callable[[float], bool | None]


def quiet(done: float) -> None:
    """The default progress callback, which does nothing."""


class Seen(NamedTuple):
    """What a seat may know when it is to act. The actions so far are used only where everybody sees all of them."""

    hidden: States
    seat: int
    seats: int
    acted: int  # how many actions there were so far
    since: Callable[[int], Sequence[Step]]  # those from a number on


class Thought(NamedTuple):
    """What a search has found."""

    found: list[Found]  # the best first
    line: list[Step]
    simulations: int


class Player:
    """A player of a level in one game, for any of its seats. How it searches can differ from its level (`settings`).

    The budget for a choice is a number of simulations, or else of seconds by the clock. Where everybody sees and
    remembers everything, searches are kept from choice to choice, so that each continues from what the last one knows.
    Without `trees` only tables are: then a tree has just the room for one choice.
    """

    def __init__(
        self,
        game: Game,
        level: str,
        seconds: float,
        simulations: int | None = None,
        threads: int = 1,
        clock: Callable[[], float] = time.perf_counter,
        settings: Callable[[States], Settings] | None = None,
        trees: bool = True,
    ) -> None:
        self.game = game
        self.level = level
        self.seconds = seconds
        self.simulations = simulations
        self.threads = threads
        self.clock = clock
        self.kept = 0  # simulations that the last choice began with, left from those before it
        self._settings = settings
        self._trees = trees
        # For each seat the last search, and how many actions there were then.
        self._searches: dict[int, tuple[Search, int]] = {}

    def settings(self, hidden: States) -> Settings:
        """How it searches from a state."""
        if self._settings is not None:
            return self._settings(hidden)
        return levels.settings(self.game, self.level, hidden)

    def choose(self, seen: Seen, rng: Ints, progress: Progress = quiet) -> Found:
        """Its choice. Thinking ends early if more of it cannot change the choice."""
        if self.level == RANDOM:
            return self._random(seen, rng)
        level = levels.level(self.game, self.level, seen.hidden)
        best, *others = self.think(seen, rng, progress, decisive=level.slips == 0).found
        if below(rng, CHANCES) < level.slips * CHANCES:
            enough = best.values[seen.seat] - level.margin
            plausible = [other for other in others if other.values[seen.seat] >= enough]
            chance = below(rng, sum(other.visits for other in plausible)) if plausible else 0
            for other in plausible:
                chance -= other.visits
                if chance < 0:
                    return other
        return best

    def think(self, seen: Seen, rng: Ints, progress: Progress = quiet, decisive: bool = False) -> Thought:
        """What it finds. If it is `decisive`, only the best action matters. A random player has just one candidate."""
        if self.level == RANDOM:
            found = self._random(seen, rng)
            return Thought([found], [(seen.seat, found.action)], 0)
        search = self.search(seen, rng)
        self.kept = search.simulations
        self._run(search, seen, progress, decisive)
        return Thought(search.found(), search.line(), search.simulations)

    def search(self, seen: Seen, rng: Ints) -> Search:
        """A new search, or the last one if it can continue from what is seen now."""
        hidden, seat = seen.hidden, seen.seat
        settings = self.settings(hidden)
        keeps = self._keeps(settings)
        search, acted = self._searches.pop(seat, (None, 0))
        if search is not None:
            on = keeps and acted <= seen.acted and search.advance(seen.since(acted), hidden)
            search = search if on and self._legal(search, seen) else None
        if search is None:
            most = self._most(hidden)
            nodes = NODES if keeps or math.isinf(most) else room(settings, int(most), self.threads)
            search = settings.make(Task(hidden, seat, seen.seats, rng, self.threads, nodes))
        if keeps:
            self._searches[seat] = search, seen.acted
        return search

    def pack(self) -> int:
        """Give back the memory that is not needed before the next choice; returns the number of bytes that are kept."""
        return sum(search.pack() for search, _ in self._searches.values())

    def _keeps(self, settings: Settings) -> bool:
        """Whether a search is kept. Who forgets has searched worlds that may no longer be possible."""
        if self.game.secrets or (isinstance(settings, MctsSettings) and settings.span != PERFECT):
            return False
        return self._trees or isinstance(settings, AlphaBetaSettings)

    def _legal(self, search: Search, seen: Seen) -> bool:
        """Whether all root actions of a kept search are legal. In a world that was imagined before a random event,
        the same steps can have led elsewhere, for example to the end of a turn instead of its middle."""
        out = np.empty(ROOM, np.int64)
        return all(contract.allowed(seen.hidden, seen.seat, action, out) for action in search.visits())

    def _random(self, seen: Seen, rng: Ints) -> Found:
        """A random legal action."""
        action = contract.random_action(seen.hidden, seen.seat, rng, np.empty(ROOM, np.int64))
        return Found(action, 0, (0.0,) * seen.seats)

    def _most(self, hidden: States) -> float:
        """The most simulations for a choice."""
        most = levels.level(self.game, self.level, hidden).simulations
        return most if self.simulations is None else min(most, self.simulations)

    def _run(self, search: Search, seen: Seen, progress: Progress, decisive: bool) -> None:
        """Search in slices, to check the clock, report progress and handle Ctrl-C. If only the best action matters and
        the time is limited, stop as soon as it can no longer be overtaken."""
        most = self._most(seen.hidden)
        seconds = math.inf if self.simulations is not None else self.seconds
        if contract.legal(seen.hidden, seen.seat, np.empty(ROOM, np.int64)) == 1:
            most = min(most, FORCED)
        kept = search.simulations
        search.run(1)  # compiling does not count as the player's time
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
