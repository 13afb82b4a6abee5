"""When nothing can be written: everybody is told within a second, nothing is lost, and all comes back by itself."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tesserae.server.entries import Append, Entry, Row
from tesserae.server.store import LATE, Store
from tests.server.postgres import Postgres
from tests.server.processes import PATIENT, Serving, serving
from tests.server.wire import Device, Live, move, two_at_a_table

Trouble = Callable[[Serving, str], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def full(server: Serving, database: str) -> AsyncIterator[None]:
    """No file of the server can become longer: what a full disk is to it."""
    pid, kind = server.process.pid, resource.RLIMIT_FSIZE
    soft, hard = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, (soft, hard))


@asynccontextmanager
async def locked(server: Serving, database: str) -> AsyncIterator[None]:
    """Somebody else writes, and does not end."""
    connection = sqlite3.connect(database, isolation_level=None, timeout=PATIENT)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


@asynccontextmanager
async def hanging(server: Serving, database: str) -> AsyncIterator[None]:
    """A PostgreSQL that neither answers nor says no."""
    connection = await asyncpg.connect(database)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("LOCK TABLE events, servers, people IN ACCESS EXCLUSIVE MODE")
    try:
        yield
    finally:
        await transaction.rollback()
        await connection.close()


async def status(device: Device, path: str, wanted: int) -> None:
    """Until the server answers with that."""
    async with asyncio.timeout(PATIENT):
        while True:
            answer = await device.http.get(path)
            assert answer.status_code in (200, 503)
            if answer.status_code == wanted:
                return
            await asyncio.sleep(0.05)


async def told(live: Live, fits: Callable[[Any], bool]) -> Any:
    while True:
        message = await live.next()
        if fits(message):
            return message


@pytest.mark.parametrize("trouble", [full, locked, hanging])
async def test_all_is_told_and_comes_back(trouble: Trouble, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = str(tmp_path / "tables.db")
    if trouble is hanging:
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.database()
    with serving(database, "--rate", "1000", games=("consequence",)) as server:
        async with Device(server.base) as ann, Device(server.base) as bob, Device(server.base) as eve:
            table, a, b = await two_at_a_table(ann, bob)
            tab = await ann.live(table)
            await move(a)
            await b.reach(a.number)
            await eve.get("/api/me")
            before = a.number
            action = (await b.ask("legal", seat=1))["actions"][0]
            async with trouble(server, database):
                act = await b.send("act", seat=1, actions=[action])
                kept = await told(b, lambda message: message["t"] == "store" and "kept" in message)
                assert kept == {"t": "store", "away": True, "kept": act}
                await told(tab, lambda message: message["t"] == "store" and message["away"])
                await status(ann, "/ready", 503)
                for method, path, body in (
                    ("POST", "/api/tables", {"settings": {"game": "consequence"}}),
                    ("PUT", "/api/me", {"name": "Ann"}),
                    ("POST", f"/api/tables/{table}/join", {}),
                ):
                    answer = await ann.http.request(method, path, json=body)
                    assert (path, answer.status_code, answer.json()["code"]) == (path, 503, "store")
                watcher = await eve.live(table)  # gets what there is
                assert watcher.number == before
                assert watcher.view["board"].keys() == tab.view["board"].keys()
                assert (await watcher.next())["away"] is True
                chat = await a.send("chat", text="hello?")
                assert (await told(a, lambda message: message.get("kept") == chat))["away"] is True
            done = await b.ask("", id=act)
            assert done["t"] in ("event", "ok")  # ok: it was written after all, when nobody waited for it any more
            await told(b, lambda message: message == {"t": "store", "away": False})
            await a.ask("", id=chat)
            await status(ann, "/ready", 200)
            for live in (a, b, tab, watcher):
                await live.reach(before + 2)
            assert all(live.view["turn"] == 0 for live in (a, b, tab, watcher))
            assert all(live.view["board"].keys() == watcher.view["board"].keys() for live in (a, b, tab))
            fresh = await eve.live(table)
            assert fresh.document == watcher.document
            assert fresh.number == before + 2
            await move(a)


async def test_who_waits_for_a_write_is_told_before_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesserae.server.store.LATE", 0.05)
    monkeypatch.setattr("tesserae.server.store.PATIENCE", 1.0)
    assert LATE < 1
    store = await Store.open(str(tmp_path / "tables.db"))
    blocking = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    said: list[tuple[str, object]] = []
    done = asyncio.Event()

    def ready(name: str, answer: bool | None) -> None:
        said.append((name, answer))
        if sum(name != "late" for name, _ in said) == 2:
            done.set()

    def add(name: str) -> None:
        entry = Entry(name, [Row(1, None, "{}")], None, None)
        store.append(Append([entry], partial(ready, name), lambda: said.append(("late", name))))

    try:
        blocking.execute("BEGIN IMMEDIATE")
        add("a")
        while not said:
            await asyncio.sleep(0.01)
        add("b")  # is told at once
        assert said == [("late", "a"), ("late", "b")]
        assert not await store.ready()
        await done.wait()
        assert [one for one in said if one[0] != "late"] == [("a", None), ("b", None)]
        blocking.execute("ROLLBACK")
        await store.rename("ann", "Ann")
        assert await store.ready()
    finally:
        blocking.close()
        await store.close()
