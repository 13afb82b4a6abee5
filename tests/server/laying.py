"""Tables that a server finds in its store: damaged ones, and positions that it would take luck to come by."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tesserae.play import Match
from tesserae.play.events import read
from tesserae.server.entries import Append, Entry, Row
from tesserae.server.store import Store
from tesserae.server.summary import listing


def lay(database: str, id: str, events: Sequence[str]) -> None:
    """Write a table as its events, one JSON text each. A server that runs on the database finds it too."""

    async def write() -> None:
        store = await Store.open(database)
        match = Match.replay([read(event) for event in events])
        rows = [Row(number, None, event) for number, event in enumerate(events, 1)]
        done: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
        store.append(Append([Entry(id, rows, listing(id, match), list(match.people))], done.set_result))
        assert await done
        await store.close()

    with ThreadPoolExecutor(1) as beside:  # because in the thread of a browser's tests Playwright's loop runs
        beside.submit(asyncio.run, write()).result()
