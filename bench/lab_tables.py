"""What the lab costs the tables of a server: `python -m bench.lab_tables`.

A server with one worker for bots, once with an idle lab and once with one that plays games between masters without end.
Measured are moves of people at many tables (from sending a move to the opponent's update, paced and in closed loop, as
bench/load.py does it) and how long a novice takes for its first move at a new table, which needs the worker that the
lab has. Rounds alternate, so that whatever else the machine does hits both.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from typing import Any

import httpx
import uvloop

from bench.generator import Load, Result, Tesserae, long_game, served, wait_for_game
from tests.server.wire import Device

STUDY = {"game": "symbol", "level": "master", "games": 2000}


async def answer(base: str) -> float:
    """Seconds from a new table to the first move of its bot."""
    async with Device(base) as device:
        began = time.perf_counter()
        live = await device.live(await device.table("symbol", ["bot:novice", "me"], start=True))
        await live.until(lambda: live.document["view"]["actors"] == [1])
        return time.perf_counter() - began


def measure(game: list[str], given: argparse.Namespace, busy: bool) -> tuple[Result, Result, list[float], int]:
    """Paced and in closed loop, the answers of bots, and how many games the lab played meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--database", f"{folder}/load.db"]
        command += ["--workers", "1", "--rate", "1e9", "--sockets", "100000", "--lab"]
        load: Load
        with served(Tesserae(game), command, folder, r"127\.0\.0\.1:(\d+)", tied=False) as load:
            wait_for_game(load.port)
            base = f"http://127.0.0.1:{load.port}"
            with httpx.Client(base_url=base) as person:
                run: Any = person.post("/api/lab", json=STUDY).json()["id"] if busy else None
                paced = uvloop.run(load.run(given.tables, given.seconds, False))
                closed = uvloop.run(load.run(given.tables, given.seconds, True))
                bots = [asyncio.run(answer(base)) for _ in range(given.bots)]
                played = person.get(f"/api/lab/{run}").json()["played"] if busy else 0
    return paced, closed, bots, played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15, help="of each run")
    parser.add_argument("--bots", type=int, default=10, help="answers of bots in each round")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    game = long_game()
    print(
        f"{given.tables} tables, one worker for bots, {os.cpu_count()} cores for server, worker and generator together"
    )
    print("| lab | paced p50, p99 | closed loop | closed p50, p99 | bot's first move, median, longest | lab's games |")
    print("|---|---|---|---|---|---|")
    for number in range(2 * given.rounds):
        busy = number % 2 == 1
        paced, closed, bots, played = measure(game, given, busy)
        row = (
            "busy" if busy else "idle",
            f"{paced.quantile(0.5):.1f}, {paced.quantile(0.99):.1f} ms",
            f"{closed.moves / closed.seconds:,.0f} moves/s",
            f"{closed.quantile(0.5):.1f}, {closed.quantile(0.99):.1f} ms",
            f"{statistics.median(bots):.2f}, {max(bots):.2f} s",
            str(played),
        )
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
