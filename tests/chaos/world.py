"""Server processes on one database, each behind a bad network, and what can happen to them."""

import asyncio
import math
import random
import resource
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import psutil

from tests.chaos.history import Row, Span
from tests.chaos.proxy import Proxy
from tests.chaos.served import Weather
from tests.server.postgres import Postgres
from tests.server.processes import LOOSE, Serving

EVENTS = "SELECT number, request, event FROM events WHERE table_id = {} ORDER BY number"
STILL = 0.5  # seconds without a tick after which the clients themselves stood still


class Slot:
    """A place for a server process: its port, its proxy and its weather stay when it is killed."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.weather_file = world.folder / f"weather-{number}"
        self.weather = Weather(self.weather_file)
        self.port = 0
        self.up = False
        self.stopped = False

    serving: Serving
    proxy: Proxy

    async def start(self) -> None:
        """Until it listens; the games are compiled before."""
        options: dict[str, Any] = {
            "port": self.port,
            "module": "tests.chaos.served",
            "TESSERAE_WEATHER": str(self.weather_file),
        }
        began = time.monotonic()
        serving = await asyncio.to_thread(lambda: Serving(self.world.database, *LOOSE, **options))
        self.serving = await asyncio.to_thread(serving.wait, *self.world.games)
        if not self.port:
            self.port = self.serving.port
            self.proxy = await Proxy.open(self.port)
        self.up = True
        self.world.served(began)

    async def kill(self) -> None:
        self.up = False
        await asyncio.to_thread(self.serving.kill)
        self.world.served()
        self.world.keep_log(self.serving)

    async def kill_worker(self) -> int:
        """How many there were to kill."""
        with suppress(psutil.NoSuchProcess):
            found = [
                child
                for child in psutil.Process(self.serving.process.pid).children(recursive=True)
                if "tesserae.workers" in " ".join(child.cmdline())
            ]
            for worker in found:
                worker.kill()
            return len(found)
        return 0

    async def pause(self, seconds: float) -> None:
        """The process stands still, and does not know it."""
        self.stopped = True
        self.serving.process.send_signal(signal.SIGSTOP)
        self.world.served()
        await asyncio.sleep(seconds)
        self.serving.process.send_signal(signal.SIGCONT)
        self.stopped = False
        self.world.served()

    def fill_disk(self, full: bool) -> None:
        """No file can be written beyond its first byte, by this process."""
        soft = 1 if full else resource.RLIM_INFINITY
        resource.prlimit(self.serving.process.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))


class World:
    """Made by `World.open`."""

    def __init__(self, folder: Path, processes: int, postgres: Postgres | None, games: tuple[str, ...]) -> None:
        self.folder = folder
        self.games = games
        self.postgres = postgres
        self.database = postgres.database() if postgres else str(folder / "chaos.db")
        self.slots = [Slot(self, number) for number in range(processes)]
        self.outages: list[Span] = []
        self.troubles: list[Span] = []
        self.complaints: Counter[str] = Counter()  # of servers, by their last line
        self._down: float | None = None  # since when nobody serves
        self._store = True

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: Path, processes: int, postgres: Postgres | None, games: tuple[str, ...]
    ) -> AsyncIterator["World"]:
        """So many processes that serve one new database, and are gone afterwards."""
        world = cls(folder, processes, postgres, games)
        watching = asyncio.create_task(world._watch())
        try:
            for slot in world.slots:
                await slot.start()
            yield world
        finally:
            watching.cancel()
            for slot in world.slots:
                if slot.port:
                    await slot.proxy.close()
                if slot.up:
                    slot.serving.process.send_signal(signal.SIGCONT)
                    await slot.kill()

    async def _watch(self) -> None:
        """The clients are one process, which may have to wait too: then nothing can be said about clocks."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.1)
            if (ended := time.monotonic()) - began > STILL:
                self.troubles.append(Span(began, ended))

    def served(self, since: float | None = None) -> None:
        """Look whether anybody serves; `since` when, if somebody has just come."""
        now = time.monotonic()
        serves = self._store and any(slot.up and not slot.stopped for slot in self.slots)
        if serves and self._down is not None:
            self.outages.append(Span(self._down, now if since is None else since))
            self.troubles.append(Span(self._down, now))
            self._down = None
        elif not serves and self._down is None:
            self._down = now

    @asynccontextmanager
    async def trouble(self) -> AsyncIterator[None]:
        """For as long as something is wrong."""
        began = time.monotonic()
        index = len(self.troubles)
        self.troubles.append(Span(began, math.inf))
        try:
            yield
        finally:
            self.troubles[index] = Span(began, time.monotonic())

    def keep_log(self, serving: Serving) -> None:
        """What a server complained about; tests look at it."""
        for index, line in enumerate(serving.log):
            if "Traceback" in line:
                rest = iter(serving.log[index + 1 :])
                last = next((other for other in rest if not other.startswith((" ", "\t"))), line)
                self.complaints[last.strip()[:200]] += 1

    def base(self, chance: random.Random) -> str:
        """Some way to some server that is there; through the bad network or past it."""
        slot = chance.choice([slot for slot in self.slots if slot.up] or self.slots)
        return f"http://127.0.0.1:{chance.choice([slot.port, slot.proxy.port])}"

    # The store.

    async def rows(self, table: str) -> list[Row]:
        """A table as the store has it, read past the server."""
        if self.postgres is None:
            connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=60)
            try:
                return [Row(*row) for row in connection.execute(EVENTS.format("?"), [table])]
            finally:
                connection.close()
        while True:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):  # it may be away
                shared = await asyncpg.connect(self.database)
                try:
                    return [Row(*row) for row in await shared.fetch(EVENTS.format("$1"), table)]
                finally:
                    await shared.close()
            await asyncio.sleep(0.1)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Somebody else has the SQLite file for itself."""
        connection = sqlite3.connect(self.database, isolation_level=None, timeout=60, check_same_thread=False)
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
            connection.close()

    async def kill_postgres(self) -> None:
        """PostgreSQL dies as in a power cut, and is started again."""
        assert self.postgres is not None
        self._store = False
        self.served()
        await asyncio.to_thread(self.postgres.kill)
        began = time.monotonic()
        await asyncio.to_thread(self.postgres.start)
        self._store = True
        self.served(began)

    @asynccontextmanager
    async def read_only(self) -> AsyncIterator[None]:
        """Nothing can be written."""
        await self._set_read_only(True)
        try:
            yield
        finally:
            await self._set_read_only(False)

    async def _set_read_only(self, yes: bool) -> None:
        if self.postgres is None:
            for slot in self.slots:
                slot.weather.write(read_only=yes)
            return
        connection = await asyncpg.connect(self.database)
        try:
            await connection.execute("SET default_transaction_read_only = off")
            await connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if yes else 'off'}")
            await connection.execute("SELECT pg_reload_conf()")
        finally:
            await connection.close()
