"""What a table tells whom, and when: in this process, with a store that writes when it is told to."""

import asyncio
import random
from typing import Any, cast

import pytest

from tesserae.games import NAMES
from tesserae.play import Match
from tesserae.play.commands import Chat
from tesserae.play.events import read
from tesserae.play.foretelling import LONG
from tesserae.server.service import Service
from tesserae.server.table import Table
from tesserae.state import State
from tests.server.indoors import Guest, Home, Json, Wire, set_up


async def test_nobody_is_told_before_it_is_written() -> None:
    home, table = set_up("ann", "bob")
    ann, bob = Guest(table, "ann"), Guest(table, "bob")
    home.store.prompt = False
    ann.say("act", seat=0, actions=["bM@b2"])
    asked = bob.say("why", seat=1, action="rM@b3")  # it waits in line
    assert not ann.wire.heard("event")
    assert not bob.wire.heard("event")
    assert not bob.wire.heard("why")
    home.store.settle(True)
    assert ann.wire.heard("event")[-1]["id"]
    assert [message["data"]["action"] for message in bob.wire.heard("event")] == ["b?@b2"]
    await home.rest()
    assert bob.wire.heard("why")[0]["id"] == asked


async def test_a_move_that_was_not_written_is_seen_by_nobody() -> None:
    """Another process was faster: everybody has what is in the store, also who shares a view."""
    home, table = set_up("ann", "bob")
    guests = [Guest(table, person) for person in ("ann", "ann", "bob", "eve", "eve")]
    home.store.prompt = False
    guests[0].say("act", seat=0, actions=["bM@b2"])
    other = set_up("ann", "bob")[1]
    decision = table.match.playing().copy()
    assert decision.history  # the table has taken the move over, but nobody knows
    mine = Guest(other, "ann")
    mine.say("act", seat=0, actions=["bS@c3"])
    home.store.rows.append(other.entry(other.match.events[-1:], "elsewhere")._replace().rows[0])
    home.store.prompt = True
    home.store.settle(False)
    await home.rest()
    assert guests[0].wire.heard("refused")[-1]["code"] == "stale"
    for guest in guests:
        fresh = Guest(table, guest.client.person)
        assert guest.wire.document == fresh.wire.document
        assert guest.wire.number == fresh.wire.number
        assert guest.wire.document["view"]["board"].keys() == {"c3"}


async def test_a_party_has_its_code_until_the_end_is_written() -> None:
    home, table = set_up("ann", "bob", party=True)
    ann = Guest(table, "ann")
    home.store.prompt = False
    ann.say("resign")
    await home.rest()
    assert home.store.freed == []
    home.store.settle(True)
    await home.rest()
    assert home.store.freed == ["table"]


@pytest.mark.parametrize("game", NAMES)
async def test_legal_with_the_news_is_what_asking_tells(game: str) -> None:
    chance = random.Random(game)
    _, table = set_up("ann", "bob", game=game)
    eager = [Guest(table, person, {"legal": True}) for person in ("ann", "bob")]
    plain = [Guest(table, person) for person in ("ann", "bob")]
    told = {guest.client.person: guest.wire.messages[0].get("legal") for guest in eager}
    for _ in range(60):
        if table.match.status != "playing":
            break
        for number, person in enumerate(("ann", "bob")):
            actions = table.match.playing().legal(number)
            asked = plain[number].ask("legal", seat=number)
            assert asked["count"] == len(actions)
            assert asked["actions"] == (actions if len(actions) <= LONG else None)
            if number not in table.match.actors:
                assert told[person] is None
            else:
                assert told[person] == {name: asked[name] for name in ("seat", "actions", "count", "squares")}
        seat = chance.choice(table.match.actors)
        action = chance.choice(table.match.playing().legal(seat))
        answer = eager[seat].ask("act", seat=seat, actions=[action])
        assert answer["t"] == "event"
        told = {guest.client.person: guest.wire.heard("event")[-1].get("legal") for guest in eager}
        assert all("legal" not in guest.wire.heard("event")[-1] for guest in plain)


async def test_who_has_several_seats_is_told_of_the_one_to_act() -> None:
    _, table = set_up("ann", "ann")
    ann, screen = Guest(table, "ann", {"legal": True}), Guest(table, "ann", {"legal": True, "outside": True})
    assert ann.wire.messages[0]["legal"]["seat"] == 0
    moved = ann.ask("act", seat=0, actions=["bM@b2"])
    assert moved["legal"]["seat"] == 1
    assert all("legal" not in message for message in screen.wire.messages)
    ann.say("look", seat=1)
    assert ann.wire.messages[-1]["legal"] == moved["legal"]


def eventful() -> tuple[Home, Any, list[tuple[str, dict[str, Any]]]]:
    """A table, and what happens there: who says what."""
    home, table = set_up("ann", "bob")
    script: list[tuple[str, dict[str, Any]]] = [
        ("ann", {"t": "chat", "text": "hello"}),
        ("ann", {"t": "act", "seat": 0, "actions": ["bM@b2"]}),
        ("bob", {"t": "rename", "name": "Robert"}),
        ("bob", {"t": "act", "seat": 1, "actions": ["rM@b3"]}),
        ("eve", {"t": "chat", "text": "well played"}),
        ("bob", {"t": "offer", "what": "takeback"}),
        ("ann", {"t": "accept", "what": "takeback"}),
        ("bob", {"t": "act", "seat": 1, "actions": ["rS@c3"]}),
        ("ann", {"t": "offer", "what": "draw"}),
        ("bob", {"t": "decline", "what": "draw"}),
        ("ann", {"t": "resign"}),
    ]
    return home, table, script


async def test_who_comes_back_at_any_moment_knows_the_same_as_a_newcomer() -> None:
    """Connections are lost after each event, from each place; what they miss leads to what a newcomer is shown."""
    _, table, script = eventful()
    guests = {person: Guest(table, person) for person in ("ann", "bob", "eve")}
    lost: list[tuple[str, Wire]] = []

    def lose() -> None:
        for person in guests:
            gone = Guest(table, person)
            table.listeners.leave(gone.client)
            lost.append((person, gone.wire))

    lose()
    for person, message in script:
        assert guests[person].ask(**message)["t"] == "event", message
        lose()
    told = 0
    for person, before in lost:
        back, fresh = Guest(table, person, {"legal": True}, before), Guest(table, person)
        assert not back.wire.heard("state")
        assert back.wire.heard("ok") == [{"t": "ok", "id": None, "n": table.match.number}]
        assert (back.wire.document, back.wire.number) == (fresh.wire.document, fresh.wire.number)
        told += len(back.wire.heard("event"))
        for guest in (back, fresh):
            table.listeners.leave(guest.client)
    assert told > 100


async def test_who_has_changed_in_between_gets_everything() -> None:
    _, table = set_up("ann", "bob", game="symbol_chain", seats=3)
    ann, bob = Guest(table, "ann"), Guest(table, "bob")
    eve = Guest(table, "eve")
    for number in (0, 10_000):
        odd = Wire()
        odd.number = number
        assert [m["t"] for m in Guest(table, "eve", before=odd).wire.messages[:1]] == ["state"]
    table.listeners.leave(bob.client)
    bob_before, number = bob.wire, bob.wire.number
    assert ann.ask("leave", seat=1)["t"] == "event"
    back = Guest(table, "bob", before=bob_before)
    assert back.wire.messages[0]["t"] == "state"
    assert back.wire.seat is None
    assert back.ask("sit", seat=1)["t"] == "ok"
    assert back.wire.seat == 1
    again = Wire()  # as if bob had been away while the seat was not his
    again.document, again.number, again.seat = bob_before.document, number, 1
    returned = Guest(table, "bob", before=again)
    assert returned.wire.messages[0]["t"] == "state"
    assert eve.wire.document == Guest(table, "eve").wire.document


async def test_what_one_gets_at_once_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has missed many events gets the whole state instead, and of the chat only the end."""
    monkeypatch.setattr("tesserae.server.listeners.RECENT", 3)
    monkeypatch.setattr("tesserae.play.seeing.TALK", 3)
    _, table = set_up("ann", "bob")
    ann = Guest(table, "ann")
    lost = []
    for number in range(5):
        gone = Guest(table, "bob")
        table.listeners.leave(gone.client)
        lost.append(gone.wire)
        ann.ask("chat", text=f"{number}")
    for missed, before in zip(range(5, 0, -1), lost, strict=True):
        back = Guest(table, "bob", before=before)
        assert len(back.wire.heard("event")) == (missed if missed <= 3 else 0)
        assert len(back.wire.heard("state")) == (missed > 3)
    assert [said["text"] for said in Guest(table, "eve").wire.messages[0]["chat"]] == ["2", "3", "4"]


async def test_a_fault_in_the_rules_is_nobodys_bad_message(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: object, **__: object) -> Any:
        raise TypeError("the rules are broken")

    home, table = set_up("ann", "bob")
    ann, bob = Guest(table, "ann", {"legal": True}), Guest(table, "bob")
    before = [guest.wire.document for guest in (ann, bob)]
    asks: list[tuple[str, Json]] = [
        ("legal", {"seat": 0, "at": "b2"}),
        ("why", {"seat": 0, "action": "rM@b2"}),
        ("act", {"seat": 0, "actions": ["bM@b2"]}),
    ]
    for name, (t, fields) in zip(("listed", "_refusal", "act"), asks, strict=True):
        caplog.clear()
        with monkeypatch.context() as broken:
            broken.setattr(State, name, fault)
            id = ann.say(t, **fields)
            await home.rest()
        answer = ann.answer(id)
        assert (answer["t"], answer["code"]) == ("refused", "internal")
        assert "broken" not in str(answer)
        assert "the rules are broken" in caplog.text
    assert ann.ask("act", seat=0, actions=["bM@"])["code"] == "rule"
    assert ann.ask("legal", seat="0")["code"] == "bad"
    with monkeypatch.context() as broken:  # when the move is taken over already
        broken.setattr(State, "shared_view", fault)
        answer = ann.ask("act", seat=0, actions=["bM@b2"])
    assert (answer["t"], answer["code"]) == ("refused", "internal")
    await home.rest()
    assert [guest.wire.document for guest in (ann, bob)] == before
    assert ann.ask("act", seat=0, actions=["bM@b2"])["t"] == "event"
    assert bob.wire.document["view"]["board"] == {"b2": "b?"}
    assert all(guest.wire.closed is None for guest in (ann, bob))


async def test_effects_come_with_the_news() -> None:
    _, table = set_up("ann", "bob", game="symbol")
    ann, bob, eve = (Guest(table, person) for person in ("ann", "bob", "eve"))
    while table.match.status == "playing" and len(table.match.moves_made) < 12:
        seat = table.match.actors[0]
        (ann, bob)[seat].ask("act", seat=seat, actions=[table.match.playing().legal(seat)[0]])
    acted = [[m for m in g.wire.heard("event") if m["kind"] == "acted"] for g in (ann, bob, eve)]
    told = [[message["data"]["effects"] for message in one] for one in acted]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) >= 12
    replaying = table.match.replaying(0)
    assert replaying.advance(len(replaying.moves)).effects == told[0]


def seen_alike(table: Table, guests: list[Guest]) -> None:
    """Each has what one who comes now, with the same cookie and through the same seat, would get."""
    for guest in guests:
        fresh = Guest(table, guest.client.person, {"outside": guest.client.outside})
        table.look(fresh.client, guest.wire.seat)
        assert (fresh.wire.number, fresh.wire.seat) == (guest.wire.number, guest.wire.seat)
        assert fresh.wire.document == guest.wire.document
        table.listeners.leave(fresh.client)


@pytest.mark.parametrize("seed", range(8))
async def test_what_everybody_sees_is_what_the_store_has(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lost races, failed writes and writes of which nobody knows, several tabs of each, and spectators."""
    monkeypatch.setattr("tesserae.server.table.AGAIN", 0.0)
    chance = random.Random(seed)
    home, table = set_up("ann", "bob", "cyd", game="symbol_chain", seats=3)
    people = ("ann", "ann", "bob", "bob", "cyd", "eve", "eve")
    guests = [Guest(table, person) for person in people]
    guests.append(Guest(table, "ann", {"outside": True}))
    home.store.prompt = False
    lost = 0
    for turn in range(25):
        seat = next(iter(table.match.actors), None)
        if seat is None:
            break
        mover = chance.choice([guest for guest in guests if guest.wire.seat == seat])
        before = len(home.store.rows)
        wanted = mover.say("act", seat=seat, actions=[chance.choice(table.match.playing().legal(seat))])
        if chance.random() < 0.3:
            chance.choice(guests).say("chat", text=f"{turn}")  # it waits in line
        fault = chance.choice(("none", "race", "failed", "unknown", "away", "away"))
        if fault == "race":
            match = Match.replay([read(row.event) for row in home.store.rows])
            other = Table(cast(Service, Home()), "table", match, [])
            rival = chance.choice(("dan", "eve"))
            other.match.evolve(*other.match.decide(Chat("I was faster"), rival, 0, rival))
            home.store.rows += other.entry(other.match.events[-1:], None).rows
            home.store.settle(False)
        elif fault == "none":
            home.store.settle(True)
        else:
            lost += 1
            home.store.away = fault == "away"
            home.store.settle(None, written=fault == "unknown" or chance.random() < 0.5)
            kept = [m["kept"] for m in mover.wire.heard("store") if "kept" in m]
            assert wanted in kept
            seen_alike(table, guests)  # also while it lasts
            assert {guest.wire.number for guest in guests} == {before}
            home.store.away = False
        while home.tasks or home.store.waiting or table._kept or table._again:
            await home.rest()
            await asyncio.sleep(0)
            while home.store.waiting:
                home.store.settle(True)
        assert [row.number for row in home.store.rows] == list(range(1, len(home.store.rows) + 1))
        assert table.match.number == len(home.store.rows)
        seen_alike(table, guests)
        answered = [m for m in mover.wire.messages if m.get("id") == wanted]
        assert len(answered) == 1
        assert all(guest.wire.heard("store")[-1:] in ([], [{"t": "store", "away": False}]) for guest in guests)
    assert lost > 3


async def test_whoever_cannot_be_told_anything_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object, **__: object) -> Any:
        raise TypeError("the rules are broken")

    _, table = set_up("ann", "bob")
    eve = Guest(table, "eve")
    with monkeypatch.context() as broken:
        broken.setattr("tesserae.server.listeners.Listeners.state", fault)
        for person in ("ann", "dan"):
            with pytest.raises(TypeError):
                Guest(table, person)
    assert table.listeners.here() == {"eve"}
    assert len(table.listeners.all()) == 1
    assert eve.wire.heard("presence") == [{"t": "presence", "watching": 1}]


async def test_what_goes_wrong_in_line_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    def fault() -> None:
        raise TypeError("out of order")

    home, table = set_up("ann", "bob")
    ann, bob = Guest(table, "ann"), Guest(table, "bob")
    home.store.prompt = False
    ann.say("act", seat=0, actions=["bM@b2"])
    table.when_settled(fault)
    waiting = asyncio.ensure_future(table.read_settled(lambda match: match.number))
    await asyncio.sleep(0)
    waiting.cancel()
    bob.say("legal", seat=1)
    home.store.settle(True)
    assert bob.wire.heard("legal")
    assert caplog.text.count("Traceback") == 1
    assert "out of order" in caplog.text


async def test_a_private_table_without_its_player_goes_on() -> None:
    """Who stands up there may no longer look on; nothing else goes wrong."""
    _, table = set_up("ann", "bob", game="symbol_chain", seats=3, watch=False)
    ann, bob = Guest(table, "ann"), Guest(table, "bob")
    bob.say("leave")
    assert bob.wire.closed == (1008, "forbidden")
    assert not bob.wire.heard("refused")
    assert [seat["kind"] for seat in ann.wire.document["table"]["seats"]] == ["person", "open", "open"]
    assert table.listeners.here() == {"ann"}
