"""Servers killed in the middle of play: `python -m tests.server.kills 100` for a long run.

Pairs of players play as fast as they can. The server is killed, started again on the same database, and every player
comes back and sends what was not acknowledged once more, with the same id. In the end each table must have exactly the
moves that were acknowledged, each of them once, in order.
"""

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.server.processes import LOOSE, Serving
from tests.server.wire import Device, Json, Live

TABLES = 4
MOVES = (40, 120)  # at all tables, between two kills
ENOUGH = 20  # moves of finished tables


class Player:
    """One side of a table, over all the lives of the server."""

    def __init__(self, device: Device, chance: random.Random) -> None:
        self.device = device
        self.chance = chance
        self.table = ""
        self.acknowledged: dict[int, str] = {}
        self.pending: Json | None = None  # sent, and not acknowledged yet
        self.sent = 0

    async def play(self) -> bool:
        """Until the server dies (False) or the game is over (True)."""
        try:
            live = await self.device.live(self.table)
            self.check(live)
            if self.pending is not None:
                await self.settle(live, self.pending)
            while live.table["status"] == "playing":
                if live.seat in live.view["actors"]:
                    legal = await live.ask("legal", seat=live.seat)
                    if legal["t"] == "legal" and legal["actions"]:
                        await self.settle(live, self.choose(live, legal["actions"]))
                else:
                    await live.next()
            return True
        except (ConnectionClosed, OSError, TimeoutError):
            return False

    def choose(self, live: Live, actions: list[str]) -> Json:
        self.sent += 1
        action = self.chance.choice(actions)
        return {"t": "act", "id": f"k{self.sent}", "n": live.number, "seat": live.seat, "actions": [action]}

    async def settle(self, live: Live, message: Json) -> None:
        self.pending = message
        await live.raw(json.dumps(message))
        answer = await live.ask("", id=message["id"])
        if answer["t"] in ("event", "ok"):
            number = answer["n"] - (answer.get("kind") == "ended")
            self.acknowledged[number] = message["actions"][0]
        else:
            assert answer["t"] == "refused", answer
        self.pending = None

    def check(self, live: Live) -> None:
        """Nothing that was acknowledged is lost or changed."""
        found = {move["n"]: move["action"] for move in live.moves}
        for number, action in self.acknowledged.items():
            kept = [found.get(number), found.get(number - 1)]  # the number may be that of the end, right after it
            assert action in kept, (self.table, number, action)


async def seat(pair: list[Player]) -> None:
    # With the aid each is told the own moves whole, so that they can be compared.
    table = await pair[0].device.table("consequence", options={"memory_aid": True})
    await pair[1].device.post(f"/api/tables/{table}/join")
    for player in pair:
        player.table, player.acknowledged, player.pending = table, {}, None


async def finish(pair: list[Player]) -> int:
    """The whole table: what is there is what was acknowledged, once."""
    moves = []
    for player in pair:
        live = await player.device.live(player.table)
        player.check(live)
        own = [move for move in live.moves if move["seat"] == live.seat]
        assert len(own) == len(player.acknowledged), (len(own), player.acknowledged)
        moves = live.moves
        await live.close()
    return len(moves)


async def storm(database: str, kills: int) -> tuple[int, int]:
    """So many kills, and more until enough was finished; how many tables were, and how many moves were checked."""
    finished = moves = number = 0
    chance = random.Random(kills)
    server = Serving(database, *LOOSE).wait("consequence")
    pairs = [[Player(Device(server.base), chance) for _ in range(2)] for _ in range(TABLES)]
    for pair in pairs:
        await seat(pair)
    while True:

        async def keep_playing(pair: list[Player]) -> None:
            nonlocal finished, moves
            while all(await asyncio.gather(*[player.play() for player in pair])):
                moves += await finish(pair)
                finished += 1
                await seat(pair)

        playing = asyncio.gather(*[keep_playing(pair) for pair in pairs], return_exceptions=True)
        players = [player for pair in pairs for player in pair]
        until = sum(player.sent for player in players) + chance.randint(*MOVES)
        while sum(player.sent for player in players) < until and not playing.done():
            await asyncio.sleep(0.01)
        server.kill()
        for outcome in await playing:
            if isinstance(outcome, AssertionError):
                raise outcome
        if number >= kills and moves > ENOUGH:
            break
        number += 1
        server = Serving(database, *LOOSE, port=server.port).wait("consequence")
        print(f"kill {number}: {finished} tables, {moves} moves", flush=True)
    for pair in pairs:
        for player in pair:
            await player.device.__aexit__()
    return finished, moves


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(storm(str(Path(folder) / "kills.db"), kills)))


if __name__ == "__main__":
    main()
