"""tools/tune.py labels positions where the lab plays; its weights do not depend on where that is."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_weights_are_the_same_wherever_positions_are_labelled() -> None:
    command = [sys.executable, "-m", "tools.tune", "consequence", "--games", "4", "--simulations", "5"]
    told = [
        subprocess.run([*command, *where], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for where in (("--on", "here"), ("--workers", "2"))
    ]
    assert told[0] == told[1]
    error, weights = told[0].splitlines()
    assert "mean square error" in error
    assert any(float(weight) for weight in weights.split())
