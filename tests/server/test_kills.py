"""What was acknowledged survives."""

import asyncio
import json
import signal
import sqlite3
import time
from pathlib import Path

from tests.server.kills import storm
from tests.server.processes import LOOSE, Serving, serving
from tests.server.test_tables import move, two_at_a_table
from tests.server.wire import Device


def test_every_acknowledged_move_survives_kills(tmp_path: Path) -> None:
    finished, moves = asyncio.run(storm(str(tmp_path / "kills.db"), 3, 2.5))
    assert finished > 0
    assert moves > 20


def test_a_server_that_was_down_does_not_charge_for_it(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")

    async def scenario() -> None:
        server = Serving(database, *LOOSE).wait("consequence")
        async with Device(server.base) as ann, Device(server.base) as bob:
            table, a, _ = await two_at_a_table(ann, bob, clock={"kind": "game", "seconds": 60})
            await move(a)
            began = time.monotonic()
            await asyncio.sleep(1.2)
            server.kill()
            down = time.monotonic()
            await asyncio.sleep(7)
            server = Serving(database, *LOOSE, port=server.port)
            up = time.monotonic()
            server.wait("consequence")
            b = await bob.live(table)
            await b.until(
                lambda: any('"paused"' in frame for frame in b.frames) or b.table["clock"]["at"] > b.moves[0]["at"]
            )
            await move(b)
            served = 1000 * (time.monotonic() - began - (up - down))
            charged = 60_000 - b.table["clock"]["left"][1]
            assert (
                1_000 < charged < served + 3_000
            )  # starting takes a while, and the last sign of life was before the kill
            server.stop()

    asyncio.run(scenario())


def test_a_stop_in_order(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")

    async def scenario() -> None:
        server = Serving(database, *LOOSE).wait("consequence")
        async with Device(server.base) as ann, Device(server.base) as bob:
            _, a, _ = await two_at_a_table(ann, bob)
            await move(a)
            began = time.monotonic()
            code = await asyncio.to_thread(server.stop)
            assert code in (0, -signal.SIGTERM), server.log
            assert time.monotonic() - began < 8
            await a.socket.wait_closed()
            assert a.socket.close_code == 1012

    asyncio.run(scenario())
    store = sqlite3.connect(database)
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    kinds = [json.loads(row[0])["kind"] for row in store.execute("SELECT event FROM events ORDER BY number")]
    store.close()
    assert kinds[-1] in ("acted", "gone")


def test_pages_at_once_and_games_soon(tmp_path: Path) -> None:
    began = time.monotonic()
    with serving(str(tmp_path / "a.db")) as server:
        assert server.get("/").status_code == 200
        assert time.monotonic() - began < 15  # 2 s on a machine that has nothing else to do: docs/performance.md
        server.wait("symbol", "symbol_chain", "sequence", "consequence")
