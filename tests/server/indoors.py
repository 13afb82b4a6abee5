"""A table in this process, with a store that writes when the test says so, and connections that keep what they hear."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar, cast

from tesserae.play import Match, Settings, apply
from tesserae.play.commands import Sit
from tesserae.play.events import read
from tesserae.server.clock import now
from tesserae.server.entries import Append, Away, Row
from tesserae.server.limits import Limits, Shares
from tesserae.server.listeners import Client
from tesserae.server.live import Conversation
from tesserae.server.scheduler import Account
from tesserae.server.service import Service
from tesserae.server.socket import Socket
from tesserae.server.table import Table

Json = dict[str, Any]
T = TypeVar("T")


class Paper:
    """A store for one table. `prompt`: what is to be written is written at once."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.waiting: list[Append] = []
        self.freed: list[str] = []
        self.prompt = True
        self.away = False  # whether it cannot be read

    def append(self, append: Append) -> None:
        self.waiting.append(append)
        if self.prompt:
            self.settle(True)

    def settle(self, answer: bool | None, written: bool | None = None) -> None:
        """Write what is waiting, or do not. `written`: what has really happened, where the answer is None."""
        append = self.waiting.pop(0)
        if answer or written:
            self.rows += append.entries[0].rows
        append.done(answer)

    async def events(self, table: str, after: int = 0) -> list[Row]:
        if self.away:
            raise Away
        return [row for row in self.rows if row.number > after]

    async def free_code(self, table: str) -> None:
        self.freed.append(table)


class Home:
    """What a table needs of a service; there are no bots."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.store = Paper()
        self.limits = Limits()
        self.messages = self.chats = Shares(1e9, 1e9, 1)  # no limits
        self.tasks: list[asyncio.Task[None]] = []
        self.stood_still = 0  # for how many milliseconds the loop has not run

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(self.loop.create_task(work))

    async def replay(self, rows: Sequence[Row]) -> Match:
        return Match.replay([read(row.event) for row in rows])

    async def aside(self, account: Account, work: Callable[[], T]) -> T:
        return work()

    async def rest(self) -> None:
        """Until nothing is going on."""
        while self.tasks:
            await self.tasks.pop(0)

    def let_bots_think(self, table: Table) -> None:
        pass

    def awake(self) -> bool:
        return True

    @property
    def pulse(self) -> int:
        """When the event loop was last seen running."""
        return now() - self.stood_still


class Wire:
    """The end of a connection: what the client heard, and the document that it makes of that."""

    def __init__(self) -> None:
        self.messages: list[Json] = []
        self.closed: tuple[int, str] | None = None
        self.document: Json = {}
        self.number = 0
        self.seat: int | None = None

    def say(self, frame: bytes) -> None:
        message: Json = json.loads(frame[{126: 4, 127: 10}.get(frame[1], 2) :])
        self.messages.append(message)
        if message["t"] == "state":
            self.document, self.number, self.seat = message["doc"], message["n"], message["seat"]
        elif message["t"] == "event":
            assert message["n"] == self.number + 1
            self.document, self.number = apply(self.document, message["changes"]), message["n"]

    def part(self, code: int, reason: str) -> None:
        self.closed = code, reason

    def heard(self, kind: str) -> list[Json]:
        return [message for message in self.messages if message["t"] == kind]


class Guest:
    """Somebody at a table."""

    def __init__(self, table: Table, person: str, query: Json | None = None, before: Wire | None = None) -> None:
        """`before`: the connection that was lost; the new one knows what that did."""
        self.wire = Wire()
        self.client = Client(cast(Socket, self.wire), "", person)
        self.client.legal = bool(query and query.get("legal"))
        self.client.outside = bool(query and query.get("outside"))
        seat, missed = None, None
        if before is not None:
            self.wire.document, self.wire.number, self.wire.seat = before.document, before.number, before.seat
            seat, missed = before.seat, table.recall(self.client, before.number, before.seat)()
        table.attach(self.client, seat, missed)
        self.talk = Conversation(table, self.client, person.title())
        self.asked = 0

    def say(self, t: str, **fields: Any) -> str:
        self.asked += 1
        id = f"{self.client.person}-{id_of(self)}-{self.asked}"
        self.talk.hear(json.dumps({"t": t, "id": id, "n": self.wire.number, **fields}).encode())
        return id

    def ask(self, t: str, **fields: Any) -> Json:
        """The answer, which must be there at once."""
        return self.answer(self.say(t, **fields))

    def answer(self, id: str) -> Json:
        return next(message for message in self.wire.messages if message.get("id") == id)


def id_of(guest: Guest) -> int:
    return id(guest.wire)


def set_up(*people: str, game: str = "consequence", **settings: Any) -> tuple[Home, Table]:
    """A table with people in its seats."""
    home = Home()
    match = Match.create(Settings(game, **settings), people[0], 0, bytes(range(32)))
    for person in people:
        match.evolve(*match.decide(Sit(), person, 0, person.title()))
    table = Table(cast(Service, home), "table", match, [])
    home.store.rows += table.entry(match.events, None).rows
    return home, table
