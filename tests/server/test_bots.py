"""Bots, hints and whoever waits for them: a service in this process, with workers that answer when the test says so."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tesserae.cli import main
from tesserae.play import commands
from tesserae.server import run as server
from tesserae.server import service as services
from tesserae.server import table as tables
from tesserae.server.app import Config
from tesserae.server.clock import now
from tesserae.server.scheduler import Kind
from tesserae.server.table import Table
from tests.server.place import Place, answer, answered, hint, place, soon, wire


async def test_bots_do_not_think_where_nobody_is(tmp_path: Path) -> None:
    async with place(tmp_path, workers=3) as here:
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


async def test_bots_stop_when_everybody_has_gone_and_go_on_later(monkeypatch: pytest.MonkeyPatch, here: Place) -> None:
    monkeypatch.setattr(tables, "GRACE", 0.0)
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


async def test_nobody_thinks_after_a_restart_until_somebody_looks(monkeypatch: pytest.MonkeyPatch, here: Place) -> None:
    monkeypatch.setattr(services, "BEAT", 0.01)
    table = await here.table("bot:novice", "bot:novice")
    await here.service.store.lease([table.id], now() - 20_000, now() - 10_000)  # of a process that is no more
    del here.service.tables[table.id]
    beats: list[int] = []
    due = here.service.store.due  # the last that a heartbeat asks

    async def counted(time: int) -> list[str]:
        found = await due(time)
        beats.append(now())
        return found

    monkeypatch.setattr(here.service.store, "due", counted)
    here.service.start(here.service._live())
    await soon(lambda: len(beats) > 3)
    assert not here.service.tables
    again = await here.service.table(table.id)
    assert again is not None
    here.come(again, "eve")
    await soon(lambda: len(here.questions) == 1)
    monkeypatch.setattr(services, "BEAT", 3600)  # or the next heartbeat might be cut short in the middle
    last = len(beats)
    await soon(lambda: len(beats) > last)


async def test_a_bot_stops_when_its_move_is_not_wanted_any_more(here: Place) -> None:
    table = await here.table("bot:novice", "me")
    ann = here.come(table, "ann")
    await soon(lambda: len(here.questions) == 1)
    ann.command(commands.Resign(), "id", table.match.number)
    await soon(lambda: table.match.status == "over")
    await soon(lambda: bool(here.sage.enough_of))
    assert not table.thinking


async def test_a_players_own_bots_go_before_those_that_are_only_watched(tmp_path: Path) -> None:
    async with place(tmp_path, clock=lambda: 0.0) as here:  # however slow the machine, nobody's time is up
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


async def test_budgets_are_capped_and_the_client_is_told(here: Place) -> None:
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


def thinks(table: Table) -> bool:
    return bool(table.thinking)


async def test_one_hint_is_worked_out_and_one_waits(here: Place) -> None:
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


async def test_an_address_has_one_hint_that_waits(here: Place) -> None:
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


async def test_an_address_does_not_have_all_workers_for_its_bots(tmp_path: Path) -> None:
    async with place(tmp_path, workers=2, clock=lambda: 0.0) as here:
        games = []
        for person, address in (("ann", "school"), ("bob", "school"), ("cyd", "home")):
            table = await here.table("bot:novice", "me", owner=person)
            here.come(table, person, address)
            await soon(partial(thinks, table))
            await asyncio.sleep(0)  # it has asked for a worker
            games.append(len(here.questions))
        await soon(lambda: len(here.questions) == 2)
        assert games[:2] == [1, 1]


async def test_of_several_players_the_one_who_has_used_the_workers_least_is_charged(here: Place) -> None:
    table = await here.table("me", "open", "bot:novice", game="symbol_chain", seats=3)
    await table.ask(lambda: table.match.decide(commands.Sit(1), "bob", now(), "Bob"))
    for person in ("ann", "bob", "eve"):
        here.come(table, person)
    for heavy, light in (("ann", "bob"), ("bob", "ann")):
        here.service.thinkers._used = {("address", f"{heavy}'s"): (5.0, here.service.thinkers._clock())}
        kind, account = table.payer()
        assert (kind, account.person) == (Kind.PLAY, light)


async def test_hints_end_when_the_asker_goes(here: Place) -> None:
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


async def test_hints_end_when_the_game_goes_on(here: Place) -> None:
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


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_a_cap_that_cannot_be(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--bot-seconds", seconds]) != 0
    assert "--bot-seconds" in capsys.readouterr().err


def test_the_cap_is_what_serve_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    configs: list[Config] = []
    monkeypatch.setattr(server, "serve", lambda config, *_: configs.append(config))
    main(["serve", "--bot-seconds", "2.5", "--port", "0"])
    assert configs[0].limits.bot_seconds == 2.5
