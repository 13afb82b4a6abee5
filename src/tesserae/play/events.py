"""What has happened in a match. Events are only ever added; everything else is worked out from them."""

from typing import Any, Literal

from msgspec import Struct

Kind = Literal[
    "created",
    "sat",
    "ready",
    "seated",
    "stood",
    "renamed",
    "word",
    "force",
    "started",
    "acted",
    "undone",
    "offered",
    "accepted",
    "declined",
    "withdrawn",
    "resigned",
    "flagged",
    "replaced",
    "returned",
    "voted",
    "gone",
    "back",
    "paused",
    "ended",
    "continued",
    "chatted",
]


class Event(Struct, frozen=True, gc=False):
    """`number` counts from 1, `at` is in milliseconds since 1970, `person` is known to the server alone."""

    number: int
    at: int
    seat: int | None
    person: str | None
    kind: Kind
    data: dict[str, Any]
