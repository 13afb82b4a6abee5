"""Bad weather: what is malformed, forged, too much or too slow is refused, and nothing is lost or leaked."""

import asyncio
import json
import random
import socket
import string
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tesserae.server.limits import Limits
from tests.server.processes import PATIENT, Serving, serving
from tests.server.wire import Device, move, two_at_a_table


async def last_words(url: str, message: str | bytes | None = None, **headers: str) -> tuple[Any, int]:
    """What the server says before it closes, and the code it closes with."""
    async with connect(url, additional_headers=headers, max_size=None) as ws:
        if message is not None:
            await ws.recv()
            await ws.send(message)
        said: Any = None
        try:
            async with asyncio.timeout(PATIENT):
                while True:
                    text = await ws.recv()
                    found = json.loads(text)
                    said = found if found["t"] == "error" else said
        except ConnectionClosed as closed:
            return said, closed.rcvd.code if closed.rcvd else 0


def live_url(server: Serving, table: str) -> str:
    return f"{server.base.replace('http', 'ws', 1)}/api/tables/{table}/live"


@pytest.mark.parametrize(
    ("message", "close"),
    [
        ("{", 1007),
        ("[]", 1007),
        ("null", 1007),
        ('"act"', 1007),
        ("[" * 8000, 1007),
        (b"\x00\x01", 1003),
        ('{"t":"chat","text":"' + "x" * 20_000 + '"}', 1009),
    ],
)
async def test_what_is_no_message_ends_the_connection(
    server: Serving, message: str | bytes, close: int, ann: Device
) -> None:
    table = await ann.table("consequence")
    said, code = await last_words(live_url(server, table), message, Cookie=ann.headers()["Cookie"])
    assert code == close
    assert close == 1009 or said["code"] == "bad"


async def test_messages_with_wrong_fields_are_refused(ann: Device, bob: Device) -> None:
    _, a, _ = await two_at_a_table(ann, bob)
    before = a.document
    for message in (
        {},
        {"t": None},
        {"t": "nonsense"},
        {"t": "act"},
        {"t": "act", "seat": 0, "actions": ["bM@a1"]},
        {"t": "act", "id": "a", "seat": 0, "actions": ["bM@a1"]},
        {"t": "act", "id": 7, "n": 1, "seat": 0, "actions": ["bM@a1"]},
        {"t": "act", "id": "x" * 41, "n": 1, "seat": 0, "actions": ["bM@a1"]},
        {"t": "act", "id": "a", "n": "1", "seat": 0, "actions": ["bM@a1"]},
        {"t": "act", "id": "a", "n": True, "seat": 0, "actions": ["bM@a1"]},
        {"t": "act", "id": "a", "n": a.number, "seat": 0, "actions": []},
        {"t": "act", "id": "a", "n": a.number, "seat": 0, "actions": "bM@a1"},
        {"t": "act", "id": "a", "n": a.number, "seat": "0", "actions": ["bM@a1"]},
        {"t": "act", "id": "a", "n": a.number, "seat": 0, "actions": ["bM@a1"], "extra": 1},
        {"t": "look", "id": "a", "seat": "0"},
        {"t": "look", "id": "a", "seat": 0, "nonsense": 1},
        {"t": "legal", "id": "a"},
        {"t": "legal", "id": "a", "seat": True},
        {"t": "legal", "id": "a", "seat": 0, "at": 7},
        {"t": "why", "id": "a", "seat": 0},
        {"t": "stage", "id": "a", "seat": 0, "actions": [1]},
        {"t": "stage", "id": "a", "seat": 0, "actions": ["bM@a1"] * 101},
        {"t": "hint", "id": "a", "seat": [0]},
    ):
        await a.raw(json.dumps(message))
        refused = await a.next()
        while refused["t"] == "presence":
            refused = await a.next()
        assert (refused["t"], refused.get("code")) == ("refused", "bad"), (message, refused)
        assert refused["text"]
    assert a.document == before
    await move(a)


async def test_forged_cookies_and_other_origins(server: Serving, ann: Device, bob: Device) -> None:
    table = await ann.table("consequence", watch=False)
    person = (await ann.get("/api/me"))["person"]
    good = ann.headers()["Cookie"]
    url = live_url(server, table)
    for forged in (f"tesserae={person}", f"tesserae={person}.AAAA", good.replace(".", ".A")):
        said, code = await last_words(url, Cookie=forged)
        assert (said["code"], code) == ("forged", 1008)
        assert server.get("/api/me", headers={"cookie": forged}).json()["code"] == "forged"
    said, _ = await last_words(url, Cookie=good, Origin="https://evil.example")
    assert said["code"] == "forbidden"
    async with connect(url, additional_headers={"Cookie": good}, origin=Origin(server.base)) as ws:
        assert json.loads(await ws.recv())["t"] == "state"
    stranger, _ = await last_words(url)
    assert stranger["code"] == "forbidden"
    for origin, status in (("https://evil.example", 403), ("null", 403), (server.base, 200)):
        headers = {"origin": origin, "cookie": good}
        put = server.ask("PUT", "/api/me", json={"name": "x"}, headers=headers)
        assert put.status_code == status
    made = (await bob.http.get("/api/me")).headers["set-cookie"]
    assert "HttpOnly" in made
    assert "SameSite=Lax" in made


async def test_tables_that_do_not_exist(server: Serving, ann: Device) -> None:
    said, _ = await last_words(live_url(server, "nowhere"))
    assert said["code"] == "missing"
    for path in (
        "/api/tables/nowhere",
        "/api/tables/nowhere/record",
        "/api/tables/%00",
        "/api/tables/" + "x" * 3000,
    ):
        assert (await ann.http.get(path)).status_code in (400, 404, 414)
    assert (await ann.http.get("/api/tables/nowhere/live")).status_code in (404, 405)
    assert (await ann.http.post("/api/tables/nowhere/join", json={})).status_code == 404


def test_bodies_that_are_too_big_or_no_json(server: Serving) -> None:
    big = server.ask("POST", "/api/tables", json={"settings": {"game": "x" * 30_000}})
    assert big.status_code == 413
    assert big.json()["code"] == "size"
    bad = server.ask("POST", "/api/tables", content=b"{", headers={"content-type": "application/json"})
    assert bad.status_code == 400
    assert bad.json()["code"] == "bad"


async def test_floods_and_crowds(tmp_path: Path) -> None:
    with serving(str(tmp_path / "a.db"), "--rate", "20", "--sockets", "3", games=("consequence",)) as server:
        async with Device(server.base) as ann, Device(server.base) as bob:
            table, a, b = await two_at_a_table(ann, bob)
            try:
                for _ in range(3000):  # more quickly than any machine forgives
                    await a.raw('{"t":"ping"}')
            except ConnectionClosed:
                pass
            try:
                while True:
                    await a.next()
            except ConnectionClosed:
                pass
            assert '"rate"' in a.frames[-2]
            assert '"flood"' in a.frames[-1]
            await b.ask("chat", text="still here")
            crowd = [await ann.live(table, "?from=x") for _ in range(3)]
            said = [(await live.next())["t"] for live in crowd]
            assert said.count("error") >= 1
            for number in range(30):
                last = await b.send("chat", text=f"{number}")
            assert (await b.ask("", id=last))["code"] == "rate"


async def test_limits_are_not_more_for_who_comes_again_and_again(tmp_path: Path) -> None:
    with serving(str(tmp_path / "a.db"), "--sockets", "1000", games=("consequence",)) as server:
        async with Device(server.base) as ann, Device(server.base) as bob:
            table, _, b = await two_at_a_table(ann, bob)
            said = []
            began = time.monotonic()
            for number in range(40):
                live = await ann.live(table)
                said.append((await live.ask("chat", text=f"{number}"))["t"])
                await live.close()
            assert said[:5] == ["event"] * 5
            assert said.count("event") <= 5 + Limits().chats * (time.monotonic() - began) + 1
            assert (await b.ask("chat", text="others may"))["t"] == "event"


async def test_a_slow_reader_is_let_go_and_nobody_waits_for_it(server: Serving, ann: Device, bob: Device) -> None:
    table, a, b = await two_at_a_table(ann, bob)
    deaf = socket.create_connection(("127.0.0.1", server.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    request = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    request += "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    deaf.sendall(request.encode())
    await a.until(lambda: '"watching":1' in a.frames[-1])
    asked = json.dumps({"t": "look", "id": "x", "seat": None}).encode()
    frame = bytes((0x81, 0x80 | len(asked))) + b"\0\0\0\0" + asked
    try:
        for _ in range(3000):
            deaf.sendall(frame * 20)
            await asyncio.sleep(0.001)
    except OSError:
        pass
    else:
        pytest.fail("it was not let go")
    finally:
        deaf.close()
    await a.until(lambda: '"watching":0' in a.frames[-1])
    await move(a)
    await b.until(lambda: b.number == a.number)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(string.printable, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(string.ascii_lowercase, max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = [
    *("act", "stage", "undo", "offer", "accept", "decline", "resign", "vote", "chat", "word", "force"),
    *("sit", "bot", "leave", "ready", "start", "rename", "look", "legal", "why", "hint", "ping"),
]
messages = st.fixed_dictionaries(
    {"t": st.sampled_from(KINDS)},
    optional={
        "id": st.text(max_size=45) | json_values,
        "n": st.integers(0, 30) | json_values,
        "seat": st.sampled_from([0, 1, None]) | json_values,
        "actions": st.lists(st.sampled_from(["bM@a1", "rM@b2", "b2-c3", "", "end"]) | json_values, max_size=3),
        "action": st.sampled_from(["bM@a1"]) | json_values,
        "at": st.sampled_from(["a1", "z9"]) | json_values,
        "what": st.sampled_from(["draw", "takeback"]) | json_values,
        "text": st.text(max_size=20) | json_values,
        "word": st.text(max_size=20) | json_values,
        "name": st.text(max_size=20) | json_values,
        "level": st.sampled_from(["random", "club"]) | json_values,
        "force": json_values,
    },
)


@settings(max_examples=25, deadline=None)
@given(st.lists(messages, min_size=10, max_size=40), st.randoms(use_true_random=False))
def test_whatever_is_said_the_table_stands(server: Serving, said: list[dict[str, Any]], chance: random.Random) -> None:
    """Anything at all, from both players: every message is answered, and both hold what a newcomer would get."""
    asyncio.run(say(server, said, chance))


async def say(server: Serving, said: list[dict[str, Any]], chance: random.Random) -> None:
    async with Device(server.base) as ann, Device(server.base) as bob:
        table, *lives = await two_at_a_table(ann, bob)
        for message in said:
            await chance.choice(lives).raw(json.dumps(message))
        for live in lives:
            mark = f"end-{live.seat}"
            await live.raw(json.dumps({"t": "legal", "id": mark, "seat": 0}))
            await live.ask("", id=mark)
            assert not any('"t":"error"' in frame for frame in live.frames)
        for device, live in zip((ann, bob), lives, strict=True):
            fresh = await device.live(table, f"?seat={live.seat}" if live.seat is not None else "")
            await fresh.reach(1)
            await live.reach(fresh.number)
            if live.seat == fresh.seat:
                assert live.document == fresh.document
            await fresh.close()


async def test_odd_ways_of_coming_back_leave_no_trace(ann: Device, bob: Device, eve: Device) -> None:
    table, a, _ = await two_at_a_table(ann, bob)
    await eve.get("/api/me")
    for query in ("from=0", "from=00&seat=0", "from=-1", "from=999999999&seat=7", "seat=99", "from=x&seat=x"):
        live = await eve.live(table, f"?{query}")
        await live.reach(1)
        assert live.document["table"]["status"] == "playing"
        await a.until(lambda: '"watching":1' in a.frames[-1])
        await live.close()
        await a.until(lambda: '"watching":0' in a.frames[-1])
    fresh = await eve.live(table)
    await fresh.until(lambda: '"watching":1' in fresh.frames[-1])
