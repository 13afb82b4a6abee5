"""Random play to the end: it always gets there, from anywhere, and the same way with and without the compiler."""

import random
from collections import Counter

import numpy as np
import pytest

import tesserae
from tesserae.engine.playouts import playouts
from tests.games.symbol.wild import wild_position

REASONS = ("king", "both_kings", "repetition", "dead_position", "quiet", "regions")


def wild_array(seed: int, games: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    rng = random.Random(seed)
    return np.concatenate([tesserae.load(wild_position(rng)).raw() for _ in range(games)])


def test_playouts_from_wild_positions_end_with_an_outcome() -> None:
    states = wild_array(1, 40)
    played = playouts(states, 2, seed=1)
    assert (states["over"] == 1).all()
    assert (played.results.sum(axis=1) == 0).all()
    assert (played.lengths > 0).all()


@pytest.mark.slow
def test_thousands_of_playouts_reach_every_end() -> None:
    states = np.repeat(wild_array(2, 1_000), 10)
    playouts(states, 2, seed=2)
    assert (states["over"] == 1).all()
    reasons = Counter(REASONS[reason] for reason in states["reason"])
    assert set(reasons) == set(REASONS)
    assert int(states["turns"].max()) < 10_000


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["simple", "full"])
def test_playouts_from_the_start_are_fair_and_short(edition: str) -> None:
    state = tesserae.start("symbol", seed=0, edition=edition)
    states = np.repeat(state.raw(), 2_000)
    played = playouts(states, 2, seed=3)
    assert abs(float(played.results[:, 0].mean())) < 0.15
    assert 20 < float(played.lengths.mean()) < 200
