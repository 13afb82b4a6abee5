"""The process: the tables that it serves, its bots, its clocks, and what it hears from the other processes."""

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
from tesserae.server.metrics import THOUGHTS
from tesserae.server.notices import Notices
from tesserae.server.reporting import Reports
from tesserae.server.scheduler import Account, Kind, Scheduler
from tesserae.server.store import Store
from tesserae.server.table import Table, TableRequest, Thinking, no_answer
from tesserae.server.thinkers import Question, choose, warm
from tesserae.server.workers import Process, Thread

if TYPE_CHECKING:
    from tesserae.server.live import Conversation

log = logging.getLogger("tesserae.service")

T = TypeVar("T")

BEAT = 1.0  # seconds between two signs of life
PATIENCE = 3_000  # milliseconds without any after which nobody was there
LEASE = 6_000  # milliseconds that a process is trusted to move the bots of a table
IDLE = 60.0  # seconds that a table is kept at hand when nobody is there
BACK = 10.0  # seconds that people have to come back after a restart before they are missed
NICE = 5  # thinking gives way to serving
QUESTIONS = 30  # of one person, and of one address, that may wait to be answered beside the loop
FAILED = 1.0  # seconds before a bot that could not move tries again
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # of a table's id: none looks like another


def new_id() -> str:
    """Nobody guesses the id of a table: 49 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(10))


class Service:
    """Made by `Service.open`."""

    def __init__(self, store: Store, workers: int, limits: Limits) -> None:
        self.loop = asyncio.get_running_loop()
        self.store = store
        self.compiled = CompileRegistry()
        self.thinkers = Scheduler([Process(NICE) for _ in range(workers)], limits.bot_seconds)
        self.desk = Scheduler([Thread()], math.inf, QUESTIONS)  # what would hold up the loop, though not for long
        self.reports = Reports(self.thinkers, self.start)
        self.limits = limits
        self.visits = Visits(limits.sockets)
        self.messages = Shares(limits.messages, 3 * limits.messages, limits.household)
        self.chats = Shares(limits.chats, 10 * limits.chats, limits.household)
        self.conversations: dict[str, set[Conversation]] = {}  # of each person
        self.notices = Notices(store)
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | None]] = {}
        self._replaying = asyncio.Semaphore(1)
        self._unreadable: set[str] = set()  # tables that were tried in vain
        self._leases: set[str] = set()  # tables whose bots this process moves
        self._wanted: set[str] = set()  # tables for which it wants a lease
        self._denied: set[str] = set()  # tables for which it did not get one
        self._gaps: list[tuple[int, int]] = []  # times when nobody served
        self._catching_up = asyncio.Lock()
        self._beaten = 0  # when the last sign of life was given
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    @classmethod
    async def open(cls, database: str, workers: int, limits: Limits) -> "Service":
        service = cls(await Store.open(database), workers, limits)
        time = await service.store.time()
        if time is not None and service.store.shared:
            agree(time)
        elif time is not None and time > now():
            follow(time)
        await service._beat(PATIENCE if service.store.shared else 0)  # with SQLite nobody else can have been there
        service.start(service._live())
        service.start(service._prepare())
        if service.store.shared:
            service.start(service.notices.listen(service._heard))
        return service

    async def close(self) -> None:
        """Tell everybody, write what is waiting, let others move the bots."""
        self._closing = True
        for table in self.tables.values():
            for client in table.listeners.all():
                client.socket.part(1012, "the server restarts")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.desk.close()
        try:
            async with asyncio.timeout(5):
                if self._leases:
                    await self.store.release(sorted(self._leases))
                await self.store.close()
        except Exception as error:
            log.warning("the store was not closed in order: %s", error)

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Have something done beside."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def aside(self, account: Account, work: Callable[[], T]) -> T:
        """Have something worked out that would hold up the loop. Busy if it is one too many of theirs."""
        result: T = await self.desk.think(Kind.HINT, account, _call, work)
        return result

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, Away):
                log.warning("something was not done: %s", error)
            else:
                log.error("something went wrong", exc_info=error)

    # Tables.

    async def table(self, id: str) -> Table | None:
        """The table of that id, None if there is none. Waits until its game is compiled."""
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
        for giver, holder in await self.store.holders(id):  # by an older version
            table.submit(TableRequest(partial(_hand_over, table, giver, holder), no_answer))
            await self.store.drop_holder(id, giver)
        self._let_pause(table, self._gaps)
        table.when_settled(table.wake)
        self.loop.call_later(BACK, table.miss)
        if self.store.shared:
            table.heard()  # what others wrote while it was loaded, nobody was there to hear
        return table

    async def replay(self, rows: Sequence[Row]) -> Match:
        """The match of these events, worked out beside the loop: a long one takes a while."""
        async with self._replaying:
            return await asyncio.to_thread(lambda: Match.replay([read(row.event) for row in rows]))

    async def _fetch(self, id: str) -> None:
        """Have a table at hand because something is due there; it may have to wait for its game."""
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
        """Write a new match."""
        table = Table(self, new_id(), match, [])
        written: asyncio.Future[bool | None] = self.loop.create_future()
        self.store.append(Append([table.entry(match.events, None)], written.set_result))
        if not await written:
            raise Away("a new table was not written")
        self.tables[table.id] = table
        table.wake()
        return table.id

    async def rematch(self, table: Table, person: str) -> str:
        """The next game of a series or another one, at a new table; the one that there is already, if there is."""
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
        elif (follower := await self.table(next)) is not None:  # somebody was faster: who agrees is ready
            with contextlib.suppress(Refused):
                await follower.ask(lambda: follower.match.decide(commands.Ready(), person, now()))
        return next

    async def play_on(
        self, account: Account, table: Table, person: str, name: str, moves: int, seat: int, level: str
    ) -> str:
        """A new table where somebody goes on from a moment of a game that is over, against bots."""
        secret = secrets.token_bytes(32)
        match = await table.read_settled(lambda match: match)
        made = partial(match.play_on, moves, seat, level, person, name, now(), secret, table.id)
        return await self.keep_new(await self.aside(account, made))

    async def claim(self, table: Table, token: str, person: str) -> bool:
        """Move the seats of a link to the device of whoever was given it; False if it is not good, or not any more."""
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
        """Somebody has hung up."""
        self.conversations[person].discard(conversation)
        if not self.conversations[person]:
            del self.conversations[person]

    async def rename(self, person: str, name: str) -> None:
        """What somebody is called from now on, here and at the tables that are at hand."""
        await self.store.rename(person, name)
        for conversation in self.conversations.get(person, ()):
            conversation.name = name
        for id in await self.store.seated_at(person):  # not all tables: there may be very many at hand
            table = self.tables.get(id)
            if table is not None and person in table.match.people:
                with contextlib.suppress(Refused):
                    await table.ask(partial(_rename, table, person, name))

    # Bots.

    def let_bots_think(self, table: Table) -> None:
        """Ask the bots that are to act, if this process moves them and somebody is there; others stop thinking."""
        if self._closing:
            return
        here = len(table.listeners) > 0
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
        """Ask for the leases that are wanted."""
        wanted, self._wanted = self._wanted, set()
        self._denied |= wanted  # until it is known otherwise; those are asked for again
        try:
            got = await self.store.lease(sorted(wanted), now(), now() + LEASE)
        except Away as away:
            log.warning("%d tables have no lease: %s", len(wanted), away)
            return
        self._denied -= got
        self._leases |= got
        for id in got:
            if id in self.tables:
                self.tables[id].when_settled(partial(self.let_bots_think, self.tables[id]))

    async def _think(self, table: Table, seat: int, level: str, seconds: float, kind: Kind, account: Account) -> None:
        state = table.match.state
        assert state is not None
        hidden = state.hidden(seat).tobytes()
        question = Question(state.game.name, state.seats, hidden, seat, level, table.match.open_game)
        told = partial(table.announce, seat)
        try:
            action = await self.thinkers.think(kind, account, choose, question, seconds, told)
        except Refused:  # the position is another one by now
            action = None
        except Exception:
            log.exception("a bot at table %s", table.id)
            await asyncio.sleep(FAILED)
            action = None
        THOUGHTS.inc()
        task = asyncio.current_task()
        table.when_settled(lambda: self._move(table, seat, action, task))

    def _move(self, table: Table, seat: int, action: str | None, task: "asyncio.Task[None] | None") -> None:
        if seat not in table.thinking or table.thinking[seat].task is not task:
            return  # it is no longer its move
        number = table.thinking.pop(seat).number
        if action is not None and table.match.turned <= number and table.id in self._leases:
            command = commands.Act(seat, [action])
            table.submit(TableRequest(lambda: table.match.decide(command, None, now()), no_answer))
        else:
            self.let_bots_think(table)

    # Time.

    def awake(self) -> bool:
        """Whether this process has given a sign of life lately: if not, it must first find out what it has missed."""
        return now() - self._beaten < PATIENCE

    async def catch_up(self) -> None:
        """After standing still: find out what was missed. Without the store nobody can."""
        async with self._catching_up:
            if not self.awake():
                with contextlib.suppress(Exception):
                    await self._beat(PATIENCE)

    async def _live(self) -> None:
        """Once a second: a sign of life, leases, flags at tables that nobody looks at, and some tidying."""
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
                log.warning("a sign of life could not be given: %s", error)
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
        """No clock of a table runs while nobody serves."""
        last = table.match.events[-1].at
        for began, ended in gaps:
            if ended > last and table.match.due is not None:
                table.pause(max(began, last), ended)

    async def _renew(self) -> None:
        if self._leases:
            kept = await self.store.lease(sorted(self._leases), now(), now() + LEASE)
            self._denied |= self._leases - kept
            self._leases &= kept

    def _try_again(self) -> None:
        """Another process may have given up tables whose bots this one would move."""
        denied, self._denied = self._denied, set()
        for table in [self.tables[id] for id in denied if id in self.tables]:
            table.when_settled(partial(self.let_bots_think, table))

    def _tidy(self) -> None:
        """Forget tables where nothing goes on."""
        time = self.loop.time()
        idle = [id for id, table in self.tables.items() if table.idle and time - table.used > IDLE]
        for id in idle:
            del self.tables[id]
        gone = self._leases - self.tables.keys()
        if gone:
            self._leases -= gone
            self.start(self.store.release(sorted(gone)))

    async def _prepare(self) -> None:
        """Have the games ready; what there is by then stays, so the collector need not look at it again and again."""
        await self.compiled.run(self._loaded)
        gc.freeze()

    def _loaded(self, game: str) -> None:
        """A game is ready; let the workers have it at hand too."""
        for worker in self.thinkers.workers:
            self.start(worker.run(0, warm, game, 0.0))


def _call(work: Callable[[], T], _: float) -> T:
    return work()


def _hand_over(table: Table, giver: str, to: str) -> Decision:
    return table.match.hand_over(giver, to, now())


def _rename(table: Table, person: str, name: str) -> Decision:
    """Decided when its turn comes, by the match that the table has then."""
    return table.match.decide(commands.Rename(name), person, now(), name)
