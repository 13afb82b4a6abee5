"""Matches for tests: a table with a clock that the test turns."""

import json
from typing import Any

import msgspec
import pytest

from tesserae.play import Decision, Event, Match, Refused, Settings
from tesserae.play.commands import Act, Bot, Command, Sit
from tesserae.play.events import read, write
from tesserae.play.seeing import told

SECRET = bytes(range(32))
ANN, BOB, CYD, DAN, EVE = "ann", "bob", "cyd", "dan", "eve"
STRANGER = "stranger"
HOUSE = None


def stored(events: list[Event]) -> list[Event]:
    """The events as they come back from a store."""
    return [read(write(event)) for event in events]


def everything(match: Match) -> str:
    """All that anybody can be shown, as text."""
    shown: list[Any] = []
    for seat, chair in enumerate(match.seats):
        if chair.person is not None:
            shown += [match.document(seat, chair.person), match.moves(seat)]
            shown.append([told(match, event, seat) for event in match.events])
    shown += [match.document(None, match.owner), match.moves(None), match.chats()]
    shown += [match.thinkers, match.due, match.status, match.number]
    return json.dumps(shown)


class Table:
    """A match whose events go through a store; `now` is in milliseconds."""

    def __init__(self, game: str, owner: str = ANN, secret: bytes = SECRET, **settings: Any) -> None:
        converted = msgspec.convert({"game": game, **settings}, Settings)
        self.match = Match.create(converted, owner, 0, secret)
        self.now = 0

    def seat(self, *players: str) -> "Table":
        """Seat people by name and bots as `bot:LEVEL`, from the first seat on."""
        for number, player in enumerate(players):
            if player.startswith("bot:"):
                self.do(Bot(number, player.removeprefix("bot:")), self.match.owner)
            else:
                self.do(Sit(number), player)
        return self

    def do(self, command: Command, person: str | None, after: int = 0) -> list[Event]:
        """A command, so many milliseconds after the last one."""
        self.now += after
        return self.happen(self.match.decide(command, person, self.now, (person or "").title()))

    def happen(self, decision: Decision) -> list[Event]:
        self.match.evolve(*decision)
        return decision.events

    def act(self, seat: int | None, *actions: str, after: int = 0, person: str | None = None) -> list[Event]:
        who = self.match.seats[seat].person if seat is not None and person is None else person
        return self.do(Act(seat, list(actions)), who, after)

    def refused(self, command: Command, person: str | None, rule: str, after: int = 0) -> Refused:
        """The refusal; nothing may change."""
        before = everything(self.match)
        with pytest.raises(Refused) as caught:
            self.match.decide(command, person, self.now + after, (person or "").title())
        assert caught.value.rule == rule
        assert everything(self.match) == before
        return caught.value

    def legal(self) -> tuple[int, list[str]]:
        """Somebody who may act, and what may be done."""
        assert self.match.state is not None
        seat = self.match.state.actors[0]
        return seat, self.match.state.legal(seat)

    def check(self) -> None:
        """What comes out of the store is the same match, and the numbers have no gaps."""
        events = stored(self.match.events)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert everything(Match.replay(events)) == everything(self.match)

    @property
    def status(self) -> str:
        return self.match.status

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.match.events]

    def table(self, seat: int | None = 0, person: str | None = None) -> dict[str, Any]:
        who = person if person is not None or seat is None else self.match.seats[seat].person
        found: dict[str, Any] = self.match.document(seat, who)["table"]
        return found
