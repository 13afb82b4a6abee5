"""Bots at a server go on from what they found out before: real workers, and the server's own path to them."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from tesserae.play import Settings, commands
from tesserae.server import thinkers
from tesserae.server.limits import Limits
from tesserae.server.listeners import Client
from tesserae.server.live import Conversation
from tesserae.server.metrics import KEPT
from tesserae.server.scheduler import Scheduler
from tesserae.server.service import Service
from tesserae.server.socket import Socket
from tesserae.server.store import Store
from tesserae.server.table import Table
from tesserae.server.thinkers import Chosen, Question, choose, question
from tesserae.server.workers import Process
from tesserae.state import State, start
from tests.server.indoors import Wire

SOON = 120  # seconds within which a busy machine has done something small


class Noted(Process):
    """A worker process whose questions and answers are noted."""

    def __init__(self) -> None:
        super().__init__(0)
        self.chosen: list[tuple[Question, Chosen]] = []

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any:
        answer = await super().run(number, function, argument, seconds)
        if function is choose:
            self.chosen.append((argument, answer))
        return answer


@asynccontextmanager
async def serving(path: Path, workers: int) -> AsyncIterator[tuple[Service, list[Noted]]]:
    service = Service(await Store.open(str(path / "tables.db")), 1, Limits())
    await service.thinkers.close()
    noted = [Noted() for _ in range(workers)]
    service.thinkers = Scheduler(noted, service.thinkers.most)
    for ready in service.compiled.ready.values():
        ready.set()
    try:
        yield service, noted
    finally:
        await service.close()


async def sit_down(service: Service, game: str, level: str, person: str, **options: Any) -> tuple[Table, Conversation]:
    """A table where a person, who begins, plays with a bot."""
    settings = Settings(game, options=options, bot_seconds=0.2)
    id = await service.create(settings, person, person.title(), ["me", f"bot:{level}"], True)
    table = service.tables[id]
    client = Client(cast(Socket, Wire()), person, person)
    table.attach(client, None)
    return table, Conversation(table, client, person.title())


async def play_turns(table: Table, conversation: Conversation, turns: int) -> None:
    """Until the person is to act again after so many turns of the bot."""
    for _ in range(turns):
        while 0 in table.match.actors:
            action = table.match.playing().legal(0)[-1]
            before = table.match.number
            conversation.command(commands.Act(0, [action]), str(before), before)
            await soon(lambda before=before: table.match.number > before)  # type: ignore[misc]
        await soon(lambda: 0 in table.match.actors or table.match.status == "over")


async def soon(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.005)


# The trees of MCTS and PUCT, where a turn has several steps, and the transposition table of alpha-beta search.
@pytest.mark.parametrize(("edition", "level"), [("full", "master"), ("full", "grandmaster"), ("simple", "grandmaster")])
async def test_the_second_choice_begins_with_what_the_first_found(tmp_path: Path, edition: str, level: str) -> None:
    """Several tables, more than workers: each table's bot stays in one worker while that is free."""
    counted = KEPT._value.get()
    async with serving(tmp_path, 2) as (service, noted):
        tables = [await sit_down(service, "symbol", level, person, edition=edition) for person in ("ann", "bob")]
        for table, conversation in tables:
            await play_turns(table, conversation, 3)
        for table, _ in tables:
            (kept,) = [
                found
                for worker in noted
                if (found := [chosen.kept for asked, chosen in worker.chosen if asked.table == table.id])
            ]
            assert len(kept) >= 3
            assert kept[0] == 0
            assert max(kept[1:]) > 0, kept
        everything = [chosen for worker in noted for _, chosen in worker.chosen]
        assert KEPT._value.get() - counted == sum(chosen.kept > 0 for chosen in everything)


async def test_a_worker_that_is_killed_costs_only_the_tree(tmp_path: Path) -> None:
    async with serving(tmp_path, 1) as (service, (worker,)):
        table, conversation = await sit_down(service, "symbol", "grandmaster", "ann", edition="simple")
        await play_turns(table, conversation, 2)
        assert worker.worker.pid is not None
        os.kill(worker.worker.pid, signal.SIGKILL)
        await play_turns(table, conversation, 2)
        kept = [chosen.kept for _, chosen in worker.chosen]
        assert [bool(some) for some in kept] == [False, True, False, True]


async def test_where_something_is_secret_a_worker_learns_only_what_the_seat_may_know(tmp_path: Path) -> None:
    async with serving(tmp_path, 1) as (service, (worker,)):
        table, conversation = await sit_down(service, "consequence", "master", "ann")
        await play_turns(table, conversation, 2)
        assert len(worker.chosen) >= 2
        for asked, chosen in worker.chosen:
            assert not asked.history
            assert chosen.kept == 0


# --- In a worker -----------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept at the beginning."""
    monkeypatch.setattr(thinkers, "_players", type(thinkers._players)())


def ask(state: State, table: str, level: str = "master") -> Question:
    return question(state, state.actors[0], level, True, table)


def test_memory_is_bounded_and_what_was_used_last_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start("symbol", seed=1)
    choose(ask(state, "first", "club"), 60.0)
    ((_, size),) = thinkers._players.values()
    monkeypatch.setattr(thinkers, "MEMORY", int(3.5 * size))
    for table in ("second", "third", "first", "fourth"):
        choose(ask(state, table, "club"), 60.0)
    assert [table for table, _, _ in thinkers._players] == ["third", "first", "fourth"]
    monkeypatch.setattr(thinkers, "MEMORY", size - 1)
    choose(ask(state, "fifth", "club"), 60.0)
    assert not thinkers._players


def test_only_what_is_used_of_a_tree_takes_memory() -> None:
    choose(ask(start("symbol", seed=1), "one", "novice"), 1.0)
    ((_, size),) = thinkers._players.values()
    assert size < 1 << 20


def test_what_was_taken_back_is_forgotten() -> None:
    """The history is shorter than the one that the search has followed, or it is another one."""
    state = start("symbol", seed=1, edition="simple")
    before = state.copy()
    other = state.copy()
    assert choose(ask(state, "one"), 0.02).kept == 0
    for _ in range(2):
        state.act(state.actors[0], state.legal(state.actors[0])[0])
    assert choose(ask(state, "one"), 0.02).action in state.legal(0)
    assert choose(ask(before, "one"), 0.02).kept == 0
    for _ in range(2):
        other.act(other.actors[0], other.legal(other.actors[0])[-1])
    assert choose(ask(other, "one"), 0.02).action in other.legal(0)


def test_tables_and_seats_do_not_share_what_they_know() -> None:
    state = start("symbol", seed=1)
    assert choose(ask(state, "one"), 0.02).kept == 0
    assert choose(ask(state, "two"), 0.02).kept == 0
    assert choose(ask(state, "one"), 0.02).kept > 0  # asked again: the same position
