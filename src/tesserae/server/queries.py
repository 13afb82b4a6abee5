"""What a client may ask about a table without changing it, as it comes over the wire: `t` says which of these it is."""

from typing import Annotated

from msgspec import Meta, Struct

from tesserae.play.commands import Seat, Short


class Query(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower):
    """The base of all."""


class Look(Query, frozen=True):
    """Look through another of the own seats, or from outside."""

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
    """What would be after each of some steps."""

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
    """Whether anybody is there."""


Question = Look | Legal | Why | Stage | Reach | Hint | Ping
