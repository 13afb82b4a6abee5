"""The WebSocket of a table; docs/reference/protocol.md describes the messages."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never, get_args
from urllib.parse import parse_qs

import msgspec
from itsdangerous import BadSignature
from litestar import WebSocket, datastructures, websocket
from litestar.params import FromPath
from litestar.types import Scope, WebSocketAcceptEvent
from uvicorn.protocols.utils import ClientDisconnected

from tesserae.errors import Refused, explained
from tesserae.play import Decision, commands, queries
from tesserae.server.clock import now
from tesserae.server.entries import Away
from tesserae.server.identity import cookies, guest_name, newcomer, same_origin
from tesserae.server.limits import REFUSING, network
from tesserae.server.listeners import Client, Json, encode
from tesserae.server.metrics import MESSAGES, REFUSALS, SOCKETS
from tesserae.server.problems import AWAY
from tesserae.server.scheduler import Account, Busy, Kind
from tesserae.server.socket import Socket, framed
from tesserae.server.table import Answer, Stale, Table, TableRequest
from tesserae.server.thinkers import HINT, Question, consider, question
from tesserae.state import State

if TYPE_CHECKING:
    from tesserae.server.service import Service

log = logging.getLogger("tesserae.live")

FAULT = "Something went wrong here."
Queries = queries.Question | queries.Look | queries.Hint | queries.Ping

STRIKES = 100  # messages beyond the limit after which a client is disconnected
ID_LENGTH = 40

_decode = msgspec.json.Decoder(dict[str, Any]).decode
KINDS: dict[str, type[commands.Command | Queries]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(commands.Command | Queries)
}


class Conversation:
    """The messages of one client to a table, and the answers."""

    def __init__(self, table: Table, client: Client, name: str) -> None:
        self.table = table
        self.client = client
        self.name = name
        self.service = table.service
        self.strikes = 0
        self.hints: set[asyncio.Task[None]] = set()

    def hear(self, data: bytes | None) -> None:
        """Handle a message."""
        try:
            self._hear(data)
        except Exception:
            log.exception("table %s", self.table.id)
            self.end("internal", FAULT, 1011)

    def _hear(self, data: bytes | None) -> None:
        MESSAGES.inc()
        if data is None:
            self.end("bad", "Messages are text frames.", 1003)
            return
        try:
            message = _decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
            self.end("bad", f"This is not a message: {wrong}.", 1007)
            return
        t, id, seen = message.get("t"), message.pop("id", None), message.pop("n", None)
        if not (id is None or (isinstance(id, str) and len(id) <= ID_LENGTH and id.isprintable())):
            self.refuse(None, "bad", f"id: it takes a text of at most {ID_LENGTH} characters that can be printed.")
        elif not (seen is None or (type(seen) is int and seen >= 0)):
            self.refuse(id, "bad", "n: it takes the number of an event.")
        elif not self.service.messages.take(self.client.person, self.client.address):
            self.strikes += 1
            self.refuse(id, "rate", "That was too much at once; wait a little.")
            if self.strikes > STRIKES:
                self.end("flood", "That was too much.", 1008)
        elif not isinstance(t, str):
            self.refuse(id, "bad", "t: it says which kind of message this is, as text.")
        elif (kind := KINDS.get(t)) is None:
            self.refuse(id, "bad", f"t: there is no {t[:40]!r}.")
        else:
            try:
                said = msgspec.convert(message, kind)  # converting to the known kind; a union takes 50 times as long
            except msgspec.ValidationError as wrong:
                self.refuse(id, "bad", f"{wrong}.")
                return
            if isinstance(said, queries.Ping):
                self.query(said, id)  # answered even while everything else waits for the store
            elif isinstance(said, queries.Query):
                self.table.when_settled(partial(self.query, said, id))
            else:
                self.command(said, id, seen)

    # Commands.

    def command(self, command: commands.Command, id: str | None, seen: int | None) -> None:
        table, person = self.table, self.client.person
        if id is None or seen is None:
            self.refuse(id, "bad", "What changes something needs an id and an n.")
            return
        if isinstance(command, commands.Chat) and not self.service.chats.take(self.client.person, self.client.address):
            self.refuse(id, "rate", "That was too much at once; wait a little.")
            return

        def make() -> Decision:
            if table.match.stale(command, seen):
                raise Stale
            return table.match.decide(command, person, now(), self.name)

        table.submit(TableRequest(make, partial(self.answer, id), f"{person}:{id}", self.client, id))

    def answer(self, id: str, answer: Answer) -> None:
        """Answer a command, unless an event already is the answer."""
        if isinstance(answer, Refused):
            self.refuse(id, "rule", answer)
        elif isinstance(answer, Stale):
            self.refuse(id, "stale", "Something has happened that you had not seen.")
            self.table.show(self.client)
        elif isinstance(answer, Away):
            self.refuse(id, "store", Refused("SV-1", AWAY))
        elif isinstance(answer, Exception):  # logged where it happened
            self.refuse(id, "internal", FAULT)
        else:
            self.client.send({"t": "ok", "id": id, "n": answer})

    # Queries.

    def query(self, query: Queries, id: str | None) -> None:
        with self.refusing(id, query):
            answer = self._answer(query, id)
            if answer is not None:
                self.client.send(answer)

    def _answer(self, query: Queries, id: str | None) -> Json | None:
        """The answer; None if it is sent later, or was sent already."""
        match, person = self.table.match, self.client.person
        head = {"id": id, "n": match.number}
        match query:
            case queries.Look():
                self.table.look(self.client, query.seat)
                return None
            case queries.Legal(at=None, begins=None):
                return {"t": "legal", **head, **match.listed(query.seat, person)}
            case queries.Legal() | queries.Why() | queries.Stage() | queries.Inspect():
                queries.check_asking(match, query, person)
                self.service.start(self._work(query, id, head, match.playing(), match.open_game))
                return None
            case queries.Hint():
                self._hint(query.seat, id)
                return None
            case queries.Ping():
                return {"t": "pong"}
            case _:
                assert_never(query)

    async def _work(self, query: queries.Question, id: str | None, head: Json, state: State, openly: bool) -> None:
        """Compute an answer outside the event loop."""
        with self.refusing(id, query):
            answer = await self.service.aside(
                self.account, lambda: encode({**head, **queries.answer(state, query, openly)})
            )
            self.client.socket.say(framed(answer))

    @property
    def account(self) -> Account:
        return Account(self.client.address, self.client.person, self.table.id)

    def _hint(self, seat: int, id: str | None) -> None:
        match, person = self.table.match, self.client.person
        match.check_own(seat, person)
        if not match.alone(person):
            raise Refused("SV-2", "Hints are given only where all others are bots.")
        state = match.playing()
        if seat not in state.actors:
            raise Refused("GE-7", "It is not your turn.")
        asked = question(state, seat, HINT, match.open_game)
        task = self.service.start(self._ask(id, asked, match.settings.bot_seconds))
        self.table.hints[task] = match.turned
        self.hints.add(task)

        def ended(task: "asyncio.Task[None]") -> None:
            self.table.hints.pop(task)
            self.hints.discard(task)
            if task.cancelled():
                self.refuse(id, "stale", "Something has happened that you had not seen.")

        task.add_done_callback(ended)

    async def _ask(self, id: str | None, asked: Question, seconds: float) -> None:
        with self.refusing(id, "a hint"):
            answer: bytes = await self.service.thinkers.think(Kind.ANSWER, self.account, consider, asked, seconds)
            self.client.send({"t": "hint", "id": id, **msgspec.json.decode(answer)})

    def hang_up(self) -> None:
        """The connection is closed: cancel the hints that it asked for."""
        for hint in list(self.hints):
            hint.cancel()

    # Refusals.

    @contextmanager
    def refusing(self, id: str | None, query: object) -> Iterator[None]:
        """If a query cannot be answered, say so."""
        try:
            yield
        except Busy as busy:
            self.refuse(id, "rate", busy)
        except Refused as refused:
            self.refuse(id, "rule", refused)
        except Exception:
            log.exception("table %s: %s", self.table.id, query)
            self.refuse(id, "internal", FAULT)

    def refuse(self, id: str | None, code: str, why: Refused | str) -> None:
        REFUSALS.labels(code).inc()
        said = explained(why) if isinstance(why, Refused) else {"rule": None, "sentence": why, "words": {}, "text": why}
        self.client.send({"t": "refused", "id": id, "n": self.table.match.number, "code": code, **said})

    def end(self, code: str, text: str, status: int) -> None:
        log.info("table %s: %s: %s", self.table.id, code, text)
        REFUSALS.labels(code).inc()
        self.client.end(code, text, status)


class Unwelcome(Exception):
    """Why somebody cannot come to a table: a code and a sentence, which are sent before the connection is closed."""


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, datastructures.State], table: FromPath[str]) -> None:
    """One connection to a table, from the handshake to the close."""
    scope, state = socket.scope, socket.app.state
    await socket.receive()
    accept: WebSocketAcceptEvent = {"type": "websocket.accept", "subprotocol": None, "headers": []}
    client = Client(Socket.of(scope), network(scope["client"][0]) if scope["client"] else "")
    if not state.requests.take(client.address):
        REFUSALS.labels("rate").inc()
        await asyncio.sleep(REFUSING)
        client.socket.decline(429, "That was too much at once; wait a little.")
        return
    await state.turns.wait(client.address)
    try:
        _identify(client, scope, state, accept)
        if not state.service.visits.enter(client.address):
            raise Unwelcome("rate", "There are too many connections from your address.")
        try:
            conversation = await _arrive(socket, state.service, client, table)
            await socket.send(accept)
            await _talk(socket, conversation)
        finally:
            state.service.visits.leave(client.address)
        return
    except ClientDisconnected:
        return
    except Unwelcome as unwelcome:
        code, text = unwelcome.args
    except Away as away:
        log.warning("table %s: %s", table, away)
        code, text = "store", AWAY
    except Exception:
        log.exception("table %s", table)
        code, text = "internal", FAULT
    REFUSALS.labels(code).inc()
    with suppress(ClientDisconnected):
        await socket.send(accept)
        client.end(code, text)


def _identify(client: Client, scope: Scope, state: datastructures.State, accept: WebSocketAcceptEvent) -> None:
    """Who it is that connects; a newcomer gets a cookie."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if not same_origin(headers.get("origin"), headers.get("host"), state.origins):
        raise Unwelcome("forbidden", "This page may not connect here.")
    secure = scope["scheme"] == "wss"
    try:
        person, kept = state.identity.read(cookies(scope), secure)
    except BadSignature:
        raise Unwelcome("forged", "This cookie was not made here; delete it and try again.") from None
    client.person = person or newcomer()
    if not kept:
        accept["headers"] = [(b"set-cookie", state.identity.make(client.person, secure).encode())]


async def _arrive(
    socket: WebSocket[Any, Any, datastructures.State], service: "Service", client: Client, id: str
) -> Conversation:
    """Find the table, and the name of the client."""
    try:
        table = None if "\0" in id else await service.table(id)
    except Refused as refused:
        raise Unwelcome("forbidden", str(refused)) from None
    if table is None:
        raise Unwelcome("missing", "There is no such table.")
    try:
        name = await service.store.name(client.person)
    except Away:
        name = None  # spectators need none
    return Conversation(table, client, name or guest_name(client.person))


async def _talk(socket: WebSocket[Any, Any, datastructures.State], conversation: Conversation) -> None:
    """Handle the messages of a client until it disconnects."""
    table, client, service = conversation.table, conversation.client, conversation.service
    query = parse_qs(socket.scope["query_string"].decode("latin-1"))
    seen, seat = _number(query, "from"), _number(query, "seat")
    client.outside = query.get("view") == ["outside"]
    client.legal = query.get("legal") == ["1"]
    service.conversations.setdefault(client.person, set()).add(conversation)
    SOCKETS.inc()
    try:
        missed = None
        if seen is not None:
            recall = await table.read_settled(lambda _: table.recall(client, seen, seat))
            with suppress(Busy):
                missed = await service.aside(conversation.account, recall)
        await table.read_settled(lambda _: table.attach(client, seat, missed))
        client.socket.hear = conversation.hear
        while (message := await socket.receive())["type"] == "websocket.receive":  # messages before that
            text = message.get("text")
            conversation.hear(None if text is None else text.encode())
    except Refused as refused:
        conversation.end("forbidden", str(refused), 1008)
    except Exception:
        log.exception("table %s", table.id)
        conversation.end("internal", FAULT, 1011)
    finally:
        client.socket.hear = None  # else a reference cycle would keep connection and table in memory
        SOCKETS.dec()
        service.part(client.person, conversation)
        conversation.hang_up()
        table.when_settled(lambda: table.detach(client))


def _number(query: dict[str, list[str]], name: str) -> int | None:
    value = query.get(name, [""])[0]
    return int(value) if value.isdecimal() and len(value) < 10 else None
