"""A client for tests: it keeps the document as docs/reference/protocol.md says, and every frame that it got."""

import asyncio
import json
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tesserae.play import apply
from tests.server.processes import PATIENT

Json = dict[str, Any]


class Device:
    """A browser: a cookie jar that talks to one server."""

    def __init__(self, base: str) -> None:
        self.base = base
        # Certificates are not needed here, and loading them takes 30 ms.
        self.http = httpx.AsyncClient(base_url=base, timeout=PATIENT, verify=False)
        self.lives: list[Live] = []

    async def __aenter__(self) -> "Device":
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*[live.close() for live in self.lives])
        await self.http.aclose()

    async def get(self, path: str) -> Any:
        return self._good(await self.http.get(path))

    async def post(self, path: str, body: Any = None) -> Any:
        return self._good(await self.http.post(path, json={} if body is None else body))

    def _good(self, response: httpx.Response) -> Any:
        assert response.is_success, response.text
        return response.json()

    async def table(self, game: str, players: list[str] | None = None, start: bool = False, **settings: Any) -> str:
        body: Json = {"settings": {"game": game, **settings}, "start": start}
        if players is not None:
            body["players"] = players
        made = await self.post("/api/tables", body)
        return str(made["id"])

    def headers(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}

    async def live(self, table: str, query: str = "", base: str | None = None) -> "Live":
        if not self.http.cookies:
            await self.get("/api/me")
        url = (base or self.base).replace("http", "ws", 1) + f"/api/tables/{table}/live{query}"
        live = Live(await connect(url, additional_headers=self.headers(), max_size=None))
        self.lives.append(live)
        if not query:
            await live.until(lambda: live.number > 0)
        return live


class Live:
    """One connection to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.document: Json = {}
        self.number = 0
        self.seat: int | None = None
        self.moves: list[Json] = []
        self._ids = 0
        self._stamp = id(self)

    @property
    def table(self) -> Json:
        found: Json = self.document["table"]
        return found

    @property
    def view(self) -> Json:
        found: Json = self.document["view"]
        return found

    async def send(self, t: str, **fields: Any) -> str:
        """Send a message with a new id and the number seen; the id."""
        self._ids += 1
        name = f"{self._stamp}-{self._ids}"
        await self.raw(json.dumps({"t": t, "id": name, "n": self.number, **fields}))
        return name

    async def raw(self, text: str) -> None:
        await self.socket.send(text)

    async def ask(self, t: str, **fields: Any) -> Json:
        """Send, and the answer to it."""
        name = fields.pop("id", None) or await self.send(t, **fields)
        while True:
            message = await self.next()
            if message.get("id") == name:
                return message

    async def next(self) -> Json:
        """The next message; the document follows it."""
        async with asyncio.timeout(PATIENT):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        message: Json = msgspec.json.decode(text)
        if message["t"] == "state":
            self.document, self.number, self.seat = message["doc"], message["n"], message["seat"]
            self.moves = message["moves"]
        elif message["t"] == "event":
            assert message["n"] == self.number + 1, (message["n"], self.number)
            self.document, self.number = apply(self.document, message["changes"]), message["n"]
        return message

    async def until(self, fits: Callable[[], bool]) -> None:
        while not fits():
            await self.next()

    async def reach(self, number: int) -> None:
        """Until the event of that number is there."""
        await self.until(lambda: self.number >= number)

    async def own_turn(self) -> None:
        await self.until(lambda: bool(self.view["turn"] == self.seat))

    async def end(self) -> None:
        await self.until(lambda: bool(self.table["status"] == "over"))

    async def close(self) -> None:
        await self.socket.close()


async def two_at_a_table(
    ann: Device, bob: Device, game: str = "consequence", **settings: Any
) -> tuple[str, Live, Live]:
    table = await ann.table(game, **settings)
    await bob.post(f"/api/tables/{table}/join")
    return table, await ann.live(table), await bob.live(table)


def views(replay: Any) -> list[dict[str, Any]]:
    """The positions of a replay, before the first move and after each move."""
    return list(accumulate(replay["changes"], apply, initial=replay["view"]))


async def move(live: Live) -> str:
    """Some legal move; it is done when the acknowledgement has come."""
    legal = await live.ask("legal", seat=live.seat)
    action: str = legal["actions"][0]
    answer = await live.ask("act", seat=live.seat, actions=[action])
    assert answer["t"] == "event", answer
    return action
