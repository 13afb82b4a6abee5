"""Reports and playing on over the wire: when the game is over, and not before."""

import asyncio
from typing import Any

from tests.server.processes import PATIENT
from tests.server.wire import Device, move, two_at_a_table, views


async def whole(device: Device, table: str) -> Any:
    """The report, once it is there; what is done grows."""
    done: list[float] = []
    async with asyncio.timeout(PATIENT):
        while True:
            answer = await device.http.get(f"/api/tables/{table}/report")
            assert answer.status_code in (200, 202), answer.text
            if answer.status_code == 200:
                assert done == sorted(done)
                return answer.json()
            done.append(answer.json()["done"])
            assert 0 <= done[-1] < 1
            await asyncio.sleep(0.1)


async def refusal(device: Device, method: str, path: str, body: Any = None) -> tuple[int, str]:
    answer = await device.http.request(method, path, json=body)
    return answer.status_code, answer.json()["rule"] or answer.json()["code"]


async def test_a_report_when_the_game_is_over_and_not_before(ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    for _ in range(3):
        await move(a)
        await b.until(lambda: b.number == a.number)
        await move(b)
        await a.until(lambda: a.number == b.number)
    for device in (ann, bob):
        assert await refusal(device, "GET", f"/api/tables/{table}/report") == (409, "MA-28")
    await b.ask("resign", seat=1)
    report = await whole(ann, table)
    assert [turn["seat"] for turn in report["turns"]] == [0, 1, 0, 1, 0, 1]
    assert len(report["values"]) == 7
    assert len(report["details"]["knowledge"]) == 7
    assert await whole(bob, table) == report
    assert (await ann.http.get(f"/api/tables/{table}/report")).json() == report  # at once, now that it is there


async def test_nobody_else_gets_a_report_or_plays_on_where_nobody_may_look(
    ann: Device, bob: Device, eve: Device
) -> None:
    table, a, b = await two_at_a_table(ann, bob, watch=False)
    await move(a)
    await b.until(lambda: b.number == a.number)
    await b.ask("resign", seat=1)
    assert await refusal(eve, "GET", f"/api/tables/{table}/report") == (409, "MA-25")
    path = f"/api/tables/{table}/play-on"
    assert await refusal(eve, "POST", path, {"moves": 1, "seat": 0}) == (409, "MA-25")


async def test_playing_on_from_a_finished_game(ann: Device, bob: Device, eve: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob, game="sequence", bot_seconds=0.01)
    path = f"/api/tables/{table}/play-on"
    assert await refusal(ann, "POST", path, {"moves": 0, "seat": 0}) == (409, "MA-28")
    actions = []
    for _ in range(2):
        actions.append(await move(a))
        await b.until(lambda: b.number == a.number)
        actions.append(await move(b))
        await a.until(lambda: a.number == b.number)
    await b.ask("resign", seat=1)
    assert await refusal(ann, "POST", path, {"moves": 5, "seat": 0}) == (409, "MA-35")
    assert await refusal(ann, "POST", path, {"moves": 1, "seat": 2}) == (409, "MA-1")
    assert await refusal(ann, "POST", path, {"moves": 1, "seat": 0, "level": "genius"}) == (409, "MA-11")
    replay = await ann.get(f"/api/tables/{table}/replay")
    made = await eve.post(path, {"moves": 2, "seat": 0, "level": "novice"})  # who may look on may also try
    live = await eve.live(made["id"])
    assert live.seat == 0
    assert live.table["status"] == "playing"
    assert [seat["kind"] for seat in live.table["seats"]] == ["person", "bot"]
    assert live.table["past"] == {"table": table, "moves": 2}
    assert live.table["commitment"] is live.table["secret"] is live.table["seed"] is None
    assert [one["action"] for one in live.moves] == actions[:2]
    assert live.view["chips"] == views(replay)[2]["chips"]
    assert live.view["hands"] is None  # the bot's hand is hidden again
    assert live.view["hand"] == views(replay)[2]["hands"][0]
    await move(live)
    await live.until(lambda: 0 in live.view["actors"] and live.view["turns"] >= 4)
    await live.ask("resign", seat=0)
    text = (await eve.http.get(f"/api/tables/{made['id']}/record")).text
    assert f"past: 2 {table}" in text.splitlines()


async def test_nobody_chooses_the_deal_of_a_new_table(ann: Device) -> None:
    past = {"seed": 1, "actions": [], "table": "x"}
    body = {"settings": {"game": "sequence", "past": past}}
    assert await refusal(ann, "POST", "/api/tables", body) == (400, "bad")
