"""One game, choice by choice: the basis of the environments with a single game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import batch as core
from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.playouts import ROOM
from tesserae.envs.batch import IllegalChoice
from tesserae.envs.setup import Setup, setup
from tesserae.state import State, duplicate

LIMIT = 32.0  # observed numbers lie between -LIMIT and LIMIT


class Single:
    """A game of a set-up. `seat` is the seat that is to choose, NOBODY when the game is over."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.states: States = setup.blank(1)
        self.made: Ints = np.zeros(setup.made, np.int64)
        self.seat = core.NOBODY
        self.seed = 0
        self._nothing: Ints = np.zeros(setup.made, np.int64)
        self._room = core.Room(setup.blank(1), np.empty(ROOM, np.int64))

    def start(self, seed: int) -> None:
        self.seed = seed
        self.made[:] = 0
        contract.start(self.states, self.setup.options, self.setup.seats, seed)
        self.seat = core.first(self.states, self.setup.seats)

    def choose(self, choice: int) -> None:
        """Make one of the offered choices, without checking it."""
        self.seat = core.turn(self.states, self.setup.seats, self.seat, self.made, choice)

    def offered(self) -> list[int]:
        """The choices of the seat that is to choose, in ascending order, from what it knows."""
        n = core.listed(self.hidden(self.seat), self.seat, self.made, self._room.out)
        codes: list[int] = self._room.out[:n].tolist()
        return codes

    def look(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What a seat observes, and its mask. If the seat has nothing to choose, its mask is all ones, because programs
        that use masks as weights fail if all are zero."""
        setup = self.setup
        made = self.made if seat == self.seat else self._nothing
        row, mask = np.empty(setup.size, np.float32), np.empty(setup.choices, np.bool_)
        n = core.look(self.states, seat, made, self._room, setup.base, row, mask)
        if n == 0:
            mask[:] = True
        return row.reshape(setup.shape), mask.view(np.int8)

    def way_to(self, action: str) -> list[int]:
        """The choices that make up an action in the game's notation, for the seat that is to choose."""
        code = self.setup.game.notation.parse(action)
        if self.made.any() or not contract.allowed(self.states, self.seat, code, self._room.out):
            raise IllegalChoice(f"seat {self.seat} cannot begin with {action} now")
        n = core.way_to(self.states, self.seat, code, self.setup.made, self._room.out)
        codes: list[int] = self._room.out[:n].tolist()
        return codes

    def returns(self) -> list[float]:
        """The result of each seat at the end; zeros before."""
        returns = np.zeros(self.setup.seats)
        if self.seat == core.NOBODY:
            contract.returns(self.states, returns)
        result: list[float] = returns.tolist()
        return result

    def hidden(self, seat: int) -> States:
        states = duplicate(self.states)
        contract.hide(states, seat)
        return states

    def state(self) -> State:
        """A copy for the plain API, with everything in it except its history."""
        return State(
            self.setup.game, self.setup.seats, self.setup.values, self.seed, duplicate(self.states), origin=None
        )

    def copy(self) -> "Single":
        other = Single.__new__(Single)
        other.__dict__.update(self.__dict__)
        other.states, other.made = duplicate(self.states), self.made.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling: what is needed to create it again."""
        made = self.setup
        given = made.game.name, made.seats, made.game.changed(made.values)
        return _again, (*given, self.states.tobytes(), self.made.tolist(), self.seat, self.seed)


def _again(
    game: str, seats: int, options: dict[str, Any], states: bytes, made: list[int], seat: int, seed: int
) -> Single:
    single = Single(setup(game, seats, options))
    single.states[:] = np.frombuffer(states, single.states.dtype)
    single.made[:] = made
    single.seat, single.seed = seat, seed
    return single
