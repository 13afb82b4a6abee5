"""Nothing long runs on the event loop: it is worked out in another thread, so much at a time, and cut by size."""

import asyncio
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import segno

from tesserae.games import game
from tesserae.play import Match, commands, queries
from tesserae.play.foretelling import LONG
from tesserae.play.seeing import Replayed, Replaying
from tesserae.server import replays, study
from tesserae.server import table as tables
from tesserae.server.app import Config, create_app
from tesserae.server.scheduler import Account, Busy
from tesserae.server.service import QUESTIONS
from tesserae.state import State, load
from tests.server.place import Place, answer, soon
from tests.server.test_study import SIMPLE, STACK


def watch(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, threads: dict[str, set[bool]]) -> None:
    """Note for each call whether it is in the thread of the event loop."""
    real = getattr(owner, name)

    def noted(*arguments: Any, **more: Any) -> Any:
        threads.setdefault(name, set()).add(threading.current_thread() is threading.main_thread())
        return real(*arguments, **more)

    monkeypatch.setattr(owner, name, noted)


async def test_questions_are_answered_beside_the_loop(monkeypatch: pytest.MonkeyPatch, here: Place) -> None:
    threads: dict[str, set[bool]] = {}
    for owner, name in ((queries, "answer"), (tables, "missed"), (Match, "replay")):
        watch(monkeypatch, owner, name, threads)
    table = await here.table("me", "me", game="symbol")
    ann = here.come(table, "ann")
    asked = {
        "legal": '"at":"d1"',
        "why": '"action":"d1[K]-d2"',
        "stage": '"actions":["+K@d1"]',
        "inspect": '"square":"d1"',
    }
    for t, more in asked.items():
        ann.hear(f'{{"t":"{t}","id":"{t}","seat":0,{more}}}'.encode())
    await soon(lambda: all(answer(ann, t) is not None for t in asked))
    assert {cast(Any, answer(ann, t))["t"] for t in asked} == {"legal", "why", "staged", "inspected"}
    recall = table.recall(ann.client, table.match.number - 1, 0)
    assert (await here.service.aside(ann.account, recall)).told
    del here.service.tables[table.id]
    assert await here.service.table(table.id) is not None
    assert threads == {"answer": {False}, "missed": {False}, "replay": {False}}


async def test_who_has_a_new_name_is_not_looked_for_at_all_tables(here: Place) -> None:
    class Found(dict[str, Any]):
        """Tables that are asked for by their ids."""

        def values(self) -> Any:
            raise AssertionError("every table was looked at")

    table = await here.table("me", "open")
    other = await here.table("open", "me")
    tables, here.service.tables = here.service.tables, Found({table.id: table})
    await here.service.rename("ann", "Anna")
    here.service.tables = tables
    assert table.match.seats[0].name == "Anna"
    assert other.match.seats[1].name == "Ann"  # that one was not at hand


async def test_pages_are_made_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[bool]] = {}
    made = (segno, "make"), (study, "_study"), (Replaying, "advance"), (Match, "record"), (Match, "play_on")
    for owner, name in made:
        watch(monkeypatch, owner, name, threads)
    monkeypatch.setattr(replays, "PIECE", 2)
    pieces: list[int] = []
    advance = Replaying.advance

    def counted(replaying: Replaying, number: int) -> Replayed:
        pieces.append(number)
        return advance(replaying, number)

    monkeypatch.setattr(Replaying, "advance", counted)
    app = create_app(Config(str(tmp_path / "tables.db")))
    transport = httpx.ASGITransport(cast(Any, app))
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        service = app.state.service
        await service.compiled.ready["consequence"].wait()
        await service.compiled.ready["symbol"].wait()
        person = (await client.get("/api/me")).json()["person"]
        body: dict[str, Any] = {"settings": {"game": "consequence", "party": True}, "players": ["me", "me"]}
        id = (await client.post("/api/tables", json=body)).json()["id"]
        assert (await client.get(f"/api/tables/{id}/qr.svg")).status_code == 200
        table = service.tables[id]
        chance = random.Random(1)
        for _ in range(3):
            seat = table.match.actors[0]
            act = commands.Act(seat, [chance.choice(table.match.playing().legal(seat))])
            await table.ask(lambda act=act: table.match.decide(act, person, 0))
        await table.ask(lambda: table.match.decide(commands.Resign(0), person, 0))
        replay = (await client.get(f"/api/tables/{id}/replay")).json()
        assert [len(replay[part]) for part in ("changes", "moves", "effects")] == [3, 3, 3]
        assert pieces == [2, 2]  # others are served in between
        assert (await client.get(f"/api/tables/{id}/record")).status_code == 200
        play_on = await client.post(f"/api/tables/{id}/play-on", json={"moves": 2, "seat": 0})
        assert play_on.status_code == 201
        assert (await client.post("/api/study", json={"position": SIMPLE})).status_code == 200
    assert threads == {name: {False} for _, name in made}


async def test_one_client_can_ask_only_so_much_at_once(here: Place) -> None:
    go = threading.Event()
    ann, bob = Account("a", "ann"), Account("b", "bob")
    asked = [asyncio.create_task(here.service.aside(ann, go.wait)) for _ in range(QUESTIONS + 10)]
    await soon(lambda: sum(task.done() for task in asked) == 9)  # one is being worked on
    assert all(isinstance(task.exception(), Busy) for task in asked if task.done())
    other = asyncio.create_task(here.service.aside(bob, lambda: "bob"))
    done: list[str] = []
    other.add_done_callback(lambda _: done.append("bob"))
    for task in asked:
        if not task.done():
            task.add_done_callback(lambda _: done.append("ann"))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*asked, other, return_exceptions=True)
    assert done.index("bob") == 1  # others do not wait for all of hers


def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many texts of actions are made in Symbol."""
    notation = game("symbol").notation
    real, calls = notation.write, list[int]()

    def write(code: int) -> str:
        calls.append(code)
        return real(code)

    monkeypatch.setattr(notation, "write", write)
    return lambda: len(calls)


def test_no_texts_are_made_of_a_list_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load(STACK)
    made = counted(monkeypatch)
    for at in (None, "d4"):
        actions, count = state.listed(0, LONG, at)
        assert actions is None
        assert count > 10_000
    query = queries.answer(state, queries.Legal(0, "d4"), True)
    assert (query["actions"], query["count"]) == (None, count)
    whole = queries.answer(state, queries.Legal(0), True)
    assert whole["actions"] is None
    assert whole["count"] >= count
    assert "d4" in whole["squares"]
    assert made() == 0


@pytest.mark.parametrize(
    "begins", ["d4[K]-", "d4[KGW]-", "d4[KGGGBBBWWWRRRDDD]-", "d4[KG", "d4*", "d4!", "d4[Z]", "e5[K]", ""]
)
def test_what_begins_with_a_text_is_what_the_whole_list_has_of_it(begins: str) -> None:
    state = load(STACK)
    wanted = [action for action in state.legal(0) if action.startswith(begins)]
    actions, count = state.listed(0, LONG, "d4", begins)
    if len(wanted) > LONG:
        assert actions is None
    elif begins.endswith(("-", "*", "!")):
        assert (actions, count) == (wanted, len(wanted))
    else:
        assert actions in (wanted, None)  # a text that is no whole beginning need not be understood
    assert count >= len(wanted)


def test_a_short_list_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    state: State = load(SIMPLE)
    assert state.listed(0, LONG) == (state.legal(0), state.count(0))
    assert state.listed(0, LONG, "c2") == (state.legal(0, "c2"), len(state.legal(0, "c2")))
    some = [action for action in state.legal(0) if action.startswith("c2[G]-")]
    assert state.listed(0, LONG, None, "c2[G]-") == (some, len(some))
