"""The same games with and without the compiler, and with its bounds checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tesserae.games import games
from tests import nightly

ROOT = Path(__file__).resolve().parent.parent
GAMES = [game.name for game in games()]


def in_turn() -> str:
    """The game whose turn it is at this commit; where there is no history, the first one."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return GAMES[int(done.stdout or "0", 16) % len(GAMES)]


def run(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))), **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("seeds", nightly.cases([2, 24], lambda seeds: seeds == 2))
def test_the_jit_changes_nothing(seeds: int) -> None:
    """State by state, and all of the contract now and then."""
    compiled = run("tests.hashes", str(seeds), NUMBA_DISABLE_JIT="0").splitlines()
    plain = run("tests.hashes", str(seeds), NUMBA_DISABLE_JIT="1").splitlines()
    assert {line.split()[0] for line in plain} == set(GAMES)
    assert all(len(line.split()) > 12 for line in plain)
    for one, two in zip(compiled, plain, strict=True):
        assert one == two


@pytest.mark.slow
@pytest.mark.timeout(1800)  # on an empty cache everything is compiled anew for it
@pytest.mark.parametrize("game", nightly.cases(GAMES, in_turn().__eq__))
def test_no_index_is_out_of_bounds(game: str) -> None:
    lines = run("tests.bounds", game, NUMBA_BOUNDSCHECK="1").splitlines()
    assert {line.split()[0] for line in lines} == {game}
