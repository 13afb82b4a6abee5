"""The uncertainty of estimates: bootstrap intervals, permutation tests, and how many games are needed.

The unit is the start: games from the same start resemble each other, so they are drawn, or swapped, together. Two cells
that have starts in common are compared start by start.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from tesserae.engine.jit import Floats
from tesserae.lab.elo import CONFIDENCE
from tesserae.lab.measures import SHARES, Sample, evaluate
from tesserae.lab.score import wilson

DRAWS = 2000  # samples of the bootstrap
SHUFFLES = 10_000  # permutations of a test
PIECE = 1000  # permutations at a time, to save memory
SEED = 0  # so that the same games always have the same report
POWER = 0.8
ALPHA = 1 - CONFIDENCE
Z = NormalDist().inv_cdf(1 - ALPHA / 2)


class Estimate(NamedTuple):
    """A number with its 95 % interval; `n` is the number of starts that had one."""

    value: float
    low: float
    high: float
    n: int


class Difference(NamedTuple):
    """The difference of two cells. `p`: the probability of one this large if only chance were at work; `holm`: the
    same, corrected for the number of comparisons."""

    value: float
    low: float
    high: float
    p: float
    holm: float = 1.0


def estimates(of: Sample) -> dict[str, Estimate]:
    """All metrics of a cell."""
    values = evaluate(of, of.sums.sum(axis=1), of.counts.sum(axis=1))
    drawn = _bootstrap(of)
    numbers = dict(zip(of.names, (of.counts > 0).sum(axis=1).tolist(), strict=True))
    result = {}
    for name, value in values.items():
        n = int(numbers.get(name, len(of.starts)))
        low, high = _interval(float(value), drawn[name], n)
        if name.split(".")[0] in SHARES:
            if n and high - low == 0 and value in (0.0, 1.0):
                low, high = wilson(float(value) * n, n)  # even if all games have the same result, it is not certain
            high = min(1.0, high)
        low = max(0.0, low)  # no measure can be negative
        result[name] = Estimate(float(value), low, high, n)
    return result


def _bootstrap(of: Sample) -> dict[str, Floats]:
    """All metrics of bootstrap samples: as many starts as here, drawn from these with replacement."""
    rng = np.random.default_rng(SEED)
    starts = len(of.starts)
    parts = []
    for _ in range(DRAWS // PIECE):
        weights = rng.multinomial(starts, np.full(starts, 1 / starts), PIECE).T.astype(float)
        parts.append(evaluate(of, of.sums @ weights, of.counts @ weights))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _interval(value: float, drawn: Floats, n: int) -> tuple[float, float]:
    """Percentiles, widened because the bootstrap is too narrow for small samples (Hesterberg, The American Statistician
    2015, section 4.3: Student's t is wider than the normal distribution, and n - 1 is less than n)."""
    some = drawn[~np.isnan(drawn)]
    if math.isnan(value) or len(some) == 0 or n < 2:
        return -math.inf if n < 2 else math.nan, math.inf if n < 2 else math.nan
    low, high = np.quantile(some, [ALPHA / 2, 1 - ALPHA / 2])
    wider = _student(n - 1) / Z * math.sqrt(n / (n - 1))
    return value - (value - float(low)) * wider, value + (float(high) - value) * wider


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish–Fisher expansion; within 1 % from 4 degrees of freedom upwards)."""
    z, v = Z, float(freedom)
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third


def differences(one: Sample, other: Sample, names: Sequence[str]) -> dict[str, Difference]:
    """The other cell minus this one, for each metric. The comparison is paired over common starts; if there are none,
    it is unpaired."""
    common = sorted(set(one.starts) & set(other.starts))
    paired = len(common) >= 2
    if paired:
        one, other = one.take(common), other.take(common)
    before, after = _align(one, other)
    value = _gap(before, after)
    drawn = _paired_draws(before, after) if paired else _separate_draws(before, after)
    chance = _exchanged(before, after, value) if paired else None
    n = min(len(one.starts), len(other.starts))
    # No permutation test of these starts could give a smaller p: a few starts must not make anything look certain.
    least = min(1.0, 2 / math.comb(len(one.starts) + len(other.starts), n))
    result = {}
    for name in names:
        if name not in value or math.isnan(value[name]):
            continue
        low, high = _interval(float(value[name]), drawn[name], n)
        if chance is not None:
            p = chance[name]
        else:
            spread = float(np.nanstd(drawn[name]))
            p = 2 * (1 - NormalDist().cdf(abs(float(value[name])) / spread)) if spread else float(value[name] == 0)
            p = max(p, least)
        result[name] = Difference(float(value[name]), low, high, p)
    return result


def _align(one: Sample, other: Sample) -> tuple[Sample, Sample]:
    """Both with the same measures in the same order; a reason that never occurred in a cell counts as 0."""
    names = list(dict.fromkeys([*one.names, *other.names]))
    sides = min(one.sides, other.sides)

    def fill(of: Sample) -> Sample:
        sums, counts = np.zeros((len(names), len(of.starts))), np.zeros((len(names), len(of.starts)))
        whole = of.counts[of.names.index("completion")]
        for place, name in enumerate(names):
            if name in of.names:
                sums[place], counts[place] = of.sums[of.names.index(name)], of.counts[of.names.index(name)]
            elif name.startswith(("reason.", "kind.")):
                counts[place] = whole
        return of._replace(names=names, sums=sums, counts=counts, sides=sides)

    return fill(one), fill(other)


def _gap(one: Sample, other: Sample) -> dict[str, Floats]:
    before = evaluate(one, one.sums.sum(axis=1), one.counts.sum(axis=1))
    after = evaluate(other, other.sums.sum(axis=1), other.counts.sum(axis=1))
    return {name: after[name] - before[name] for name in before}


def _paired_draws(one: Sample, other: Sample) -> dict[str, Floats]:
    before, after = _bootstrap(one), _bootstrap(other)  # the same seed draws the same starts
    return {name: after[name] - before[name] for name in before}


def _separate_draws(one: Sample, other: Sample) -> dict[str, Floats]:
    rng = np.random.default_rng(SEED + 1)
    before, after = _bootstrap(one), _bootstrap(other)
    return {name: rng.permutation(after[name]) - before[name] for name in before}


def _exchanged(one: Sample, other: Sample, value: Mapping[str, Floats]) -> dict[str, float]:
    """A permutation test: how often the gap is as large when the two cells are swapped at random within each start."""
    rng = np.random.default_rng(SEED)
    as_large = dict.fromkeys(value, 1)
    limits = {name: abs(float(gap)) * (1 - 1e-9) for name, gap in value.items()}
    sums, counts = one.sums - other.sums, one.counts - other.counts
    for _ in range(SHUFFLES // PIECE):
        swap = rng.integers(0, 2, (len(one.starts), PIECE)).astype(float)
        moved, number = sums @ swap, counts @ swap
        whole, many = one.sums.sum(axis=1)[:, None], one.counts.sum(axis=1)[:, None]
        before = evaluate(one, whole - moved, many - number)
        whole, many = other.sums.sum(axis=1)[:, None], other.counts.sum(axis=1)[:, None]
        after = evaluate(other, whole + moved, many + number)
        for name, limit in limits.items():
            as_large[name] += int((np.nan_to_num(np.abs(after[name] - before[name]), nan=np.inf) >= limit).sum())
    return {name: n / (SHUFFLES + 1) for name, n in as_large.items()}


def holm(gaps: Sequence[Difference]) -> list[Difference]:
    """The differences with p corrected for their number, so that the probability of any false alarm stays below 5 %
    (Holm, Scandinavian Journal of Statistics 1979)."""
    order = sorted(range(len(gaps)), key=lambda place: gaps[place].p)
    result = list(gaps)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, gaps[place].p * (len(gaps) - rank)))
        result[place] = gaps[place]._replace(holm=highest)
    return result


def needed(low: float, high: float, games: int, wanted: float) -> int:
    """How many games in total detect a difference of that size with a probability of 80 %, given the present width of
    the interval. An interval shrinks with the square root of the number of games."""
    error = (high - low) / (2 * Z)
    return math.ceil(games * ((Z + NormalDist().inv_cdf(POWER)) * error / wanted) ** 2)
