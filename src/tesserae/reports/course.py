"""A finished game: how it began, its actions, and its turns."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tesserae.state import State, load, start


class Turn(Struct, frozen=True):
    """The actions from `begin` up to but not including `end`, by one seat (None: the referee)."""

    begin: int
    end: int
    seat: int | None


class Course(Struct, frozen=True):
    """A game from its beginning to the last action that was not taken back."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    origin: dict[str, Any] | None  # the position that it began with, None for a new game
    actions: list[tuple[int | None, str]]

    @classmethod
    def of(cls, state: State) -> "Course":
        return cls(state.game.name, state.seats, state.options, state.seed, state.origin, list(state.history))

    def states(self) -> Iterator[State]:
        """The game before the first action and after each action. It is always the same object; copy it to keep it."""
        if self.origin is None:
            state = start(self.game, self.seats, self.seed, **self.options)
        else:
            state = load(self.origin, self.seed)
        yield state
        for seat, action in self.actions:
            state.act(seat, action)
            yield state

    def turns(self) -> list[Turn]:
        """The turns, by `TurnMark`."""
        turns: list[Turn] = []
        states = self.states()
        mark = next(states).turn_mark
        goes_on = False
        for number, (state, (seat, _)) in enumerate(zip(states, self.actions, strict=True)):
            if goes_on and turns[-1].seat == seat:
                turns[-1] = Turn(turns[-1].begin, number + 1, seat)
            else:
                turns.append(Turn(number, number + 1, seat))
            goes_on = mark.goes_on(state, seat)
            mark = state.turn_mark
        return turns

    def moments(self, turns: list[Turn]) -> list[State]:
        """The game before the first turn and after each turn."""
        wanted = {0, *(turn.end for turn in turns)}
        return [state.copy() for number, state in enumerate(self.states()) if number in wanted]
