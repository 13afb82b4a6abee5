"""Replays at a server: that of a finished game is computed once, for whoever may see it."""

import asyncio
import json
import threading
from typing import Any

import pytest

from tesserae.errors import Refused
from tesserae.play import commands
from tesserae.play.seeing import Replayed, Replaying
from tesserae.server import replays
from tesserae.server.compression import Content
from tesserae.server.scheduler import Account, Busy
from tesserae.server.service import QUESTIONS
from tesserae.server.table import Table
from tests.server.place import Place, soon
from tests.server.wire import views

ANN, BOB, EVE = (Account(f"{person}'s", person) for person in ("ann", "bob", "eve"))


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of each piece that is computed: how many moves were done before."""
    pieces: list[int] = []
    advance = Replaying.advance

    def counted(replaying: Replaying, number: int) -> Replayed:
        pieces.append(replaying.done)
        return advance(replaying, number)

    monkeypatch.setattr(Replaying, "advance", counted)
    return pieces


async def act(table: Table) -> None:
    match = table.match
    seat = match.actors[0]
    action = match.playing().legal(seat)[0]
    await table.ask(lambda: match.decide(commands.Act(seat, [action]), "ann", 0))


async def finished(here: Place, **settings: Any) -> Table:
    table = await here.table("me", "me", **settings)
    for _ in range(3):
        await act(table)
    await table.ask(lambda: table.match.decide(commands.Resign(0), "ann", 0))
    return table


def shown(content: Content) -> Any:
    return json.loads(content.plain)


async def test_the_replay_of_a_finished_game_is_computed_once(computed: list[int], here: Place) -> None:
    table = await finished(here)
    find = here.service.replays.find
    first, *others = await asyncio.gather(*(find(table, None, account) for account in (ANN, BOB, EVE)))
    assert all(other is first for other in others)
    await table.ask(lambda: table.match.decide(commands.Chat("Well played."), "ann", 0))
    assert await find(table, 1, ANN) is first  # now everybody sees the same
    assert computed == [0]
    replay = shown(first)
    assert [len(replay[part]) for part in ("changes", "moves", "effects")] == [3, 3, 3]
    assert [move["action"] for move in replay["moves"]] == [move.action for move in table.match.moves_made]
    assert views(replay)[-1]["board"] == table.match.document(None, "ann")["view"]["board"]
    other = await finished(here)
    assert await find(other, None, ANN) is not first
    assert computed == [0, 0]


async def test_that_it_is_kept_helps_nobody_who_may_not_see_it(here: Place) -> None:
    table = await finished(here, watch=False)
    await here.service.replays.find(table, None, ANN)
    with pytest.raises(Refused) as refused:
        await here.service.replays.find(table, None, EVE)
    assert refused.value.rule == "MA-25"


async def test_the_replay_of_a_running_game_is_for_one_seat_and_one_moment(computed: list[int], here: Place) -> None:
    table = await here.table("me", "me")
    find = here.service.replays.find
    await act(table)
    with pytest.raises(Refused):
        await find(table, 0, BOB)
    assert "?" in json.dumps(views(shown(await find(table, None, BOB)))[-1]["board"])
    for seat in (0, 1):
        assert views(shown(await find(table, seat, ANN)))[-1] == table.match.playing().view(seat)
    await act(table)
    assert views(shown(await find(table, 0, ANN)))[-1] == table.match.playing().view(0)
    assert computed == [0, 0, 0, 0]


async def test_who_asks_for_too_much_does_not_keep_others_from_it(here: Place) -> None:
    table = await finished(here)
    go = threading.Event()
    much = [asyncio.create_task(here.service.aside(ANN, go.wait)) for _ in range(QUESTIONS + 1)]
    await asyncio.sleep(0)
    asked = [asyncio.create_task(here.service.replays.find(table, None, account)) for account in (ANN, BOB)]
    with pytest.raises(Busy):
        await asked[0]
    go.set()
    assert len(shown(await asked[1])["moves"]) == 3
    await asyncio.gather(*much, return_exceptions=True)


async def test_who_leaves_does_not_keep_others_from_it(computed: list[int], here: Place) -> None:
    table = await finished(here)
    asked = [asyncio.create_task(here.service.replays.find(table, None, account)) for account in (ANN, BOB)]
    await soon(lambda: bool(here.service.replays._made))
    asked[0].cancel()
    assert len(shown(await asked[1])["moves"]) == 3
    assert computed == [0]


async def test_only_so_much_is_kept(computed: list[int], monkeypatch: pytest.MonkeyPatch, here: Place) -> None:
    find = here.service.replays.find
    tables = [await finished(here) for _ in range(3)]
    sizes = [(await find(table, None, ANN)).size for table in tables]
    assert len(computed) == 3
    monkeypatch.setattr(replays, "KEPT", sum(sizes) + 10)
    await find(tables[0], None, ANN)  # the one that was asked for last
    await find(await finished(here), None, ANN)
    assert len(computed) == 4
    await find(tables[0], None, ANN)
    await find(tables[2], None, ANN)
    assert len(computed) == 4
    await find(tables[1], None, ANN)  # the one that nobody has asked for
    assert len(computed) == 5
