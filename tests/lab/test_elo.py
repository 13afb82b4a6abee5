"""Elo ratings."""

from itertools import combinations
from math import isfinite

import numpy as np
import pytest

from tesserae.lab.elo import ANCHORED, fit

Results = dict[tuple[str, str], tuple[float, float]]
LEVELS = {"novice": 1150.0, "casual": 1310.0, "club": 1500.0, "expert": 1720.0, "master": 1900.0}


def expected(one: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - one) / 400))


def drawn(games: int, seed: int, draws: float = 0.0) -> Results:
    """The results of a tournament by chance, with some of the games drawn."""
    rng = np.random.default_rng(seed)
    results: Results = {}
    for (one, first), (other, second) in combinations(LEVELS.items(), 2):
        even = rng.binomial(games, draws * 2 * min(expected(first, second), expected(second, first)))
        decided = games - even
        chance = (games * expected(first, second) - even / 2) / decided
        won = rng.binomial(decided, chance)
        results[one, other] = (won + even / 2, decided - won + even / 2)
    return results


def test_a_score_of_three_in_four_is_191_points() -> None:
    found = fit(["club", "expert"], {("expert", "club"): (3e6, 1e6)})
    assert found["club"].elo == ANCHORED
    assert found["club"].error == 0
    assert found["expert"].elo == pytest.approx(ANCHORED + 190.85, abs=0.01)


@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_known_ratings_are_found_within_the_error(draws: float) -> None:
    """A 95 % interval misses one time in twenty, or less often where games are drawn."""
    misses = trials = 0
    for seed in range(50):
        for name, rating in fit(list(LEVELS), drawn(200, seed, draws)).items():
            if name != "club":
                trials += 1
                misses += abs(rating.elo - LEVELS[name]) > rating.error
                assert abs(rating.elo - LEVELS[name]) < 2.5 * rating.error
                assert 25 < rating.error < 60
    assert (0 if draws else 0.02) <= misses / trials < 0.09


def test_more_games_make_the_error_smaller() -> None:
    few, many = (fit(list(LEVELS), drawn(games, 1))["master"].error for games in (100, 400))
    assert many == pytest.approx(few / 2, rel=0.2)


def test_the_order_of_players_and_pairs_does_not_matter() -> None:
    results = drawn(50, 3)
    turned = {(other, one): (lost, won) for (one, other), (won, lost) in reversed(results.items())}
    one, other = fit(list(LEVELS), results), fit(list(LEVELS)[::-1], turned)
    for name in LEVELS:
        assert one[name].elo == pytest.approx(other[name].elo, abs=0.01)
        assert one[name].error == pytest.approx(other[name].error, abs=0.01)


def test_who_has_lost_or_won_everything_is_rated() -> None:
    results: Results = {("club", "novice"): (200, 0), ("master", "club"): (200, 0), ("master", "novice"): (200, 0)}
    found = fit(["novice", "club", "master"], results)
    assert all(isfinite(rating.elo) and isfinite(rating.error) for rating in found.values())
    assert found["novice"].elo < 900
    assert found["master"].elo > 2100
    assert min(found["novice"].error, found["master"].error) > 200, "nobody knows how much weaker or stronger"


def test_who_has_not_played_has_a_rating_that_says_nothing() -> None:
    found = fit(["club", "casual", "expert"], {("club", "casual"): (30, 10)})
    assert abs(found["expert"].elo - ANCHORED) < 200
    assert found["expert"].error > 500
    assert [rating.elo for rating in fit(["a", "b"], {}).values()] == pytest.approx([ANCHORED, ANCHORED])


def test_without_the_anchor_the_mean_is_fixed() -> None:
    found = fit(["classic", "grandmaster"], {("grandmaster", "classic"): (300, 100)})
    assert sum(rating.elo for rating in found.values()) == pytest.approx(2 * ANCHORED)
    assert found["grandmaster"].elo - found["classic"].elo == pytest.approx(191, abs=2)
    assert found["classic"].error == pytest.approx(found["grandmaster"].error)
