"""Notifications between processes that share a PostgreSQL. They are needed only for speed: a process that has lost the
connection reads everything again afterwards."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from tesserae.server.store import CHANNEL, Store

if TYPE_CHECKING:
    import asyncpg

log = logging.getLogger("tesserae.notices")

AGAIN = 1.0  # seconds before a lost connection is opened again
ALIVE = 10.0  # seconds between two checks of the connection


class Notices:
    """Created by the service."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def listen(self, heard: Callable[[str, list[str]], Awaitable[None]]) -> None:
        """Call `heard` with each notification: a kind and the ids of tables; no ids means all tables."""
        import asyncpg  # from the extra `postgres`

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    await self._listen(connection, heard)
                finally:
                    await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                log.warning("no connection to the other processes: %s", error)
            await asyncio.sleep(AGAIN)

    async def _listen(
        self, connection: "asyncpg.Connection[asyncpg.Record]", heard: Callable[..., Awaitable[None]]
    ) -> None:
        said: asyncio.Queue[str | None] = asyncio.Queue()
        connection.add_termination_listener(lambda _connection: said.put_nowait(None))
        await connection.add_listener(CHANNEL, lambda _c, _p, _channel, payload: said.put_nowait(str(payload)))
        await heard("moved", [])
        while True:
            try:
                async with asyncio.timeout(ALIVE):
                    payload = await said.get()
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=ALIVE)
                continue
            if payload is None:
                raise ConnectionError("the connection was lost")
            server, kind, ids = msgspec.json.decode(payload)
            if server != self.store.server:
                await heard(kind, ids)
