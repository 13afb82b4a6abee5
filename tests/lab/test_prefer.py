"""tools/prefer.py learns preferences where the lab plays; what it learns does not depend on where that is."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.engine.guided import Puct, PuctSettings
from tesserae.engine.jit import Ints
from tesserae.engine.searches import Task
from tesserae.games.symbol.preferences import PREFERENCES
from tests.walks import generator
from tools import prefer

ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
def test_preferences_are_the_same_wherever_the_games_are_played() -> None:
    command = [sys.executable, "-m", "tools.prefer", "symbol", "--games", "4", "--simulations", "60", "--blank"]
    told = [
        subprocess.run([*command, *where], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for where in (("--on", "here"), ("--workers", "2"))
    ]
    assert told[0] == told[1]
    losses = {line.split(":")[0]: float(line.split()[3].rstrip(",")) for line in told[0].splitlines()}
    assert losses["without"] == losses["before"]
    assert losses["learned"] < losses["without"]


def test_lessons_are_positions_with_the_visits_of_their_actions() -> None:
    state = tesserae.start("symbol", seed=1)
    searched = Puct(Task(state.hidden(0), 0, 2, generator(1)), PuctSettings(PREFERENCES))
    searched.run(2000)
    assert not searched.settled
    lessons = prefer.positions(searched, 200)
    assert lessons[0] == ([], searched.visits())
    assert len(lessons) > 1
    out: Ints = np.empty(4096, np.int64)
    for way, visits in lessons:
        after = state.raw().copy()
        for seat, action in way:
            assert contract.act(after, seat, action, out)
        seat = contract.actors(after).bit_length() - 1
        assert set(visits) <= set(out[: contract.legal(after, seat, out)].tolist())
        assert min(visits.values()) > 0
