"""tools/prefer.py learns preferences where the lab plays; what it learns does not depend on where that is."""

import subprocess
import sys
from pathlib import Path

PREFER = Path(__file__).parents[2] / "tools" / "prefer.py"


def test_preferences_are_the_same_wherever_the_games_are_played() -> None:
    command = [sys.executable, str(PREFER), "symbol", "--games", "4", "--simulations", "60", "--blank"]
    told = [
        subprocess.run([*command, *where], capture_output=True, text=True, check=True).stdout
        for where in (("--on", "here"), ("--workers", "2"))
    ]
    assert told[0] == told[1]
    losses = {line.split(":")[0]: float(line.split()[3].rstrip(",")) for line in told[0].splitlines()}
    assert losses["without"] == losses["before"]
    assert losses["learned"] < losses["without"]
