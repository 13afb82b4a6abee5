"""A storm: people play, and one thing after the other goes wrong."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from tests.chaos.checker import Problem
from tests.chaos.players import KINDS, Counts, Pair, flood
from tests.chaos.world import Slot, World
from tests.server.postgres import Postgres
from tests.server.processes import PATIENT

GAMES = tuple(sorted({game for game, _ in KINDS}))
LEASE = 7.0  # seconds that are longer than a lease, and than anybody's patience


class Storm:
    """Made by `storm`."""

    def __init__(self, world: World, pairs: list[Pair], counts: Counts, chance: random.Random) -> None:
        self.world = world
        self.pairs = pairs
        self.counts = counts
        self.chance = chance
        self.done: Counter[str] = Counter()

    def _slot(self) -> Slot:
        return self.chance.choice(self.world.slots)

    # What goes wrong. When a fault is over, everything is there again.

    async def kill_server(self) -> None:
        slot = self._slot()
        await slot.kill()
        await slot.start()
        self.done["servers killed"] += 1

    async def kill_all(self) -> None:
        """All servers at once."""
        await asyncio.gather(*[slot.kill() for slot in self.world.slots])
        await asyncio.gather(*[slot.start() for slot in self.world.slots])
        self.done["servers killed"] += len(self.world.slots)

    async def kill_worker(self) -> None:
        self.done["bot workers killed"] += await self._slot().kill_worker()

    async def kill_postgres(self) -> None:
        if self.world.postgres is not None:
            await self.world.kill_postgres()
            self.done["PostgreSQL killed"] += 1

    async def pause(self) -> None:
        """Longer than a lease."""
        await self._slot().pause(LEASE)
        self.done["pauses longer than a lease"] += 1

    async def short_pause(self) -> None:
        await self._slot().pause(self.chance.uniform(0.1, 2))
        self.done["short pauses"] += 1

    async def fill_disk(self) -> None:
        if self.world.postgres is None:
            slot = self._slot()
            slot.fill_disk(True)
            await asyncio.sleep(self.chance.uniform(0.5, 2))
            slot.fill_disk(False)
            self.done["disk full"] += 1

    async def read_only(self) -> None:
        async with self.world.read_only():
            await asyncio.sleep(self.chance.uniform(0.5, 2))
        self.done["store read-only"] += 1

    async def lock(self) -> None:
        if self.world.postgres is None:
            async with self.world.locked():
                await asyncio.sleep(self.chance.choice([0.5, 2]))
            self.done["store locked"] += 1

    async def jump(self) -> None:
        """A clock of one machine is set, by up to an hour, and stays so."""
        self._slot().weather.write(ahead=self.chance.uniform(-3600, 3600))
        self.done["clock jumps"] += 1

    async def cut(self) -> None:
        self._slot().proxy.cut()
        self.done["connections cut"] += 1

    async def delay(self) -> None:
        proxy = self._slot().proxy
        proxy.delay = self.chance.uniform(0.01, 0.3)
        await asyncio.sleep(1)
        proxy.delay = 0
        self.done["network delayed"] += 1

    async def stall(self) -> None:
        proxy = self._slot().proxy
        proxy.stall(True)
        await asyncio.sleep(self.chance.uniform(0.5, 2))
        if self.chance.random() < 0.5:
            proxy.cut()
        proxy.stall(False)
        self.done["network stalled"] += 1

    async def reconnect(self) -> None:
        """Everybody loses the connection at once, three times."""
        for _ in range(3):
            for pair in self.pairs:
                for client in pair.clients:
                    client.drop()
            await asyncio.sleep(0.1)
        self.done["reconnect storms"] += 1

    async def flood(self) -> None:
        tables = [pair.id for pair in self.pairs if pair.clients]
        if tables:
            await flood(self.world, self.chance, self.chance.choice(tables), 300)
            self.done["floods"] += 1

    @property
    def kills(self) -> int:
        return sum(count for name, count in self.done.items() if name.endswith("killed"))

    def faults(self) -> dict[str, int]:
        """What servers logged as a fault, without what follows from the kills: that the store was away, and what Python
        prints if a worker is killed just as it is given something to do."""
        store = ("sqlite3.", "asyncpg.", "sqlalchemy.", "ConnectionRefusedError", "ConnectionResetError", "OSError")
        follow = (*store, "BrokenPipeError")
        return {text: count for text, count in self.world.complaints.items() if not text.startswith(follow)}

    # How it goes.

    async def moves(self, count: int) -> None:
        """Until so many more were acknowledged."""
        until = self.counts.moves + count
        last, moved = self.counts.moves, time.monotonic()
        while self.counts.moves < until:
            await asyncio.sleep(0.02)
            if self.counts.moves > last:
                last, moved = self.counts.moves, time.monotonic()
            elif time.monotonic() - moved > PATIENT:
                raise TimeoutError("nobody can move any more")


Fault = Callable[[Storm], Awaitable[None]]
EACH: Sequence[Fault] = (  # once each
    Storm.kill_server,
    Storm.kill_worker,
    Storm.fill_disk,
    Storm.read_only,
    Storm.lock,
    Storm.jump,
    Storm.kill_postgres,
    Storm.pause,
    Storm.cut,
    Storm.delay,
    Storm.stall,
    Storm.reconnect,
    Storm.flood,
    Storm.kill_all,
)


async def storm(
    folder: Path,
    processes: int,
    postgres: Postgres | None,
    faults: Callable[[Storm], Awaitable[None]],
    pairs: int = 7,
    seed: int = 1,
) -> Storm:
    """People play while `faults` happen; then everything is well again, and all that they were told is checked."""
    counts, chance = Counts(), random.Random(seed)
    async with World.open(folder, processes, postgres, GAMES) as world, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Pair(world, counts, seed + number)) for number in range(pairs)]
        found = Storm(world, people, counts, chance)
        async with asyncio.TaskGroup() as group:
            for pair in people:
                group.create_task(pair.play())
            await faults(found)
            try:
                await found.moves(2 * pairs)  # everything goes on
            except TimeoutError as error:
                counts.problems.append(Problem("lost", str(error)))
            for pair in people:
                pair.end()
        return found
