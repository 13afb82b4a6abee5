"""Requests that are too long or too slow, readers that do not read, and crowds: bounded before anything is asked."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tesserae.server import run as server_run
from tesserae.server.app import Config
from tesserae.server.http import Http
from tesserae.server.limits import Limits, Trusted, Visits
from tesserae.server.pages import HEADERS
from tesserae.server.socket import FRAMES, SLICE, Socket, framed
from tests.server.processes import PATIENT

BIG = 20_000_000  # bytes; more than all buffers on the way hold


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers when the body is there; with much, if that is asked for. So do its WebSockets; the others say nothing."""
    if scope["type"] == "lifespan":
        return
    if scope["type"] == "websocket":
        socket = Socket.of(scope)
        await receive()
        if scope["path"] == "/decline":
            socket.decline(429, "That was too much.")
            return
        await send({"type": "websocket.accept"})
        if scope["path"] != "/":
            socket.say(framed(b"x" * BIG))
        if scope["path"] == "/part":
            socket.part(1000, "")
        if scope["path"] == "/end":
            return
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        more = message["more_body"]
    body = b"x" * (BIG if scope["path"] == "/big" else 2)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Served:
    """A server in this process, and the protocol that it speaks."""

    def __init__(self, port: int, protocol: type[Http]) -> None:
        self.port = port
        self.protocol = protocol
        self.writers: list[asyncio.StreamWriter] = []

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        return reader, writer

    async def close(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()

    async def ask(self, request: bytes) -> bytes:
        """All that comes until the server closes."""
        reader, writer = await self.open()
        writer.write(request)
        answer = await asyncio.wait_for(reader.read(), PATIENT)
        writer.close()
        return answer

    def here(self) -> int:
        """How many connections are counted."""
        return sum(self.protocol.visits._here.values())


@asynccontextmanager
async def served(
    limits: Limits, connections: int = 1000, trusted: str = "", ws: type[Socket] = Socket, ping: float | None = None
) -> AsyncIterator[Served]:
    class Bounded(Http):
        pass

    Bounded.limits, Bounded.visits, Bounded.trusted = limits, Visits(connections), Trusted(trusted)
    config = uvicorn.Config(
        app,
        port=0,
        http=Bounded,
        ws=ws,
        lifespan="off",
        log_level="critical",
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    there = Served(server.servers[0].sockets[0].getsockname()[1], Bounded)
    try:
        yield there
    finally:
        await there.close()
        server.should_exit = server.force_exit = True
        await task


async def until(fits: Callable[[], bool]) -> None:
    while not fits():
        await asyncio.sleep(0.01)


async def pour(writer: asyncio.StreamWriter, drop: bytes, pause: float) -> int:
    """Send on and on; the bytes sent until the other side had enough."""
    sent = 0
    try:
        while sent < 50_000_000:
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(pause)
            sent += len(drop)
    except OSError:
        return sent
    raise AssertionError("it was never too much")


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


GET = b"GET / HTTP/1.1\r\nHost: a\r\n"
UPGRADE = (
    b"Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def test_heads_have_an_end() -> None:
    async with served(Limits()) as server:
        heads = {
            b"GET /" + b"x" * 40_000: 431,
            GET + b"A: " + b"x" * 40_000: 431,
            GET + b"x" * 40_000: 431,
            GET + b"A: 1\r\n" * 101: 431,
            GET + b"A: " + b"x" * 9_000 + b"\r\n\r\n": 431,
            GET + b"A: " + b"x" * 7_000 + b"\r\nConnection: close\r\n\r\n": 200,
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\nConnection: close\r\n\r\n" + b"x" * 60_000: 200,
            GET + b"\r\n" + GET + b"\r\n" + GET + b"Connection: close\r\n\r\n": 200,
            b"\x16\x03\x01": 400,
        }
        for head, expected in heads.items():
            answer = await server.ask(head)
            assert (head[:60], status(answer)) == (head[:60], expected)
            assert expected == 200 or b"content-security-policy" in answer
        three = await server.ask(GET + b"\r\n" + GET + b"\r\n" + GET + b"Connection: close\r\n\r\n")
        assert three.count(b"200 OK") == 3
        await until(lambda: server.here() == 0)


async def test_a_head_without_end_costs_nobody_time_or_memory() -> None:
    async with served(Limits(arrival=PATIENT)) as server:
        _, writer = await server.open()
        writer.write(GET + b"A: ")
        sent = await pour(writer, b"x" * 65_536, 0)
        assert sent < 20_000_000  # what the system itself had taken by then
        await until(lambda: server.here() == 0)


async def test_requests_have_to_arrive() -> None:
    async with served(Limits(arrival=0.3)) as server:
        half = (
            b"",
            b"GET",
            GET,
            GET + b"Content-Length: 9\r\n\r\nabc",
            GET + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
        )
        answers = await asyncio.gather(*[server.ask(part) for part in half * 40], return_exceptions=True)
        for answer in answers:  # a slow machine may begin to send when it is too late
            assert isinstance(answer, ConnectionResetError) or (isinstance(answer, bytes) and status(answer) == 408)
        _, writer = await server.open()
        writer.write(GET + b"A: ")
        await pour(writer, b"x", 0.05)  # drop by drop
        await until(lambda: server.here() == 0)
        whole = await server.ask(GET + b"Connection: close\r\n\r\n")
        assert status(whole) == 200


async def test_so_does_the_next_request_of_a_connection() -> None:
    async def half(at_once: bytes, later: bytes) -> int:
        reader, writer = await server.open()
        writer.write(GET + b"\r\n" + at_once)
        assert status(await reader.readuntil(b"xx")) == 200
        writer.write(later)
        return status(await reader.read())

    async with served(Limits(arrival=1.0)) as server:
        body = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"
        halves = [half(b"", later) for later in (b"GET", GET, b"\r\n", body)]
        assert await asyncio.gather(*halves, half(b"GET", b"")) == [408] * 5
        await until(lambda: server.here() == 0)


async def test_a_body_without_end_is_cut_off() -> None:
    async with served(Limits(arrival=PATIENT)) as server:
        _, writer = await server.open()
        writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n")
        await pour(writer, b"x" * 65_536, 0)
        await until(lambda: server.here() == 0)


async def test_who_does_not_read_the_answer_is_let_go() -> None:
    async with served(Limits(patience=0.3)) as server:
        deaf = [await server.open() for _ in range(5)]
        for _, writer in deaf:
            cast(asyncio.Transport, writer.transport).pause_reading()
            writer.write(b"GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
        await until(lambda: server.here() == 5)
        await until(lambda: server.here() == 0)


async def test_every_byte_that_is_not_read_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the many thousands from which asyncio says that a client does not read."""
    transports: list[asyncio.Transport] = []
    plain = Http.connection_made

    def made(protocol: Http, transport: asyncio.Transport) -> None:
        plain(protocol, transport)
        transports.append(transport)

    monkeypatch.setattr(Http, "connection_made", made)
    async with served(Limits()) as server:
        await server.ask(GET + b"Connection: close\r\n\r\n")
        assert transports[0].get_write_buffer_limits() == (0, 0)


async def test_who_reads_slowly_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is as big as it is; what counts is whether it becomes less."""

    looks: list[Http] = []
    plain = Http._look_whether_it_reads

    def look(protocol: Http) -> None:
        """It has read 20 bytes a look, as much as it must; after eleven looks it reads less."""
        looks.append(protocol)
        protocol.left = protocol.transport.get_write_buffer_size() + (20 if len(looks) <= 11 else 19)
        plain(protocol)

    async with served(Limits(patience=0.02, pace=1_000)) as server:
        monkeypatch.setattr(server.protocol, "_look_whether_it_reads", look)
        _, writer = await server.open()
        cast(asyncio.Transport, writer.transport).pause_reading()
        writer.write(b"GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
        await until(lambda: server.here() == 0)
        assert len(looks) == 12


async def test_connections_of_one_address_are_counted_until_they_end() -> None:
    async with served(Limits(), connections=3) as server:
        url = f"ws://127.0.0.1:{server.port}/"
        plain = await server.open()
        async with connect(url), connect(url):
            await until(lambda: server.here() == 3)
            assert status(await server.ask(GET + b"\r\n")) == 429
            with pytest.raises(InvalidStatus):
                await connect(url)
        plain[1].close()
        await until(lambda: server.here() == 0)
        assert status(await server.ask(GET + b"Connection: close\r\n\r\n")) == 200
    async with served(Limits(), connections=0, trusted="10.0.0.0/8, 127.0.0.1") as server:
        assert status(await server.ask(GET + b"Connection: close\r\n\r\n")) == 200


async def test_connections_of_one_network_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    peers = iter(["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:3::1"])
    monkeypatch.setattr("uvicorn.protocols.http.httptools_impl.get_remote_addr", lambda _: (next(peers), 1))
    async with served(Limits(), connections=1) as server:
        await server.open()
        await until(lambda: server.here() == 1)
        assert status(await server.ask(GET + b"\r\n")) == 429
        assert status(await server.ask(GET + b"Connection: close\r\n\r\n")) == 200


@pytest.mark.parametrize("opcode", [0x89, 0x8A, 0x00])
async def test_floods_of_frames_that_are_no_message(opcode: int) -> None:
    """Pings, pongs and empty parts; they cost neither time nor memory for long."""
    counted: list[int] = []

    class Counting(Socket):
        def _count(self) -> None:
            counted.append(opcode)
            super()._count()

    async with served(Limits(), ws=Counting) as server:
        async with connect(f"ws://127.0.0.1:{server.port}/") as ws:
            for _ in range(3):
                await (await ws.ping())
            if opcode == 0:
                ws.transport.write(bytes((0x01, 0x80, 0, 0, 0, 0)))
            ws.transport.write(bytes((opcode, 0x80, 0, 0, 0, 0)) * (FRAMES + 1) * 100)
            with pytest.raises(ConnectionClosed):
                await ws.recv()
        await until(lambda: server.here() == 0)
    assert FRAMES < len(counted) < FRAMES + SLICE  # the rest is not even parsed


async def test_a_handshake_that_is_declined() -> None:
    async with served(Limits()) as server:
        answer = (await server.ask(b"GET /decline HTTP/1.1\r\n" + UPGRADE)).decode()
        assert answer.startswith("HTTP/1.1 429 ")
        assert answer.endswith("\r\n\r\nThat was too much.")
        assert all(f"\r\n{name}: {value}\r\n" in answer for name, value in HEADERS.items())


async def deaf(server: Served, path: str) -> asyncio.StreamWriter:
    """A WebSocket whose client does not read."""
    reader, writer = await server.open()
    writer.write(f"GET {path} HTTP/1.1\r\n".encode() + UPGRADE)
    await reader.readuntil(b"\r\n\r\n")
    cast(asyncio.Transport, writer.transport).pause_reading()
    return writer


class Hasty(Socket):
    """It keeps any number of bytes, but not for long when it ends."""

    unsent = 2 * BIG

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = 0.1


@pytest.mark.parametrize(("path", "ping"), [("/part", None), ("/end", None), ("/big", 0.1)])
async def test_a_socket_that_ends_does_not_wait_for_who_does_not_read(path: str, ping: float | None) -> None:
    """It is closed, the application has ended, or the client does not answer pings."""
    async with served(Limits(), ws=Hasty, ping=ping) as server:
        await deaf(server, path)
        await until(lambda: server.here() == 0)


async def test_who_does_not_read_a_socket_is_let_go() -> None:
    async with served(Limits()) as server:
        await deaf(server, "/big")
        await until(lambda: server.here() == 0)


async def test_unread_pongs_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesserae.server.socket.FRAMES", 10**9)
    async with served(Limits()) as server:
        writer = await deaf(server, "/")
        await pour(writer, (bytes((0x89, 0xFD, 0, 0, 0, 0)) + b"x" * 125) * 500, 0)
        await until(lambda: server.here() == 0)


async def test_what_comes_after_the_end_is_not_read_for_ever() -> None:
    class Patient(Hasty):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.close_timeout = 1000.0

    async with served(Limits(), ws=Patient) as server:
        writer = await deaf(server, "/part")
        await pour(writer, bytes((0x82, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0)) + bytes(65_535), 0)
        await until(lambda: server.here() == 0)


def test_a_server_is_started_with_all_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[uvicorn.Config] = []

    class Server:
        def __init__(self, config: uvicorn.Config, *_: object) -> None:
            started.append(config)

        def run(self) -> None:
            pass

    monkeypatch.setattr(server_run, "Server", Server)
    monkeypatch.setattr(server_run, "_allow_many_files", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    monkeypatch.setattr("sys.setswitchinterval", lambda _: None)
    for owner, name in ((Http, "limits"), (Http, "visits"), (Http, "trusted"), (Socket, "unsent")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # as before when the test is over
    limits = Limits(size=1_000, unsent=2_000, sockets=7)
    server_run.serve(Config(str(tmp_path / "tables.db"), limits=limits), "127.0.0.1", 0, proxy="10.0.0.1")
    (config,) = started
    assert (config.http, config.ws, config.ws_max_size) == (Http, Socket, limits.size)
    assert (Http.limits, Http.visits.most, Socket.unsent) == (limits, limits.connections, limits.unsent)
    assert ["10.0.0.1" in Http.trusted, "10.0.0.2" in Http.trusted] == [True, False]
    assert config.ws_ping_interval
    assert config.ws_ping_timeout
