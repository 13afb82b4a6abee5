"""The queries of the protocol, which change nothing; `t` says which one a message is."""

from typing import Annotated

from msgspec import Meta, Struct

from tesserae.play.commands import Seat, Short


class Query(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower):
    """The base of all."""


class Look(Query, frozen=True):
    """See through another of your seats, or as a spectator."""

    seat: Seat | None = None


class Legal(Query, frozen=True):
    """What may be done in a seat; with `at` only what concerns that square, with `begins` only what is written so."""

    seat: Seat
    at: Short | None = None
    begins: Short | None = None


class Why(Query, frozen=True):
    """Why an action is not allowed."""

    seat: Seat
    action: Short


class Stage(Query, frozen=True):
    """What each of some steps would lead to."""

    seat: Seat
    actions: Annotated[list[Short], Meta(min_length=1, max_length=100)]


class Reach(Query, frozen=True):
    """Where what stands on a square could go if it were its side's turn; `seat`: who looks, null from outside."""

    seat: Seat | None
    square: Short


class Hint(Query, frozen=True):
    """What a strong bot would do."""

    seat: Seat


class Ping(Query, frozen=True):
    """Whether the server is still there."""


Question = Look | Legal | Why | Stage | Reach | Hint | Ping
