"""A table that is being served: its match, who is connected, and the one way in which it changes.

A command is decided by the match, which takes the events over at once; they are written, and only then anybody is
told. Whatever comes for the table in the meantime waits in line. If the events could not be written, because another
process was faster or the store is away, the match is read again from the store and everybody gets it whole.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from tesserae.errors import Refused
from tesserae.play import Event, Match, changes
from tesserae.play.commands import Return
from tesserae.server.clock import now
from tesserae.server.socket import Socket, framed
from tesserae.server.store import Append, Entry, Row
from tesserae.server.summary import listing

if TYPE_CHECKING:
    from tesserae.server.house import House

log = logging.getLogger("tesserae.table")

GRACE = 3.0  # seconds that somebody may be disconnected, as by loading a page again, before the others are told
AGAIN = 1.0  # seconds before a store that was away is asked again
RECENT = 100  # events that one who comes back is told one by one
SEATING = frozenset({"sat", "seated", "stood", "replaced", "returned"})  # kinds of events that change who sits where

T = TypeVar("T")

encode = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(Event).decode


class Stale(Exception):
    """The sender has not seen what the command would be applied to."""


Answer = int | Refused | Stale  # the number of the last event, or why not


class Client:
    """A connection to a table: who looks at it, and through which seat."""

    __slots__ = ("cookie", "outside", "person", "seat", "socket")

    def __init__(self, socket: Socket, cookie: str) -> None:
        self.socket = socket
        self.cookie = cookie  # whose device it is
        self.person: str | None = None  # as whom the device acts at this table
        self.seat: int | None = None
        self.outside = False  # a shared screen: never looks through a seat, and is nobody's presence

    def send(self, message: dict[str, Any]) -> None:
        self.socket.say(framed(encode(message)))


class Request(NamedTuple):
    """Something that may change the table. `make` gives the events, or raises Refused."""

    make: Callable[[], list[Event]]
    answer: Callable[[Answer], None]
    key: str | None = None  # who asked, and the id given to it
    client: Client | None = None  # who is answered by the event itself, with the id
    id: str | None = None
    stale: Callable[[], bool] | None = None  # whether the sender has not seen what it is about
    also: Sequence[Entry] = ()  # what is written with it; `make` may fill it


def nobody(_: Answer) -> None:
    """Hears the answer to what the house itself asked for."""


class Group:
    """Clients that see the same."""

    __slots__ = ("clients", "document", "person", "seat")

    def __init__(self, seat: int | None, person: str | None, document: dict[str, Any]) -> None:
        self.seat = seat
        self.person = person
        self.document = document
        self.clients: set[Client] = set()


class Table:
    """Made by `House.table`."""

    def __init__(self, house: "House", id: str, match: Match, rows: Sequence[Row], holders: dict[str, str]) -> None:
        self.house = house
        self.id = id
        self.match = match
        self.holders = holders  # seats that are on another device: whose, and whose device
        self.done = {row.request: row.number for row in rows if row.request is not None}
        self.groups: dict[tuple[int | None, str | None], Group] = {}
        self.used = house.loop.time()
        self.thinking: dict[int, int] = {}  # seats of bots, and the moment that they think about
        self._members = match.members if rows else []  # as the store has them
        self._busy = False  # something is being written or read again
        self._line: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is going on, so that it can be forgotten."""
        return not (self.groups or self._busy or self._line or self.thinking or self._timer)

    # Changing.

    def quietly(self, call: Callable[[], None]) -> None:
        """Call when nothing is being written: at once, or in turn."""
        if self._busy:
            self._line.append(call)
        else:
            call()

    async def calmly(self, call: Callable[[Match], T]) -> T:
        """What the call gives for the match at a moment when everything in it is written."""
        done: asyncio.Future[T] = self.house.loop.create_future()

        def take_turn() -> None:
            try:
                done.set_result(call(self.match))
            except Exception as error:
                done.set_exception(error)

        self.quietly(take_turn)
        return await done

    def submit(self, request: Request) -> None:
        """Have a request decided, now or in turn."""
        if self._busy:
            self._line.append(partial(self._decide, request))
        else:
            self._decide(request)

    async def ask(self, make: Callable[[], list[Event]], also: Sequence[Entry] = ()) -> int:
        """Submit what somebody asks for, and wait for the number of the event; Refused if it is."""
        answered: asyncio.Future[Answer] = self.house.loop.create_future()
        self.submit(Request(make, answered.set_result, also=also))
        answer = await answered
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _decide(self, request: Request) -> None:
        match = self.match
        if request.key is not None and request.key in self.done:
            request.answer(self.done[request.key])
            return
        if request.stale is not None and request.stale():
            request.answer(Stale())
            return
        try:
            events = request.make()
        except Refused as refused:
            request.answer(refused)
            return
        if not events:
            request.answer(match.number)
            return
        told = [frame for event in events for frame in self._take(event, request if event is events[-1] else None)]
        self._busy = True
        entries = [self.entry(events, request.key), *request.also]
        self.house.store.append(Append(entries, partial(self._written, request, match.number, told)))

    def entry(self, events: Sequence[Event], key: str | None) -> Entry:
        """What is written for events, which the match has taken over."""
        match = self.match
        rows = [Row(event.number, None, encode(event).decode()) for event in events]
        rows[-1] = rows[-1]._replace(request=key)
        if match.clock is None and not match.settings.party and all(event.kind == "acted" for event in events):
            rows[-1] = rows[-1]._replace(at=events[-1].at, turn=encode(match.actors).decode())
            return Entry(self.id, rows, None, None)
        changed = None if match.members == self._members else match.members
        return Entry(self.id, rows, listing(self.id, match), changed)

    def _written(self, request: Request, number: int, told: list[tuple[Client, bytes]], answer: bool | None) -> None:
        """What was decided is in the store, or not."""
        if answer is True:
            self._members = self.match.members
            if request.key is not None:
                self.done[request.key] = number
            for client, frame in told:
                client.socket.say(frame)
            if request.client is None:  # or the event is the answer
                request.answer(number)
            self._go_on()
            return
        self._line.appendleft(partial(self._decide, request))
        self.house.start(self._read_again(0 if answer is False else AGAIN))

    def _go_on(self) -> None:
        self._busy = False
        while self._line and not self._busy:
            self._line.popleft()()
        if not self._busy:
            self.wake()

    async def _read_again(self, wait: float) -> None:
        """Take the match as the store has it; whoever waits in line goes on then."""
        while True:
            await asyncio.sleep(wait)
            try:
                rows = await self.house.store.events(self.id)
                break
            except Exception as error:
                log.warning("table %s cannot be read: %s", self.id, error)
                wait = AGAIN
        self.match = Match.replay([decode_event(row.event) for row in rows])
        self.done = {row.request: row.number for row in rows if row.request is not None}
        self._members = self.match.members
        for client in self.clients():
            self._look(client, client.seat)
        self._go_on()

    def heard(self) -> None:
        """Another process has written to this table."""
        self.quietly(self._catch_up)

    def _catch_up(self) -> None:
        self._busy = True
        self.house.start(self._read_on())

    async def _read_on(self) -> None:
        try:
            rows = await self.house.store.events(self.id, self.match.number)
        except Exception:
            await self._read_again(AGAIN)
            return
        for row in rows:
            for client, frame in self._take(decode_event(row.event), None):
                client.socket.say(frame)
            if row.request is not None:
                self.done[row.request] = row.number
        self._members = self.match.members
        self._go_on()

    def wake(self) -> None:
        """What the house itself has to do at this table next."""
        self.house.let_bots_think(self)
        if self.match.gone or self.match.leavers:  # another process may have missed one who is here
            for person in self._here():
                self._welcome(person)
        due = self.match.due
        if due is not None and (self._timer is None or self._timer.when() > self._at(due)):
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.house.loop.call_at(self._at(due), self._tick)

    def _at(self, time: int) -> float:
        """A moment of the table's time in the loop's time, and a little later."""
        return self.house.loop.time() + (time - now()) / 1000 + 0.002

    def _tick(self) -> None:
        self._timer = None
        if not self.house.awake():
            self._timer = self.house.loop.call_later(1.0, self._tick)
            return
        self.submit(Request(lambda: self.match.tick(now()), nobody))
        self.quietly(self.wake)

    def announce(self, seat: int, seconds: float) -> None:
        """A bot thinks now, for so long."""
        frame = framed(encode({"t": "thinking", "seat": seat, "seconds": seconds}))
        for client in self.clients():
            client.socket.say(frame)

    def hold(self, holders: dict[str, str]) -> None:
        """Seats are on other devices now; whoever is connected from one that this concerns has to come again."""
        self.holders = holders
        for client in self.clients():
            if client.person != self.acting(client.cookie):
                client.send(error("moved", "This seat is on another device now."))
                client.socket.part(1008, "moved")

    def pause(self, since: int, until: int) -> None:
        """Nobody served in that time."""
        self.submit(Request(lambda: self.match.pause(since, until), nobody))

    # Telling.

    def clients(self) -> list[Client]:
        return [client for group in self.groups.values() for client in group.clients]

    def _take(self, event: Event, request: Request | None) -> list[tuple[Client, bytes]]:
        """The match takes an event over; what to tell to whom."""
        match = self.match
        match.evolve([event])
        if event.kind == "ended" and match.settings.party:
            self.house.start(self.house.store.free_code(self.id))
        moved = self._unseated() if event.kind in SEATING else []
        told: list[tuple[Client, bytes]] = []
        for group in self.groups.values():
            document = match.document(group.seat, group.person)
            message = match.told(event, group.seat)
            message = {"t": "event", **message, "changes": changes(group.document, document)}
            group.document = document
            text = encode(message)
            frame = framed(text)
            for client in group.clients:
                if request is not None and client is request.client:
                    told.append((client, framed(text[:-1] + b',"id":' + encode(request.id) + b"}")))
                else:
                    told.append((client, frame))
        for client in moved:
            self._join(client, None)
            told.append((client, framed(encode(self._state(client)))))
            if request is not None and client is request.client:
                told.append((client, framed(encode({"t": "ok", "id": request.id, "n": event.number}))))
        return told

    def _unseated(self) -> list[Client]:
        """Those who have got or lost a seat, and will look through another one."""
        moved = []
        for client in self.clients():
            mine = [] if client.outside else self.match.seats_of(client.person)
            if (client.seat is None and mine) or (client.seat is not None and client.seat not in mine):
                self._leave(client)
                moved.append(client)
        return moved

    # Coming, looking and going.

    def acting(self, cookie: str) -> str | None:
        """As whom a device acts here: seats can be on other devices than those of the people who took them."""
        for person, holder in self.holders.items():
            if holder == cookie:
                return person
        return None if cookie in self.holders else cookie

    def attach(self, client: Client, seen: int | None, seat: int | None) -> None:
        """A client has come; Refused if it may not look on. `seen`, `seat`: what it has, if it was here before."""
        client.person = self.acting(client.cookie)
        self._join(client, seat)
        match = self.match
        if seen is not None and seen <= match.number and match.number - seen <= RECENT and client.seat == seat:
            self._retell(client, seen)
        else:
            client.send(self._state(client))
        self._watchers()
        if client.person is not None and not client.outside:
            self._welcome(client.person)

    def _welcome(self, person: str) -> None:
        """Somebody is here: known to be, and in the seats that bots kept."""
        if person in self.match.gone:
            self._presence(person, True)
        if person in self.match.leavers and self.match.status == "playing":
            self.submit(Request(lambda: self.match.decide(Return(), person, now()), nobody))

    def _join(self, client: Client, seat: int | None) -> None:
        person = client.person if client.person in self.match.people or client.person == self.match.owner else None
        mine = [] if client.outside else self.match.seats_of(person)
        if seat not in mine:
            state = self.match.state
            actors = state.actors if state is not None else ()
            seat = next((s for s in mine if s in actors), mine[0] if mine else None)
        client.seat = seat
        group = self.groups.get((seat, person))
        if group is None:
            group = self.groups[seat, person] = Group(seat, person, self.match.document(seat, person))
        group.clients.add(client)

    def _leave(self, client: Client) -> None:
        for key, group in list(self.groups.items()):
            group.clients.discard(client)
            if not group.clients:
                del self.groups[key]

    def _state(self, client: Client) -> dict[str, Any]:
        match = self.match
        group = next(group for group in self.groups.values() if client in group.clients)
        document = group.document
        return {
            "t": "state",
            "v": 1,
            "n": match.number,
            "now": now(),
            "seat": client.seat,
            "doc": {**document, "table": {"id": self.id, **document["table"]}},
            "moves": match.moves(client.seat),
            "chat": match.chats(),
        }

    def show(self, client: Client) -> None:
        """Let a client have everything anew, if it is still there."""
        if any(client in group.clients for group in self.groups.values()):
            client.send(self._state(client))

    def _look(self, client: Client, seat: int | None) -> None:
        self._leave(client)
        try:
            self._join(client, seat)
        except Refused as refused:  # it may no longer look on
            client.send(error("forbidden", str(refused)))
            client.socket.part(1008, "forbidden")
            return
        client.send(self._state(client))

    def look(self, client: Client, seat: int | None) -> None:
        """Look through another of the own seats; Refused if it is not."""
        self.match.document(seat, client.person)
        self._look(client, seat)

    def _retell(self, client: Client, seen: int) -> None:
        """The events that a client has missed, one by one."""
        events = self.match.events
        past = Match.replay(events[:seen])
        person = next(group.person for group in self.groups.values() if client in group.clients)
        try:
            before = past.document(client.seat, person)
        except Refused:  # it had no such seat then
            client.send(self._state(client))
            return
        for event in events[seen:]:
            past.evolve([event])
            document = past.document(client.seat, person)
            message = past.told(event, client.seat)
            client.send({"t": "event", "v": 1, **message, "changes": changes(before, document)})
            before = document
        client.send({"t": "ok", "v": 1, "id": None, "n": self.match.number})

    def detach(self, client: Client) -> None:
        """A client has gone."""
        self._leave(client)
        self.used = self.house.loop.time()
        self._watchers()
        if client.person in self.match.people:
            self.house.loop.call_later(GRACE, self.miss)

    def _here(self) -> set[str]:
        return {client.person for client in self.clients() if client.person is not None and not client.outside}

    def miss(self) -> None:
        """See who is not here any more."""
        here = self._here()
        for person in self.match.people:
            if person not in here:
                self._presence(person, False)

    def _presence(self, person: str, here: bool) -> None:
        self.submit(Request(lambda: self.match.presence(person, here, now()), nobody))

    def _watchers(self) -> None:
        """Tell how many look on."""
        watching = sum(1 for client in self.clients() if client.seat is None)
        frame = framed(encode({"t": "presence", "watching": watching}))
        for client in self.clients():
            client.socket.say(frame)


def error(code: str, text: str) -> dict[str, Any]:
    """The message before a connection is closed."""
    return {"t": "error", "code": code, "text": text}
