"""How long it takes until one can play: `python bench/start.py`, or with `--numba` beside compiling everything.

A copy of the package without any files that Python or we have kept is started with an empty cache, as on a fresh clone:
first the server, with a table for each game at which a bot has to act, then the same again with what has been kept, and
then the terminal. With `--numba` another copy has no compiled games, so that Numba compiles them: once in this run,
which takes some minutes.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from websockets.sync.client import connect

from tesserae.games import NAMES

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "tesserae"
FIRST = "symbol"  # the game that is asked for first, and takes longest
LEVEL = "novice"  # thinks for a moment only
PAUSE = 0.01
ROUNDS = 5  # of the second start, and of the terminal; the best counts


class Server:
    """`tesserae serve` of a copy, and how long ago it was started."""

    def __init__(self, copy: Path) -> None:
        self.copy, self.environment = copy, environment(copy)
        self.log = copy / "log.txt"

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        self.began = time.perf_counter()
        self.log.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory() as folder, self.log.open("wb") as log:
            command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--database", f"{folder}/a.db"]
            command += ["--rate", "1000"]  # it is asked very often
            process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
            try:
                while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/", self.log.read_text("utf-8"))):
                    assert process.poll() is None, self.log.read_text("utf-8")
                    time.sleep(PAUSE)
                self.base = found[0]
                yield
            finally:
                process.send_signal(signal.SIGINT)
                process.wait()

    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def ask(self, path: str, body: object = None) -> dict[str, object] | None:
        """The answer; None if it has to be asked again later."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.base + path, data, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(asked, timeout=600) as answer:
                return json.loads(answer.read()) if answer.headers.get_content_subtype() == "json" else {}
        except urllib.error.HTTPError as error:
            with error:
                if error.code != 503:
                    raise
        except OSError:
            pass
        return None

    def wait(self, path: str, body: object = None) -> dict[str, object]:
        while (answer := self.ask(path, body)) is None:
            time.sleep(PAUSE)
        return answer

    def ready(self) -> float:
        """Seconds until all games are ready."""
        self.wait("ready")
        while not all(dict(self.wait("api/games")["ready"]).values()):  # type: ignore[call-overload]
            time.sleep(PAUSE)
        return self.seconds()

    def answered(self, game: str) -> float:
        """Seconds until the bot has acted at a new table of the game."""
        table = self.wait("api/tables", {"settings": {"game": game}, "players": [f"bot:{LEVEL}", "me"]})["id"]
        with connect(f"ws{self.base.removeprefix('http')}api/tables/{table}/live") as live:  # bots need somebody there
            while json.loads(live.recv()).get("kind") != "acted":
                pass
        return self.seconds()


def environment(copy: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(copy), "XDG_CACHE_HOME": str(copy / "cache")}


def terminal(copy: Path) -> float:
    """Seconds until `tesserae play consequence` has been told to quit at its first prompt."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "tesserae.cli", "play", "consequence", "--seed", "1"]
    subprocess.run(command, cwd=copy, env=environment(copy), input=b"quit\n", stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def measure(folder: Path, compiled: bool, report: Console) -> list[float]:
    """A start of everything for the first time, and again."""
    left_out = shutil.ignore_patterns("__pycache__", *(() if compiled else ("*.bc.xz",)))
    shutil.copytree(PACKAGE, folder / "tesserae", ignore=left_out)
    server = Server(folder)
    with server.running():
        first = server.answered(FIRST)
        report.print(f"  a bot has answered in {FIRST} after {first:.1f} s")
        rest = max(server.answered(game) for game in NAMES if game != FIRST)
        report.print(f"  in all games after {rest:.1f} s")
    again = []
    for _ in range(ROUNDS):
        with server.running():
            again.append(server.ready())
    return [first, rest, min(again), min(terminal(folder) for _ in range(ROUNDS))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--numba", action="store_true", help="also without compiled games, which takes some minutes")
    options = parser.parse_args()
    report = Console(width=140)
    columns = {}
    for name, compiled in [("with the compiled games", True), ("compiled by Numba", False)][: 1 + options.numba]:
        report.print(f"{name}:")
        with tempfile.TemporaryDirectory() as folder:
            columns[name] = measure(Path(folder), compiled, report)
    table = Table("seconds", *columns)
    rows = (
        f"first start: a bot's answer in {FIRST}",
        "first start: a bot's answer in all games",
        "second start: all games are ready",
        "second start: the prompt of tesserae play consequence",
    )
    for number, row in enumerate(rows):
        table.add_row(row, *(f"{times[number]:.1f}" for times in columns.values()))
    report.print(table)


if __name__ == "__main__":
    main()
