"""The store, on SQLite and on PostgreSQL."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tesserae.cli import main
from tesserae.errors import BadOption
from tesserae.server import clock, schema
from tesserae.server.database import engine_for
from tesserae.server.entries import Append, Entry, Listing, Row
from tesserae.server.sqlite import Writer
from tesserae.server.store import Store
from tests.server.place import opened
from tests.server.postgres import Postgres


def entry(table: str, *numbers: int, people: list[str] | None = None, key: str | None = None) -> Entry:
    rows = [Row(number, key, f'{{"number": {number}}}') for number in numbers]
    return Entry(table, rows, Listing(numbers[-1], True, None, f'"{table} {numbers[-1]}"'), people)


async def append(store: Store, *entries: Entry) -> bool | None:
    done: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
    store.append(Append(entries, done.set_result))
    return await done


def test_postgresql_is_out_of_reach_of_other_runs_of_pytest(postgres: Postgres, tmp_path: Path) -> None:
    """When a run of pytest starts, it closes the folder of all runs to other users; PostgreSQL may be one of them."""
    assert not Path(postgres.folder.name).is_relative_to(tmp_path.parents[1])
    assert Path(postgres.folder.name).stat().st_mode & 0o005 == 0o005


async def test_events_come_back_in_order(store: Store) -> None:
    assert await append(store, entry("a", 1, 2, people=["ann"], key="ann:x"))
    assert await append(store, entry("a", 3))
    assert [row.number for row in await store.events("a")] == [1, 2, 3]
    assert [row.number for row in await store.events("a", 2)] == [3]
    assert (await store.events("a"))[0] == Row(1, "ann:x", '{"number": 1}')
    assert await store.events("b") == []
    assert await store.tables_of("ann") == ['"a 3"']
    assert await store.open_tables() == ['"a 3"']


async def test_a_list_knows_the_moves_since_the_summary_was_written(store: Store) -> None:
    def kept(table: str, updated: int, turn: list[int]) -> str:
        return json.dumps({"id": table, "updated": updated, "turn": turn}, separators=(",", ":"))

    for table, at in (("a", 1), ("b", 2)):
        listing = Listing(at, False, None, kept(table, at, [0]))
        assert await append(store, Entry(table, [Row(1, None, "{}")], listing, ["ann"]))
    assert await store.tables_of("ann") == [kept("b", 2, [0]), kept("a", 1, [0])]
    assert await append(store, Entry("a", [Row(2, None, "{}"), Row(3, "ann:x", "{}", 7, "[1]")], None, None))
    assert await store.tables_of("ann") == [kept("a", 7, [1]), kept("b", 2, [0])]
    assert await store.summary("a") == kept("a", 7, [1])
    assert await append(store, Entry("a", [Row(4, None, "{}")], Listing(9, False, None, kept("a", 9, [])), None))
    assert await store.summary("a") == kept("a", 9, [])
    assert await store.summary("c") is None


async def test_of_two_that_race_one_wins_and_nothing_of_the_other_stays(one: Store, two: Store) -> None:
    assert await append(one, entry("a", 1))
    for n in range(2, 30, 3):
        answers = await asyncio.gather(append(one, entry("a", n)), append(two, entry("a", n, n + 1, n + 2)))
        assert sorted(map(str, answers)) == ["False", "True"]
        if answers[0]:
            assert await append(two, entry("a", n + 1, n + 2))
    assert [row.number for row in await one.events("a")] == list(range(1, 32))


async def test_one_that_comes_too_late_takes_nobody_with_it(store: Store) -> None:
    assert await append(store, entry("a", 1))
    answers = await asyncio.gather(
        append(store, entry("b", 1)), append(store, entry("a", 1)), append(store, entry("c", 1), entry("a", 1))
    )
    assert list(answers) == [True, False, False]
    assert await store.events("c") == []  # all of an append or nothing


async def test_what_waits_is_written_together(store: Store) -> None:
    await append(store, entry("first", 1))
    before = store.batches
    assert all(await asyncio.gather(*[append(store, entry(f"t{i}", 1)) for i in range(500)]))
    assert store.batches - before <= 2


async def test_closing_writes_what_waits(database: str) -> None:
    store = await Store.open(database)
    answers: list[bool | None] = []
    for i in range(100):
        store.append(Append([entry(f"t{i}", 1)], answers.append))
    await store.close()
    assert answers == [True] * 100


async def test_closing_waits_for_what_goes_on(tmp_path: Path) -> None:
    """Otherwise what goes on could open a connection that nobody closes."""
    ended: list[bool] = []

    async def slow() -> None:
        await asyncio.sleep(0.3)
        ended.append(True)

    store = await Store.open(str(tmp_path / "tables.db"))
    waiting = asyncio.create_task(store._promptly(slow()))
    await asyncio.sleep(0)
    waiting.cancel()
    await store.close()
    assert ended
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_lease_belongs_to_one_until_it_ends(one: Store, two: Store) -> None:
    assert await one.lease(["a", "b"], 0, 10) == {"a", "b"}
    assert await two.lease(["a", "c"], 5, 15) == {"c"}
    assert await one.lease(["a"], 9, 20) == {"a"}  # kept up
    assert await two.lease(["a", "b"], 15, 30) == {"b"}
    await one.release(["a", "b"])
    assert await two.lease(["a"], 16, 30) == {"a"}
    assert await one.lease(["b"], 16, 30) == set()
    await one.forget(40)
    assert await two._all(sa.select(schema.leases.c.table_id)) == []


async def test_of_many_who_want_a_lease_one_gets_it(one: Store, two: Store) -> None:
    for n in range(20):
        got = await asyncio.gather(one.lease([f"t{n}"], 0, 9), two.lease([f"t{n}"], 0, 9))
        assert sorted(map(len, got)) == [0, 1]


async def test_a_time_when_nobody_served_is_kept(one: Store, two: Store) -> None:
    assert await one.beat(1_000, 500) == []
    assert await two.beat(1_400, 500) == []
    assert await one.beat(1_800, 500) == []  # the other was there
    assert await one.beat(9_000, 500) == [(1_800, 9_000)]
    assert await two.beat(9_100, 500) == [(1_800, 9_000)]
    await one.forget(50_000)
    assert await one.beat(60_000, 500) == [(1_800, 9_000), (9_100, 60_000)]


async def test_a_link_is_good_until_it_was_used(store: Store) -> None:
    token = await store.make_link("a", "ann", until=100)
    assert await store.find_link("b", token, now=50) is None
    assert await store.find_link("a", token, now=50) == "ann"
    assert await store.find_link("a", token, now=101) is None
    await store.drop_link(token)
    assert await store.find_link("a", token, now=50) is None
    token = await store.make_link("a", "ann", until=100)
    async with store.engine.connect() as connection:
        kept = str((await connection.execute(sa.text("SELECT token FROM links"))).all())
    assert token not in kept


async def test_names_and_keys(store: Store) -> None:
    assert await store.name("ann") is None
    await store.rename("ann", "Ann")
    await store.rename("ann", "Anna")
    assert await store.name("ann") == "Anna"
    assert await store.key("secret", "one") == "one"
    assert await store.key("secret", "two") == "one"
    assert await store.ready()


async def test_flags_that_are_due_are_found(store: Store) -> None:
    for table, due in (("a", 100), ("b", 200), ("c", None)):
        await append(store, entry(table, 1)._replace(listing=Listing(1, False, due, "{}")))
    assert await store.due(99) == []
    assert await store.due(150) == ["a"]
    assert await store.due(999) == ["a", "b"]


async def test_opening_again_changes_nothing(database: str) -> None:
    async with opened(database) as store:
        await append(store, entry("a", 1))
    async with opened(database), opened(database), opened(database) as store:
        assert len(await store.events("a")) == 1


async def test_sqlite_keeps_what_is_committed(tmp_path: Any) -> None:
    async with opened(str(tmp_path / "a.db")) as store, store.engine.connect() as connection:
        assert (await connection.execute(sa.text("PRAGMA journal_mode"))).scalar() == "wal"
        assert (await connection.execute(sa.text("PRAGMA synchronous"))).scalar() == 2


async def test_so_does_the_thread_that_writes(tmp_path: Any) -> None:
    writer = Writer(str(tmp_path / "a.db"))
    await writer.write([("CREATE TABLE pragmas AS SELECT value FROM json_each(:rows)", "[]")])
    ask = "INSERT INTO pragmas SELECT * FROM pragma_journal_mode UNION SELECT * FROM pragma_synchronous"
    await writer.write([(ask, "")])
    with pytest.raises(sqlite3.OperationalError):
        await writer.write([("DELETE FROM pragmas", ""), ("nonsense", "")])
    await writer.close()
    kept = sqlite3.connect(tmp_path / "a.db")
    assert {row[0] for row in kept.execute("SELECT value FROM pragmas")} == {"wal", 2}
    kept.close()


@pytest.mark.parametrize("url", ["mysql://here/there", "nonsense://", "://", "sqlite://", ":memory:"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadOption):
        engine_for(url)


async def test_a_lease_from_before_the_clock_was_set_back_keeps_nobody(one: Store, two: Store) -> None:
    hour = 3_600_000
    assert await one.lease(["a"], hour, hour + 6_000) == {"a"}
    assert await two.lease(["a"], hour - 5_000, hour + 1_000) == set()  # its clock is a little behind
    assert await two.lease(["a"], 0, 6_000) == {"a"}
    assert await one.lease(["a"], 0, 6_000) == set()


def test_time_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = 10**18, 5 * 10**9
    monkeypatch.setattr(clock, "_offset", wall // 10**6 - steady // 10**6)
    monkeypatch.setattr("tesserae.server.clock.time.time_ns", lambda: wall)
    monkeypatch.setattr("tesserae.server.clock.time.monotonic_ns", lambda: steady)
    began = clock.now()
    assert began == wall // 10**6
    wall -= 3600 * 10**9
    steady += 10**9
    assert clock.now() == began + 1_000
    wall += 7200 * 10**9
    assert clock.now() == began + 3_600_000
    steady += 10**9
    assert clock.now() == began + 3_601_000


async def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "tables.db")) as store:
        await store.key("secret", "x")
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
        assert main(["backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "tables.db")]) == 0
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


async def test_closing_waits_for_what_others_are_still_writing(tmp_path: Path) -> None:
    """Otherwise connections would be left open."""
    path = str(tmp_path / "tables.db")
    store = await Store.open(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    leasing = asyncio.create_task(store.lease(["one"], 0, 1))
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0.2)
    other.execute("ROLLBACK")
    other.close()
    await closing
    assert leasing.done()
    await leasing
