"""Who wins from a position: two questions decide it, and each is asked in two ways (proof.py).

Whether the seat can win, and whether it can avoid losing, is asked for one turn, then for two, and so on: that finds
the shortest win or loss. The same is asked without a limit, for long forced lines and for draws. The four searches take
turns.
"""

import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.proof import HOLD, NODES, WIN, Proof, Step
from tesserae.engine.rng import seed_rng

SLICE = 128  # positions that a search examines before the next one takes over
WORLDS = 64  # that are imagined to see whether there is more than one


def is_open(states: States, seats: int) -> bool:
    """Whether every seat knows all about the position: whatever it imagines is the same. What chance may bring later is
    another matter."""
    known = _without_dice(states)
    rng: Ints = np.zeros(4, np.int64)
    for seat in range(seats):
        for number in range(WORLDS):
            world = states.copy()
            contract.hide(world, seat)
            seed_rng(rng, number, seat)
            contract.imagine(world, seat, rng)
            if _without_dice(world) != known:
                return False
    return True


def _without_dice(states: States) -> bytes:
    copy = states.copy()
    copy["rng"] = 0
    return copy.tobytes()


class Solver:
    """What a seat can force from a state (an array of one record) in which nothing is hidden and the game is not over.

    Each call of `run` examines more positions, so the caller can stop in between. The same calls give the same result.
    """

    def __init__(self, states: States, seats: int, seat: int, nodes: int = NODES) -> None:
        self._states = states.copy()
        self._seats = seats
        self._seat = seat
        self._nodes = nodes // 4
        self._searches = {(goal, limit): self._search(goal, limit) for limit in (1, 0) for goal in (WIN, HOLD)}
        self._found: dict[int, Proof] = {}
        self._ruled_out = {WIN: 0, HOLD: 0}  # within so many turns there is no win, or no loss
        self._past = 0  # positions examined by searches that have ended
        self._most = 0  # when a win or loss is found, the limited search goes on up to so many: it may be a shorter one
        self.unfit = False  # whether chance has a part in the game, or several seats act at once: there is no answer

    def _search(self, goal: int, turns: int) -> Proof:
        return Proof(self._states, self._seats, self._seat, goal, turns, self._nodes)

    def run(self, positions: int) -> None:
        """Examine so many more positions, unless it is `finished` before."""
        last = self.positions + positions
        while not self.finished and self.positions < last:
            for (goal, limit), search in list(self._searches.items()):
                if (goal, limit) in self._searches:
                    search.run(min(SLICE, last - self.positions))
                    self._note(goal, limit, search)

    def _note(self, goal: int, limit: int, search: Proof) -> None:
        if search.unfit:
            self.unfit = True
            self._end(WIN, 0, 1)
            self._end(HOLD, 0, 1)
        elif search.answer is None:
            return
        elif search.limited and search.answer != (goal == WIN):  # with more turns it may be another
            self._ruled_out[goal] = search.limit
            self._end(goal, 1)
            if not self.exact:
                self._searches[goal, 1] = self._search(goal, search.limit + 1)
        else:
            self._found[goal] = search
            self._most = 2 * self.positions
            self._end(goal, 0)
            if search.answer == (goal == WIN):  # who can win does not lose, and who loses cannot win
                self._end(WIN + HOLD - goal, 0, 1)
            if search.answer != (goal == WIN) or self.exact:
                self._end(goal, 1)

    def _end(self, goal: int, *limits: int) -> None:
        for limit in limits:
            if (goal, limit) in self._searches:
                self._past += self._searches.pop((goal, limit)).positions

    @property
    def positions(self) -> int:
        """How many have been examined."""
        return self._past + sum(search.positions for search in self._searches.values())

    @property
    def finished(self) -> bool:
        """Whether it is decided, or cannot be decided within the memory."""
        if self._decisive and self.positions >= self._most:
            return True
        return all(search.finished for search in self._searches.values())

    @property
    def win(self) -> bool | None:
        """Whether the seat can force a win; None if that is not known."""
        if WIN in self._found:
            return self._found[WIN].answer
        return False if HOLD in self._found and not self._found[HOLD].answer else None

    @property
    def hold(self) -> bool | None:
        """Whether the seat can avoid losing; None if that is not known."""
        if HOLD in self._found:
            return self._found[HOLD].answer
        return True if WIN in self._found and self._found[WIN].answer else None

    @property
    def _decisive(self) -> Proof | None:
        """The search that found a win or a loss."""
        return self._found.get(WIN if self.win else HOLD) if self.win or self.hold is False else None

    @property
    def turns(self) -> int | None:
        """Of a win or a loss: in how many turns of the seat, counted with the one under way, it comes at the latest."""
        return self._decisive.turns if self._decisive else None

    @property
    def exact(self) -> bool:
        """Whether it is known that it cannot be forced any sooner."""
        return self.turns is not None and self.turns <= self._ruled_out[WIN if self.win else HOLD] + 1

    @property
    def line(self) -> list[Step]:
        """Of a win or a loss: how the game goes on (Proof.line)."""
        return self._decisive.line() if self._decisive else []

    def ruled_out(self, goal: int) -> int:
        """Within how many turns a win (WIN) or a loss (HOLD) cannot be forced, as far as it is not decided."""
        return 0 if goal in self._found or self._decisive else self._ruled_out[goal]
