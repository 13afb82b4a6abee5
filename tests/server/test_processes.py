"""Two server processes on one PostgreSQL."""

import asyncio
import json
import random
from collections.abc import Iterator

import pytest

from tests.server.postgres import Postgres
from tests.server.processes import LOOSE, Serving, serving
from tests.server.wire import Device, Live, move

GAMES = ("consequence", "sequence")


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def servers(shared: str) -> Iterator[list[Serving]]:
    with serving(shared, *LOOSE, games=GAMES) as one, serving(shared, *LOOSE, games=GAMES) as two:
        yield [one, two]


async def across(servers: list[Serving], ann: Device, bob: Device) -> tuple[str, Live, Live]:
    """Two at a table, each at a server of its own."""
    table = await ann.table("consequence")
    await bob.post(f"/api/tables/{table}/join")
    return table, await ann.live(table), await bob.live(table)


async def test_a_game_across_processes(servers: list[Serving]) -> None:
    async with Device(servers[0].base) as ann, Device(servers[1].base) as bob:
        table, a, b = await across(servers, ann, bob)
        lives, chance = [a, b], random.Random(1)
        while a.table["status"] == "playing":
            for live in lives:
                if live.table["status"] == "playing" and live.seat in live.view["actors"]:
                    legal = await live.ask("legal", seat=live.seat)
                    await live.ask("act", seat=live.seat, actions=[chance.choice(legal["actions"])])
            number = max(live.number for live in lives)
            for live in lives:
                await live.reach(number)
        await b.until(lambda: b.table["status"] == "over")
        assert a.document["view"] == b.document["view"]
        record = (await bob.http.get(f"/api/tables/{table}/record")).text
        assert record == (await ann.http.get(f"/api/tables/{table}/record")).text


async def test_racing_processes_lose_and_double_nothing(servers: list[Serving]) -> None:
    """Both talk at once, as fast as they can, each through its own process; and they play."""

    async def talk(live: Live, name: str, count: int) -> list[str]:
        sent = {}
        for number in range(count):
            text = f"{name} {number}"
            sent[await live.send("chat", text=text)] = text
        refused = []
        while sent:
            message = await live.next()
            if message.get("id") in sent:
                text = sent.pop(message["id"])
                if message["t"] == "refused":
                    assert message["code"] == "rate"
                    refused.append(text)
        return refused

    async with Device(servers[0].base) as ann, Device(servers[1].base) as bob:
        table, a, b = await across(servers, ann, bob)
        refused = await asyncio.gather(talk(a, "ann", 5), talk(b, "bob", 5))
        await move(a)
        await b.reach(a.number)  # so the other process knows all of it
        for device in (ann, bob):
            fresh = await device.live(table)
            state = json.loads(fresh.frames[0])
            texts = [said["text"] for said in state["chat"]]
            for name, missing in zip(("ann", "bob"), refused, strict=True):
                own = [text for text in texts if text.startswith(name)]
                assert own == [f"{name} {n}" for n in range(5) if f"{name} {n}" not in missing]
            assert len(fresh.moves) == 1


async def test_of_two_moves_at_once_one_is_made(servers: list[Serving]) -> None:
    """One person with two devices, at two processes, makes two different moves at the same moment."""
    async with Device(servers[0].base) as ann, Device(servers[1].base) as bob:
        for _ in range(10):
            table, a, _ = await across(servers, ann, bob)
            other = await ann.live(table, "?seat=0", base=servers[1].base)
            await other.reach(1)
            answers = await asyncio.gather(
                a.ask("act", seat=0, actions=["bM@a1"]), other.ask("act", seat=0, actions=["bS@d4"])
            )
            assert sorted(answer["t"] for answer in answers) == ["event", "refused"]
            assert next(x for x in answers if x["t"] == "refused")["code"] in ("stale", "rule")
            fresh = await bob.live(table)
            assert len(fresh.moves) == 1


def test_another_process_moves_the_bots_of_one_that_died(servers: list[Serving], shared: str) -> None:
    async def scenario(dying: Serving) -> None:
        async with Device(dying.base) as ann, Device(servers[1].base) as bob:
            table = await ann.table("sequence", ["bot:club", "bot:club"], bot_seconds=1.0)
            a = await ann.live(table)
            await a.until(lambda: a.number > 5)  # so its bots are that process's
            b = await bob.live(table)
            await b.until(lambda: b.number > 6)
            dying.kill()
            seen = b.number
            await b.until(lambda: b.number > seen + 6)
            numbers = [json.loads(frame)["n"] for frame in b.frames if '"event"' in frame]
            assert numbers == list(range(numbers[0], numbers[-1] + 1))

    with serving(shared, *LOOSE, games=GAMES) as dying:
        asyncio.run(scenario(dying))
