"""Bots, hints and whoever waits for them: a service in this process, with workers that answer when the test says so."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from tesserae.cli import main
from tesserae.play import Settings, commands
from tesserae.server import run as server
from tesserae.server import service as services
from tesserae.server import table as tables
from tesserae.server.app import Config
from tesserae.server.clock import now
from tesserae.server.limits import Limits
from tesserae.server.listeners import Client
from tesserae.server.live import Conversation
from tesserae.server.scheduler import Kind, Scheduler
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
async def place(path: Path, workers: int = 1) -> AsyncIterator[Place]:
    service = Service(await Store.open(str(path / "tables.db")), 1, Limits())
    sages = [Sage() for _ in range(workers)]
    service.thinkers = Scheduler(sages, service.thinkers.most)
    for ready in service.compiled.ready.values():
        ready.set()
    try:
        yield Place(service, sages)
    finally:
        await service.close()


def run(path: Path, scenario: Callable[[Place], Awaitable[None]], workers: int = 1) -> None:
    async def whole() -> None:
        async with place(path, workers) as here:
            await scenario(here)

    asyncio.run(whole())


def test_bots_do_not_think_where_nobody_is(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        empty = await here.table("bot:novice", "bot:novice")
        watched = await here.table("bot:novice", "bot:novice")
        here.come(watched, "eve")
        await soon(lambda: len(here.questions) > 0)
        for sage in here.sages:
            sage.speak()
        await soon(lambda: len(here.questions) > 1)
        assert not empty.thinking
        assert watched.thinking
        assert len(empty.match.moves_made) == 0
        here.come(empty, "zoe")  # it goes on when somebody looks
        await soon(lambda: bool(empty.thinking))

    run(tmp_path, scenario, workers=3)


def test_bots_stop_when_everybody_has_gone_and_go_on_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "GRACE", 0.0)

    async def scenario(here: Place) -> None:
        table = await here.table("bot:novice", "bot:novice")
        eve = here.come(table, "eve")
        await soon(lambda: len(here.questions) == 1)
        table.detach(eve.client)
        await soon(lambda: bool(here.sage.enough_of))
        assert not table.thinking
        assert table.idle
        before = len(table.match.moves_made)
        here.come(table, "eve")
        await soon(lambda: len(here.questions) == 2)
        here.sage.speak()
        await soon(lambda: len(table.match.moves_made) == before + 1)

    run(tmp_path, scenario)


def test_nobody_thinks_after_a_restart_until_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BEAT", 0.01)

    async def scenario(here: Place) -> None:
        table = await here.table("bot:novice", "bot:novice")
        await here.service.store.lease([table.id], now() - 20_000, now() - 10_000)  # of a process that is no more
        del here.service.tables[table.id]
        beats: list[int] = []
        beat = here.service._beat

        async def counted(patience: int) -> None:
            await beat(patience)
            beats.append(now())

        monkeypatch.setattr(here.service, "_beat", counted)
        here.service.start(here.service._live())
        await soon(lambda: len(beats) > 3)
        assert not here.service.tables
        again = await here.service.table(table.id)
        assert again is not None
        here.come(again, "eve")
        await soon(lambda: len(here.questions) == 1)

    run(tmp_path, scenario)


def test_a_bot_stops_when_its_move_is_not_wanted_any_more(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        table = await here.table("bot:novice", "me")
        ann = here.come(table, "ann")
        await soon(lambda: len(here.questions) == 1)
        ann.command(commands.Resign(), "id", table.match.number)
        await soon(lambda: table.match.status == "over")
        await soon(lambda: bool(here.sage.enough_of))
        assert not table.thinking

    run(tmp_path, scenario)


def test_a_players_own_bots_go_before_those_that_are_only_watched(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        here.service.thinkers._clock = lambda: 0.0  # however slow the machine, nobody's time is up
        busy = await here.table("bot:novice", "bot:novice")
        here.come(busy, "zoe")
        await soon(lambda: len(here.questions) == 1)
        watched = await here.table("bot:novice", "bot:novice", game="sequence")
        here.come(watched, "eve")
        await soon(lambda: bool(watched.thinking))
        played = await here.table("bot:novice", "me", game="symbol")
        here.come(played, "ann")
        await soon(lambda: bool(played.thinking))
        await asyncio.sleep(0)
        here.sage.speak()
        await soon(lambda: len(here.questions) == 2)
        assert here.questions[1][1].game == "symbol"

    run(tmp_path, scenario)


def test_budgets_are_capped_and_the_client_is_told(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        table = await here.table("bot:novice", "me", bot_seconds=60)
        ann = here.come(table, "ann")
        await soon(lambda: len(here.questions) == 1)
        assert here.questions[0][2] == here.service.limits.bot_seconds == 10
        assert wire(ann).heard("thinking") == [{"t": "thinking", "seat": 0, "seconds": 10, "short": False}]
        other = await here.table("bot:novice", "me", owner="bob", bot_seconds=0.5)
        here.come(other, "bob")
        await soon(lambda: bool(other.thinking))
        await soon(lambda: len(wire(ann).heard("thinking")) > 1)
        told = wire(ann).heard("thinking")[1]
        assert told["short"] is True
        assert told["seconds"] < 10
        await soon(lambda: bool(here.sage.enough_of))

    run(tmp_path, scenario)


def hint(conversation: Conversation, id: str) -> None:
    conversation.hear(f'{{"t":"hint","id":"{id}","seat":0}}'.encode())


def answer(conversation: Conversation, id: str) -> dict[str, Any] | None:
    return next((message for message in wire(conversation).messages if message.get("id") == id), None)


def answered(conversation: Conversation, id: str) -> bool:
    return answer(conversation, id) is not None


def thinks(table: Table) -> bool:
    return bool(table.thinking)


def test_one_hint_is_worked_out_and_one_waits(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        table = await here.table("me", "bot:novice")
        ann = here.come(table, "ann")
        for id in ("first", "second", "third", "fourth"):
            hint(ann, id)
        await soon(lambda: answer(ann, "fourth") is not None)
        for id in ("third", "fourth"):
            refused = answer(ann, id)
            assert refused is not None
            assert (refused["t"], refused["code"], refused["rule"]) == ("refused", "rate", "SV-5")
        assert [kind for kind, _, _ in here.questions] == ["consider"]
        for id in ("first", "second"):
            here.sage.speak()
            await soon(partial(answered, ann, id))
            found = answer(ann, id)
            assert found is not None
            assert found["t"] == "hint"

    run(tmp_path, scenario)


def test_an_address_has_one_hint_that_waits(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        guests = []
        for person in ("ann", "bob", "cyd"):
            table = await here.table("me", "bot:novice", owner=person)
            guests.append(here.come(table, person, "school"))
        for guest in guests:
            hint(guest, "hint")
        await soon(lambda: answer(guests[2], "hint") is not None)
        refused = answer(guests[2], "hint")
        assert refused is not None
        assert refused["code"] == "rate"
        assert answer(guests[1], "hint") is None

    run(tmp_path, scenario)


def test_an_address_does_not_have_all_workers_for_its_bots(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        here.service.thinkers._clock = lambda: 0.0
        games = []
        for person, address in (("ann", "school"), ("bob", "school"), ("cyd", "home")):
            table = await here.table("bot:novice", "me", owner=person)
            here.come(table, person, address)
            await soon(partial(thinks, table))
            await asyncio.sleep(0)  # it has asked for a worker
            games.append(len(here.questions))
        await soon(lambda: len(here.questions) == 2)
        assert games[:2] == [1, 1]

    run(tmp_path, scenario, workers=2)


def test_of_several_players_the_one_who_has_used_the_workers_least_is_charged(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        table = await here.table("me", "open", "bot:novice", game="symbol_chain", seats=3)
        await table.ask(lambda: table.match.decide(commands.Sit(1), "bob", now(), "Bob"))
        for person in ("ann", "bob", "eve"):
            here.come(table, person)
        for heavy, light in (("ann", "bob"), ("bob", "ann")):
            here.service.thinkers._used = {("address", f"{heavy}'s"): (5.0, here.service.thinkers._clock())}
            kind, account = table.payer()
            assert (kind, account.person) == (Kind.PLAY, light)

    run(tmp_path, scenario)


def test_hints_end_when_the_asker_goes(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        table = await here.table("me", "bot:novice")
        ann = here.come(table, "ann")
        hint(ann, "first")
        hint(ann, "second")
        await soon(lambda: len(here.questions) == 1)
        ann.hang_up()
        table.detach(ann.client)
        await soon(lambda: bool(here.sage.enough_of))
        await soon(lambda: not here.service.thinkers._running)
        assert len(here.questions) == 1  # the second was never begun

    run(tmp_path, scenario)


def test_hints_end_when_the_game_goes_on(tmp_path: Path) -> None:
    async def scenario(here: Place) -> None:
        table = await here.table("me", "bot:novice")
        ann = here.come(table, "ann")
        hint(ann, "late")
        await soon(lambda: len(here.questions) == 1)
        action = table.match.playing().legal(0)[0]
        ann.command(commands.Act(0, [action]), "id", table.match.number)
        await soon(lambda: answer(ann, "late") is not None)
        refused = answer(ann, "late")
        assert refused is not None
        assert (refused["t"], refused["code"]) == ("refused", "stale")
        assert here.sage.enough_of

    run(tmp_path, scenario)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_a_cap_that_cannot_be(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--bot-seconds", seconds]) != 0
    assert "--bot-seconds" in capsys.readouterr().err


def test_the_cap_is_what_serve_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    configs: list[Config] = []
    monkeypatch.setattr(server, "serve", lambda config, *_: configs.append(config))
    main(["serve", "--bot-seconds", "2.5", "--port", "0"])
    assert configs[0].limits.bot_seconds == 2.5
