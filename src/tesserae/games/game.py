"""What a game declares about itself, and the modules that make it up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.errors import BadOption
from tesserae.games.options import Option, resolve

EVERYTHING = -2  # the "seat" of a view in which nothing is hidden, for finished games and analysis


class Outcome(NamedTuple):
    """How a game ended: the winning seats (none: a draw), a short reason id, and the scores where there are any."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None

    def export(self) -> dict[str, Any]:
        """The form it has in a position."""
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "scores": None if self.scores is None else list(self.scores),
        }


def no_conflict(values: Mapping[str, Any], seats: int) -> None:
    """The check of a game whose options may be combined freely, at any number of seats."""


def alone(values: Mapping[str, Any], seats: int) -> int:
    """The number of sides in a game where everybody plays for himself."""
    return seats


def never(action: str) -> bool:
    """The answer for every action of a game in which no step can be undone."""
    return False


def always_timed(states: NDArray[Any]) -> bool:
    """The answer for a game in which clocks run from the beginning."""
    return False


def up_to_date(actions: Sequence[str], new: bool) -> bool:
    """The answer for a game whose rules never changed so much that old games mean nothing any more."""
    return False


@dataclass(frozen=True)
class Game:
    """A game's declaration. Its modules are imported, and its rules registered with the engine, on first use."""

    name: str
    title: str
    about: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()
    sides: tuple[str, ...] = ()  # names of the seats, where the game has some
    secrets: bool = True  # whether a seat may know what another must not see
    memory: bool = False  # whether what lay open for a moment must not be shown on
    talk: bool = True  # whether team mates may talk to each other while they play
    referee: bool = False  # whether there are actions for the seat None
    # How many sides there are; the seat i is of the side i modulo that.
    teams: Callable[[Mapping[str, Any], int], int] = alone
    # Whether a step, as long as it does not end the turn, tells nobody anything and draws nothing: it can be undone.
    retractable: Callable[[str], bool] = never
    # Whether somebody with several seats does an action for all of them at once.
    together: Callable[[str], bool] = never
    # Whether this is before the first turn, so that nobody's clock runs.
    untimed: Callable[[NDArray[Any]], bool] = always_timed
    # Whether the kept actions of a game, a new one or one from a position, were made by rules that are no more.
    outdated: Callable[[Sequence[str], bool], bool] = up_to_date
    # Raises BadOption for what does not go together, and may bring values that depend on the seats into one form.
    check: Callable[[dict[str, Any], int], None] = no_conflict

    @cached_property
    def rules(self) -> ModuleType:
        """`rules.py`: the record STATE and the functions of the engine's contract."""
        from tesserae.engine import contract

        rules = self._module("rules")
        contract.register(rules)
        return rules

    @cached_property
    def notation(self) -> ModuleType:
        """`notation.py`: `parse(text) -> code` and `write(code) -> text`; `square(text) -> number`."""
        return self._module("notation")

    @cached_property
    def position(self) -> ModuleType:
        """`position.py`: `load(fields, options) -> states`, `export(states) -> fields`, `outcome(states)`."""
        return self._module("position")

    @cached_property
    def view(self) -> ModuleType:
        """`view.py`: `view(hidden states, seat) -> fields`; with the seat EVERYTHING nothing was hidden."""
        return self._module("view")

    @cached_property
    def why(self) -> ModuleType:
        """`why.py`: `why(hidden states, seat, code) -> Refused` for an action of an actor that is not legal."""
        return self._module("why")

    @cached_property
    def text(self) -> ModuleType:
        """`text.py`, for a terminal: `draw(view, colour)`, `heading(action)`, `public(action)` and `LEGEND`."""
        return self._module("text")

    def _module(self, name: str) -> ModuleType:
        return import_module(f"tesserae.games.{self.name}.{name}")

    def side(self, seat: int) -> str:
        """What to call a seat."""
        return self.sides[seat] if self.sides else f"player {seat + 1}"

    def resolve(self, given: Mapping[str, object], seats: int) -> dict[str, Any]:
        """All options with their values, the given ones checked alone and together."""
        if type(seats) is not int or seats not in self.seats:
            possible = ", ".join(map(str, self.seats))
            raise BadOption(
                "{game} is for {possible} players, not {seats}", game=self.title, possible=possible, seats=repr(seats)
            )
        values = resolve(self.options, given)
        self.check(values, seats)
        return values

    def changed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Only the options that differ from their defaults."""
        return {option.name: values[option.name] for option in self.options if values[option.name] != option.default}

    def encode(self, values: Mapping[str, Any]) -> NDArray[np.int64]:
        """The options as compiled rules want them."""
        numbers = [number for option in self.options for number in option.encode(values[option.name])]
        return np.array(numbers, np.int64)

    def blank(self) -> NDArray[Any]:
        """An empty state: an array of one record."""
        return np.zeros(1, self.rules.STATE)
