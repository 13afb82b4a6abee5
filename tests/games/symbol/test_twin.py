"""The compiled rules and the naive ones (naive.py) agree on legal actions and on what becomes of them.

The comparison at length is long_run.py.
"""

import random
from typing import Any

import pytest

import tesserae
from tests import nightly
from tests.games.symbol.long_run import compare, same
from tests.games.symbol.naive import Naive


def test_a_few_wild_positions_agree() -> None:
    rng = random.Random(1)
    assert sum(compare(rng) for _ in range(60)) > 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", nightly.cases(range(16), lambda seed: seed < 4))
def test_thousands_of_wild_positions_agree(seed: int) -> None:
    rng = random.Random(100 + seed)
    positions = 0
    while positions < 2_600:
        positions += compare(rng)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"edition": "simple"},
    {"unlimited": True},
    {"edition": "simple", "unlimited": True, "blast_center": False},
    {"enlist": True, "region_tiebreak": True},
    {"edition": "simple", "enlist": True},
    {"immobile": "pushed"},
    {"immobile": "pushed", "unlimited": True, "blast_center": False},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_games_agree(options: dict[str, Any]) -> None:
    """From the first placement to the end, with all that builds up: quiet turns, repetitions, reserves."""
    rng = random.Random(str(options))
    for seed in range(6):
        state, naive = tesserae.start("symbol", seed=seed, **options), Naive.start(options)
        while state.outcome is None:
            same(state, naive)
            seat = state.actors[0]
            action = rng.choice(state.legal(seat))
            state.act(seat, action)
            naive.act(action)
        same(state, naive)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [{}, {"unlimited": True}, {"enlist": True}], ids=str)
@pytest.mark.parametrize("edition", ["simple", "full"])
def test_games_that_go_in_circles_agree(edition: str, variant: dict[str, bool]) -> None:
    """Few pieces that like to go back to where they came from: repetitions, also over removals and reinforcements."""
    rng = random.Random(f"{edition}{variant}")
    reasons = set()
    for _ in range(25):
        position = {
            "game": "symbol",
            "options": {"edition": edition, **variant},
            "turn": 0,
            "board": {"a1": [0, "K"], "d1": [0, "W"], "g7": [1, "K"], "d7": [1, "W"]},
            "reserve": ["D", "D"],
        }
        state, naive = tesserae.load(position), Naive.load(position)
        back: list[str | None] = [None, None]
        while state.outcome is None:
            same(state, naive)
            seat = state.actors[0]
            legal = state.legal(seat)
            quiet = [text for text in legal if text[0] != "+"] or legal
            action = back[seat] if back[seat] in legal and rng.random() < 0.8 else rng.choice(quiet)
            assert action is not None
            if "-" in action:
                start, end = action[:2], action.split("-")[1]
                back[seat] = f"{end}{action[2:].split('-')[0]}-{start}"
            state.act(seat, action)
            naive.act(action)
        same(state, naive)
        reasons.add(state.outcome.reason)
    assert "repetition" in reasons
