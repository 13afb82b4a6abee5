"""The service of one process: its tables, bots and clocks, and notifications from other processes."""

import asyncio
import contextlib
import gc
import logging
import math
import secrets
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tesserae.errors import Refused
from tesserae.games import game as find
from tesserae.play import Decision, Match, Settings, commands
from tesserae.play.events import Created, read
from tesserae.server.clock import agree, follow, now
from tesserae.server.compiling import CompileRegistry
from tesserae.server.entries import Append, Away, Entry, Row
from tesserae.server.limits import Limits, Shares, Visits
from tesserae.server.metrics import KEPT, THOUGHTS
from tesserae.server.notices import Notices
from tesserae.server.replays import Replays
from tesserae.server.reporting import Reports
from tesserae.server.scheduler import Account, Kind, Scheduler
from tesserae.server.store import Store
from tesserae.server.table import DELAY, Table, Thinking
from tesserae.server.thinkers import Chosen, choose, question, warm
from tesserae.server.workers import Process, Thread

if TYPE_CHECKING:
    from tesserae.server.live import Conversation

log = logging.getLogger("tesserae.service")

T = TypeVar("T")

BEAT = 1.0  # seconds between two heartbeats
PATIENCE = 3_000  # milliseconds without a heartbeat that count as an outage
PULSE = 0.1  # seconds between two looks at whether the event loop is running
LEASE = 6_000  # milliseconds of a lease: the right to move the bots of a table
IDLE = 60.0  # seconds that a table without connections stays in memory
BACK = 10.0  # seconds after a restart before people who have not reconnected count as away
NICE = 5  # workers have a lower priority than the server
QUESTIONS = 30  # slow queries that may wait for one person, and for one address
FAILED = 1.0  # seconds before a bot that could not move tries again
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # of a table's id; no two look alike


def new_id() -> str:
    """A new id of a table: 49 random bits, so that it cannot be guessed."""
    return "".join(secrets.choice(LETTERS) for _ in range(10))


class Service:
    """Created by `Service.open`."""

    def __init__(self, store: Store, workers: int, limits: Limits) -> None:
        self.loop = asyncio.get_running_loop()
        self.store = store
        self.compiled = CompileRegistry()
        self.thinkers = Scheduler([Process(NICE) for _ in range(workers)], limits.bot_seconds)
        self.desk = Scheduler([Thread()], math.inf, QUESTIONS)  # for short work that would block the event loop
        self.reports = Reports(self.thinkers, self.start)
        self.replays = Replays(self.aside)
        self.limits = limits
        self.visits = Visits(limits.sockets)
        self.messages = Shares(limits.messages, 3 * limits.messages, limits.household)
        self.chats = Shares(limits.chats, 10 * limits.chats, limits.household)
        self.conversations: dict[str, set[Conversation]] = {}  # of each person
        self.notices = Notices(store)
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | None]] = {}
        self._replaying = asyncio.Semaphore(1)
        self._unreadable: set[str] = set()  # tables that could not be loaded
        self._leases: set[str] = set()  # tables whose bots this process moves
        self._wanted: set[str] = set()  # tables for which it requests a lease
        self._denied: set[str] = set()  # tables for which it did not get one
        self._gaps: list[tuple[int, int]] = []  # outages
        self._catching_up = asyncio.Lock()
        self._beaten = 0  # the time of the last heartbeat
        self.pulse = now()  # when the event loop was last seen running
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._feel_pulse()

    @classmethod
    async def open(cls, database: str, workers: int, limits: Limits) -> "Service":
        service = cls(await Store.open(database), workers, limits)
        time = await service.store.time()
        if time is not None and service.store.shared:
            agree(time)
        elif time is not None and time > now():
            follow(time)
        await service._beat(PATIENCE if service.store.shared else 0)  # with SQLite there is no other process
        service.start(service._live())
        service.start(service._prepare())
        if service.store.shared:
            service.start(service.notices.listen(service._heard))
        return service

    async def close(self) -> None:
        """Disconnect the clients, write what is waiting, give back the leases."""
        self._closing = True
        for table in self.tables.values():
            for client in table.listeners.all():
                client.socket.part(1012, "the server restarts")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.compiled.close()
        await self.thinkers.close()
        await self.desk.close()
        try:
            async with asyncio.timeout(5):
                if self._leases:
                    await self.store.release(sorted(self._leases))
                await self.store.close()
        except Exception as error:
            log.warning("the store was not closed cleanly: %s", error)

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run a task in the background; its errors are logged."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def aside(self, account: Account, work: Callable[[], T]) -> T:
        """Do work in a thread that would block the event loop. Busy if too much work of that account is waiting."""
        result: T = await self.desk.think(Kind.ANSWER, account, _call, work)
        return result

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, Away):
                log.warning("a background task failed: %s", error)
            else:
                log.error("a background task failed", exc_info=error)

    # Tables.

    async def table(self, id: str) -> Table | None:
        """The table with that id, or None. Waits until its game is compiled."""
        if id in self.tables:
            return self.tables[id]
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table | None:
        rows = await self.store.events(id)
        if not rows:
            return None
        created = read(rows[0].event)
        assert isinstance(created, Created)
        await self.compiled.ready[find(created.settings.game).name].wait()
        table = Table(self, id, await self.replay(rows), rows)
        self.tables[id] = table
        self._let_pause(table, self._gaps)
        table.when_settled(table.wake)
        self.loop.call_later(BACK, table.miss)
        if self.store.shared:
            table.heard()  # other processes may have written while it was being loaded
        return table

    async def replay(self, rows: Sequence[Row]) -> Match:
        """The match with these events, replayed in a thread, because a long match takes a while."""
        async with self._replaying:
            return await asyncio.to_thread(lambda: Match.replay([read(row.event) for row in rows]))

    async def _fetch(self, id: str) -> None:
        """Load a table because something is due there; this may wait until its game is compiled."""
        try:
            await self.table(id)
        except Away as away:
            log.warning("table %s cannot be read: %s", id, away)
        except Exception:
            log.exception("table %s cannot be read", id)
            self._unreadable.add(id)

    async def create(self, settings: Settings, owner: str, name: str, players: list[str], start: bool) -> str:
        """A new table with its first players: `me`, `open` or `bot:LEVEL` for each seat. BadOption, Refused."""
        await self.compiled.ready[settings.check()[0].name].wait()
        match = Match.create(settings, owner, now(), secrets.token_bytes(32))
        for seat, player in enumerate(players):
            if player == "me":
                match.evolve(*match.decide(commands.Sit(seat), owner, now(), name))
            elif player != "open":
                match.evolve(*match.decide(commands.Bot(seat, player.removeprefix("bot:")), owner, now(), name))
        if start and match.status == "waiting":
            match.evolve(*match.decide(commands.Start(), owner, now(), name))
        return await self.keep_new(match)

    async def keep_new(self, match: Match) -> str:
        """Store a new match; returns the id of its table."""
        table = Table(self, new_id(), match, [])
        written: asyncio.Future[bool | None] = self.loop.create_future()
        self.store.append(Append([table.entry(match.events, None)], written.set_result))
        if not await written:
            raise Away("a new table was not written")
        self.tables[table.id] = table
        table.wake()
        return table.id

    async def rematch(self, table: Table, person: str) -> str:
        """The table of the next game; it is created if it does not exist."""
        entries: list[Entry] = []
        made: list[Table] = []

        def make() -> Decision:
            if table.match.next is not None:
                return Decision([])
            follower = Table(self, new_id(), table.match.rematch(person, now(), secrets.token_bytes(32)), [])
            made[:] = [follower]
            entries[:] = [follower.entry(follower.match.events, None)]
            return table.match.continued(follower.id, person, now())

        await table.ask(make, entries)
        next = table.match.next
        assert next is not None
        if made and made[0].id == next:
            self.tables[next] = made[0]
            made[0].wake()
        elif (follower := await self.table(next)) is not None:  # somebody else created it: asking means being ready
            with contextlib.suppress(Refused):
                await follower.ask(lambda: follower.match.decide(commands.Ready(), person, now()))
        return next

    async def play_on(
        self, account: Account, table: Table, person: str, name: str, moves: int, seat: int, level: str
    ) -> str:
        """A new table where a person continues a finished game from some moment, against bots."""
        secret = secrets.token_bytes(32)
        match = await table.read_settled(lambda match: match)
        made = partial(match.play_on, moves, seat, level, person, name, now(), secret, table.id)
        return await self.keep_new(await self.aside(account, made))

    async def claim(self, table: Table, token: str, person: str) -> bool:
        """Move the seats of a link to the device that opened it; False if the link is unknown, used or expired."""
        giver = await self.store.find_link(table.id, token, now())
        if giver is None or giver == person:
            return giver == person
        made: list[Decision] = []

        def make() -> Decision:
            made[:] = [table.match.hand_over(giver, person, now())]
            return made[0]

        await table.ask(make)
        if not made[0].events:  # somebody else was faster
            return False
        await self.store.drop_link(token)
        return True

    async def _heard(self, _: str, ids: list[str]) -> None:
        """Another process has written to some tables."""
        for table in [self.tables[id] for id in ids if id in self.tables] if ids else list(self.tables.values()):
            table.heard()

    def part(self, person: str, conversation: "Conversation") -> None:
        """Forget a conversation that has ended."""
        self.conversations[person].discard(conversation)
        if not self.conversations[person]:
            del self.conversations[person]

    async def rename(self, person: str, name: str) -> None:
        """Change the name of a person, also at the tables that are loaded."""
        await self.store.rename(person, name)
        for conversation in self.conversations.get(person, ()):
            conversation.name = name
        for id in await self.store.seated_at(person):  # not all loaded tables: there may be very many
            table = self.tables.get(id)
            if table is not None and person in table.match.people:
                with contextlib.suppress(Refused):
                    await table.ask(partial(_rename, table, person, name))

    # Bots.

    def let_bots_think(self, table: Table) -> None:
        """Start the bots that are to act, if this process has the lease and somebody is connected; stop the others."""
        if self._closing:
            return
        here = bool(table.listeners)
        asked = {seat: (level, seconds) for seat, level, seconds in table.match.thinkers} if here else {}
        for seat, thinking in list(table.thinking.items()):
            if seat not in asked or thinking.number < table.match.turned:
                thinking.task.cancel()
                del table.thinking[seat]
        if not here or table.match.status == "over":
            if table.id in self._leases:
                self._leases.discard(table.id)
                self.start(self.store.release([table.id]))
            return
        if not asked:
            return
        if table.id not in self._leases:
            if not self._wanted:
                self.loop.call_soon(lambda: self.start(self._lease()))
            self._wanted.add(table.id)
            return
        for seat, (level, seconds) in asked.items():
            if seat not in table.thinking:
                task = self.start(self._think(table, seat, level, seconds, *table.payer()))
                table.thinking[seat] = Thinking(table.match.number, task)

    async def _lease(self) -> None:
        """Request the leases that are needed."""
        wanted, self._wanted = self._wanted, set()
        self._denied |= wanted  # for now; these will be requested again
        try:
            got = await self.store.lease(sorted(wanted), now(), now() + LEASE)
        except Away as away:
            log.warning("no lease for %d tables: %s", len(wanted), away)
            return
        self._denied -= got
        self._leases |= got
        for id in got:
            if id in self.tables:
                self.tables[id].when_settled(partial(self.let_bots_think, self.tables[id]))

    async def _think(self, table: Table, seat: int, level: str, seconds: float, kind: Kind, account: Account) -> None:
        state = table.match.state
        assert state is not None
        asked = question(state, seat, level, table.match.open_game, table.id)
        told = partial(table.announce, seat)
        action = None
        try:
            chosen: Chosen = await self.thinkers.think(kind, account, choose, asked, seconds, told)
        except Refused:  # the position has changed meanwhile
            pass
        except Exception:
            log.exception("the bot at table %s failed", table.id)
            await asyncio.sleep(FAILED)
        else:
            action = chosen.action
            KEPT.inc(chosen.kept > 0)
        THOUGHTS.inc()
        task = asyncio.current_task()
        table.when_settled(lambda: self._move(table, seat, action, task))

    def _move(self, table: Table, seat: int, action: str | None, task: "asyncio.Task[None] | None") -> None:
        if seat not in table.thinking or table.thinking[seat].task is not task:
            return  # it is no longer the bot's turn
        number = table.thinking.pop(seat).number
        if action is not None and table.match.turned <= number and table.id in self._leases:
            command = commands.Act(seat, [action])
            table.do(lambda: table.match.decide(command, None, now()))
        else:
            self.let_bots_think(table)

    # Time.

    def awake(self) -> bool:
        """Whether there was a heartbeat recently. If not, the process was frozen and must catch up first."""
        return now() - self._beaten < PATIENCE

    def _feel_pulse(self) -> None:
        """Ten times a second: if the event loop stood still, no clock is charged for that. A table that decides
        something before this is called looks at `pulse` itself."""
        time = now()
        for table in self.tables.values() if time - self.pulse > DELAY else ():
            table.excuse(self.pulse, time)
        self.pulse = time
        if not self._closing:
            self.loop.call_later(PULSE, self._feel_pulse)

    async def catch_up(self) -> None:
        """After the process was frozen: find out how long the outage was. This needs the store."""
        async with self._catching_up:
            if not self.awake():
                with contextlib.suppress(Exception):
                    await self._beat(PATIENCE)

    async def _live(self) -> None:
        """Once a second: heartbeat, leases, clocks of tables that are not loaded, and cleaning up."""
        beats = 0
        while True:
            await asyncio.sleep(BEAT)
            try:
                if self.store.shared and (time := await self.store.time()) is not None:
                    agree(time)
                await self._beat(PATIENCE)
                await self._renew()
                self._try_again()
                for id in set(await self.store.due(now())) - self._unreadable:
                    if id in self.tables:
                        self.tables[id].when_settled(self.tables[id].wake)
                    elif id not in self._loading:
                        self.start(self._fetch(id))
                beats += 1
                if beats % 60 == 0:
                    await self.store.forget(now() - 3_600_000)
            except Exception as error:
                log.warning("the heartbeat could not be written: %s", error)
            self._tidy()

    async def _beat(self, patience: int) -> None:
        time = now()
        gaps = await self.store.beat(time, patience)
        self._beaten = time
        new = [gap for gap in gaps if gap not in self._gaps]
        self._gaps = gaps
        for table in self.tables.values():
            self._let_pause(table, new)

    def _let_pause(self, table: Table, gaps: list[tuple[int, int]]) -> None:
        """Do not charge outages to the clocks of a table."""
        last = table.match.events[-1].at
        new = [gap for gap in gaps if gap[1] > last]
        if new and table.match.due is not None:
            table.pause(new)

    async def _renew(self) -> None:
        if self._leases:
            kept = await self.store.lease(sorted(self._leases), now(), now() + LEASE)
            self._denied |= self._leases - kept
            self._leases &= kept

    def _try_again(self) -> None:
        """Request denied leases again; another process may have given them up."""
        denied, self._denied = self._denied, set()
        for table in [self.tables[id] for id in denied if id in self.tables]:
            table.when_settled(partial(self.let_bots_think, table))

    def _tidy(self) -> None:
        """Unload idle tables."""
        time = self.loop.time()
        idle = [id for id, table in self.tables.items() if table.idle and time - table.used > IDLE]
        for id in idle:
            del self.tables[id]
        gone = self._leases - self.tables.keys()
        if gone:
            self._leases -= gone
            self.start(self.store.release(sorted(gone)))

    async def _prepare(self) -> None:
        """Load the games. What is in memory then stays there, so the garbage collector need not look at it."""
        await self.compiled.run(self._loaded)
        gc.freeze()

    def _loaded(self, game: str) -> None:
        """A game is ready: load it in the workers, too."""
        for worker in self.thinkers.workers:
            self.start(worker.run(0, warm, game, 0.0))


def _call(work: Callable[[], T], _: float) -> T:
    return work()


def _rename(table: Table, person: str, name: str) -> Decision:
    """The decision to rename, made by the match when the request is handled."""
    return table.match.decide(commands.Rename(name), person, now(), name)
