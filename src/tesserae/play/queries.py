"""Queries, which change nothing, and their answers; in a message, `t` says which one it is.

What is asked about the state of a game has the same answer at a table, in a study, in the rulebook and in a guide.
"""

from typing import Annotated, Any, assert_never

from msgspec import Meta, Struct

from tesserae.errors import explained
from tesserae.play.commands import Seat, Short
from tesserae.play.foretelling import LONG, stage
from tesserae.play.standing import Standing
from tesserae.state import State


class Query(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower):
    """The base class."""


class Look(Query, frozen=True):
    """Switch to the view of another of your seats, or of a spectator."""

    seat: Seat | None = None


class Legal(Query, frozen=True):
    """The legal actions of a seat; with `at` only those of that square, with `begins` only those that begin so."""

    seat: Seat
    at: Short | None = None
    begins: Short | None = None


class Why(Query, frozen=True):
    """Why an action is not allowed."""

    seat: Seat
    action: Short


class Stage(Query, frozen=True):
    """Preview steps: what each would do."""

    seat: Seat
    actions: Annotated[list[Short], Meta(min_length=1, max_length=100)]


class Inspect(Query, frozen=True):
    """What the game itself says of a square (`Modules.inspect`); `seat`: the viewer, null for a spectator."""

    seat: Seat | None
    square: Short


class Hint(Query, frozen=True):
    """What a strong bot would do."""

    seat: Seat


class Ping(Query, frozen=True):
    """Whether the server is still there."""


Question = Legal | Why | Stage | Inspect  # what the state of a game answers


def check_asking(match: Standing, question: Question, person: str | None) -> None:
    """Refused unless the person may ask this at the table: about own seats only; a square may be inspected by everybody
    who may see what that seat sees."""
    if isinstance(question, Inspect):
        match.check_look(question.seat, person)
    else:
        match.check_own(question.seat, person)


def answer(state: State, question: Question, openly: bool) -> dict[str, Any]:
    """The answer, or Refused. `openly`: nothing is hidden from anybody."""
    match question:
        case Legal():
            return {"t": "legal", **legal(state, question.seat, question.at, question.begins)}
        case Why():
            refused = state.why(question.seat, question.action)
            return {"t": "why", "refused": refused and explained(refused)}
        case Stage():
            views, effects, actions, count = stage(state, openly, question.seat, question.actions)
            return {"t": "staged", "views": views, "effects": effects, "legal": actions, "count": count}
        case Inspect():
            return {"t": "inspected", **state.inspect(question.seat, question.square)}
        case _:
            assert_never(question)


def legal(state: State, seat: int, at: str | None = None, begins: str | None = None) -> dict[str, Any]:
    """The legal actions or, if there are too many of them, their number; of a seat then also the squares that have
    some."""
    actions, count = state.listed(seat, LONG, at, begins)
    squares = state.squares(seat) if actions is None and at is None else []
    return {"seat": seat, "actions": actions, "count": count, "squares": squares}
