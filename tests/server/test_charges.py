"""Clocks are charged what people take to think, not what the server takes."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tesserae.play.settings import GameClock
from tesserae.server import clock
from tesserae.server.table import Table
from tests.server.indoors import Guest, Home, set_up
from tests.server.processes import LOOSE, PATIENT, serving
from tests.server.wire import Device, move, two_at_a_table

HOUR = 3_600_000  # milliseconds
DAY = 24  # hours that each has

Scenario = Callable[[Home, Table, Guest, Guest], Awaitable[None]]


@pytest.fixture(autouse=True)
def midnight(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time at the tables begins with 0, and the machine's clock has nothing to do with it."""
    monkeypatch.setattr(clock, "_alone", False)
    monkeypatch.setattr(clock, "_offset", -(time.monotonic_ns() // 1_000_000))
    monkeypatch.setattr("tesserae.server.table.AGAIN", 0.0)


def an_hour_passes() -> None:
    clock._offset += HOUR


def charged(scenario: Scenario) -> list[int]:
    """How many whole hours each seat has been charged in the end; ann has moved, and it is bob's turn."""

    async def play() -> list[int]:
        home, table = set_up("ann", "bob", clock=GameClock(DAY * 3600, first=0))
        ann, bob = Guest(table, "ann"), Guest(table, "bob")
        assert ann.ask("act", seat=0, actions=["bM@b2"])["t"] == "event"
        await scenario(home, table, ann, bob)
        while home.tasks or table._again:
            await home.rest()
            await asyncio.sleep(0)
        assert len(table.match.moves_made) > 1
        assert table.match.clock is not None
        return [round(DAY - left / HOUR) for left in table.match.clock.left]

    return asyncio.run(asyncio.wait_for(play(), PATIENT))


def move_of(guest: Guest, action: str) -> None:
    guest.say("act", seat=guest.wire.seat, actions=[action])


def test_thinking_is_charged() -> None:
    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        an_hour_passes()
        ann.say("chat", text="well?")
        an_hour_passes()
        move_of(bob, "rM@b3")
        an_hour_passes()
        move_of(ann, "bM@c3")

    assert charged(scenario) == [1, 2]


def test_a_slow_write_is_charged_to_nobody() -> None:
    """Neither to who has moved nor to who could not know of it."""

    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        home.store.prompt = False
        move_of(bob, "rM@b3")
        an_hour_passes()
        home.store.prompt = True
        home.store.settle(True)
        move_of(ann, "bM@c3")

    assert charged(scenario) == [0, 0]


def test_waiting_in_the_line_is_not_charged() -> None:
    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        home.store.prompt = False
        ann.say("chat", text="hello")
        move_of(bob, "rM@b3")
        an_hour_passes()
        home.store.prompt = True
        home.store.settle(True)

    assert charged(scenario) == [0, 0]


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("answer", [False, None])
def test_a_move_that_has_to_be_written_again_is_not_charged_for_it(answer: bool | None, known: bool) -> None:
    """`known`: meanwhile it is found out that the server has stood still."""

    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        home.store.prompt = False
        began = clock.now()
        move_of(bob, "rM@b3")
        an_hour_passes()
        if known:
            table.pause([(began, clock.now())])
        home.store.prompt = True
        home.store.settle(answer)
        if known:
            table.pause([(began, clock.now())])  # what is told twice counts once

    assert charged(scenario) == [0, 0]


def test_an_outage_after_thinking() -> None:
    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        an_hour_passes()
        home.store.prompt = False
        began = clock.now()
        move_of(bob, "rM@b3")
        an_hour_passes()
        an_hour_passes()
        table.pause([(began - HOUR // 100, clock.now())])
        home.store.prompt = True
        home.store.settle(None)

    assert charged(scenario) == [0, 1]


def test_a_loop_that_stood_still_is_not_charged() -> None:
    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        an_hour_passes()
        home.stood_still = HOUR
        move_of(bob, "rM@b3")
        home.stood_still = 0

    assert charged(scenario) == [0, 0]


def test_a_refused_move_does_not_lose_the_pause() -> None:
    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        an_hour_passes()
        home.stood_still = HOUR
        move_of(bob, "rM@b2")  # which is taken
        assert bob.wire.heard("refused")
        home.stood_still = 0
        assert [event["kind"] for event in ann.wire.heard("event")][-1] == "paused"
        move_of(bob, "rM@b3")

    assert charged(scenario) == [0, 0]


def test_a_flag_does_not_fall_because_of_the_server() -> None:
    async def scenario(home: Home, table: Table, ann: Guest, bob: Guest) -> None:
        for _ in range(2 * DAY):
            an_hour_passes()
        home.stood_still = 2 * DAY * HOUR
        move_of(bob, "rM@b3")
        home.stood_still = 0
        assert table.match.status == "playing"

    assert charged(scenario) == [0, 0]


def test_a_locked_database(tmp_path: Path) -> None:
    """The real server: ann is told of bob's move when it has been written, and that is when her time begins."""
    database = str(tmp_path / "tables.db")
    with serving(database, *LOOSE, games=("consequence",)) as server:

        async def scenario() -> None:
            async with Device(server.base) as ann, Device(server.base) as bob:
                settings = {"kind": "game", "seconds": 600, "first": 0}
                _, a, b = await two_at_a_table(ann, bob, clock=settings)
                await move(a)
                await b.reach(a.number)
                legal = await b.ask("legal", seat=1)
                before = a.table["clock"]["left"][0]
                connection = sqlite3.connect(database, isolation_level=None, timeout=PATIENT)
                connection.execute("BEGIN IMMEDIATE")
                try:
                    await b.send("act", seat=1, actions=legal["actions"][:1])
                    await b.until(lambda: any('"kept"' in frame for frame in b.frames))  # decided, and not written
                finally:
                    unlocked = time.monotonic()
                    connection.execute("ROLLBACK")
                    connection.close()
                await a.reach(b.number + 1)
                await move(a)
                most = time.monotonic() - unlocked
                assert (before - a.table["clock"]["left"][0]) / 1000 < most + 0.1  # two clocks

        asyncio.run(asyncio.wait_for(scenario(), PATIENT))
