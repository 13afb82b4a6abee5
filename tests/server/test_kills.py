"""Stopping and starting; tests/chaos has what happens when a server is killed in the middle of play."""

import asyncio
import json
import signal
import sqlite3
import time
from pathlib import Path

import psutil
import pytest

from tests.server.processes import LOOSE, Serving, serving
from tests.server.wire import Device, move, two_at_a_table

DOWN = 5  # seconds


def excused(frames: list[str]) -> float:
    """Seconds for which the server says that it was slow, as it may be on a busy machine."""
    told = [json.loads(frame) for frame in frames if '"paused"' in frame]
    return sum(one["data"]["until"] - one["data"]["since"] for one in told if one["t"] == "event") / 1000


async def test_a_server_that_was_down_does_not_charge_for_it(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")
    server = Serving(database, *LOOSE).wait("consequence")
    async with Device(server.base) as ann, Device(server.base) as bob:
        table, a, _ = await two_at_a_table(ann, bob, clock={"kind": "game", "seconds": 600, "first": 0})
        await move(a)
        began = time.monotonic()
        server.kill()
        await asyncio.sleep(DOWN)
        server = Serving(database, *LOOSE, port=server.port).wait("consequence")
        b = await bob.live(table)
        await b.until(
            lambda: any('"paused"' in frame for frame in b.frames) or b.table["clock"]["at"] > b.moves[0]["at"]
        )
        served, known = time.monotonic(), len(b.frames)
        await asyncio.sleep(1)
        least = time.monotonic() - served
        await move(b)
        most = time.monotonic() - began - DOWN
        charged = 600 - b.table["clock"]["left"][1] / 1000
        assert charged < most + 0.1  # two clocks
        assert charged > least - excused(b.frames[known:]) - 0.1
        server.stop()


@pytest.mark.parametrize("still", [2, DOWN])
async def test_a_server_that_stood_still_does_not_charge_for_it(still: int, tmp_path: Path) -> None:
    """A move that waited for it is charged what its player took, not what the server did; also where that was too short
    for an outage."""
    with serving(str(tmp_path / "a.db"), *LOOSE, games=("consequence",)) as server:
        async with Device(server.base) as ann, Device(server.base) as bob:
            clock = {"kind": "game", "seconds": 600, "first": 0}
            _, a, b = await two_at_a_table(ann, bob, clock=clock)
            legal = await a.ask("legal", seat=0)
            began = time.monotonic()
            await a.ask("act", seat=0, actions=legal["actions"][:1])
            await b.reach(a.number)
            legal = await b.ask("legal", seat=1)
            server.process.send_signal(signal.SIGSTOP)
            name = await b.send("act", seat=1, actions=legal["actions"][:1])
            await asyncio.sleep(still)
            server.process.send_signal(signal.SIGCONT)
            await b.ask("", id=name)
            most = time.monotonic() - began - still
            assert 600 - b.table["clock"]["left"][1] / 1000 < most + 0.1  # two clocks


async def test_a_stop_in_order(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")
    server = Serving(database, *LOOSE).wait("consequence")
    async with Device(server.base) as ann, Device(server.base) as bob:
        _, a, _ = await two_at_a_table(ann, bob)
        await move(a)
        code = await asyncio.to_thread(server.stop)  # which does not wait for those who are there
        assert code in (0, -signal.SIGTERM), server.log
        await a.socket.wait_closed()
        assert a.socket.close_code == 1012
    store = sqlite3.connect(database)
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    kinds = [json.loads(row[0])["kind"] for row in store.execute("SELECT event FROM events ORDER BY number")]
    store.close()
    assert kinds[-1] in ("acted", "gone")


def test_pages_at_once_and_games_soon(tmp_path: Path) -> None:
    with serving(str(tmp_path / "a.db")) as server:
        assert server.get("/").status_code == 200
        spent = psutil.Process(server.process.pid).cpu_times()
        assert spent.user + spent.system < 15  # seconds of its own, however busy the machine
        server.wait("symbol", "symbol_chain", "sequence", "consequence")
