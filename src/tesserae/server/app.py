"""The application that uvicorn serves."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.enums import MediaType, ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tesserae import __version__
from tesserae.server.api import api
from tesserae.server.engines import router as engines
from tesserae.server.identity import Identity, cookies, newcomer, same_origin
from tesserae.server.lab import Lab
from tesserae.server.lab import router as lab
from tesserae.server.limits import REFUSING, Buckets, Limits, Turns, network
from tesserae.server.live import live
from tesserae.server.metrics import TABLES
from tesserae.server.pages import HEADERS, POLICY, WORKER, lost, page, static
from tesserae.server.party import party
from tesserae.server.problems import AWAY, HANDLERS, NOTHING, Problem
from tesserae.server.service import Service
from tesserae.server.study import router as study

SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Config:
    """The options of `tesserae serve`."""

    database: str
    workers: int = 1
    secret_file: Path | None = None  # signs the cookies; by default a secret that is kept in the store
    origins: frozenset[str] = frozenset()  # other origins whose pages may connect, such as https://example.org
    limits: Limits = field(default_factory=Limits)
    lab: bool = False  # whether people may use the lab


IMPERSONAL = ("/static/", "/engines/", "/health", "/ready", "/metrics")  # the same for everybody


HOST = re.compile(r"[\w.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?", re.ASCII)


class Authentication(ASGIMiddleware):
    """Identifies the sender of each request. Refuses requests of foreign pages, and those that come too fast."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        assert scope["type"] == ScopeType.HTTP
        state = scope["litestar_app"].state
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        scope["state"]["address"] = address = network(scope["client"][0]) if scope["client"] else ""
        if not state.requests.take(address):
            await asyncio.sleep(REFUSING)
            raise Problem(429, "rate", "That was too much at once; wait a little.")
        await state.turns.wait(address)
        host = headers.get("host")
        if host is not None and not HOST.fullmatch(host):  # it becomes part of links and QR codes
            raise Problem(400, "bad", "Host: this is not the name of a host.")
        if "\0" in scope["path"]:  # not possible in file names or in texts of PostgreSQL
            raise Problem(404, "missing", NOTHING)
        if scope["method"] not in SAFE and not same_origin(headers.get("origin"), host, state.origins):
            raise Problem(403, "forbidden", "This page may not do that here.")
        if not scope["path"].startswith(IMPERSONAL):
            self._recognise(scope, state.identity)
        await next_app(scope, receive, send)

    def _recognise(self, scope: HTTPScope, identity: Identity) -> None:
        secure = scope["scheme"] == "https"
        try:
            person, kept = identity.read(cookies(scope), secure)
        except BadSignature:
            if scope["path"].startswith("/api/"):
                raise Problem(403, "forged", "This cookie was not made here; delete it and try again.") from None
            person, kept = "", True  # the page is served; its first request will report the problem
        if person is None:
            # With the page, not with the simultaneous requests that it makes next: these would create several people.
            person = newcomer()
        if not kept:
            scope["state"]["cookie"] = identity.make(person, secure).encode()
        scope["state"]["person"] = person


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


SECURITY = _encoded(HEADERS)
COMPUTING = _encoded(HEADERS | {"content-security-policy": f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"})


async def seal(message: Message, scope: Scope) -> None:
    """Add the security headers to every response, including those of the framework. WebAssembly may run in its own
    worker only."""
    if message["type"] == "http.response.start":
        cookie = scope["state"].get("cookie")
        security = COMPUTING if scope["path"] == WORKER else SECURITY
        message["headers"] = [*message["headers"], *security, *([(b"set-cookie", cookie)] if cookie else [])]


@get("/health", media_type=MediaType.TEXT)
async def health() -> str:
    """The process is alive."""
    return "alive"


@get("/ready", media_type=MediaType.TEXT)
async def ready(state: State) -> str:
    """The store can be read and written."""
    if not await state.service.store.ready():
        raise Problem(503, "store", AWAY)
    return "ready"


@get("/metrics", include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """For Prometheus."""
    TABLES.set(len(state.service.tables))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


async def _secret(config: Config, service: Service) -> str:
    if config.secret_file is not None:
        return config.secret_file.read_text("utf-8").strip()
    return await service.store.key("secret", secrets.token_hex(32))


def create_app(config: Config) -> Litestar:
    """The application, not yet running."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        service = await Service.open(config.database, config.workers, config.limits)
        try:
            app.state.service = service
            app.state.lab = Lab(service) if config.lab else None
            app.state.identity = Identity(await _secret(config, service))
            yield
        finally:
            await service.close()

    limits = config.limits
    state: dict[str, Any] = {
        "origins": config.origins,
        "requests": Buckets(limits.requests, 10 * limits.requests),
        "turns": Turns(),
        "new_tables": Buckets(limits.tables, 60 * limits.tables),
        "codes": Buckets(limits.codes, 60 * limits.codes),
    }
    return Litestar(
        [api, study, party, lab, engines, live, page, lost, *static(), health, ready, metrics],
        state=State(state),
        lifespan=[lifespan],
        middleware=[Authentication()],
        before_send=[seal],
        exception_handlers=HANDLERS,
        logging_config=None,
        request_max_body_size=limits.size,
        openapi_config=OpenAPIConfig(
            use_handler_docstrings=True,
            title="Tesserae",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
    )
