"""The tables over which every environment is tested: all games, numbers of seats, presets and options."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import tesserae
from tesserae.engine import batch, contract
from tesserae.engine.jit import Ints
from tesserae.engine.playouts import ROOM
from tesserae.envs.setup import Setup, setup
from tesserae.games import games
from tesserae.state import State
from tests.walks import variants, wrap


class Table(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])

    def start(self, seed: int) -> State:
        return tesserae.start(self.game, self.seats, seed, **self.options)

    def setup(self) -> Setup:
        return setup(self.game, self.seats, self.options)


def _tables() -> Iterator[Table]:
    for game in games():
        for seats in game.seats:
            yield Table(game.name, seats, {})
        for preset in game.presets:
            yield Table(game.name, preset.seats or game.seats[0], dict(preset.options))
        several = variants(game, game.seats[0])
        next(several)
        while options := next(several):
            yield Table(game.name, game.seats[0], options)
    yield Table("sequence", 6, {"teams": 3, "draw": "manual"})


TABLES = list({str(table): table for table in _tables()}.values())
FEW = [next(table for table in TABLES if table.game == game.name) for game in games()]  # one for each game
FEW.append(next(table for table in TABLES if table.options == {"edition": "simple"}))
FEW.append(TABLES[-1])


class Twin:
    """A game of the plain API that follows an environment choice by choice, and says what must be seen there."""

    def __init__(self, table: Table, seed: int) -> None:
        self.setup = table.setup()
        self.state = table.start(seed)
        self.made: Ints = np.zeros(self.setup.made, np.int64)
        self.seat = self._next(table.seats - 1)

    def _next(self, last: int) -> int | None:
        """The seat that is served: the first actor clockwise after who acted last."""
        seats = self.state.seats
        order = [(last + 1 + i) % seats for i in range(seats)]
        return next((seat for seat in order if seat in self.state.actors), None)

    def choose(self, choice: int) -> None:
        assert self.seat is not None
        code = batch.choose(self.state.raw()[0], self.seat, self.made, choice)
        if code != batch.MORE:
            self.state.act(self.seat, self.state.game.notation.write(code))
            self.seat = self._next(self.seat)

    def observation(self, seat: int) -> Any:
        """What a seat observes, by the plain functions of the engine from a hidden state."""
        seen: Any = np.zeros(self.setup.size)
        hidden = self.state.hidden(seat)
        contract.observe(hidden, seat, seen[: self.setup.base])
        batch.show_made(hidden[0], seat, self.made, seen[self.setup.base :])
        return seen.astype(np.float32).reshape(self.setup.shape)

    def offered(self) -> list[int]:
        """The choices of the seat to act."""
        assert self.seat is not None
        out = np.empty(ROOM, np.int64)
        return out[: batch.listed(self.state.hidden(self.seat), self.seat, self.made, out)].tolist()

    def returns(self) -> list[float]:
        found = np.zeros(self.state.seats)
        contract.returns(self.state.raw(), found)
        return found.tolist()

    def world(self, seat: int, chance: random.Random) -> State:
        """Another world that is the same to the seat."""
        hidden = self.state.hidden(seat)
        contract.imagine(hidden, seat, np.array([chance.randrange(1 << 32) for _ in range(4)], np.int64))
        return wrap(self.state, hidden)
