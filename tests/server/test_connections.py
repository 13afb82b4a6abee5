"""One connection from the handshake to its end, whatever goes wrong: in this process, without a network."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tesserae.server import table as tables
from tesserae.server.identity import Identity
from tesserae.server.limits import REFUSING, Buckets, Shares, Turns, network
from tesserae.server.listeners import Listeners
from tesserae.server.live import live
from tesserae.server.socket import EXTENSION
from tesserae.server.table import Table
from tests.server.indoors import Wire
from tests.server.place import Place, soon
from tests.server.test_loop import watch

IDENTITY = Identity("secret")
HOSTS = itertools.count(1)


class Line(Wire):
    """A connection of which the test says when it ends."""

    hear: Callable[[bytes | None], None] | None = None

    def __init__(self, person: str | None, query: str, cookie: str) -> None:
        super().__init__()
        own = [] if person is None else [IDENTITY.make(person, False).split(";")[0]]
        self.scope: dict[str, Any] = {
            "extensions": {EXTENSION: self},
            "client": (f"2001:db8:1:2::{next(HOSTS):x}", 1),  # one network
            "headers": [(b"cookie", "; ".join([*own, cookie]).encode())],
            "scheme": "ws",
            "query_string": query.encode(),
        }
        self.sent: list[dict[str, Any]] = []
        self.declined: int | None = None
        self._connected = False
        self._ended = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if not self._connected:
            self._connected = True
            return {"type": "websocket.connect"}
        await self._ended.wait()
        return {"type": "websocket.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def part(self, code: int, reason: str) -> None:
        super().part(code, reason)
        self.end()

    def decline(self, status: int, text: str) -> None:
        self.declined = status

    def end(self) -> None:
        self._ended.set()

    def ask(self, t: str, **fields: Any) -> None:
        assert self.hear is not None
        self.hear(json.dumps({"t": t, "id": t, **fields}).encode())


@asynccontextmanager
async def connected(
    here: Place,
    table: Table,
    person: str | None,
    query: str = "",
    cookie: str = "other=1",
    requests: Buckets | None = None,
    turns: Turns | None = None,
) -> AsyncIterator[Line]:
    line = Line(person, query, cookie)
    state = SimpleNamespace(
        requests=Buckets(1e6, 1e6) if requests is None else requests,
        turns=Turns() if turns is None else turns,
        origins=frozenset[str](),
        identity=IDENTITY,
        service=here.service,
    )
    socket = SimpleNamespace(scope=line.scope, send=line.send, receive=line.receive, app=SimpleNamespace(state=state))
    task = asyncio.create_task(cast(Any, live).fn(socket, table.id))
    try:
        await soon(lambda: line.hear is not None or task.done())
        yield line
    finally:
        line.end()
        await task


async def test_hints_end_with_the_connection(here: Place) -> None:
    table = await here.table("me", "bot:novice")
    async with connected(here, table, "ann") as line:
        line.ask("hint", seat=0)
        await soon(lambda: len(here.questions) == 1)
        assert not here.sage.enough_of
    await soon(lambda: bool(here.sage.enough_of))
    await soon(lambda: not table.hints)


def fault(*_: object, **__: object) -> Any:
    raise TypeError("this is broken")


@pytest.mark.parametrize("where", ["table", "state", "message"])
async def test_what_raises_is_logged_once_and_leaves_no_trace(
    where: str, here: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the table is found, when the state is to be sent, and when a message is heard."""

    table = await here.table("me", "open")
    with monkeypatch.context() as broken:
        if where == "table":
            broken.setattr(here.service, "table", fault)
        elif where == "state":
            broken.setattr(Listeners, "state", fault)
        else:
            broken.setattr("tesserae.server.live.Conversation._hear", fault)
        async with connected(here, table, "eve") as line:
            if where == "message":
                line.ask("ping")
            await soon(lambda: line.closed is not None)
    assert line.messages[-1]["code"] == "internal"
    assert "broken" not in str(line.messages)
    assert line.closed == (1008 if where == "table" else 1011, "internal")
    assert caplog.text.count("Traceback") == caplog.text.count("TypeError: this is broken") == 1
    await soon(lambda: not table.listeners)
    assert here.service.conversations == {}
    assert here.service.visits._here == {}
    async with connected(here, table, "eve", "from=0") as line:
        assert line.heard("presence") == [{"t": "presence", "watching": 1}]


async def test_what_was_missed_is_computed_beside_the_loop(monkeypatch: pytest.MonkeyPatch, here: Place) -> None:
    threads: dict[str, set[bool]] = {}
    watch(monkeypatch, tables, "missed", threads)
    table = await here.table("me", "open")
    number = table.match.number
    async with connected(here, table, "ann", f"from={number}&seat=0") as line:
        assert line.messages[0] == {"t": "ok", "id": None, "n": number}
    assert threads == {"missed": {False}}


async def test_a_cookie_is_set_only_for_who_has_none(here: Place) -> None:
    table = await here.table("me", "open")
    for person, cookie in (("ann", 'other={"a":1}'), ("ann", "x=\xe9"), ("ann", "tesserae=forged")):
        async with connected(here, table, person, cookie=cookie) as line:
            assert (line.seat, line.sent[0]["headers"]) == (0, [])
    async with connected(here, table, None) as line:
        (name, value) = line.sent[0]["headers"][0]
        assert (name, line.seat) == (b"set-cookie", None)
        newcomer, _ = IDENTITY.read([value.decode().split(";")[0]], False)
        assert table.listeners.here() == {newcomer}


async def test_handshakes_of_one_address_are_counted(here: Place) -> None:
    table = await here.table("me", "open")
    requests = Buckets(1e-6, 2)
    loop = asyncio.get_running_loop()
    began = loop.time()
    for person, declined in (("ann", None), ("eve", None), ("ann", 429), (None, 429)):
        async with connected(here, table, person, requests=requests) as line:
            assert (line.declined, bool(line.sent)) == (declined, declined is None)
    assert loop.time() - began >= 2 * REFUSING  # whoever is refused has to wait
    here.service.visits.most = 0
    async with connected(here, table, "ann") as line:
        assert line.messages[0]["code"] == "rate"
        assert line.closed == (1008, "rate")


async def test_handshakes_of_one_address_wait_for_each_other(here: Place) -> None:
    class Noted(Turns):
        async def wait(self, address: str) -> None:
            waited.append(address)
            await super().wait(address)

    waited: list[str] = []
    table = await here.table("me", "open")
    async with connected(here, table, "ann", turns=Noted()) as line:
        assert waited == [network(line.scope["client"][0])]


async def test_a_new_connection_gives_nobody_more_messages(here: Place) -> None:
    here.service.messages = Shares(1e-6, 6, 2)
    table = await here.table("me", "open")
    pongs = []
    for person in ("ann", "ann", "ann", "dan", "eve"):
        async with connected(here, table, person) as line:
            for _ in range(4):
                line.ask("ping")
        pongs.append(len(line.heard("pong")))
        assert all(refused["code"] == "rate" for refused in line.heard("refused"))
    assert pongs == [4, 2, 0, 4, 2]  # all are at one address, which has twice the share of a person
