"""What clients asked for and what they were told, with times, so that it can be held against the store in the end."""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]


@dataclass
class Asked:
    """A move that a client asked for. Times are seconds of the clients' own clock."""

    person: str
    id: str
    seat: int
    action: str
    sent: float
    answered: float = math.inf
    number: int | None = None  # of the event, when it was acknowledged
    refused: str | None = None  # with which code

    @property
    def request(self) -> str:
        """As the store has it."""
        return f"{self.person}:{self.id}"


class Told(NamedTuple):
    """A state or an event that has come, and the document that the client had then."""

    at: float
    seat: int | None  # through which it looked
    message: Json
    document: Json


@dataclass
class Heard:
    """All that one client was told, over all its connections."""

    person: str
    told: list[Told] = field(default_factory=list)


class Row(NamedTuple):
    """An event as it is in the store."""

    number: int
    request: str | None
    event: str


class Span(NamedTuple):
    """A while, in the clients' time."""

    began: float
    ended: float

    def overlap(self, began: float, ended: float) -> float:
        return max(0.0, min(self.ended, ended) - max(self.began, began))


@dataclass
class History:
    """Of one table."""

    table: str
    rows: list[Row]
    asked: list[Asked]
    heard: list[Heard]
    outages: list[Span] = field(default_factory=list)  # when nobody served at all
    troubles: list[Span] = field(default_factory=list)  # when anything was wrong, or the clients themselves stood still
