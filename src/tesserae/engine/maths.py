"""Logarithm and exponential of our own, so that a bot chooses the same on every machine and in every browser: those of
the C libraries differ in the last bit.

Both are correctly rounded. First they work with one or two floats; if the result is too close to the middle between two
floats for that to decide, they start again with sums of two floats, which have 106 bits. Nothing but IEEE additions and
multiplications is used, which are the same everywhere.
"""

from decimal import Decimal, localcontext

import numpy as np

from tesserae.engine.bits import bits_of, float_of
from tesserae.engine.jit import Floats2, entry, lean

Pair = tuple[float, float]  # a sum of two floats; the second is at most half a unit of the last place of the first

LOG_INTERVALS = 128
EXP_INTERVALS = 64
GRID = 1 << 42  # of this many parts of one are the tables' first numbers, so that adding them up is exact
LOG_DOUBT, EXP_DOUBT = 2.0**-66, 2.0**-58  # more than the first attempts are wrong by
TERMS = 18  # of the series, in the second attempts
SMALLEST = -700.0  # below it exp returns 0
ONE = 1023 << 52  # the bits of 1.0
MANTISSA = (1 << 52) - 1
SPLITTER = float((1 << 27) + 1)


def _split(number: Decimal) -> Pair:
    high = float(number)
    return high, float(number - Decimal(high))


def _on_grid(number: Decimal, parts: int = GRID) -> tuple[float, float, float]:
    """The number as a sum of three floats: a multiple of a part of one, a multiple of a much smaller one, the rest."""
    first = Decimal(round(number * parts)) / parts
    second = Decimal(round((number - first) * parts * parts)) / parts / parts
    return float(first), float(second), float(number - first - second)


def _tables() -> tuple[Floats2, Floats2, Floats2, Floats2, tuple[float, float, float], tuple[float, float, float]]:
    with localcontext() as context:
        context.prec = 50
        two = Decimal(2)
        logs, powers = [], []
        for i in range(LOG_INTERVALS):  # of 1.0 to 2.0: about one over the middle, and minus its logarithm
            inverse = round(1024 / (1 + (i + 0.5) / LOG_INTERVALS)) / 1024
            logs.append((inverse, *_on_grid(-Decimal(inverse).ln())))
        power, root = Decimal(1), two ** (1 / Decimal(EXP_INTERVALS))
        for _ in range(EXP_INTERVALS):
            powers.append(_split(power))
            power *= root
        series = [_split(Decimal((-1) ** (n + 1)) / n) for n in range(1, TERMS + 1)]
        factors, factorial = [], Decimal(1)
        for n in range(1, TERMS + 1):
            factorial *= n
            factors.append(_split(1 / factorial))
        return (
            np.array(logs),
            np.array(powers),
            np.array(series),
            np.array(factors),
            _on_grid(two.ln()),
            _on_grid(two.ln() / EXP_INTERVALS, 1 << 36),
        )


LOGS, POWERS, LOG_SERIES, EXP_SERIES, LN2, STEP = _tables()
STEPS = 1 / STEP[0]


@entry
def log(n: int) -> float:
    """The natural logarithm of a whole number, at least 1 and below 2**40."""
    if n == 1:
        return 0.0
    bits = bits_of(float(n))
    power = float((bits >> 52) - 1023)
    i = (bits >> 45) & (LOG_INTERVALS - 1)
    # With m the mantissa: log n = power · log 2 - log inverse + log(m · inverse), and the last is close to 0.
    r = float_of(bits & MANTISSA | ONE) * LOGS[i, 0] - 1.0  # exact
    whole = power * LN2[0] + LOGS[i, 1]  # exact
    rest = power * LN2[1] + LOGS[i, 2]
    high = whole + r
    low = r - (high - whole)
    tail = 1 / 3 + r * (-1 / 4 + r * (1 / 5 + r * (-1 / 6 + r * (1 / 7 + r * (-1 / 8 + r * (1 / 9))))))
    low += rest + r * r * (-0.5 + r * tail)
    result = high + low
    error = low - (result - high)
    if result + (error - LOG_DOUBT) == result + (error + LOG_DOUBT):
        return result
    return _log_again(power, i, whole, r)


@lean
def _log_again(power: float, i: int, whole: float, r: float) -> float:
    total = _times(_series(LOG_SERIES, (r, 0.0)), (r, 0.0))
    total = _plus(total, _sum(power * LN2[1], LOGS[i, 2]))  # both exact, on the finer grid
    total = _plus(total, (power * LN2[2] + LOGS[i, 3], 0.0))
    return _plus((whole, 0.0), total)[0]


@entry
def exp(x: float) -> float:
    """e to the power of x, which is at most 0; 0 if x is below SMALLEST."""
    if x < SMALLEST:
        return 0.0
    steps = np.floor(x * STEPS + 0.5)
    at = int(steps) & (EXP_INTERVALS - 1)
    power = (int(steps) - at) // EXP_INTERVALS
    # With r the rest: e^x = 2^power · 2^(at / EXP_INTERVALS) · e^r, and r is close to 0.
    rest = _plus(_sum(x, -steps * STEP[0]), _sum(-steps * STEP[1], -steps * STEP[2]))
    r = rest[0]
    tail = 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040)))))
    high = POWERS[at, 0]
    low = POWERS[at, 1] + high * (r + (rest[1] + r * r * tail))
    result = high + low
    error = low - (result - high)
    if result + (error - EXP_DOUBT) != result + (error + EXP_DOUBT):
        more = _times(_series(EXP_SERIES, rest), rest)
        base = (POWERS[at, 0], POWERS[at, 1])
        result = _plus(base, _times(base, more))[0]
    return result * float_of((power + 1023) << 52)


@lean
def _series(factors: Floats2, x: Pair) -> Pair:
    """factors[0] + factors[1] · x + factors[2] · x² + …"""
    total = (factors[TERMS - 1, 0], factors[TERMS - 1, 1])
    for n in range(TERMS - 2, -1, -1):
        total = _plus((factors[n, 0], factors[n, 1]), _times(total, x))
    return total


@lean
def _sum(a: float, b: float) -> Pair:
    """Their exact sum."""
    high = a + b
    part = high - a
    return high, (a - (high - part)) + (b - part)


@lean
def _product(a: float, b: float) -> Pair:
    """Their exact product."""
    high = a * b
    big = a * SPLITTER
    a_high = big - (big - a)
    a_low = a - a_high
    big = b * SPLITTER
    b_high = big - (big - b)
    b_low = b - b_high
    return high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low


@lean
def _plus(a: Pair, b: Pair) -> Pair:
    high, low = _sum(a[0], b[0])
    more, less = _sum(a[1], b[1])
    high, low = _sum(high, low + more)
    return _sum(high, low + less)


@lean
def _times(a: Pair, b: Pair) -> Pair:
    high, low = _product(a[0], b[0])
    return _sum(high, low + (a[0] * b[1] + a[1] * b[0]))
