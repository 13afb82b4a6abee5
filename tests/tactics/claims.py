"""The claims of the suite (suite.py), proved."""

import numpy as np

from tesserae import State
from tesserae.engine import contract
from tesserae.engine.jit import Ints
from tests.tactics import proof, worlds
from tests.tactics.limit import Limit, Undecided

ALONE = {"symbol": 2, "sequence": 1}  # a win in so many turns must be the only one for one turn more; none elsewhere
MANY = 3  # so many actions that do are too many for an answer: no more are looked for


class Claims:
    """What can be proved for a seat that is to act. Undecided if it takes more steps than the limit, in all."""

    def __init__(self, state: State, seat: int, limit: int = 1 << 40) -> None:
        self._state = state
        self._seat = seat
        self._hidden = state.hidden(seat)
        self._limit = Limit(limit)
        out: Ints = np.empty(1 << 16, np.int64)
        self._legal = out[: contract.legal(self._hidden, seat, out)].tolist()

    def answers(self, kind: str, depth: int) -> list[str]:
        """What the answers must be for a claim of this kind and depth to hold; none if there are none, or too many."""
        if kind == "point":
            found = self._points()
        elif kind == "defence":
            found = self._defences(depth)
        else:
            found = self._wins(depth)
        return found if len(found) < MANY else []

    def _wins(self, depth: int) -> list[str]:
        found = self.sure(True, depth)
        if not found or (depth > 1 and self.sure(True, depth - 1)):
            return []
        alone = depth <= ALONE.get(self._state.game.name, 0)
        return [] if alone and self.sure(True, depth + 1) != found else found

    def _defences(self, depth: int) -> list[str]:
        found = self.sure(False, depth)
        if not found or self.sure(True, depth):
            return []
        return found if depth == 1 or self.sure(False, depth - 1) != found else []

    def _points(self) -> list[str]:
        """The actions that score for certain, there and then."""
        found = []
        for action in self._legal:
            after = self._hidden.copy()
            contract.act(after, self._seat, action, np.empty(1 << 12, np.int64))
            if after[0].scores[self._seat] > self._hidden[0].scores[self._seat]:
                found.append(action)
        return self._texts(found)

    def sure(self, win: bool, turns: int, many: int = MANY) -> list[str]:
        """The actions with which the seat is sure to have won (or not to have lost) when so many turns are over; if
        there are many, only so many of them."""
        found: list[int] = []
        prove = self._in_worlds if self._state.game.name == "consequence" else self._by_search
        for action in self._legal:
            if len(found) < many and prove(action, win, turns):
                found.append(action)
        return self._texts(found)

    def _in_worlds(self, action: int, win: bool, turns: int) -> bool:
        possible = worlds.worlds(self._hidden, self._seat)
        return worlds.Proof(self._seat, win, self._limit).sure(possible, action, turns)

    def _by_search(self, action: int, win: bool, turns: int) -> bool:
        if self._state.game.name == "sequence" and self._hidden[0].deck_size <= self._state.seats * (turns + 1):
            raise Undecided
        goal = proof.WIN if win else proof.SURVIVE
        value, tried = proof.prove(self._hidden, self._seat, self._side(), action, goal, turns, self._limit.left)
        if value == proof.TOO_LONG:
            raise Undecided
        self._limit.spend(tried)
        return bool(value == proof.PROVED)

    def _side(self) -> int:
        """The seats that win together with this one, as bits."""
        seats = self._state.seats
        teams = int(self._hidden[0].teams) if self._state.game.name == "sequence" else seats
        return sum(1 << other for other in range(self._seat % teams, seats, teams))

    def _texts(self, actions: list[int]) -> list[str]:
        return sorted(map(self._state.game.notation.write, actions))
