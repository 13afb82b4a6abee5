"""Intervals, tests and sample sizes, by samples whose truth is known."""

import numpy as np
import pytest

from tesserae.lab.measures import GROUPS, Sample
from tesserae.lab.sampling import Difference, _student, differences, estimates, holm, needed

NAMES = [
    "score.0",
    "score.1",
    *(name for group in GROUPS.values() for name in group if name not in ("balance", "luck")),
]
NAMES += [f"luck.{what}.{side}" for what in ("mean", "square", "within", "alone") for side in (0, 1)]


def made(scores: list[list[float]], turns: list[float] | None = None, first: int = 0) -> Sample:
    """A sample of starts with two plays each, of which only the scores of side 0 and the turns matter."""
    sums, counts = np.ones((len(NAMES), len(scores))), np.ones((len(NAMES), len(scores)))
    for start, plays in enumerate(scores):
        mean, within = float(np.mean(plays)), float(np.var(plays, ddof=1))
        values = {"score.0": sum(plays), "score.1": 2 - sum(plays), "turns": 2 * (turns[start] if turns else 1.0)}
        for name, value in values.items():
            sums[NAMES.index(name), start], counts[NAMES.index(name), start] = value, 2
        for side, middle in ((0, mean), (1, 1 - mean)):
            for what, value in (("mean", middle), ("square", middle**2), ("within", within / 2), ("alone", within)):
                sums[NAMES.index(f"luck.{what}.{side}"), start] = value
    return Sample(list(range(first, first + len(scores))), NAMES, sums, counts, 2 * len(scores), 2)


def coins(seed: int, n: int, p: float) -> list[list[float]]:
    return np.random.default_rng(seed).binomial(1, p, (n, 2)).astype(float).tolist()


def test_the_interval_has_the_truth_nineteen_times_out_of_twenty() -> None:
    hits = 0
    for seed in range(60):
        one = estimates(made(coins(seed, 20, 0.6)))["score.0"]
        assert one.low < one.value < one.high
        hits += one.low <= 0.6 <= one.high
    assert hits >= 54


def test_what_is_always_so_is_not_certain() -> None:
    one = estimates(made([[1.0, 1.0]] * 10))["score.0"]
    assert one.value == one.high == 1
    assert one.low == pytest.approx(0.722, abs=0.001)


def test_luck_is_the_share_of_the_start() -> None:
    all_luck = [[1.0, 1.0] if start % 2 else [0.0, 0.0] for start in range(40)]
    no_luck = [[1.0, 0.0]] * 40
    assert estimates(made(all_luck))["luck"].value == pytest.approx(1)
    assert estimates(made(no_luck))["luck"].value == 0
    chance = np.random.default_rng(3)
    half = []  # a start has its own probability: the variance between starts is half of all
    for _ in range(2000):
        p = 0.5 + 0.5 * np.sqrt(0.5) * (1 if chance.random() < 0.5 else -1)
        half.append(chance.binomial(1, p, 2).astype(float).tolist())
    assert estimates(made(half))["luck"].value == pytest.approx(0.5, abs=0.06)


def test_balance() -> None:
    assert estimates(made([[1.0, 0.0]] * 8))["balance"].value == 1
    assert estimates(made([[1.0, 1.0]] * 8))["balance"].value == 0


def test_paired_starts_show_what_others_hide() -> None:
    noise = np.random.default_rng(1).normal(40, 15, 30)
    scores = coins(0, 30, 0.5)
    before = made(scores, noise.tolist())
    paired = differences(before, made(scores, (noise + 2).tolist()), ["turns", "score.0"])
    assert paired["turns"].value == pytest.approx(2)
    assert paired["turns"].p < 0.001
    assert paired["turns"].low == pytest.approx(2)
    assert paired["score.0"].p == 1
    apart = differences(before, made(scores, (noise + 2).tolist(), first=1000), ["turns"])
    assert apart["turns"].value == pytest.approx(2)
    assert apart["turns"].p > 0.3
    assert apart["turns"].low < 0 < apart["turns"].high


@pytest.mark.parametrize(("starts", "first", "least"), [(1, 0, 1.0), (1, 9, 1.0), (2, 9, 1 / 3), (5, 9, 2 / 252)])
def test_a_few_starts_make_nothing_certain(starts: int, first: int, least: float) -> None:
    """Without any spread, too: of one start, or of starts that are not the same, each with its own number of turns."""
    before, after = made([[1.0, 0.0]] * starts, [10.0] * starts), made([[1.0, 0.0]] * starts, [20.0] * starts, first)
    assert differences(before, after, ["turns"])["turns"].p == pytest.approx(least)


def test_holm() -> None:
    found = holm([Difference(1, 0, 0, p) for p in (0.01, 0.04, 0.03, 0.005)])
    assert [one.holm for one in found] == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_student() -> None:
    for freedom, point in ((4, 2.776), (9, 2.262), (29, 2.045), (499, 1.965)):
        assert _student(freedom) == pytest.approx(point, rel=0.01)


def test_how_many_games_it_takes() -> None:
    """By the textbook: a share near a half, to be told from one 3 points away, four times out of five."""
    error = 1.96 * np.sqrt(0.25 / 400)
    assert needed(0.5 - error, 0.5 + error, 400, 0.03) == pytest.approx(2180, rel=0.01)
