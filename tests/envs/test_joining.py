"""A game of another package has every environment by its declaration alone."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_game_of_the_plugin_in_every_environment(plugin: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.envs.joining"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([plugin, str(ROOT)])},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("all of them\n")
