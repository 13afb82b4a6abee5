"""What comes in over HTTP before any table is asked: odd paths and hosts, other applications' cookies, safe headers."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from itsdangerous import BadSignature

from tesserae.server.app import Config, create_app
from tesserae.server.compiling import CompileRegistry
from tesserae.server.identity import Identity
from tesserae.server.limits import REFUSING, Buckets, Limits
from tesserae.server.pages import HEADERS
from tests.server.postgres import Postgres
from tests.server.processes import LOOSE, PATIENT, ROOT, Serving, serving
from tests.server.test_weather import last_words, live_url

FOREIGN = [
    'other={"a":1}',
    "x=\xe9",
    "a b",
    "=;=",
    "bad[]=1",
    '"',
    "tesserae_theme=dark",
    "x=tesserae=1",
    ";;",
    "a=b,c=d",
]


@pytest.fixture(scope="module")
def shared(postgres: Postgres) -> Iterator[Serving]:
    with serving(postgres.database(), *LOOSE) as running:
        yield running


def exchange(server: Serving, request: bytes) -> bytes:
    """The whole answer to bytes that no library would send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENT) as wire:
        wire.sendall(request)
        answer = b""
        while more := wire.recv(65_536):
            answer += more
    return answer


def cookie_of(answer: httpx.Response) -> str:
    return answer.headers["set-cookie"].split(";")[0]


def test_cookies_of_other_applications_change_nothing(server: Serving) -> None:
    first = server.get("/api/me")
    own = cookie_of(first)
    with httpx.Client(base_url=server.base, timeout=PATIENT) as client:
        for foreign in FOREIGN:
            for header in (f"{foreign}; {own}", f"{own}; {foreign}", f"{foreign};{own};{foreign}"):
                client.cookies.clear()
                again = client.get("/api/me", headers={b"cookie": header.encode("latin-1")})
                assert (header, again.json()) == (header, first.json())
                assert "set-cookie" not in again.headers
            stranger = client.get("/api/me", headers={b"cookie": foreign.encode("latin-1")})
            assert stranger.json()["person"] != first.json()["person"]
            assert cookie_of(stranger).startswith("tesserae=")


def test_of_several_cookies_the_one_that_was_made_here_counts() -> None:
    identity = Identity("secret")
    good = identity.make("ann", False).split(";")[0]
    odd = [f"tesserae=0; {good}"], [f"tesserae=forged; {good}"], [good, "tesserae=x.y"]
    for headers in (*odd, [f'{good.replace("=", "=" + chr(34), 1)}"']):
        assert identity.read(headers, False) == ("ann", True)
    with pytest.raises(BadSignature):
        identity.read(["a=b; tesserae=x.y"], False)
    assert identity.read(["a=b"], False) == (None, False)


def test_under_https_the_cookie_is_for_this_host_alone() -> None:
    identity = Identity("secret")
    made = identity.make("ann", True)
    assert made.startswith("__Host-tesserae=")
    assert {"Secure", "Path=/"} <= set(made.split("; "))
    assert "Domain" not in made
    safe, plain = made.split(";")[0], identity.make("bob", False).split(";")[0]
    assert identity.read([f"{plain}; {safe}"], True) == ("ann", True)
    assert identity.read([plain], True) == ("bob", False)  # who came before there was HTTPS is kept, under the new name
    assert identity.read([safe], False) == (None, False)


@pytest.mark.parametrize("kind", ["server", "shared"])
def test_odd_paths_are_not_there_and_tell_nothing(kind: str, request: pytest.FixtureRequest) -> None:
    server: Serving = request.getfixturevalue(kind)
    files = (".", "%2e%2e", "js", "js/", "x%00", "%ff", "x" * 3000, "games/symbol/.", "%2e%2e/cli.py")
    tables = ("tables/%00", "tables/x%00/code", "tables/a%00b/record", "tables/%00/qr.svg", "codes/%00")
    with httpx.Client(base_url=server.base, timeout=PATIENT) as client:
        for path in (*(f"/static/{file}" for file in files), *(f"/api/{table}" for table in tables), "/x%00"):
            answer = client.get(path)
            assert (path, answer.status_code) == (path, 404)
            assert answer.json()["code"] == "missing"
            assert str(ROOT) not in answer.text
    for table in ("%00", "a%00b"):
        said, _ = asyncio.run(last_words(live_url(server, table)))
        assert said["code"] == "missing"


@pytest.mark.parametrize("host", [b"h" * 3000, b"a b", b"a/b", b"a:b", b"<x>", b"a:123456", b"[::1", b"\xe9"])
def test_hosts_that_are_none(server: Serving, host: bytes) -> None:
    answer = exchange(server, b"GET /api/games HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
    assert answer.split(b" ", 2)[1] == b"400"
    assert b"content-security-policy" in answer


def test_hosts_as_they_are(server: Serving) -> None:
    with httpx.Client(base_url=server.base, timeout=PATIENT) as client:
        for host in ("example.org", "example.org:8000", "[::1]:8000", "my_host", "127.0.0.1"):
            assert client.get("/health", headers={"host": host}).status_code == 200


def test_every_answer_has_the_headers_that_keep_a_page_safe(server: Serving) -> None:
    answers = [
        server.get("/"),
        server.get("/health"),
        server.get("/static/js/main.js"),
        server.get("/nowhere"),
        server.get("/api/me", headers={"cookie": "tesserae=forged.cookie"}),
        server.ask("PUT", "/api/me", json={"name": "x"}, headers={"origin": "https://evil.example"}),
        server.ask("DELETE", "/api/me"),
        server.ask("POST", "/api/tables", json={"settings": {"game": "x" * 30_000}}),
        server.ask("POST", "/api/tables", content=b"{", headers={"content-type": "application/json"}),
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses == [200, 200, 200, 404, 403, 403, 405, 413, 400]
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (answer.status_code, name)


@pytest.mark.parametrize(
    ("path", "key", "status"), [("/nowhere", "dGhlIHNhbXBsZSBub25jZQ==", b"403"), ("/api/tables/x/live", "odd", b"400")]
)
def test_so_have_handshakes_that_are_refused(server: Serving, path: str, key: str, status: bytes) -> None:
    upgrade = f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nConnection: Upgrade"
    answer = exchange(server, f"GET {path} HTTP/1.1\r\nHost: a\r\n{upgrade}\r\n\r\n".encode())
    assert answer.split(b" ", 2)[1] == status
    for name, value in HEADERS.items():
        assert answer.decode().count(f"{name}: {value}\r\n") == 1


async def ask(app: Any, address: str, method: str, path: str, body: Any = None) -> httpx.Response:
    transport = httpx.ASGITransport(app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        return await client.request(method, path, json=body)


async def test_requests_of_one_address_are_counted(tmp_path: Path) -> None:
    app = create_app(Config(str(tmp_path / "tables.db"), limits=Limits(requests=4, tables=2, codes=1)))
    for counted, step, burst in (("requests", 1 / 4, 40), ("new_tables", 1 / 2, 120), ("codes", 1, 60)):
        buckets = getattr(app.state, counted)
        assert (buckets.step, buckets.span) == (step, burst * step)
    app.state.requests = Buckets(1e-6, 3)
    loop = asyncio.get_running_loop()
    began = loop.time()
    hers = [await ask(app, f"2001:db8:1:2::{n}", "GET", "/health") for n in range(5)]
    assert loop.time() - began >= 2 * REFUSING  # whoever is refused has to wait
    assert [answer.status_code for answer in hers] == [200, 200, 200, 429, 429]
    assert hers[-1].json()["code"] == "rate"
    assert hers[-1].headers["retry-after"]
    assert all(HEADERS.items() <= dict(answer.headers).items() for answer in hers)
    assert (await ask(app, "2001:db8:1:3::1", "GET", "/health")).status_code == 200


async def test_requests_of_one_address_wait_for_each_other_and_others_do_not(tmp_path: Path) -> None:
    app = create_app(Config(str(tmp_path / "tables.db")))
    answered: list[str] = []

    async def get(address: str) -> None:
        assert (await ask(app, address, "GET", "/health")).status_code == 200
        answered.append(address)

    await get("192.0.2.1")
    await asyncio.gather(*[get("192.0.2.1") for _ in range(20)], get("192.0.2.2"))
    assert answered.index("192.0.2.2") < 5


async def test_new_tables_and_codes_of_one_address_are_counted(tmp_path: Path) -> None:
    class Empty:
        """A store without tables."""

        async def table_of(self, code: str) -> None:
            return None

    app = create_app(Config(str(tmp_path / "tables.db")))
    app.state.new_tables, app.state.codes = Buckets(1e-6, 2), Buckets(1e-6, 2)
    app.state.identity = Identity("secret")
    app.state.service = SimpleNamespace(compiled=CompileRegistry(), store=Empty())
    requests: list[tuple[str, str, Any, int]] = [
        ("POST", "/api/tables", {"settings": {"game": "consequence"}}, 503),
        ("GET", "/api/codes/BCDFG", None, 404),
    ]
    for method, path, body, served in requests:
        hers = [await ask(app, "192.0.2.1", method, path, body) for _ in range(3)]
        assert [answer.status_code for answer in hers] == [served, served, 429]
        assert (await ask(app, "192.0.2.2", method, path, body)).status_code == served
