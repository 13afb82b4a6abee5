"""What a list shows of a table, and what the store keeps so that the table can be found."""

from typing import Any

import msgspec

from tesserae.play import Match
from tesserae.play.refusals import refuse
from tesserae.server.entries import Listing


class SeatSummary(msgspec.Struct, omit_defaults=True):
    """Who has a seat, or for whom a bot keeps it. `person` is only in the store."""

    kind: str
    name: str = ""
    level: str = ""
    person: str = ""
    mine: bool = False


class Summary(msgspec.Struct):
    """A table in a list. `turn`: the seats that may act now."""

    id: str
    game: str
    options: dict[str, Any]
    status: str
    seats: list[SeatSummary]
    turn: list[int]
    clock: dict[str, Any] | None
    best_of: int
    listed: bool
    watch: bool
    created: int
    updated: int
    result: dict[str, Any] | None
    next: str | None
    teams: int | None = None  # if there are teams: seat n belongs to team n modulo this number
    party: bool = False


class Kept(Summary):
    """A summary as it is stored."""

    owner: str = ""

    def may_know(self, person: str) -> bool:
        """Whether a person may watch, owns the table or a seat, or could sit down."""
        if self.watch or person == self.owner or any(seat.person == person for seat in self.seats):
            return True
        if self.party and self.status == "playing":  # a latecomer replaces a bot
            return any(seat.kind == "bot" and not seat.person for seat in self.seats)
        return self.status == "waiting" and any(seat.kind == "open" for seat in self.seats)


_decoder = msgspec.json.Decoder(Kept)
_encoder = msgspec.json.Encoder()


def listing(table: str, match: Match) -> Listing:
    """What the store keeps of a match."""
    last = match.events[-1]
    settings = match.settings
    summary = Kept(
        id=table,
        game=settings.game,
        options=match.game.changed(match.options),
        status=match.status,
        seats=[SeatSummary(s.kind, s.name, s.level, s.person or s.left or "") for s in match.seats],
        turn=list(match.actors),
        clock=msgspec.to_builtins(settings.clock),
        best_of=settings.best_of,
        listed=settings.listed,
        watch=settings.watch,
        created=match.events[0].at,
        updated=last.at,
        result=match.outcome.export() if match.outcome else None,
        next=match.next,
        teams=match.teams if match.teams < match.size else None,
        party=settings.party,
        owner=match.owner,
    )
    free = match.status == "waiting" and any(seat.kind == "open" for seat in match.seats)
    public = settings.listed and (free or (match.status == "playing" and settings.watch))
    return Listing(last.at, public, match.due, _encoder.encode(summary).decode())


def shown(kept: str, person: str, private: bool = False) -> Summary:
    """A stored summary as a person may see it. `private`: Refused if that person may not see the table."""
    summary = _decoder.decode(kept)
    if private and not summary.may_know(person):
        raise refuse("MA-25")
    for seat in summary.seats:
        seat.mine = seat.person == person
        seat.person = ""
    return Summary(*(getattr(summary, field) for field in Summary.__struct_fields__))
