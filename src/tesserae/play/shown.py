"""What has been worked out for those who look at a match, as long as it is true."""

from typing import Any, NamedTuple

from tesserae.play.events import Acted, Chatted, Event

Json = dict[str, Any]
Look = tuple[int | None, str | None]  # the seat looked through (None: from outside), and who looks


class Frame(NamedTuple):
    """What one who looks sees around the game, as long as people just act."""

    shown: Json
    seats: list[int]  # through which it looks
    takeback: str | None  # how turns can be taken back, if there are any


class Shown:
    """Only `evolve` makes it forget; whatever is not there is worked out and put in by who needs it."""

    __slots__ = ("documents", "effects", "frames", "legal", "people", "views")

    def __init__(self) -> None:
        self.people: list[str] | None = None
        self.frames: dict[Look, Frame] = {}
        self.documents: dict[Look, Json] = {}
        self.views: dict[int | None, Json] = {}
        self.legal: dict[int, Json] = {}
        self.effects: dict[int | None, list[Json]] = {}  # of the last event

    def forget(self, event: Event) -> None:
        """That has happened, so what it changes is to be worked out anew."""
        if isinstance(event, Chatted):
            return
        self.documents.clear()
        self.views.clear()
        self.legal.clear()
        self.effects.clear()
        if not isinstance(event, Acted):
            self.frames.clear()
            self.people = None
