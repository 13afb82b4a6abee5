"""Whole games of every game with bots in all seats, watched over the wire; and what each seat may see of one."""

import json
import random
import re
from typing import Any

import pytest

from tesserae import record
from tesserae.games.effects import plain
from tesserae.state import effects_between, start
from tests.server.wire import Device, Live, two_at_a_table, views


@pytest.mark.parametrize(
    ("game", "seats"),
    [("symbol", 2), ("symbol_chain", 2), ("symbol_chain", 4), ("sequence", 2), ("sequence", 6), ("consequence", 2)],
)
async def test_bots_in_all_seats(game: str, seats: int, ann: Device) -> None:
    table = await ann.table(game, ["bot:novice"] * seats, seats=seats, bot_seconds=0.05)
    watching = await ann.live(table)
    assert watching.seat is None
    await watching.until(lambda: watching.table["status"] == "over")
    text = (await ann.http.get(f"/api/tables/{table}/record")).text
    final = record.read(text).final()
    assert final.outcome is not None
    assert final.outcome.export() == watching.table["result"]
    replay = await ann.get(f"/api/tables/{table}/replay")
    assert views(replay)[-1]["outcome"] == watching.table["result"]


async def random_game(lives: list[Live]) -> None:
    chance = random.Random(7)
    steps = 0
    while lives[0].table["status"] == "playing":
        number = max(live.number for live in lives)
        for live in lives:
            await live.reach(number)
        for live in lives:
            if live.seat is not None and live.table["status"] == "playing" and live.seat in live.view["actors"]:
                legal = await live.ask("legal", seat=live.seat)
                await live.ask("act", seat=live.seat, actions=[chance.choice(legal["actions"])])
                steps += 1
                break
        if steps > 150:
            await lives[0].ask("resign")


@pytest.mark.parametrize("game", ["consequence", "sequence", "symbol_chain"])
async def test_each_is_told_what_the_rules_let_it_know_and_nothing_else(
    game: str, ann: Device, bob: Device, eve: Device
) -> None:
    """Every byte to both players and a spectator, against views made here from the record of the end."""
    table, a, b = await two_at_a_table(ann, bob, game)
    lives = [a, b, await eve.live(table)]
    began = [(live.number, live.document) for live in lives]
    await random_game(lives)
    for live in lives:
        await live.end()
    text = (await ann.http.get(f"/api/tables/{table}/record")).text
    loaded = record.read(text)
    secret, seed = a.table["secret"], a.table["seed"]
    for live, (number, document) in zip(lives, began, strict=True):
        _check_frames(live, number, document, loaded, secret, seed)


def _check_frames(live: Live, number: int, document: Any, loaded: record.Record, secret: str, seed: str) -> None:
    from tesserae.play import apply

    state = start(loaded.beginning.game.name, loaded.beginning.seats, loaded.beginning.seed, **loaded.beginning.options)
    public = state.game.forms.public
    seat = live.seat
    actions = iter(loaded.actions)
    number_of_move, began, ongoing = 0, 0, None  # ongoing: the seat of which the turn goes on
    assert document["view"] == json.loads(json.dumps(state.view(seat)))
    for frame in live.frames:
        message = json.loads(frame)
        if message["t"] != "event" or message["n"] <= number:
            assert secret not in frame
            continue
        document = apply(document, message["changes"])
        if document["table"]["status"] == "over":
            break
        assert secret not in frame
        assert not re.search(rf"\b{seed}\b", frame)
        if message["kind"] == "acted":
            actor, action = next(actions)
            before = state.copy()
            state.act(actor, action)
            effects = plain(effects_between(before, state, actor, public(action), seat))
            began = began if ongoing == actor else number_of_move
            ongoing = actor if before.turn_mark.goes_on(state, actor) else None
            number_of_move += 1
            told = {"action": public(action), "turn": began, "effects": json.loads(json.dumps(effects))}
            assert message["data"] == told
        assert document["view"] == json.loads(json.dumps(state.view(seat)))


async def test_what_is_hidden_leaves_no_trace(ann: Device, bob: Device, eve: Device) -> None:
    """Two games that differ only in the face of a tile: others than its owner get the same, byte for byte."""

    async def seen(ann: Device, bob: Device, eve: Device, tile: str) -> list[str]:
        table, a, b = await two_at_a_table(ann, bob)
        e = await eve.live(table)
        await a.ask("act", seat=0, actions=[f"{tile}@b2"])
        for live in (b, e):
            await live.reach(a.number)
        await b.ask("why", seat=1, action="rM@b2")
        await b.ask("legal", seat=1)
        await b.ask("act", seat=1, actions=["rM@b2"])
        fresh = [await bob.live(table), await eve.live(table)]
        frames = [frame for live in (b, e, *fresh) for frame in live.frames if '"presence"' not in frame]
        return [re.sub(r'"(id|at|now|commitment)":("[^"]*"|\d+)', r'"\1":0', frame) for frame in frames]

    moon, sun = await seen(ann, bob, eve, "bM"), await seen(ann, bob, eve, "bS")
    assert moon == sun
    assert len(moon) >= 8
