"""The generator: against an independent sfc32, and fair choices."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from tesserae.engine.jit import Ints
from tesserae.engine.rng import SEEDS, below, draw, seed_rng, shuffle


class Sfc32:
    """The published algorithm (Chris Doty-Humphrey, PractRand), on NumPy's unsigned 32-bit words."""

    def __init__(self, a: int, b: int, c: int, counter: int) -> None:
        self.a, self.b, self.c, self.counter = (np.uint32(word) for word in (a, b, c, counter))

    def next(self) -> int:
        with np.errstate(over="ignore"):
            result = self.a + self.b + self.counter
            self.counter = self.counter + np.uint32(1)
            self.a = self.b ^ (self.b >> np.uint32(9))
            self.b = self.c + (self.c << np.uint32(3))
            self.c = ((self.c << np.uint32(21)) | (self.c >> np.uint32(11))) + result
        return int(result)


def fresh(seed: int, stream: int = 0) -> Ints:
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, stream)
    return rng


@pytest.mark.parametrize(
    "words", [(0, 0, 0, 1), (1, 2, 3, 4), (2**32 - 1,) * 4, (0xDEADBEEF, 0x12345678, 7, 2**32 - 2)]
)
def test_draw_is_sfc32(words: tuple[int, int, int, int]) -> None:
    rng, reference = np.array(words, np.int64), Sfc32(*words)
    for _ in range(1000):
        assert draw(rng) == reference.next()
    assert [int(word) for word in rng] == [int(w) for w in (reference.a, reference.b, reference.c, reference.counter)]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, SEEDS - 1])
@pytest.mark.parametrize("stream", [0, 5])
def test_seeding_is_words_of_the_seed_and_sixteen_draws(seed: int, stream: int) -> None:
    reference = Sfc32(seed % 2**32, seed // 2**32, stream, 1)
    for _ in range(16):
        reference.next()
    rng = fresh(seed, stream)
    assert [draw(rng) for _ in range(50)] == [reference.next() for _ in range(50)]


def test_seeds_and_streams_differ() -> None:
    firsts = {tuple(draw(rng) for _ in range(2)) for rng in (fresh(s, t) for s in range(40) for t in range(40))}
    assert len(firsts) == 1600


def rigged(*draws: int) -> Ints:
    """A generator whose first draw is the given number: a + b + counter."""
    return np.array([draws[0], 0, 12345, 0], np.int64)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 48, 1000, 992, 2**31 - 1, 2**31, 3 * 2**29])
def test_below_scales_a_draw_and_throws_away_what_would_be_unfair(n: int) -> None:
    """Of the 2**32 draws exactly 2**32 mod n are thrown away: those whose low word is below that. Then every result
    keeps the same number of draws, which is checked at the edges of the results."""
    unfair = 2**32 % n
    for result in {0, 1, n // 3, n // 2, n - 2, n - 1}:
        if not 0 <= result < n:
            continue
        first = -(-result * 2**32 // n)  # the first draw that scales to this result
        for value in range(first, min(first + 3, 2**32)):
            scaled, low = value * n >> 32, value * n % 2**32
            assert scaled == result or n > 2**29
            rng, twin = rigged(value), rigged(value)
            found = below(rng, n)
            draw(twin)
            if low >= unfair:
                assert found == scaled
                assert list(rng) == list(twin)  # one draw was enough
            else:
                assert list(rng) != list(twin)
                assert 0 <= found < n


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 12, 100])
def test_below_is_uniform(n: int) -> None:
    rng = fresh(11)
    samples = 300 * n
    counts = Counter(below(rng, n) for _ in range(samples))
    assert set(counts) == set(range(n))
    statistic = sum((counts[k] - 300) ** 2 / 300 for k in range(n))
    assert statistic <= (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_below_is_fair_where_the_bias_would_be_gross() -> None:
    """With n = 3/4 of 2**31 a plain scaling would give some results twice as often as others."""
    rng, n = fresh(3), 3 * 2**29
    counts = Counter(below(rng, n) % 3 for _ in range(6000))
    assert all(abs(counts[k] - 2000) < 200 for k in range(3))


@pytest.mark.parametrize("n", [0, 1, 2, 5, 52])
def test_shuffle_permutes_the_first_n_only(n: int) -> None:
    rng = fresh(2)
    for _ in range(20):
        items = np.arange(60)
        shuffle(items, n, rng)
        assert sorted(items[:n].tolist()) == list(range(n))
        assert items[n:].tolist() == list(range(n, 60))


@pytest.mark.parametrize("n", [2, 3, 4])
def test_shuffle_is_uniform(n: int) -> None:
    rng = fresh(9)
    orders = list(permutations(range(n)))
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(200 * len(orders)):
        items = np.arange(n)
        shuffle(items, n, rng)
        counts[tuple(items.tolist())] += 1
    statistic = sum((counts[order] - 200) ** 2 / 200 for order in orders)
    freedom = len(orders) - 1
    assert statistic <= freedom + 5 * (2 * freedom) ** 0.5
