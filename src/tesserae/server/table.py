"""A table that is being served: its match, and the only way to change it.

The match decides a command and applies its events at once. The events are written to the store, and only then are
clients told. Whatever arrives for the table in the meantime waits in a queue. If another process was faster, the match
is reloaded from the store, all clients get the whole state, and the command is decided again.

Clocks are charged what people take, not what the server takes: whatever is decided next, the times of outages, of slow
writes and of a blocked event loop are recorded before it, in the same transaction.

If nothing can be written, the match goes back to what is known to be written, and that is what all clients see, new
ones included. Commands are kept, their senders are told so, and they are decided when the store is back.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tesserae.errors import Refused
from tesserae.play import Decision, Event, Match
from tesserae.play.commands import Return
from tesserae.play.events import Acted, Ended, Handed, Replaced, Returned, Sat, Seated, Stood, read, write
from tesserae.server.clock import now
from tesserae.server.entries import Append, Away, Entry, Row
from tesserae.server.listeners import Client, Listeners, Missed, News, encode, missed, tell
from tesserae.server.scheduler import Account, Kind
from tesserae.server.summary import listing
from tesserae.state import State

if TYPE_CHECKING:
    from tesserae.server.service import Service

log = logging.getLogger("tesserae.table")

GRACE = 3.0  # seconds that somebody may be disconnected, for example while a page reloads, before the others are told
AGAIN = 1.0  # seconds before an unavailable store is tried again
LINE = 1_000  # the most requests that can wait while something is being written
KEPT = 50  # the most commands that are kept while the store is unavailable
DELAY = 250  # milliseconds that the server itself may take; longer delays are not charged to clocks
DELAYS = 1_000  # the most delays that are remembered until the next event
SEATING = (Sat, Seated, Stood, Replaced, Returned, Handed)  # events that change who sits where

T = TypeVar("T")


class Stale(Exception):
    """The sender has not seen what the command would be applied to."""


Answer = int | Exception  # the number of the last event, or an error: Refused, Stale, Away, or an error in the server


class TableRequest(NamedTuple):
    """Something that may change the table. `make` returns the events, or raises Refused or Stale."""

    make: Callable[[], Decision]
    answer: Callable[[Answer], None]
    key: str | None = None  # the person and the id of the message
    client: Client | None = None  # the client that gets the id with the event, as its answer
    id: str | None = None
    also: Sequence[Entry] = ()  # further entries to write with it; `make` may fill it


class Thinking(NamedTuple):
    """A bot that is thinking, and the event after which it is to act."""

    number: int
    task: "asyncio.Task[None]"


def no_answer(_: Answer) -> None:
    """Of requests of the service itself."""


NOTHING = Decision([])


class Table:
    """Created by `Service.table`."""

    def __init__(self, service: "Service", id: str, match: Match, rows: Sequence[Row]) -> None:
        self.service = service
        self.id = id
        self.match = match
        self.done = {row.request: row.number for row in rows if row.request is not None}
        self.listeners = Listeners(id)
        self.used = service.loop.time()
        self.thinking: dict[int, Thinking] = {}  # by the seats of bots
        self.hints: dict[asyncio.Task[None], int] = {}  # hints that are being computed, and for which event
        self._members = match.members if rows else []  # as the store has them
        self._sure = match.number  # the last event that is known to be written
        self._busy = False  # something is being written or read again
        self._held: int | None = None  # since when nothing could be decided, if there are clocks
        self._outages: list[tuple[int, int]] = []  # times that clocks are not to be charged for
        self._line: deque[TableRequest | Callable[[], None]] = deque()
        self._kept: deque[TableRequest] = deque()  # what could not be written
        self._promised: set[str | None] = set()  # the ids of those whose senders have been told
        self._away = False  # whether clients were told that nothing can be written
        self._again: asyncio.TimerHandle | None = None  # when to try the store again
        self._timer: asyncio.TimerHandle | None = None
        self._watching = 0  # the number of spectators that was sent last
        self._seated: list[str] = []  # the members at that time

    @property
    def idle(self) -> bool:
        """Whether nothing is going on, so that the table can be unloaded."""
        waiting = self._busy or self._line or self._kept or self._again or self._timer
        return not (self.listeners or self.thinking or waiting)

    # Changing.

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call a function when nothing is being written: now, or when its turn comes."""
        if self._busy:
            self._line.append(call)
        else:
            call()

    async def read_settled(self, call: Callable[[Match], T]) -> T:
        """Call a function with the match when everything in it has been written; returns the result."""
        done: asyncio.Future[T] = self.service.loop.create_future()

        def take_turn() -> None:
            if done.cancelled():  # the caller has stopped waiting
                return
            try:
                done.set_result(call(self.match))
            except Exception as error:
                done.set_exception(error)

        self.when_settled(take_turn)
        return await done

    def submit(self, request: TableRequest) -> None:
        """Decide a request, now or when its turn comes."""
        if not self._busy:
            self._decide(request)
        elif len(self._line) < LINE or request.answer is no_answer:
            self._line.append(request)
            if self._away:
                self._promise(request)
        else:
            request.answer(Away())

    def do(self, make: Callable[[], Decision]) -> None:
        """Submit a request of the service itself, which needs no answer."""
        self.submit(TableRequest(make, no_answer))

    async def ask(self, make: Callable[[], Decision], also: Sequence[Entry] = ()) -> int:
        """Submit a request and wait for the number of its event. Raises Refused."""
        answered: asyncio.Future[Answer] = self.service.loop.create_future()
        self.submit(
            TableRequest(make, lambda answer: None if answered.done() else answered.set_result(answer), also=also)
        )
        answer = await answered
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _decide(self, request: TableRequest, caught_up: bool = False) -> None:
        match = self.match
        if match.clock is not None and not caught_up and not self.service.awake():
            # Find out first whether the process was frozen, because clocks are not charged for that.
            self._line.appendleft(partial(self._decide, request, True))
            self._first(self.service.catch_up())
            return
        if request.key is not None and request.key in self.done:
            request.answer(self.done[request.key])
            return
        if self._kept:  # these come first
            self._keep(request)
            return
        paused, told = NOTHING, list[list[News]]()
        try:
            paused = self._pause()
            told += [self._take(event) for event in paused.events]
            decision = request.make()
        except Exception as why_not:
            if not isinstance(why_not, Refused | Stale):
                log.exception("table %s", self.id)
            answer, refusal = request.answer, why_not
            request, decision = TableRequest(lambda: NOTHING, lambda _: answer(refusal)), NOTHING
        events = [*paused.events, *decision.events]
        if not events:
            request.answer(match.number)
            return
        try:
            told += [self._take(event, state) for event, state in zip_longest(*decision)]
            entries = [self.entry(events, request.key), *request.also]
        except Exception as fault:  # nothing was written; the match may be inconsistent now
            log.exception("table %s", self.id)
            request.answer(fault)
            self._first(self._read_again())
            return
        self._hold()
        written = partial(self._written, request, events, told)
        self.service.store.append(Append(entries, written, partial(self._late, request)))

    def entry(self, events: Sequence[Event], key: str | None) -> Entry:
        """What to write for events that the match has applied."""
        match = self.match
        rows = [Row(event.number, None, write(event)) for event in events[:-1]]
        last = events[-1]
        if match.clock is None and not match.settings.party and all(isinstance(event, Acted) for event in events):
            rows.append(Row(last.number, key, write(last), last.at, encode(match.actors).decode()))
            return Entry(self.id, rows, None, None)
        rows.append(Row(last.number, key, write(last)))
        changed = None if match.members == self._members else match.members
        return Entry(self.id, rows, listing(self.id, match), changed)

    def _written(
        self, request: TableRequest, events: Sequence[Event], told: Sequence[list[News]], answer: bool | None
    ) -> None:
        """Called when the events have been written, or could not be."""
        if answer is not True:
            self._kept.append(request)
            if answer is None:
                self._do_without()
            else:
                self._first(self._read_again())
            return
        self._sure = number = events[-1].number
        self._members = self.match.members
        if request.key is not None:
            self.done[request.key] = number
        for event, news in zip(events, told, strict=True):
            tell(self.match, news, event is events[-1], request.client, request.id)
        if not any(request.client in news.clients for news in told[-1] if not news.whole):
            request.answer(number)  # else the event is the answer
        if self.match.settings.party and any(isinstance(event, Ended) for event in events):
            self.service.start(self.service.store.free_code(self.id))
        self._go_on()

    def _hold(self) -> None:
        """Let requests wait until `_go_on`."""
        self._busy = True
        if self._held is None and self.match.clock is not None:
            self._held = now()

    def _go_on(self) -> None:
        self._busy = False
        if self._held is not None and not self._kept:
            self.excuse(self._held, now())
            self._held = None
        while self._line and not self._busy:
            next = self._line.popleft()
            try:
                if isinstance(next, TableRequest):
                    self._decide(next)
                else:
                    next()
            except Exception:  # the other calls must not wait for ever
                log.exception("table %s", self.id)
        if not self._busy:
            if not self._kept and self._again is None:
                self._set_away(False)
            self.wake()

    def _first(self, work: Coroutine[Any, Any, None]) -> None:
        """Let requests wait until something is done that may need the store."""
        self._hold()
        self.service.start(self._do_first(work))

    async def _do_first(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            log.warning("table %s cannot be read: %s", self.id, error)
            self._do_without()
        else:
            self._go_on()

    async def _read_again(self) -> None:
        """Reload the match from the store; the kept requests are the next ones."""
        rows = await self.service.store.events(self.id)
        self.match = await self.service.replay(rows)
        self.done = {row.request: row.number for row in rows if row.request is not None}
        self._sure, self._members = self.match.number, self.match.members
        self.listeners.renew(self.match)
        self._line.extendleft(reversed(self._kept))
        self._kept.clear()

    # While nothing can be written.

    def _late(self, request: TableRequest) -> None:
        """The store is slow: tell the senders."""
        if self._busy:
            self._set_away(True)
            for waiting in (request, *(one for one in self._line if isinstance(one, TableRequest))):
                self._promise(waiting)

    def _do_without(self) -> None:
        """Return to what is known to be written, and retry the rest later."""
        if self.match.number > self._sure:
            self.match = Match.replay(self.match.events[: self._sure])
            self.listeners.renew(self.match)
        if self._again is None:
            self._again = self.service.loop.call_later(AGAIN, self._try_again)
        self._set_away(True)
        waiting, self._kept = self._kept, deque()
        for request in waiting:
            self._keep(request)
        self._go_on()

    def _try_again(self) -> None:
        self._again = None
        self.when_settled(lambda: self._first(self._read_again()))

    def _keep(self, request: TableRequest) -> None:
        once = request.key is not None or request.answer is no_answer  # even if it turns out that it was written
        if once and len(self._kept) < KEPT:
            self._kept.append(request)
            self._promise(request)
        else:
            request.answer(Away())

    def _promise(self, request: TableRequest) -> None:
        """Tell the sender that the command is kept and will be done."""
        if request.client is not None and request.id not in self._promised:
            self._promised.add(request.id)
            request.client.send({"t": "store", "away": True, "kept": request.id})

    def _set_away(self, away: bool) -> None:
        if away != self._away:
            self._away = away
            self._promised.clear()
            self.listeners.say({"t": "store", "away": away})

    def heard(self) -> None:
        """Another process has written to this table."""
        self.when_settled(lambda: self._first(self._read_on()))

    async def _read_on(self) -> None:
        rows = await self.service.store.events(self.id, self.match.number)
        for row in rows:
            tell(self.match, self._take(read(row.event)), row is rows[-1], None, None)
            if row.request is not None:
                self.done[row.request] = row.number
            self._sure = row.number
        self._members = self.match.members

    def wake(self) -> None:
        """Start what the service has to do at this table next: timers and bots."""
        if self._kept:
            return
        if self.match.members is not self._seated:  # more than an action has happened
            self._seated = self.match.members
            self._watchers(changed=True)  # people may have taken or left seats
            for person in self.listeners.here():  # another process may have reported them away
                self._welcome(person)
        self.service.let_bots_think(self)
        for hint, number in list(self.hints.items()):
            if number < self.match.turned:
                hint.cancel()
        due = self.match.due
        if due is not None and (self._timer is None or self._timer.when() > self._at(due)):
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.service.loop.call_at(self._at(due), self._tick)

    def _at(self, time: int) -> float:
        """Convert a time of the table to the time of the event loop, plus a small margin."""
        return self.service.loop.time() + (time - now()) / 1000 + 0.002

    def _tick(self) -> None:
        self._timer = None
        if not self.service.awake():
            self._timer = self.service.loop.call_later(1.0, self._tick)
            return
        self.do(lambda: self.match.tick(now()))
        self.when_settled(self.wake)

    def announce(self, seat: int, seconds: float) -> None:
        """Tell clients that a bot is thinking, and for how long."""
        short = seconds < min(self.match.settings.bot_seconds, self.service.limits.bot_seconds)
        self.listeners.say({"t": "thinking", "seat": seat, "seconds": round(seconds, 3), "short": short})

    def payer(self) -> tuple[Kind, Account]:
        """Whom the thinking of the bots is charged to: one of the connected players or, if there are none, spectators.
        Of several, the one who has used the workers least."""
        clients = self.listeners.all()
        people = self.match.people
        players = [client for client in clients if client.person in people]
        accounts = {Account(client.address, client.person, self.id) for client in players or clients}
        return Kind.PLAY if players else Kind.WATCH, min(accounts, key=self.service.thinkers.load)

    def pause(self, outages: Sequence[tuple[int, int]]) -> None:
        """Record outages, before any waiting request."""
        self._outages.extend(outages)
        self.do(lambda: NOTHING)

    def excuse(self, since: int, until: int) -> None:
        """The server itself took that time. If it was long, it is recorded before the next decision."""
        if until - since > DELAY and self.match.clock is not None and len(self._outages) < DELAYS:
            self._outages.append((since, until))

    def _pause(self) -> Decision:
        """Record the times since the last event that clocks are not to be charged for, as one."""
        match = self.match
        if match.clock is not None:
            self.excuse(self.service.pulse, now())
        if not self._outages or match.due is None:
            return NOTHING
        total, last = 0, match.events[-1].at
        self._outages = [one for one in self._outages if one[1] > last]
        for since, until in sorted(self._outages):  # which may overlap
            total += max(0, until - max(since, last))
            last = max(last, until)
        return match.pause(last - total, last)

    def _take(self, event: Event, state: State | None = None) -> list[News]:
        """Apply an event to the match; returns what to send to whom when it has been written."""
        match = self.match
        match.evolve([event], [] if state is None else [state])
        moved = self.listeners.unseated(match) if isinstance(event, SEATING) else []
        told = self.listeners.news(match)
        return [*told, *(self.listeners.reseat(client, match) for client in moved)]

    # Clients.

    def recall(self, client: Client, seen: int, seat: int | None) -> Callable[[], Missed]:
        """A function that computes what a client has missed after that event, with the view of that seat. It may be
        called in a thread."""
        events, person = self.match.events.copy(), client.person
        return lambda: Missed(len(events), seat, missed(events, seen, seat, person))

    def attach(self, client: Client, seat: int | None, missed: Missed | None = None) -> None:
        """Add a client that wants the view of that seat. Refused if it may not watch."""
        self.listeners.join(client, self.match, seat)
        try:
            self.listeners.greet(client, self.match, missed)
        except Exception:  # a client that got nothing does not count as present
            self.listeners.leave(client)
            raise
        if self._away:
            client.send({"t": "store", "away": True})
        self._watchers()
        if not self._kept:
            self.service.let_bots_think(self)  # they do not think while nobody is connected
        if not client.outside:
            self._welcome(client.person)

    def _welcome(self, person: str) -> None:
        """A person has arrived: report it, and give them back the seats that bots kept."""
        if person in self.match.gone:
            self.do(partial(self._presence, person, True))
        if person in self.match.leavers and self.match.status == "playing":
            self.do(lambda: self.match.decide(Return(), person, now()))

    def show(self, client: Client) -> None:
        """Send the whole state to a client, if it is still connected."""
        if client.group is not None:
            client.send(self.listeners.state(client, self.match))

    def look(self, client: Client, seat: int | None) -> None:
        """Give a client the view of another of its seats. Refused if the seat is not its own."""
        self.match.check_look(seat, client.person)
        self.listeners.look(client, self.match, seat)

    def detach(self, client: Client) -> None:
        """Remove a client."""
        self.listeners.leave(client)
        self.used = self.service.loop.time()
        self._watchers()
        if client.person in self.match.people:
            self.service.loop.call_later(GRACE, self.miss)
        if not self.listeners:
            self.service.loop.call_later(GRACE, self.when_settled, partial(self.service.let_bots_think, self))

    def miss(self) -> None:
        """Report the people who are no longer connected."""
        here = self.listeners.here()
        for person in self.match.people:
            if person not in here:
                self.do(partial(self._presence, person, False))

    def _presence(self, person: str, here: bool) -> Decision:
        return self.match.presence(person, here, now())

    def _watchers(self, changed: bool = False) -> None:
        """Send the number of spectators; `changed`: only if it has changed."""
        looking = {client.person for client in self.listeners.all() if client.seat is None and not client.outside}
        if changed and len(looking) == self._watching:
            return
        self._watching = len(looking)
        self.listeners.say({"t": "presence", "watching": self._watching})
