"""Logarithm and exponential, beside those of Python's decimal module, which are correctly rounded."""

import random
from decimal import Decimal, localcontext

import pytest

from tesserae.engine.maths import SMALLEST, exp, log
from tests import nightly

DIGITS = 60
CLOSE = [34787, 136837, 205137]  # their logarithms are so close to the middle between two floats that log tries again
SAMPLES = nightly.cases([20_000, 2_000_000], lambda samples: samples == 20_000)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("samples", SAMPLES)
def test_logarithms_are_correct_to_the_last_bit(samples: int) -> None:
    chance = random.Random(samples)
    some = [chance.randrange(1, 1 << chance.randrange(1, 41)) for _ in range(samples)]
    with localcontext(prec=DIGITS):
        for n in [*range(1, samples), *CLOSE, *some, (1 << 40) - 1]:
            assert log(n) == float(Decimal(n).ln()), n


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("samples", SAMPLES)
def test_exponentials_are_correct_to_the_last_bit(samples: int) -> None:
    chance = random.Random(samples)
    some = [-chance.random() * 10 ** chance.uniform(-15, 2.845) for _ in range(samples)]
    with localcontext(prec=DIGITS):
        for x in [0.0, -0.0, SMALLEST, *some]:
            assert exp(x) == (float(Decimal(x).exp()) if x >= SMALLEST else 0.0), x


def test_what_is_too_small_is_nothing() -> None:
    assert exp(-700.5) == exp(-float("inf")) == 0.0


def test_they_are_the_same_without_the_compiler() -> None:
    chance = random.Random(3)
    plain_log, plain_exp = getattr(log, "__wrapped__", log), getattr(exp, "__wrapped__", exp)
    for n in [*range(1, 200), *CLOSE, *(chance.randrange(1, 1 << 31) for _ in range(500))]:
        assert log(n) == plain_log(n)
    for _ in range(500):
        x = -chance.random() * 30
        assert exp(x) == plain_exp(x)
