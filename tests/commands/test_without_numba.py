"""With fresh artefacts, whatever people start plays without Numba: in no process is it even imported."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tesserae
from tesserae import record
from tesserae.games import games
from tests.server.processes import LOOSE, PATIENT, Serving
from tests.server.wire import Device

# Python runs this at the start of each process, also of workers.
WATCH = """
import os, sys

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "numba":
            with open(os.environ["IMPORTS"], "a") as file:
                print(*sys.orig_argv, file=file)

sys.meta_path.insert(0, Watch())
"""


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment in which every process notes that it imports Numba. None may."""
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    yield {"PYTHONPATH": path, "IMPORTS": str(tmp_path / "imports.txt")}
    assert noted(tmp_path) == []


def noted(folder: Path) -> list[str]:
    file = folder / "imports.txt"
    return file.read_text().splitlines() if file.exists() else []


def run(watched: dict[str, str], *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(watched["IMPORTS"]).parent,
        env={**os.environ, **watched},
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def cli(watched: dict[str, str], *arguments: str, typed: str = "") -> str:
    return run(watched, "-m", "tesserae.cli", *arguments, typed=typed)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    state = tesserae.start("consequence", seed=7)
    for seat, action in ((0, "bM@b2"), (1, "rS@c3")):
        state.act(seat, action)
    file = tmp_path / "game.txt"
    file.write_text(record.write(state))
    return str(file)


def test_an_import_is_noted(watched: dict[str, str], tmp_path: Path) -> None:
    """So that the other tests can fail."""
    run(watched, "-c", "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import numba.core'])")
    assert [line.endswith("-c import numba.core") for line in noted(tmp_path)] == [True]
    (tmp_path / "imports.txt").unlink()


def test_play(watched: dict[str, str]) -> None:
    assert "bM@b2" in cli(watched, "play", "consequence", "--bot", "novice", "--seed", "7", typed="bM@b2\nquit\n")


def test_hint(watched: dict[str, str], saved: str) -> None:
    assert "Expected:" in cli(watched, "hint", saved, "--simulations", "100")


def test_report(watched: dict[str, str], saved: str) -> None:
    assert cli(watched, "report", saved, "--json").startswith("{")


def test_rules(watched: dict[str, str]) -> None:
    assert "CQ-1" in cli(watched, "rules", "--rule", "CQ-1")


BOTS = """
import sys, tesserae
from tesserae.bots.levels import LEVEL_NAMES
for level in LEVEL_NAMES:
    state = tesserae.start(sys.argv[1], seed=1)
    for _ in range(4):
        for seat in state.actors:
            state.act(seat, tesserae.bot(sys.argv[1], level, simulations=30, seed=1).choose(state, seat))
    print(level)
assert "numba" not in sys.modules
"""


@pytest.mark.parametrize("game", [game.name for game in games()])
def test_bots_of_all_levels(watched: dict[str, str], game: str) -> None:
    assert run(watched, "-c", BOTS, game).splitlines()[-1] == "grandmaster"


def test_serve_join_and_the_workers(watched: dict[str, str], tmp_path: Path) -> None:
    """A bot thinks in a worker, a hint is asked for, and somebody plays from a terminal to the end."""
    path, imports = watched["PYTHONPATH"], watched["IMPORTS"]
    server = Serving(str(tmp_path / "tables.db"), *LOOSE, PYTHONPATH=path, IMPORTS=imports)
    try:
        server.wait(*(game.name for game in games()))

        async def table() -> str:
            async with Device(server.base) as device:
                return await device.table("consequence", ["open", "bot:casual"], bot_seconds=0.05)

        join = ("join", f"{server.base}/t/{asyncio.run(table())}", "--cookie", str(tmp_path / "c.json"))
        said = cli(watched, *join, typed="bM@b2\nhint\nquit\n")
        assert "(casual) plays " in said
        assert re.search(r"hint\n  \S+  [+-]\d\.\d\d\n", said)
        said = cli(watched, *join, "--auto")
        assert "wins (" in said or "A draw (" in said
    finally:
        server.stop()
