"""Clients that play whatever happens: they come back, and send again what was not answered, with the same id."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.chaos.checker import Problem, check
from tests.chaos.history import Asked, Heard, History, Told
from tests.chaos.world import World
from tests.server.processes import PATIENT
from tests.server.wire import Device, Json, Live

LOST = (WebSocketException, OSError, TimeoutError, EOFError)
NOT_WRITTEN = "SV-1"  # the rule by which the server says that the store is away
AGAIN = 0.05  # seconds before a client comes back; twice as long after each failure
AT_MOST = 1.0  # seconds
RACE = 0.1  # of the moves of one who has two devices
KINDS: tuple[tuple[str, Json], ...] = (  # of tables
    ("symbol_chain", {}),
    ("sequence", {}),
    ("consequence", {"options": {"memory_aid": True}}),
    ("symbol_chain", {"clock": {"kind": "game", "seconds": 86_400, "first": 0}}),
    ("sequence", {"clock": {"kind": "game", "seconds": 86_400, "first": 0}}),
    ("consequence", {}),
    ("sequence", {"players": ["me", "bot:novice"], "bot_seconds": 0.05, "start": True}),
)


@dataclass
class Counts:
    """What has happened so far."""

    moves: int = 0  # acknowledged
    races: int = 0
    tables: int = 0  # checked
    lost_connections: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)


class Client:
    """One window: a connection to a table that is made again whenever it is lost."""

    def __init__(self, world: World, counts: Counts, chance: random.Random, device: Device, person: str) -> None:
        self.world = world
        self.counts = counts
        self.chance = chance
        self.device = device
        self.heard = Heard(person)
        self.live: Live | None = None
        self.legal: Json | None = None
        self.asked: dict[str, Asked] = {}
        self._open: dict[str, tuple[Json, asyncio.Future[None]]] = {}  # sent, and not answered yet
        self._news = asyncio.Event()
        self.deaf = False  # what comes now is no longer of interest
        self._ready = False
        self._sending: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def look(self, table: str) -> None:
        self.table = table
        self._task = asyncio.create_task(self._stay())

    async def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self.live is not None:
            self.live.socket.transport.abort()
            self.device.lives.remove(self.live)

    def drop(self) -> None:
        """Lose the connection."""
        if self.live is not None:
            self.live.socket.transport.abort()

    @property
    def number(self) -> int:
        return self.heard.told[-1].message["n"] if self.heard.told else 0

    @property
    def over(self) -> bool:
        return bool(self.heard.told) and self.heard.told[-1].document["table"]["status"] == "over"

    async def _stay(self) -> None:
        wait = AGAIN
        while True:
            try:
                live = await self._come()
                while True:
                    self._hear(live, await live.next())
                    wait = AGAIN
            except LOST:
                self.counts.lost_connections += 1
                self._ready = False
                await asyncio.sleep(wait)
                wait = min(2 * wait, AT_MOST)

    async def _come(self) -> Live:
        """Connect, as one who was here before or as a newcomer."""
        before = self.live
        query = "?legal=1"
        back = before is not None and before.number and self.chance.random() < 0.5
        if before is not None and back:
            query += f"&from={before.number}" + ("" if before.seat is None else f"&seat={before.seat}")
        live = await self.device.live(self.table, query, self.world.base(self.chance))
        if before is not None:
            self.device.lives.remove(before)
            if back:
                live.document, live.number, live.seat = before.document, before.number, before.seat
        self.live = live
        return live

    def _hear(self, live: Live, message: Json) -> None:
        live.frames.clear()
        if self.deaf:
            return
        if message["t"] in ("state", "event"):
            self.heard.told.append(Told(time.monotonic(), live.seat, message, live.document))
            self.legal = message.get("legal")
        if not self._ready and (message["t"] == "state" or (message["t"] == "ok" and message["id"] is None)):
            self._ready = True
            for again, _ in self._open.values():
                self._send(again)
        if message.get("id") in self._open:
            self._answered(message)
        self._news.set()

    def _answered(self, message: Json) -> None:
        asked = self.asked[message["id"]]
        if message["t"] in ("event", "ok"):
            asked.number = message["n"]
            self.counts.moves += 1
        elif message["t"] == "refused":
            asked.refused = message["code"]
            self.counts.refused[message["code"]] += 1
        else:
            return
        asked.answered = time.monotonic()
        _, done = self._open.pop(message["id"])
        if not done.cancelled():
            done.set_result(None)

    def _send(self, message: Json) -> None:
        async def send(live: Live) -> None:
            with suppress(*LOST):
                await live.raw(json.dumps(message))

        if self.live is not None and self._ready:
            task = asyncio.create_task(send(self.live))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def move(self, id: str, seat: int, action: str) -> Asked:
        """Ask for a move, and wait for the answer through however many connections."""
        message = {"t": "act", "id": id, "n": self.number, "seat": seat, "actions": [action]}
        self.asked[id] = asked = Asked(self.heard.person, id, seat, action, time.monotonic())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._open[id] = message, done
        self._send(message)
        await done
        return asked

    async def other_than(self, legal: Json) -> None:
        """Until there is something else to do, or nothing any more."""
        await self.until(lambda: self.legal is not legal or self.over)

    async def reach(self, number: int) -> None:
        """Until it was told of that event."""
        await self.until(lambda: self.number >= number)

    def poke(self) -> None:
        """Whoever waits here looks again."""
        self._news.set()

    async def until(self, fits: Callable[[], bool]) -> None:
        while not fits():
            self._news.clear()
            await self._news.wait()


class Player:
    """A person with one window or two, which race each other."""

    def __init__(self, clients: list[Client], chance: random.Random) -> None:
        self.clients = clients
        self.chance = chance
        self.sent = 0
        self.ending = False

    def end(self) -> None:
        """No more moves."""
        self.ending = True
        self.clients[0].poke()

    async def play(self) -> None:
        """To the end of the game, or of the storm."""
        first = self.clients[0]
        while True:
            await first.until(lambda: first.over or self.ending or bool(first.legal))
            if first.over or self.ending:
                return
            legal = first.legal
            if legal is None or not legal["actions"]:
                raise ValueError(f"too much to choose from: {legal}")
            moving = self.clients if self.chance.random() < RACE else self.clients[:1]
            moves = [client.move(self._id(), legal["seat"], self.chance.choice(legal["actions"])) for client in moving]
            answers = await asyncio.gather(*moves)
            if len(moves) > 1:
                first.counts.races += 1
            if all(asked.number is None for asked in answers):
                with suppress(TimeoutError):
                    await asyncio.wait_for(first.other_than(legal), 0.2)
            else:
                await first.other_than(legal)

    def _id(self) -> str:
        self.sent += 1
        return f"{self.sent}"


class Pair:
    """Two people, who play at one table after the other."""

    def __init__(self, world: World, counts: Counts, seed: int) -> None:
        self.world = world
        self.counts = counts
        self.chance = random.Random(seed)
        self.made = seed
        self.clients: list[Client] = []
        self.players: list[Player] = []
        self.ending = False

    async def __aenter__(self) -> "Pair":
        self.devices = [Device(self.world.slots[0].serving.base) for _ in range(3)]
        self.people = []
        for device in self.devices:
            me = await self._ask(device, "GET", "/api/me")
            self.people.append(str(me["person"]))
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self.clients:
            await client.leave()
        for device in self.devices:
            await device.http.aclose()

    async def _ask(self, device: Device, method: str, path: str, body: Json | None = None) -> Json:
        """Over HTTP, until it is done. What was done without an answer is refused the second time."""
        tried = False
        while True:
            with suppress(httpx.HTTPError, OSError, json.JSONDecodeError):
                answer = await device.http.request(method, self.world.base(self.chance) + path, json=body)
                found: Json = answer.json()
                if answer.is_success or (tried and found.get("rule") != NOT_WRITTEN and answer.status_code == 409):
                    return found
                assert found.get("rule") == NOT_WRITTEN or answer.status_code >= 500, found
            tried = True
            await asyncio.sleep(AGAIN)

    async def sit(self) -> None:
        """Sit down at a new one: both, or one and a bot; one with two windows, and one who looks on."""
        self.began = time.monotonic()
        game, more = KINDS[self.made % len(KINDS)]
        self.made += 1
        settings = {name: value for name, value in more.items() if name not in ("players", "start")}
        body = {**more, "settings": {"game": game, **settings}}
        for name in settings:
            del body[name]
        self.id = (await self._ask(self.devices[0], "POST", "/api/tables", body))["id"]
        seated = 1 if "players" in more else 2
        if seated == 2:
            await self._ask(self.devices[1], "POST", f"/api/tables/{self.id}/join", {})
        self.clients = []
        self.players = [Player([self._client(index)], self.chance) for index in range(seated)]
        if self.made % 2:
            self.players[0].clients.append(self._client(0))
        if self.made % 3 == 0:
            self._client(2)
        for client in self.clients:
            client.look(self.id)

    def _client(self, index: int) -> Client:
        client = Client(self.world, self.counts, self.chance, self.devices[index], self.people[index])
        self.clients.append(client)
        return client

    async def play(self) -> None:
        """Until the storm ends."""
        while not self.ending:
            await self.sit()
            if self.ending:
                self.end()
            await asyncio.gather(*[player.play() for player in self.players])
            await self.finish()

    def end(self) -> None:
        self.ending = True
        for player in self.players:
            player.end()

    async def finish(self) -> None:
        """Everybody must come to know what the store has, and nothing else; and everybody leaves."""
        try:
            async with asyncio.timeout(PATIENT):
                while True:  # bots may still move
                    rows = await self.world.rows(self.id)
                    for client in self.clients:
                        await client.reach(len(rows))
                    if all(client.number == len(rows) for client in self.clients):
                        break
        except TimeoutError:
            rows = await self.world.rows(self.id)
        for client in self.clients:
            client.deaf = True
        for client in self.clients:
            await client.leave()
        asked = [asked for client in self.clients for asked in client.asked.values()]
        heard = [client.heard for client in self.clients]
        outages, troubles = (
            [span for span in spans if span.ended > self.began] for spans in (self.world.outages, self.world.troubles)
        )
        self.counts.problems += check(History(self.id, rows, asked, heard, outages, troubles))
        self.counts.tables += 1
        self.clients, self.players = [], []


async def flood(world: World, chance: random.Random, table: str, messages: int) -> None:
    """Somebody who says anything, as fast as it goes."""
    said: list[Any] = [
        {"t": "ping"},
        {"t": "legal", "id": "x", "seat": 0},
        {"t": "nonsense"},
        {},
        {"t": "hint", "seat": 9},
    ]
    device = Device(world.base(chance))
    with suppress(*LOST, httpx.HTTPError, AssertionError):
        live = await device.live(table)
        for _ in range(messages):
            await live.raw(json.dumps(chance.choice(said)))
        while True:
            async with asyncio.timeout(0.5):
                await live.socket.recv()
    for live in device.lives:
        live.socket.transport.abort()
    await device.http.aclose()
