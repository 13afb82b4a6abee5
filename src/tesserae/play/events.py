"""What has happened in a match. Events are only ever added; everything else follows from them.

Each kind is a struct of its own. In the store, and for clients, an event has the form
`{"number", "at", "seat", "person", "kind", "data"}`, with its own fields in `data`.
"""

from typing import Any, Literal, cast, get_args

import msgspec
from msgspec import Struct

from tesserae.games.game import Outcome
from tesserae.play.commands import What
from tesserae.play.settings import Settings

Json = dict[str, Any]


class Happening(Struct, frozen=True, gc=False, kw_only=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """The base class. `number` counts from 1, and is 0 until the event gets its number; `at` is in milliseconds since
    1970; only the server knows `person`."""

    number: int = 0
    at: int = 0
    person: str | None = None
    seat: int | None = None

    @property
    def kind(self) -> str:
        return cast(str, self.__struct_config__.tag)

    @property
    def data(self) -> Json:
        """The fields of this kind, as JSON, without those at their defaults."""
        data: Json = msgspec.to_builtins(self)
        for name in HEAD:
            data.pop(name, None)
        return data


HEAD = ("kind", *Happening.__struct_fields__)


class OfSeat(Happening, frozen=True, gc=False):
    """The base class of those that concern one seat."""

    seat: int


class Series(Struct, frozen=True):
    """Which game of a series this is, how many each seat had won before it, and what each seat has chosen to play
    with, if that stays the same (`Game.per_seat`)."""

    game: int
    wins: list[int]
    forces: list[Any] | None = None


class Result(Struct, frozen=True):
    """How a match ended: an Outcome."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None

    @classmethod
    def of(cls, outcome: Outcome) -> "Result":
        return cls(*outcome)

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.winners, self.reason, self.scores)


class Created(Happening, frozen=True, gc=False):
    """The table was created. `secret`: bytes in hexadecimal digits, shown after the game; `rules_version`: that of the
    game, so that it is not opened by other rules than those it is played by."""

    settings: Settings
    owner: str
    secret: str
    commitment: str
    series: Series
    rules_version: int = 1


class Sat(OfSeat, frozen=True, gc=False):
    """A person took a seat, or was given one in the next game."""

    name: str
    word: str
    ready: bool


class Ready(OfSeat, frozen=True, gc=False):
    """A person agreed to begin."""

    word: str


class Seated(OfSeat, frozen=True, gc=False):
    """A bot was given a seat; `left` is the person for whom it keeps the seat, `name` that person's name."""

    level: str
    left: str | None = None
    name: str = ""


class Stood(OfSeat, frozen=True, gc=False):
    """A seat became free."""


class Renamed(OfSeat, frozen=True, gc=False):
    """A person changed their name."""

    name: str


class Word(OfSeat, frozen=True, gc=False):
    """A person gave a word for the seed."""

    word: str


class Force(OfSeat, frozen=True, gc=False):
    """A person chose what to play with (`Game.per_seat`); others are not told what."""

    force: Any


class Started(Happening, frozen=True, gc=False):
    """The game began."""


class Acted(Happening, frozen=True, gc=False):
    """A seat acted, or the referee (no seat). Clients are also told `effects`."""

    seat: int | None
    action: str


class Undone(Happening, frozen=True, gc=False):
    """The last `count` moves, from the event `to` on, were taken back."""

    seat: int | None
    to: int
    count: int
    how: Literal["undo", "alone", "granted"]


class Offered(OfSeat, frozen=True, gc=False):
    """Somebody offered a draw, or asked to take back everything from the event `to` on."""

    what: What
    to: int = 0


class Accepted(OfSeat, frozen=True, gc=False):
    """Somebody accepted an offer."""

    what: What


class Declined(OfSeat, frozen=True, gc=False):
    """Somebody declined an offer."""

    what: What


class Withdrawn(OfSeat, frozen=True, gc=False):
    """An offer was withdrawn by the person who made it."""

    what: What


class Resigned(OfSeat, frozen=True, gc=False):
    """A seat resigned; the next event is `ended` or `replaced`."""


class Flagged(OfSeat, frozen=True, gc=False):
    """A seat ran out of time; the next event is `ended` or `replaced`."""


class Replaced(OfSeat, frozen=True, gc=False):
    """A bot took over a seat."""

    level: str
    why: Literal["resigned", "time", "gone"]


class Returned(OfSeat, frozen=True, gc=False):
    """A person got a seat back from a bot, or joined late under that `name`."""

    name: str = ""


class Handed(Happening, frozen=True, gc=False):
    """Seats were moved to another device, that of the person `to`, or back from it. `owner`: that person now owns the
    table, too."""

    seat: int | None
    seats: list[int]
    to: str
    owner: bool = False


class Voted(OfSeat, frozen=True, gc=False):
    """Somebody wants a bot to take that seat."""


class Gone(OfSeat, frozen=True, gc=False):
    """A person is away."""


class Back(OfSeat, frozen=True, gc=False):
    """A person is here again."""


class Paused(Happening, frozen=True, gc=False):
    """An outage: clocks do not count that time."""

    since: int
    until: int


class Ended(Happening, frozen=True, gc=False):
    """The game is over."""

    outcome: Result


class Continued(Happening, frozen=True, gc=False):
    """The next game is at that table."""

    seat: int | None
    table: str


class Chatted(Happening, frozen=True, gc=False):
    """Somebody sent a chat message."""

    seat: int | None
    name: str
    text: str


Event = (
    Created
    | Sat
    | Ready
    | Seated
    | Stood
    | Renamed
    | Word
    | Force
    | Started
    | Acted
    | Undone
    | Offered
    | Accepted
    | Declined
    | Withdrawn
    | Resigned
    | Flagged
    | Replaced
    | Returned
    | Handed
    | Voted
    | Gone
    | Back
    | Paused
    | Ended
    | Continued
    | Chatted
)
KINDS: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Event)}


class _Stored(Struct, frozen=True):
    number: int
    at: int
    seat: int | None
    person: str | None
    kind: str
    data: Json


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Stored).decode


def write(event: Event) -> str:
    """An event as the store keeps it."""
    data = {"action": event.action} if isinstance(event, Acted) else event.data  # by far the most frequent
    return _encode(_Stored(event.number, event.at, event.seat, event.person, event.kind, data)).decode()


def read(text: str | bytes) -> Event:
    """An event from the store; msgspec.ValidationError if it is not valid."""
    stored = _decode(text)
    kind = KINDS.get(stored.kind)
    if kind is None:
        raise msgspec.ValidationError(f"there is no event of the kind {stored.kind!r}")
    head = {"number": stored.number, "at": stored.at, "person": stored.person, "seat": stored.seat}
    return msgspec.convert({**stored.data, **head}, kind)
