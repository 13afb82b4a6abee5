"""A service in this process, with workers that answer when the test says so, and people who come and go."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from tesserae.play import Settings
from tesserae.server.limits import Limits
from tesserae.server.listeners import Client
from tesserae.server.live import Conversation
from tesserae.server.scheduler import Scheduler
from tesserae.server.service import Service
from tesserae.server.socket import Socket
from tesserae.server.store import Store
from tesserae.server.table import Table
from tesserae.server.thinkers import Chosen, Question, _state
from tests.server.indoors import Wire

SOON = 60  # seconds within which a busy machine has done something small


class Sage:
    """A worker that plays the first legal action as soon as it is told to, or that it has thought enough."""

    def __init__(self) -> None:
        self.questions: list[tuple[Any, Question, float]] = []
        self.enough_of: list[int] = []
        self._go = asyncio.Event()

    async def run(self, number: int, function: Any, question: Question, seconds: float) -> Any:
        self.questions.append((function.__name__, question, seconds))
        self._go.clear()
        await self._go.wait()
        if function.__name__ == "consider":
            return b'{"candidates": [], "line": []}'
        return Chosen(_state(question).legal(question.seat)[0], 0)

    def enough(self, number: int) -> None:
        self.enough_of.append(number)
        self.speak()

    def speak(self) -> None:
        self._go.set()

    async def close(self) -> None:
        pass


class Place:
    """A service, and people who come and go."""

    def __init__(self, service: Service, sages: list[Sage]) -> None:
        self.service = service
        self.sages = sages

    @property
    def sage(self) -> Sage:
        return self.sages[0]

    @property
    def questions(self) -> list[tuple[Any, Question, float]]:
        return [question for sage in self.sages for question in sage.questions]

    async def table(self, *players: str, game: str = "consequence", owner: str = "ann", **settings: Any) -> Table:
        id = await self.service.create(Settings(game, **settings), owner, owner.title(), list(players), False)
        return self.service.tables[id]

    def come(self, table: Table, person: str, address: str | None = None) -> Conversation:
        client = Client(cast(Socket, Wire()), address or f"{person}'s", person)
        table.attach(client, None)
        return Conversation(table, client, person.title())


def wire(conversation: Conversation) -> Wire:
    return cast(Wire, conversation.client.socket)


async def soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def place(path: Path, workers: int = 1, clock: Callable[[], float] = time.monotonic) -> AsyncIterator[Place]:
    service = Service(await Store.open(str(path / "tables.db")), 1, Limits())
    sages = [Sage() for _ in range(workers)]
    service.thinkers = Scheduler(sages, service.thinkers.most, clock=clock)
    for ready in service.compiled.ready.values():
        ready.set()
    try:
        yield Place(service, sages)
    finally:
        await service.close()


def hint(conversation: Conversation, id: str) -> None:
    conversation.hear(f'{{"t":"hint","id":"{id}","seat":0}}'.encode())


def answer(conversation: Conversation, id: str) -> dict[str, Any] | None:
    return next((message for message in wire(conversation).messages if message.get("id") == id), None)


def answered(conversation: Conversation, id: str) -> bool:
    return answer(conversation, id) is not None
