"""The gate: it ends early where the difference is clear, and is seldom wrong."""

import random

import pytest

from tesserae.lab.gate import LEAST, elo, verdict


def pairs(score: float, n: int, seed: int) -> list[list[float]]:
    """Pairs of games of a player who wins so often."""
    chance = random.Random(seed)
    return [[float(chance.random() < score) for _ in range(2)] for _ in range(n)]


def test_clear_differences_are_decided_early() -> None:
    won = verdict([[1.0, 1.0]] * 200)
    lost = verdict([[0.0, 0.0]] * 200)
    assert (won.decided, won.passed, lost.decided, lost.passed) == (True, True, True, False)
    assert 2 * LEAST <= won.games < 60
    assert 2 * LEAST <= lost.games < 60
    assert won.score == 1.0


def test_nothing_is_decided_by_a_few_games() -> None:
    assert not verdict([[1.0, 1.0]] * (LEAST - 1)).decided
    assert not verdict([]).passed
    assert not verdict([]).decided


@pytest.mark.parametrize(("score", "expected"), [(0.5, False), (0.45, False), (0.55, True), (0.62, True)])
def test_it_is_seldom_wrong(score: float, expected: bool) -> None:
    found = [verdict(pairs(score, 2000, seed)) for seed in range(200)]
    assert all(one.decided for one in found)
    assert sum(one.passed != expected for one in found) <= 20  # 5 % are expected for the scores that it compares
    if abs(score - 0.525) > 0.05:
        assert sum(one.games for one in found) / len(found) < 300


def test_what_comes_after_the_decision_does_not_count() -> None:
    first = verdict(pairs(0.7, 300, 1))
    assert first.decided
    assert first == verdict([*pairs(0.7, 300, 1)[: first.games // 2], *[[0.0, 0.0]] * 500])


def test_the_two_seats_of_a_pair_belong_together() -> None:
    """If who begins always wins, both games of a pair are worth one point together, and there is no doubt."""
    assert abs(verdict([[1.0, 0.0]] * 100).ratio) > abs(verdict([[1.0, 1.0], [0.0, 0.0]] * 50).ratio)


def test_elo() -> None:
    assert elo(0.5) == pytest.approx(0.0)
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(0.25) == pytest.approx(-190.8, abs=0.1)
    assert elo(1.0) == pytest.approx(1000, abs=5)
    assert elo(0.0) == pytest.approx(-1000, abs=5)
