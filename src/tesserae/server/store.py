"""Everything that outlives a process: one SQLite file, or a PostgreSQL that many processes share.

Events are written by `Store.append`, which many callers may use at once: everything that is waiting is committed in
one transaction. Everything else is a small separate statement.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tesserae.errors import BadOption
from tesserae.server import schema
from tesserae.server.codes import new_code
from tesserae.server.database import PATIENCE, engine_for
from tesserae.server.entries import WRITE, Append, Away, Row
from tesserae.server.metrics import COMMITS, EVENTS
from tesserae.server.sqlite import Writer

log = logging.getLogger("tesserae.store")

CHANNEL = "tesserae"  # the channel of PostgreSQL notifications
LISTED = 100  # the longest list of tables
TAKEN = (IntegrityError, sqlite3.IntegrityError)  # another process has used the number
WRONG = (DataError, ProgrammingError, sqlite3.DataError, sqlite3.ProgrammingError)  # what can never be written
FAULTS = (SQLAlchemyError, sqlite3.Error, OSError)  # the errors of an unavailable store, timeouts included

T = TypeVar("T")
LATE = 0.7  # seconds after which those who wait for a write are told that it is slow
MIGRATION_LOCK = 7411  # any number that all processes agree on


_earlier = schema.events.alias()
_last = sa.select(sa.func.max(_earlier.c.number)).where(_earlier.c.table_id == schema.tables.c.id).scalar_subquery()
_SUMMARIES = sa.select(schema.tables.c.summary, schema.events.c.at, schema.events.c.turn).where(
    schema.events.c.table_id == schema.tables.c.id, schema.events.c.number == _last
)


def _current(summary: str, at: int | None, turn: str | None) -> str:
    """A summary after the last event of the table."""
    if at is None or turn is None:
        return summary
    now = {"updated": at, "turn": msgspec.json.decode(turn)}
    return msgspec.json.encode({**msgspec.json.decode(summary), **now}).decode()


class Store:
    """Created by `Store.open`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"  # whether other processes use it, too
        # A single query needs no transaction: without one, PostgreSQL is asked twice less.
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else engine
        self._insert: Callable[..., Any] = postgresql.insert if self.shared else sqlite.insert
        self._statements = WRITE[engine.dialect.name]
        self._file = None if self.shared else Writer(str(engine.url.database))
        self._notify = sa.text("SELECT pg_notify(:channel, :payload)")
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._writing = asyncio.Lock()  # SQLite has one writer at a time
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._slow = False  # whether those who wait for a write have been told that it is slow
        self._running: set[asyncio.Future[Any]] = set()  # statements, also those that are no longer awaited
        self.writable = True  # whether the last write succeeded
        self.server = secrets.token_hex(6)  # the id of this process
        self.batches = 0  # written so far

    @classmethod
    async def open(cls, database: str) -> "Store":
        """Open the store, with its schema up to date. BadOption if another version has written it."""
        store = cls(engine_for(database))
        try:
            await store._migrate()
        except BaseException:
            await store.engine.dispose()
            raise
        store._writer = asyncio.create_task(store._write())
        return store

    async def close(self) -> None:
        """Write what is waiting, wait for what is going on, then close."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        while self._running and (await asyncio.wait(self._running, timeout=PATIENCE))[0]:
            pass  # what has ended may have begun something else
        if self._file is not None:
            await self._file.close()
        await self.engine.dispose()

    async def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(files("tesserae.server") / "migrations"))

        def upgrade(connection: sa.Connection) -> None:
            known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
            found = MigrationContext.configure(connection).get_current_revision()
            if found is not None and found not in known:
                raise BadOption("database: it was written by another version of Tesserae; this one cannot read it")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

        async with self.engine.begin() as connection:
            if self.shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            else:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")  # otherwise each statement would be a transaction
            await connection.run_sync(upgrade)

    # Writing events.

    def append(self, append: Append) -> None:
        """Queue entries; they are committed together with whatever else is waiting."""
        self._waiting.append(append)
        self._wake.set()
        if self._slow:
            append.late()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._waiting:
                if self._closing:
                    return
                continue
            batch, self._waiting = self._waiting, []
            self._wake.set()  # more may be waiting by now
            slow = asyncio.get_running_loop().call_later(LATE, self._be_slow, batch)
            try:
                answers = await self._commit(batch)
            except Exception as error:
                log.warning("%d appends could not be written: %s", len(batch), error)
                answers = [None] * len(batch)
            finally:
                slow.cancel()
                self._slow = False
            for append, answer in zip(batch, answers, strict=True):
                try:
                    append.done(answer)
                except Exception:
                    log.exception("after writing to table %s", append.entries[0].table)

    def _be_slow(self, batch: list[Append]) -> None:
        self._slow = True
        self.writable = False
        for append in (*batch, *self._waiting):
            append.late()

    async def _commit(self, batch: list[Append]) -> Sequence[bool | None]:
        """Write all in one transaction; if one of them comes too late, each in its own."""
        try:
            await self._transact(batch)
            return [True] * len(batch)
        except TAKEN:
            if len(batch) == 1:
                return [False]
        except Away as away:
            if len(batch) == 1 or not isinstance(away.__cause__, WRONG):
                raise
        answers: list[bool | None] = []
        for append in batch:
            try:
                await self._transact([append])
                answers.append(True)
            except TAKEN:
                answers.append(False)
            except Away as away:  # the others are not affected
                log.warning("table %s cannot be written: %s", append.entries[0].table, away)
                answers.append(None)
        return answers

    async def _transact(self, batch: list[Append]) -> None:
        entries = [entry for append in batch for entry in append.entries]
        entries.sort(key=lambda entry: entry.table)  # in a fixed order, so that two processes never deadlock
        changed = [entry for entry in entries if entry.people is not None]
        rows: tuple[list[Any], ...] = (
            [(e.table, *row) for e in entries for row in e.rows],
            [(e.table, *e.listing) for e in entries if e.listing is not None],
            [(e.table,) for e in changed],
            [(e.table, person) for e in changed for person in e.people or ()],
        )
        statements = [
            (statement, msgspec.json.encode(each).decode())
            for statement, each in zip(self._statements, rows, strict=True)
            if each
        ]
        with COMMITS.time():
            try:
                async with asyncio.timeout(PATIENCE):
                    if self._file is None:
                        await self._write_shared(statements, [entry.table for entry in entries])
                    else:
                        async with self._writing:
                            await self._file.write(statements)
            except FAULTS as fault:
                self.writable = isinstance(fault, TAKEN)
                if self.writable:
                    raise
                raise Away(fault) from fault
        self.writable = True
        self.batches += 1
        EVENTS.inc(len(rows[0]))

    async def _write_shared(self, statements: Sequence[tuple[str, str]], tables: list[str]) -> None:
        async with self.engine.begin() as connection:
            for statement, each in statements:
                await connection.execute(sa.text(statement), {"rows": each})
            await self._tell(connection, "moved", tables)

    async def _tell(self, connection: AsyncConnection, kind: str, data: list[str]) -> None:
        """Notifications carry at most 8000 bytes."""
        for first in range(0, len(data), 300):
            payload = msgspec.json.encode([self.server, kind, data[first : first + 300]]).decode()
            await connection.execute(self._notify, {"channel": CHANNEL, "payload": payload})

    async def tell(self, kind: str, data: list[str]) -> None:
        """Notify the other processes of something that is not stored."""
        await self._transaction(lambda connection: self._tell(connection, kind, data))

    async def _transaction(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """The result of some work that may write, in one transaction. Raises Away."""

        async def do() -> T:
            alone = self._writing if not self.shared else contextlib.nullcontext()
            async with alone, self.engine.begin() as connection:
                return await work(connection)

        try:
            result = await self._promptly(do())
        except Away:
            self.writable = False
            raise
        self.writable = True
        return result

    async def _promptly(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of the work. Raises Away if it fails or takes too long.

        In the second case, and if the caller is cancelled, it continues without being awaited, because a statement
        that runs in a thread cannot be cancelled.
        """
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            await asyncio.wait((task,), timeout=PATIENCE)
        finally:
            if not task.done():  # it took too long, or the caller was cancelled
                task.add_done_callback(_note_failure)
        if not task.done():
            raise Away("it does not answer")
        try:
            return task.result()
        except TAKEN:
            raise
        except FAULTS as fault:
            raise Away(fault) from fault

    # Tables.

    async def events(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table, or those after a number; none if there is no such table."""
        e = schema.events.c
        query = sa.select(e.number, e.request, e.event).where(e.table_id == table, e.number > after).order_by(e.number)
        return [Row(*row) for row in await self._all(query)]

    async def summary(self, table: str) -> str | None:
        """What a list shows of a table."""
        rows = await self._all(_SUMMARIES.where(schema.tables.c.id == table))
        return _current(*rows[0]) if rows else None

    async def open_tables(self) -> list[str]:
        """Summaries of the tables that anybody may join or watch, newest first."""
        t = schema.tables.c
        query = _SUMMARIES.where(t.open).order_by(t.updated.desc()).limit(LISTED)
        return [_current(*row) for row in await self._all(query)]

    async def tables_of(self, person: str) -> list[str]:
        """Summaries of the tables where a person has a seat, newest first."""
        t, e, s = schema.tables.c, schema.events.c, schema.seated.c
        query = (
            _SUMMARIES.where(s.table_id == t.id, s.person == person)
            .order_by(sa.func.coalesce(e.at, t.updated).desc())
            .limit(LISTED)
        )
        return [_current(*row) for row in await self._all(query)]

    async def seated_at(self, person: str) -> list[str]:
        """The tables where a person has a seat."""
        s = schema.seated.c
        return [row[0] for row in await self._all(sa.select(s.table_id).where(s.person == person))]

    async def forget_table(self, person: str, table: str) -> None:
        """Remove a table from a person's list."""
        s = schema.seated.c
        await self._run(sa.delete(schema.seated).where(s.table_id == table, s.person == person))

    async def due(self, now: int) -> list[str]:
        """The tables where a player may have run out of time."""
        t = schema.tables.c
        return [row[0] for row in await self._all(sa.select(t.id).where(t.due <= now).order_by(t.due).limit(LISTED))]

    async def code(self, table: str) -> str:
        """The short code of a table, made when it is first asked for."""
        k = schema.codes.c
        while True:
            if rows := await self._all(sa.select(k.code).where(k.table_id == table)):
                value: str = rows[0][0]
                return value
            await self._run(self._insert(schema.codes).values(code=new_code(), table_id=table).on_conflict_do_nothing())

    async def table_of(self, code: str) -> str | None:
        """The table with that code."""
        k = schema.codes.c
        rows = await self._all(sa.select(k.table_id).where(k.code == code))
        return rows[0][0] if rows else None

    async def free_code(self, table: str) -> None:
        """Release the code of a table."""
        await self._run(sa.delete(schema.codes).where(schema.codes.c.table_id == table))

    # People.

    async def name(self, person: str) -> str | None:
        rows = await self._all(sa.select(schema.people.c.name).where(schema.people.c.person == person))
        return rows[0][0] if rows else None

    async def rename(self, person: str, name: str) -> None:
        insert = self._insert(schema.people).values(person=person, name=name)
        await self._run(insert.on_conflict_do_update(index_elements=["person"], set_={"name": name}))

    async def key(self, name: str, value: str) -> str:
        """A value that all processes share: the first one that was stored."""
        await self._run(self._insert(schema.keys).values(name=name, value=value).on_conflict_do_nothing())
        rows = await self._all(sa.select(schema.keys.c.value).where(schema.keys.c.name == name))
        kept: str = rows[0][0]
        return kept

    async def make_link(self, table: str, person: str, until: int) -> str:
        """Create a link that can be used once to move the seats of a person at a table to another device."""
        token = secrets.token_urlsafe(18)
        values = {"token": _hashed(token), "table_id": table, "person": person, "until": until}
        await self._run(self._insert(schema.links).values(**values))
        return token

    async def find_link(self, table: str, token: str, now: int) -> str | None:
        """The person whose seats a link moves; None if there is no such link, or no longer."""
        k = schema.links.c
        rows = await self._all(
            sa.select(k.person).where(k.token == _hashed(token), k.table_id == table, k.until >= now)
        )
        return rows[0][0] if rows else None

    async def drop_link(self, token: str) -> None:
        """Delete a link that was used."""
        await self._run(sa.delete(schema.links).where(schema.links.c.token == _hashed(token)))

    # Processes.

    async def lease(self, tables: Sequence[str], now: int, until: int) -> set[str]:
        """Request leases until that time; returns the tables for which this process has got one."""
        rows = [{"table_id": table, "server": self.server, "until": until} for table in sorted(tables)]
        insert = self._insert(schema.leases).values(rows)
        lease = schema.leases.c
        update = insert.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"server": insert.excluded.server, "until": insert.excluded.until},
            where=sa.or_(lease.server == self.server, self._free(now, until)),
        ).returning(lease.table_id)

        async def take(connection: AsyncConnection) -> set[str]:
            return {row[0] for row in await connection.execute(update)}

        return await self._transaction(take)

    async def release(self, tables: Sequence[str]) -> None:
        """Give back leases of this process."""
        lease = schema.leases.c
        await self._run(sa.delete(schema.leases).where(lease.table_id.in_(tables), lease.server == self.server))

    def _free(self, now: int, until: int) -> sa.ColumnElement[bool]:
        """Whether a lease has expired; `until` is when a lease given now would expire. One that lasts much longer was
        given before the clock was set back, and counts as expired, too."""
        lease = schema.leases.c
        return sa.or_(lease.until < now, lease.until > until + (until - now))

    async def beat(self, now: int, patience: int) -> list[tuple[int, int]]:
        """Record that this process is running. If there was no heartbeat for longer than `patience`, record the
        outage. Returns all outages."""
        s, g = schema.servers.c, schema.gaps.c
        insert = self._insert(schema.servers).values(server=self.server, beat=now)

        async def beat(connection: AsyncConnection) -> list[tuple[int, int]]:
            if self.shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            last = (await connection.execute(sa.select(sa.func.max(s.beat)))).scalar()
            if last is not None and now - last > patience:
                gap = self._insert(schema.gaps).values(began=last, ended=now)
                await connection.execute(gap.on_conflict_do_nothing())
            await connection.execute(insert.on_conflict_do_update(index_elements=["server"], set_={"beat": now}))
            rows = await connection.execute(sa.select(g.began, g.ended).order_by(g.began))
            return [(row[0], row[1]) for row in rows]

        return await self._transaction(beat)

    async def forget(self, before: int) -> None:
        """Delete old processes, leases and unused links; the last heartbeat of all processes is kept."""
        s = schema.servers.c
        newest = sa.select(sa.func.max(s.beat)).scalar_subquery()
        await self._run(sa.delete(schema.servers).where(s.beat < before, s.beat < newest))
        await self._run(sa.delete(schema.links).where(schema.links.c.until < before))
        await self._run(sa.delete(schema.leases).where(schema.leases.c.until < before))

    async def time(self) -> int | None:
        """The time of a shared database, but not before the last heartbeat; with SQLite only the last heartbeat."""
        rows = await self._all(sa.select(sa.func.max(schema.servers.c.beat)))
        times = [row[0] for row in rows if row[0] is not None]
        if self.shared:
            rows = await self._all(sa.select(sa.func.extract("epoch", sa.func.clock_timestamp())))
            times.append(int(1000 * rows[0][0]))
        return max(times, default=None)

    async def ready(self) -> bool:
        """Whether the store can be read and written."""
        try:
            await self._all(sa.select(sa.literal(1)))
        except Away:
            return False
        return self.writable

    async def _all(self, query: sa.Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        async def look() -> list[tuple[Any, ...]]:
            async with self._reading.connect() as connection:
                return [tuple(row) for row in await connection.execute(query)]

        return await self._promptly(look())

    async def _run(self, statement: sa.Executable) -> None:
        await self._transaction(lambda connection: connection.execute(statement))


def _note_failure(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("a statement that nobody waited for any more has failed: %s", error)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
