"""The queries of the protocol, which change nothing; `t` says which one a message is."""

from typing import Annotated

from msgspec import Meta, Struct

from tesserae.play.commands import Seat, Short


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


class Reach(Query, frozen=True):
    """Where the pieces on a square could go if it were their turn; `seat`: the viewer, null for a spectator."""

    seat: Seat | None
    square: Short


class Hint(Query, frozen=True):
    """What a strong bot would do."""

    seat: Seat


class Ping(Query, frozen=True):
    """Whether the server is still there."""


Question = Look | Legal | Why | Stage | Reach | Hint | Ping
