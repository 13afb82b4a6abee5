"""The same games with and without the compiler, and with its bounds checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tesserae.games import games

ROOT = Path(__file__).resolve().parent.parent


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
def test_the_jit_changes_nothing() -> None:
    """State by state, and all of the contract now and then."""
    compiled = run("tests.hashes", "8", NUMBA_DISABLE_JIT="0").splitlines()
    plain = run("tests.hashes", "8", NUMBA_DISABLE_JIT="1").splitlines()
    assert {line.split()[0] for line in plain} == {game.name for game in games()}
    assert all(len(line.split()) > 12 for line in plain)
    for one, two in zip(compiled, plain, strict=True):
        assert one == two


@pytest.mark.slow
@pytest.mark.timeout(1800)  # on an empty cache everything is compiled anew for it
def test_no_index_is_out_of_bounds() -> None:
    lines = run("tests.bounds", NUMBA_BOUNDSCHECK="1").splitlines()
    assert {line.split()[0] for line in lines} == {game.name for game in games()}
