"""Players at many tables over real sockets, for bench/load.py and the like: the game that they play, clients as small
as they can be, because the generator must not be what is measured, and how to talk to each server."""

import asyncio
import http.client
import json
import os
import random
import re
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

import psutil

import tesserae

LENGTH = 2_000  # moves of the game that is played, at most; a closed loop ends with them
PACE = 2.0  # seconds between two moves of a table, paced
VISIT = 45  # moves after which a table is left, where memory is looked at, at most


# --- The game that all tables play ---


def long_game(length: int = LENGTH) -> list[str]:
    """A legal game of Symbol that goes on for long: chance plays no part in it, so that it fits any table."""
    chance = random.Random(1)
    state = tesserae.start("symbol", seed=0, edition="simple")
    moves: list[str] = []
    while len(moves) < length:
        seat = state.actors[0]
        actions = state.legal(seat)
        chance.shuffle(actions)
        kings = [a for a in actions if "[" in a and "x" not in a]
        for action in [*kings, *actions]:
            after = state.copy()
            after.act(seat, action)
            if after.actors and after.actors[0] != seat:
                break
        else:
            break
        state = after
        moves.append(action)
    return moves


# --- A client, as small as it can be: the generator must not be what is measured ---


class Client(asyncio.Protocol):
    """One WebSocket. `heard` is called with each text message."""

    def __init__(self, host: str, path: str, cookie: str, heard: Callable[[bytes], None]) -> None:
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + (f"Cookie: {cookie}\r\n" if cookie else "")
            + "\r\n"
        )
        self.heard = heard
        self.open = False
        self.buffer = b""
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data if self.buffer else data
        at = 0
        if not self.open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.buffer = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.open = True
        while len(data) - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + length:
                break
            kind = data[at] & 15
            payload = data[start : start + length]
            at = start + length
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self.frame(payload, 10)
        self.buffer = data[at:]

    def frame(self, payload: bytes, kind: int = 1) -> None:
        """Send, masked with zeros: that is allowed, and costs nothing."""
        n = len(payload)
        length = bytes((128 | n,)) if n < 126 else b"\xfe" + n.to_bytes(2, "big")
        self.transport.write(bytes((128 | kind,)) + length + b"\0\0\0\0" + payload)


@dataclass
class Pair:
    """A table: its two clients, and how far its game is."""

    clients: list[Client] = field(default_factory=list)
    ready: int = 0
    number: int = 0
    at: int = 0
    sent: float = 0.0


@dataclass
class Result:
    """One line of the table of results."""

    name: str
    tables: int
    moves: int
    seconds: float
    delays: list[float]
    cpu: float
    own_cpu: float
    memory: float

    def quantile(self, q: float) -> float:
        ordered = sorted(self.delays)
        return 1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else float("nan")


class Load(ABC):
    """One server under load. Subclasses know how to talk to it."""

    name: str
    process: subprocess.Popen[str]
    port: int

    def __init__(self, game: list[str]) -> None:
        self.game = game
        self.delays: list[float] = []
        self.moves = 0
        self.closed = True
        self.running = False
        self.errors: list[bytes] = []

    # What a server needs.

    @abstractmethod
    def connections(self, tables: int) -> list[list[tuple[str, str]]]:
        """For each table the path and the cookie of its two clients."""

    @abstractmethod
    def heard(self, pair: Pair, seat: int, message: bytes) -> None:
        """A message has come for a seat."""

    @abstractmethod
    def move(self, pair: Pair) -> bytes:
        """The message that makes the next move of a table."""

    # What is done with it.

    def send(self, pair: Pair) -> None:
        """The next move of a table."""
        if pair.at < len(self.game):
            pair.sent = time.perf_counter()
            pair.clients[pair.at % 2].frame(self.move(pair))

    def arrived(self, pair: Pair) -> None:
        """The opponent has seen the move."""
        if self.running:
            self.delays.append(time.perf_counter() - pair.sent)
            self.moves += 1
        pair.at += 1
        if self.closed and self.running:
            self.send(pair)

    def port_of(self, seat: int) -> int:
        """Where the client in a seat of the next table connects."""
        return self.port

    async def sit(self, places: list[tuple[str, str]]) -> Pair:
        """Connect the two clients of a table."""
        pair = Pair()
        for seat, (path, cookie) in enumerate(places):
            port = self.port_of(seat)
            maker = partial(Client, f"127.0.0.1:{port}", path, cookie, partial(self.heard, pair, seat))
            _, client = await asyncio.get_running_loop().create_connection(maker, "127.0.0.1", port)
            pair.clients.append(client)
        return pair

    async def run(self, tables: int, seconds: float, closed: bool) -> Result:
        server = psutil.Process(self.process.pid)
        empty = server.memory_info().rss
        loop = asyncio.get_running_loop()
        pairs = [await self.sit(places) for places in self.connections(tables)]
        async with asyncio.timeout(60):
            while any(pair.ready < 2 for pair in pairs):
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        memory = (server.memory_info().rss - empty) / tables
        self.delays, self.moves, self.closed, self.running = [], 0, closed, True
        began, busy, own = time.perf_counter(), sum(server.cpu_times()[:2]), time.process_time()
        if closed:
            for pair in pairs:
                self.send(pair)
            while time.perf_counter() - began < seconds and any(pair.at < len(self.game) for pair in pairs):
                await asyncio.sleep(0.05)
        else:
            for pair in pairs:
                loop.call_later(random.random() * PACE, self._pace, loop, pair)
            await asyncio.sleep(seconds)
        self.running = False
        spent = time.perf_counter() - began
        result = Result(
            self.name,
            tables,
            self.moves,
            spent,
            self.delays,
            (sum(server.cpu_times()[:2]) - busy) / spent,
            (time.process_time() - own) / spent,
            memory,
        )
        assert self.moves > 0
        for pair in pairs:
            self.leave(pair)
        assert not self.errors, self.errors[:3]
        await asyncio.sleep(0.5)
        return result

    def leave(self, pair: Pair) -> None:
        assert not any(client.lost for client in pair.clients), "connections were lost"
        for client in pair.clients:
            client.transport.abort()

    async def watch(self, tables: int, minutes: int) -> None:
        """Paced play at so many tables at a time, and what the server has in memory at each minute."""
        self.moves, self.closed, self.running = 0, False, True
        async with asyncio.TaskGroup() as group:
            visits = [group.create_task(self._visit()) for _ in range(tables)]
            for minute in range(1, minutes + 1):
                await asyncio.sleep(60)
                assert not self.errors, self.errors[:3]
                memory = psutil.Process(self.process.pid).memory_info().rss
                print(f"minute {minute}: {memory / 1e6:.0f} MB, {self.moves} moves so far", flush=True)
            for visit in visits:
                visit.cancel()

    async def _visit(self) -> None:
        """Play at one table after the other."""
        while True:
            pair = await self.sit(self.connections(1)[0])
            while pair.ready < 2:
                await asyncio.sleep(0.1)
            for _ in range(random.randint(1, VISIT)):
                self.send(pair)
                await asyncio.sleep(PACE)
            self.leave(pair)

    def _pace(self, loop: asyncio.AbstractEventLoop, pair: Pair) -> None:
        if self.running:
            self.send(pair)
            loop.call_later(PACE, self._pace, loop, pair)


class Tesserae(Load):
    name = "Tesserae, SQLite, durable"

    def connections(self, tables: int) -> list[list[tuple[str, str]]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port)

        def post(path: str, body: object) -> tuple[str, dict[str, str]]:
            connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status < 300, text
            return answer.headers["set-cookie"].split(";")[0], json.loads(text)

        found = []
        for _ in range(tables):
            settings = {"game": "symbol", "options": {"edition": "simple"}}
            first, made = post("/api/tables", {"settings": settings})
            second, _ = post(f"/api/tables/{made['id']}/join", {})
            path = f"/api/tables/{made['id']}/live"
            found.append([(path, first), (path, second)])
        return found

    def heard(self, pair: Pair, seat: int, message: bytes) -> None:
        if message.startswith(b'{"t":"event"'):
            pair.number = max(pair.number, int(message[17 : message.index(b",", 17)]))
            if b'"kind":"acted","seat":%d,' % (1 - seat) in message:
                self.arrived(pair)
        elif message.startswith(b'{"t":"state"'):
            pair.ready += 1
            pair.number = json.loads(message)["n"]
        elif message.startswith((b'{"t":"refused"', b'{"t":"error"')):
            self.errors.append(message)

    def move(self, pair: Pair) -> bytes:
        seat, action = pair.at % 2, self.game[pair.at]
        return b'{"t":"act","id":"%d","n":%d,"seat":%d,"actions":["%s"]}' % (
            pair.at,
            pair.number,
            seat,
            action.encode(),
        )


class Shared(Tesserae):
    """Several processes on one PostgreSQL; `load.process` is the first of them."""

    name = "Tesserae, PostgreSQL, durable"

    def __init__(self, game: list[str], ports: list[int], apart: bool) -> None:
        super().__init__(game)
        self.ports = ports
        self.port = ports[0]
        self.apart = apart
        self.seated = 0

    def port_of(self, seat: int) -> int:
        self.seated += seat
        return self.ports[(self.seated - seat + (seat if self.apart else 0)) % len(self.ports)]


class BoardgameIo(Load):
    name = "boardgame.io, memory"
    made = 0

    def connections(self, tables: int) -> list[list[tuple[str, str]]]:
        path = "/socket.io/?EIO=4&transport=websocket"
        return [[(path, "")] * 2 for _ in range(tables)]

    def heard(self, pair: Pair, seat: int, message: bytes) -> None:
        client = pair.clients[seat] if len(pair.clients) > seat else None
        if message.startswith(b"0"):
            if pair.number == 0:
                BoardgameIo.made += 1
                pair.number = BoardgameIo.made
            assert client is not None
            client.frame(b"40/board,")
        elif message.startswith(b"40"):
            assert client is not None
            client.frame(b'42/board,["sync","m%d","%d",null,2]' % (pair.number, seat))
        elif message == b"2":
            assert client is not None
            client.frame(b"3")
        elif message.startswith(b'42/board,["sync"'):
            pair.ready += 1
        elif message.startswith(b'42/board,["update"') and seat != pair.at % 2:
            found = re.search(rb'"_stateID":(\d+)', message)
            assert found is not None
            if int(found[1]) == pair.at + 1:
                self.arrived(pair)

    def move(self, pair: Pair) -> bytes:
        seat = pair.at % 2
        square, other = pair.at * 7 % 49, pair.at * 11 % 49
        return (
            b'42/board,["update",{"type":"MAKE_MOVE","payload":{"type":"go","args":[%d,%d],"playerID":"%d"}},'
            b'%d,"m%d","%d"]' % (square, other, seat, pair.at, pair.number, seat)
        )


# --- Servers ---


@contextmanager
def served(load: Load, command: list[str], folder: str, pattern: str, tied: bool = True) -> Iterator[Load]:
    """The server in a process of its own, tied to the first core."""
    with Path(folder, "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(pattern, line):
                load.port = int(found[1])
                break
        else:
            raise RuntimeError(f"{load.name} did not start: {Path(folder, 'log').read_text()}")
        load.process = process
        if tied and (os.cpu_count() or 1) > 1:
            psutil.Process(process.pid).cpu_affinity([0])
        yield load
    finally:
        process.terminate()
        process.wait(20)


def wait_for_game(port: int) -> None:
    """Until the game can be played, and the bots' worker has everything at hand."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    while True:
        connection.request("GET", "/api/games")
        if json.loads(connection.getresponse().read())["ready"]["symbol"]:
            break
        time.sleep(0.2)
    time.sleep(3)
