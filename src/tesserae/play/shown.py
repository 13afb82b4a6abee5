"""A cache of what was computed for the viewers of a match."""

from typing import Any

from tesserae.play.diff import Change
from tesserae.play.events import Acted, Chatted, Event

Json = dict[str, Any]
Look = tuple[int | None, str | None]  # the seat (None: a spectator), and the person


class Frame:
    """What a viewer sees of a table apart from the game. It stays valid while people only act."""

    __slots__ = ("seats", "shown", "table", "takeback", "turns", "varying")

    def __init__(self, shown: Json, seats: list[int], takeback: str | None) -> None:
        self.shown = shown
        self.seats = seats  # whose views it may have
        self.takeback = takeback  # how turns can be taken back, if there are any turns
        self.turns = False  # whether there are any
        self.varying: Json = {}  # the last value of what may change with each action
        self.table: Json = {}  # the last value of all of it


class Shown:
    """Cleared only by `evolve`; filled by whoever computes something that is missing."""

    __slots__ = ("difference", "documents", "earlier", "frames", "legal", "members", "news", "people", "views")

    def __init__(self) -> None:
        self.people: list[str] | None = None
        self.members: list[str] | None = None
        self.frames: dict[Look, Frame] = {}
        self.documents: dict[Look, Json] = {}
        self.views: dict[int | None, Json] = {}
        self.earlier: dict[int | None, Json] = {}  # the views before the last event
        self.difference: list[Change] | None = None  # between those of a spectator
        self.legal: dict[int, Json] = {}
        self.news: dict[tuple[int | None, str], Json] = {}  # of the last event, by viewer and text of the action

    def forget(self, event: Event) -> None:
        """Drop what an event may have changed."""
        if isinstance(event, Chatted):
            return
        self.documents.clear()
        self.earlier, self.views, self.difference = self.views, {}, None
        self.legal.clear()
        self.news.clear()
        if not isinstance(event, Acted):
            self.frames.clear()
            self.people = self.members = None
