"""Party tables over the wire: codes, the shared screen, dropping out and coming back."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from tesserae.server import codes
from tesserae.server.limits import Limits
from tesserae.server.store import Store
from tests.server.place import opened
from tests.server.processes import LOOSE, PATIENT, Serving, serving
from tests.server.wire import Device, Live

OPEN = ["open"] * 3


async def seated(screen: Device, *people: Device, game: str = "sequence", **settings: Any) -> str:
    """A party table, with all its players."""
    table = await screen.table(game, ["open"] * len(people), seats=len(people), party=True, **settings)
    for someone in people:
        await someone.post(f"/api/tables/{table}/join")
    return table


async def show(screen: Device, table: str) -> Live:
    """The shared screen."""
    live = await screen.live(table, "?view=outside")
    await live.until(lambda: live.number > 0)
    return live


def test_a_code_is_read_however_it_is_written() -> None:
    for _ in range(100):
        code = codes.new_code()
        assert len(code) == 5
        assert codes.read(code) == code
        assert codes.read(f" {code[:2].lower()}-{code[2:].lower()}\n") == code
    assert codes.read("oO0q1iL5s2z8b6gUvY") == "DDDDLLLSSZZBBGGVVV"
    assert codes.read("BCDFA") not in (codes.read("BCDF"), codes.read("BCDFD"))  # what is no letter of ours is no space


async def test_codes_are_kept_one_a_table(one: Store, two: Store) -> None:
    found = await asyncio.gather(*[store.code(f"t{i}") for i in range(10) for store in (one, two)])
    assert found[::2] == found[1::2]
    assert len(set(found)) == 10
    assert await two.table_of(found[0]) == "t0"
    await one.free_code("t0")
    assert await two.table_of(found[0]) is None
    assert await two.table_of(found[2]) == "t1"


async def test_no_two_tables_share_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["BBBBB", "BBBBB", "BBBBB", "CCCCC"])
    monkeypatch.setattr("tesserae.server.store.new_code", lambda: next(drawn))

    async with opened(str(tmp_path / "tables.db")) as store:
        assert await store.code("one") == "BBBBB"
        assert await store.code("two") == "CCCCC"


async def test_a_code_leads_to_its_table_until_it_is_over(screen: Device, ann: Device) -> None:
    table = await screen.table("consequence", ["open", "bot:novice"], party=True)
    made = await screen.get(f"/api/tables/{table}/code")
    assert made == await ann.get(f"/api/tables/{table}/code")
    assert made["url"] == f"/j/{made['code']}"
    for typed in (made["code"], made["code"].lower(), f" {made['code'][:2]} {made['code'][2:]}"):
        assert (await ann.get(f"/api/codes/{typed}"))["id"] == table
    await ann.post(f"/api/tables/{table}/join")
    live = await ann.live(table)
    await live.ask("resign")
    for path in (f"/api/codes/{made['code']}", "/api/codes/AAAAA", "/api/codes/x"):
        missing = await ann.http.get(path)
        assert (missing.status_code, missing.json()["code"]) == (404, "missing")
    for path in ("code", "qr.svg"):
        refused = await ann.http.get(f"/api/tables/{table}/{path}")
        assert (refused.status_code, refused.json()["rule"]) == (409, "SV-4")


async def test_only_party_tables_have_codes(ann: Device) -> None:
    table = await ann.table("consequence")
    assert (await ann.http.get(f"/api/tables/{table}/code")).json()["rule"] == "SV-4"
    assert (await ann.http.get("/api/tables/nosuchtable/code")).status_code == 404


async def test_nobody_else_is_told_the_code_of_a_closed_table(screen: Device, ann: Device) -> None:
    table = await screen.table("consequence", ["open", "open"], party=True, watch=False)
    assert (await ann.http.get(f"/api/tables/{table}/code")).json()["rule"] == "MA-25"
    code = (await screen.get(f"/api/tables/{table}/code"))["code"]
    assert (await ann.get(f"/api/codes/{code}"))["id"] == table


async def test_the_qr_code_says_the_address_that_was_asked(server: Serving, screen: Device) -> None:
    table = await screen.table("sequence", OPEN, seats=3, party=True)
    code = (await screen.get(f"/api/tables/{table}/code"))["code"]
    for host in (server.base.removeprefix("http://"), "games.example:8443"):
        answer = await screen.http.get(f"/api/tables/{table}/qr.svg", headers={"host": host})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert drawn(answer.text) == list(map(list, segno.make(f"http://{host}/j/{code}", micro=False).matrix))


async def test_the_qr_code_of_any_other_table_is_its_link(server: Serving, ann: Device) -> None:
    table = await ann.table("consequence")
    answer = await ann.http.get(f"/api/tables/{table}/qr.svg")
    assert drawn(answer.text) == list(map(list, segno.make(f"{server.base}/t/{table}", micro=False).matrix))
    assert (await ann.http.get("/api/tables/nosuchtable/qr.svg")).status_code == 404


def drawn(svg: str) -> list[list[int]]:
    """The modules of a QR code, from the strokes of its picture: moves and horizontal lines, row after row."""
    size = int(svg.split('viewBox="0 0 ')[1].split(" ")[0]) - 8
    rows = [[0] * size for _ in range(size)]
    x, y = 0.0, 0.0
    for stroke in svg.split('stroke="#000" d="M')[1].split('"')[0].split("m"):
        move, length = stroke.split("h")
        right, down = move.replace("-", " -").split()
        x, y = x + float(right), y + float(down)
        for _ in range(int(length)):
            rows[int(y) - 4][int(x) - 4] = 1
            x += 1
    return rows


def test_codes_cannot_be_guessed_quickly(tmp_path: Path) -> None:
    with serving(str(tmp_path / "tables.db"), *LOOSE, games=()) as server:
        burst = int(60 * Limits().codes)

        async def guess() -> list[int]:
            async with httpx.AsyncClient(base_url=server.base, timeout=PATIENT) as client:
                answers = await asyncio.gather(*[client.get(f"/api/codes/BCD{n}") for n in range(4 * burst)])
                return [answer.status_code for answer in answers]

        answers = asyncio.run(guess())
        assert burst <= answers.count(404) < 2 * burst
        assert answers.count(404) + answers.count(429) == len(answers)


async def test_the_screen_sees_what_anybody_may_see(screen: Device, ann: Device, bob: Device) -> None:
    """Also where its device has a seat, or takes one."""
    table = await screen.table("sequence", ["open", "open"], party=True)
    shown = await show(screen, table)
    assert shown.table["owner"] is True
    await ann.post(f"/api/tables/{table}/join")
    await screen.post(f"/api/tables/{table}/join")
    own = await screen.live(table)
    assert own.seat == 1
    hands: list[list[str]] = [own.view["hand"]]
    await shown.until(lambda: shown.table["status"] == "playing")
    await shown.send("look", seat=1)  # asked to look through the seat, it still does not
    a = await ann.live(table)
    hands.append(a.view["hand"])
    for live in (a, own, a, own):
        await live.own_turn()
        legal = await live.ask("legal", seat=live.seat)
        await live.ask("act", seat=live.seat, actions=[legal["actions"][0]])
        hands.append(live.view["hand"])
    await shown.reach(own.number)
    assert shown.seat is None
    for frame in map(json.loads, shown.frames):
        assert '"hand":[' not in json.dumps(frame, separators=(",", ":")), hands
    assert shown.view["hand"] is None
    assert shown.view == (await show(bob, table)).view


async def test_who_drops_out_is_replaced_and_comes_back(screen: Device, ann: Device, bob: Device) -> None:
    table = await seated(screen, ann, bob, absent=10, bot_seconds=0.05)
    shown, a, b = await show(screen, table), await ann.live(table), await bob.live(table)
    hand = a.view["hand"]
    await a.close()
    await shown.until(lambda: shown.table["seats"][0]["kind"] == "bot")
    await b.until(lambda: b.view["turn"] == 1)  # the bot has played
    assert shown.table["seats"][0]["level"] == "club"
    assert [line["id"] for line in (await ann.get("/api/tables"))["mine"]] == [table]
    back = await ann.live(table)
    await back.until(lambda: back.seat == 0)
    assert back.table["seats"][0]["mine"] is True
    assert len(back.view["hand"]) == len(hand)
    assert back.view["discards"][0][-1] in hand  # as the bot has left it
    first = json.loads(back.frames[0])
    assert first["seat"] is None
    assert first["doc"]["view"]["hand"] is None
    await shown.until(lambda: shown.table["seats"][0]["kind"] == "person")
    legal = await b.ask("legal", seat=1)
    await b.ask("act", seat=1, actions=[legal["actions"][0]])
    await back.until(lambda: back.view["turn"] == 0)
    legal = await back.ask("legal", seat=0)
    assert (await back.ask("act", seat=0, actions=[legal["actions"][0]]))["t"] == "event"
    refused = await back.ask("return")
    assert refused["rule"] == "MA-34"


async def test_a_latecomer_takes_the_place_of_a_bot_by_the_code(screen: Device, ann: Device, bob: Device) -> None:
    table = await screen.table("sequence", ["open", "bot:novice", "bot:novice"], seats=3, party=True, bot_seconds=0.05)
    await ann.post(f"/api/tables/{table}/join")
    shown = await show(screen, table)
    code = (await screen.get(f"/api/tables/{table}/code"))["code"]
    found = (await bob.get(f"/api/codes/{code}"))["id"]
    late = await bob.live(found)
    await late.until(lambda: late.number > 0)
    assert json.loads(late.frames[0])["doc"]["view"]["hand"] is None
    await bob.post(f"/api/tables/{found}/join", {"seat": 2})
    await late.until(lambda: late.seat == 2)
    assert len(late.view["hand"]) == 6
    assert late.table["seats"][2]["mine"] is True
    await shown.until(lambda: shown.table["seats"][2]["kind"] == "person")
    a = await ann.live(table)
    legal = await a.ask("legal", seat=0)
    await a.ask("act", seat=0, actions=[legal["actions"][0]])
    await late.until(lambda: late.view["turn"] == 2)  # the other bot has played, nobody plays for bob
    legal = await late.ask("legal", seat=2)
    assert (await late.ask("act", seat=2, actions=[legal["actions"][0]]))["t"] == "event"


async def test_the_screen_asks_for_the_next_game(screen: Device, ann: Device, bob: Device) -> None:
    table = await seated(screen, ann, bob, game="consequence")
    a = await ann.live(table)
    await a.ask("resign")
    next_one = (await screen.post(f"/api/tables/{table}/rematch"))["id"]
    await a.until(lambda: a.table["next"] == next_one)
    assert (await bob.post(f"/api/tables/{table}/rematch"))["id"] == next_one


async def test_the_screen_is_nobodys_presence(ann: Device, bob: Device) -> None:
    table = await seated(ann, ann, bob)
    shown, a = await show(ann, table), await ann.live(table)
    await bob.live(table)
    await a.close()
    await shown.until(lambda: shown.table["seats"][0]["here"] is False)


def test_a_restart_forgets_neither_the_code_nor_who_may_return(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")

    async def first(base: str) -> tuple[str, str, httpx.Cookies]:
        async with Device(base) as screen, Device(base) as ann, Device(base) as bob:
            table = await seated(screen, ann, bob, game="consequence", absent=10)
            code = (await screen.get(f"/api/tables/{table}/code"))["code"]
            a, b = await ann.live(table), await bob.live(table)
            await a.close()
            await b.until(lambda: b.table["seats"][0]["kind"] == "bot")
            return table, code, ann.http.cookies

    async def second(base: str, table: str, code: str, cookies: httpx.Cookies) -> None:
        async with Device(base) as ann:
            ann.http.cookies = cookies
            assert (await ann.get(f"/api/codes/{code}"))["id"] == table
            live = await ann.live(table)
            await live.until(lambda: live.seat == 0)

    with serving(database, *LOOSE, games=("consequence",)) as server:
        kept = asyncio.run(first(server.base))
    with serving(database, *LOOSE, games=("consequence",)) as server:
        asyncio.run(second(server.base, *kept))
