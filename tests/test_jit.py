"""The same games with and without the compiler, and with its bounds checks."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tesserae.engine import artefact
from tesserae.games import games
from tests import nightly

ROOT = Path(__file__).resolve().parent.parent
GAMES = [game.name for game in games()]


def in_turn() -> str:
    """The game whose turn it is at this commit; where there is no history, the first one."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return GAMES[int(done.stdout or "0", 16) % len(GAMES)]


def run(*arguments: str, before: str = "", **environment: str) -> str:
    """The output of a module; `before`: where packages are found first."""
    path = [str(ROOT / "src"), str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([before, *path] if before else path), **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def hashes(seeds: int, *chosen: str, before: str = "", **environment: str) -> list[str]:
    lines = run("tests.hashes", str(seeds), *chosen, before=before, **environment).splitlines()
    assert {line.split()[0] for line in lines} == set(chosen or GAMES)
    assert all(len(line.split()) > 12 for line in lines)
    return lines


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("seeds", nightly.cases([2, 200], lambda seeds: seeds == 2))
def test_the_jit_changes_nothing(seeds: int) -> None:
    """State by state, all of the contract now and then, searches with all that they note, playouts and batches. With
    200 seeds there are as many games of each preset."""
    compiled, plain = hashes(seeds, NUMBA_DISABLE_JIT="0"), hashes(seeds, NUMBA_DISABLE_JIT="1")
    for one, two in zip(compiled, plain, strict=True):
        assert one == two


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seeds", nightly.cases([2, 200], lambda seeds: seeds == 2))
def test_a_game_that_is_compiled_in_parts_plays_the_same(plugin: str, seeds: int) -> None:
    """That of another package, which brings no compiled code."""
    one, two = (hashes(seeds, "treasure", before=plugin, NUMBA_DISABLE_JIT=off) for off in "01")
    assert one == two


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_changed_sources_that_mean_the_same_play_the_same(tmp_path: Path) -> None:
    """Everything is compiled in parts, in a copy of the package in which what all games are made of was edited."""
    shutil.copytree(artefact.PACKAGE, tmp_path / "tesserae", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "tesserae" / "engine" / "jit.py").open("a") as file:
        file.write("# edited\n")
    parts = hashes(24, before=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"))
    kept = {file.name.split("-")[0] for file in (tmp_path / "cache" / "tesserae" / "compiled").glob("*.json")}
    assert kept == {artefact.SHARED, *(game.package for game in games())}
    assert parts == hashes(24)


@pytest.mark.slow
@pytest.mark.timeout(1800)  # on an empty cache everything is compiled anew for it
@pytest.mark.parametrize("game", nightly.cases(GAMES, in_turn().__eq__))
def test_no_index_is_out_of_bounds(game: str) -> None:
    lines = run("tests.bounds", game, NUMBA_BOUNDSCHECK="1").splitlines()
    assert {line.split()[0] for line in lines} == {game}
