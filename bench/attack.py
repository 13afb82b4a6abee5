"""What an attacker can do to everybody else: `python -m bench.attack [ATTACK …]`.

50 tables are played at a pace of a move every two seconds each, and two more against a bot, all from addresses of their
own. Meanwhile one attacker, a process with an address of its own (127.0.0.66), does one thing as fast as the server at
its default limits lets it. Shown are, for each attack: how many of the moves that were to be made reached the opponent,
and how soon; how long the bots of others took beside the budget that they have; and the server's memory before, at its
highest and some seconds after.

`--source DIR` attacks another version of the server: the `src` folder of another checkout.
"""

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import uvloop
from rich.console import Console
from rich.table import Table

import tesserae
from bench.generator import PACE, Client, Pair, Tesserae, long_game, served

ROOT = Path(__file__).resolve().parents[1]
ATTACKER = "127.0.0.66"
TABLES = 50
BUDGET = 0.5  # seconds that others' bots may think
AFTER = 5.0  # seconds after which memory is looked at again

Json = dict[str, Any]


# --- The attacks: each goes on until it is ended ---


def post(port: int, path: str, body: object, address: str, cookie: str = "") -> tuple[str, Json]:
    """The cookie to go on with, and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(address, 0), timeout=60)
    connection.request("POST", path, json.dumps(body), {"content-type": "application/json", "cookie": cookie})
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status < 300, text
    made = answer.headers["set-cookie"]
    connection.close()
    return made.split(";")[0] if made else cookie, json.loads(text)


async def talk(port: int, path: str, cookie: str, message: bytes, rate: float) -> None:
    """One socket that says the same again and again, and comes back when it is let go."""
    loop = asyncio.get_running_loop()
    while True:
        with suppress(OSError, AssertionError):
            maker = partial(Client, f"127.0.0.1:{port}", path, cookie, lambda _: None)
            _, client = await loop.create_connection(maker, "127.0.0.1", port, local_addr=(ATTACKER, 0))
            while not client.lost:
                if client.open:
                    client.frame(message)
                await asyncio.sleep(1 / rate)
        await asyncio.sleep(0.05)


FORCES: Json = {"forces": ["GGGBBBWWWRRRDDD"] * 2}


def broad_game() -> tuple[list[str], Json]:
    """Moves of full Symbol to a position with very many legal actions, and that position: each piles up all it has."""
    state = tesserae.start("symbol", seed=0, **FORCES)
    moves: list[str] = []
    while len(moves) < 54 or state.view(None)["step"] is not None:
        seat = state.actors[0]
        square = ("d1", "d7")[seat]
        adding = [action for action in state.legal(seat, at=square) if action.startswith("+")]
        moves.append(adding[len(moves) // 2 % len(adding)] if adding else "end")
        state.act(seat, moves[-1])
    print(f"{state.count(state.actors[0])} legal actions after {len(moves)} moves", file=sys.stderr)
    return moves, state.export()


async def legal(port: int) -> None:
    """One person in both seats, who asks on ten sockets what is legal where very much is."""
    moves, _ = broad_game()
    cookie, made = post(
        port, "/api/tables", {"settings": {"game": "symbol", "options": FORCES}, "players": ["me", "me"]}, ATTACKER
    )
    path = f"/api/tables/{made['id']}/live"
    state = tesserae.start("symbol", seed=0, **FORCES)
    number = asyncio.Event()
    heard: list[Json] = []

    def hear(text: bytes) -> None:
        heard.append(json.loads(text))
        number.set()

    maker = partial(Client, f"127.0.0.1:{port}", path, cookie, hear)
    _, client = await asyncio.get_running_loop().create_connection(maker, "127.0.0.1", port, local_addr=(ATTACKER, 0))
    for index, action in enumerate(["", *moves]):
        if action:
            seat = state.actors[0]
            last = max(message.get("n", 0) for message in heard)
            act = {"t": "act", "id": f"m{index}", "n": last, "seat": seat, "actions": [action]}
            client.frame(json.dumps(act).encode())
            state.act(seat, action)
        waiting = len(heard)
        while len(heard) == waiting or (action and not any(m.get("id") == f"m{index}" for m in heard)):
            number.clear()
            await number.wait()
        await asyncio.sleep(0.035)
    message = json.dumps({"t": "legal", "id": "x", "seat": state.actors[0]}).encode()
    print("ready", flush=True)
    await asyncio.gather(*[talk(port, path, cookie, message, 29) for _ in range(10)])


async def raw(port: int, begin: bytes, go_on: bytes, every: float) -> None:
    """One connection that sends something and goes on with it, and comes back when it is let go."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(begin)
            while not reader.at_eof() and not writer.transport.is_closing():
                if go_on:
                    writer.write(go_on)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(writer.drain(), 1)
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(65536), every)
            writer.transport.abort()
        await asyncio.sleep(0.05)


async def header(port: int) -> None:
    """A header that never ends."""
    print("ready", flush=True)
    await asyncio.gather(*[raw(port, b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"a" * 65536, 0.0005) for _ in range(4)])


async def half_open(port: int) -> None:
    """A thousand requests that are never finished."""
    print("ready", flush=True)
    await asyncio.gather(*[raw(port, b"GET / HTTP/1.1\r\nHost: x\r\n", b"", 1.0) for _ in range(1000)])


async def requests(port: int, request: bytes, connections: int) -> None:
    """Requests as fast as they are answered."""

    async def one() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
                while True:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    for line in head.lower().split(b"\r\n"):
                        if line.startswith(b"content-length:"):
                            await reader.readexactly(int(line[15:]))
            await asyncio.sleep(0.01)

    print("ready", flush=True)
    await asyncio.gather(*[one() for _ in range(connections)])


async def study(port: int) -> None:
    """Positions to be studied that have very many legal actions."""
    _, position = broad_game()
    legal = {"t": "legal", "seat": position["turn"]}
    body = json.dumps({"position": position, "queries": [legal]}).encode()
    head = (
        f"POST /api/study HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    await requests(port, head.encode() + body, 8)


async def get(port: int) -> None:
    """The home page, again and again."""
    await requests(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 20)


async def hints(port: int) -> None:
    """Hints against a bot, as many as can be asked for."""
    body = {"settings": {"game": "symbol", "bot_seconds": 10}, "players": ["me", "bot:master"], "start": True}
    cookie, made = post(port, "/api/tables", body, ATTACKER)
    message = json.dumps({"t": "hint", "id": "x", "seat": 0}).encode()
    print("ready", flush=True)
    await asyncio.gather(*[talk(port, f"/api/tables/{made['id']}/live", cookie, message, 29) for _ in range(20)])


async def bots(port: int) -> None:
    """Tables where only bots play, each looked at through a socket."""
    places = []
    cookie = ""
    for _ in range(35):
        body = {"settings": {"game": "symbol", "bot_seconds": 60}, "players": ["bot:master"] * 2, "start": True}
        with suppress(AssertionError):
            cookie, made = post(port, "/api/tables", body, ATTACKER, cookie)
            places.append(f"/api/tables/{made['id']}/live")
    print("ready", flush=True)
    await asyncio.gather(*[talk(port, path, cookie, b'{"t":"ping"}', 0.5) for path in places])


async def reconnect(port: int) -> None:
    """Connections to a table that are ended at once and made again."""
    cookie, made = post(port, "/api/tables", {"settings": {"game": "symbol"}, "players": ["me", "open"]}, ATTACKER)
    path = f"/api/tables/{made['id']}/live"
    loop = asyncio.get_running_loop()

    async def one() -> None:
        while True:
            with suppress(OSError, AssertionError):
                come = asyncio.Queue[bytes]()
                maker = partial(Client, f"127.0.0.1:{port}", path, cookie, come.put_nowait)
                transport, _ = await loop.create_connection(maker, "127.0.0.1", port, local_addr=(ATTACKER, 0))
                with suppress(TimeoutError):
                    await asyncio.wait_for(come.get(), 1)
                transport.abort()
            await asyncio.sleep(0.002)

    print("ready", flush=True)
    await asyncio.gather(*[one() for _ in range(20)])


async def nothing(port: int) -> None:
    """To compare with."""
    print("ready", flush=True)
    await asyncio.Event().wait()


ATTACKS: dict[str, Callable[[int], Coroutine[Any, Any, None]]] = {
    "none": nothing,
    "legal": legal,
    "header": header,
    "half-open": half_open,
    "study": study,
    "hints": hints,
    "bots": bots,
    "reconnect": reconnect,
    "get": get,
}


# --- Everybody else ---


class Everybody(Tesserae):
    """The tables of others, each pair at an address of its own."""

    def connections(self, tables: int) -> list[list[tuple[str, str]]]:
        found = []
        for number in range(tables):
            address = f"127.0.1.{number + 1}"
            settings = {"game": "symbol", "options": {"edition": "simple"}}
            first, made = post(self.port, "/api/tables", {"settings": settings}, address)
            second, _ = post(self.port, f"/api/tables/{made['id']}/join", {}, address)
            path = f"/api/tables/{made['id']}/live"
            found.append([(path, first), (path, second)])
        return found

    async def sit_at(self, places: list[tuple[str, str]], address: str) -> Pair:
        pair = Pair()
        for seat, (path, cookie) in enumerate(places):
            maker = partial(Client, f"127.0.0.1:{self.port}", path, cookie, partial(self.heard, pair, seat))
            _, client = await asyncio.get_running_loop().create_connection(
                maker, "127.0.0.1", self.port, local_addr=(address, 0)
            )
            pair.clients.append(client)
        return pair

    async def pace(self, pair: Pair) -> None:
        """A move every two seconds; the next one waits until the last has arrived."""
        await asyncio.sleep(random.random() * PACE)
        while True:
            before = pair.at
            self.wanted += self.running
            self.send(pair)
            await asyncio.sleep(PACE)
            while pair.at == before:
                if self.running:
                    self.late = max(self.late, time.perf_counter() - pair.sent)
                await asyncio.sleep(0.05)

    wanted = 0
    late = 0.0


class Guest:
    """Somebody who plays against a bot, game after game, and looks how long it takes."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.waits: list[float] = []
        self.since: float | None = None  # since when the bot is to act
        self.chance = random.Random(address)

    async def sit(self) -> None:
        body = {
            "settings": {"game": "sequence", "bot_seconds": BUDGET},
            "players": ["me", "bot:expert"],
            "start": True,
        }
        cookie, made = post(self.port, "/api/tables", body, self.address)
        maker = partial(Client, f"127.0.0.1:{self.port}", f"/api/tables/{made['id']}/live?legal=1", cookie, self.hear)
        _, self.client = await asyncio.get_running_loop().create_connection(
            maker, "127.0.0.1", self.port, local_addr=(self.address, 0)
        )

    def hear(self, text: bytes) -> None:
        message = json.loads(text)
        if message["t"] == "event" and message["kind"] == "acted" and message["seat"] == 1 and self.since is not None:
            self.waits.append(time.perf_counter() - self.since)
            self.since = time.perf_counter()
        if message["t"] not in ("state", "event"):
            return
        if message["t"] == "event" and message["kind"] == "ended":
            self.since = None
            self.next = asyncio.ensure_future(self.sit())
        elif found := message.get("legal"):
            self.since = None
            act = {"t": "act", "id": f"g{message['n']}", "n": message["n"], "seat": 0}
            act["actions"] = [self.chance.choice(found["actions"])]
            asyncio.get_running_loop().call_later(0.2, self.client.frame, json.dumps(act).encode())
        elif self.since is None:
            self.since = time.perf_counter()

    def begin(self) -> None:
        """Forget what was before."""
        self.waits.clear()
        if self.since is not None:
            self.since = time.perf_counter()

    def longest(self) -> float:
        """Seconds, with what is still waited for."""
        now = [time.perf_counter() - self.since] if self.since is not None else []
        return max([*self.waits, *now], default=0.0)


async def measure(load: Everybody, name: str, seconds: float) -> list[str]:
    server = psutil.Process(load.process.pid)
    pairs = [
        await load.sit_at(places, f"127.0.1.{number + 1}") for number, places in enumerate(load.connections(TABLES))
    ]
    guests = [Guest(load.port, f"127.0.2.{number + 1}") for number in range(2)]
    for guest in guests:
        await guest.sit()
    while any(pair.ready < 2 for pair in pairs):
        await asyncio.sleep(0.05)
    load.closed = False
    paces = [asyncio.create_task(load.pace(pair)) for pair in pairs]
    await asyncio.sleep(3)
    before = server.memory_info().rss
    command = [sys.executable, "-m", "bench.attack", "--as-attacker", name, "--port", str(load.port)]
    attacker = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert attacker.stdout is not None
    await asyncio.get_running_loop().run_in_executor(None, attacker.stdout.readline)
    for guest in guests:
        guest.begin()
    load.delays, load.moves, load.wanted, load.late, load.running = [], 0, 0, 0.0, True
    highest, end = before, time.perf_counter() + seconds
    while time.perf_counter() < end:
        await asyncio.sleep(0.2)
        highest = max(highest, server.memory_info().rss)
    load.running = False
    attacker.kill()
    attacker.wait()
    longest = max(guest.longest() for guest in guests)
    delays = sorted([*load.delays, *([load.late] if load.late > PACE else [])])
    p99 = f"{1000 * delays[int(0.99 * len(delays))]:.0f}" if delays else "none"
    made, wanted, worst = load.moves, load.wanted, 1000 * max(delays, default=load.late)
    await asyncio.sleep(AFTER)
    after = server.memory_info().rss
    for pace in paces:
        pace.cancel()
    return [
        name,
        f"{made} of {wanted}",
        p99,
        f"{worst:.0f}",
        f"{longest:.2f} of {BUDGET}",
        *[f"{rss / 1e6:.0f}" for rss in (before, highest, after)],
    ]


def attack(name: str, game: list[str], seconds: float, source: str | None) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--database", f"{folder}/attack.db"]
        if source is not None:
            os.environ["PYTHONPATH"] = str(Path(source).resolve())
        with served(Everybody(game), [*command, "--workers", "1"], folder, r"127\.0\.0\.1:(\d+)") as load:
            os.environ.pop("PYTHONPATH", None)
            assert isinstance(load, Everybody)
            while True:
                connection = http.client.HTTPConnection("127.0.0.1", load.port, source_address=("127.0.3.1", 0))
                connection.request("GET", "/api/games")
                ready = json.loads(connection.getresponse().read())["ready"]
                connection.close()
                if ready["symbol"] and ready["sequence"]:
                    break
                time.sleep(0.2)
            time.sleep(3)  # the bots' worker has everything at hand by then
            for worker in psutil.Process(load.process.pid).children():
                worker.cpu_affinity(list(range(os.cpu_count() or 1)))
            return uvloop.run(measure(load, name, seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=6, help="of each attack")
    parser.add_argument("--source", help="the src folder of the server's version")
    parser.add_argument("--as-attacker", choices=[*ATTACKS], help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    if options.as_attacker:
        os.nice(10)  # the others' side of the machine must not wait for it
        uvloop.run(ATTACKS[options.as_attacker](options.port))
    columns = ("moves", "p99 ms", "worst ms", "bots, s", "MB before", "highest", "after")
    table = Table("attack", *columns)
    for name in options.attacks or ATTACKS:
        row = attack(name, long_game(400), options.seconds, options.source)
        print(*row, sep=" | ", flush=True)
        table.add_row(*row)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
