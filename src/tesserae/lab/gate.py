"""The gate: whether a new net is stronger than the best so far, decided with as few games as possible.

Games are played in pairs, from one start with exchanged seats, so that luck of the start evens out. After each pair a
sequential probability ratio test (Wald 1945; for scores with a normal approximation, as engine testers do) compares two
hypotheses, that the new one scores EVEN or BETTER, and ends as soon as one of them is far more likely.

Pairs count in the order of their numbers, not in the order in which they end, so the decision does not depend on where
they are played.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

EVEN, BETTER = 0.5, 0.55  # the scores that are compared; the second is 35 Elo more than the first
ERROR = 0.05  # the probability of a wrong decision
BOUND = math.log((1 - ERROR) / ERROR)
LEAST = 8  # pairs before any decision
FEW = 4.0  # that many pairs with the usual spread are taken for granted, since the first few may all be alike
USUAL = 0.1  # variance of the score of a pair


class Verdict(NamedTuple):
    """How it stands: the games, the points of the new one, and the logarithm of the ratio of the likelihoods."""

    games: int
    points: float
    ratio: float
    decided: bool

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.5

    @property
    def passed(self) -> bool:
        """Whether the new one is taken. Without a decision, it is if BETTER is more likely than EVEN."""
        return self.games > 0 and self.ratio > 0


def verdict(pairs: Sequence[Sequence[float]]) -> Verdict:
    """The state of the test after the first pairs that decide it, or after all of them."""
    points, squares, ratio = 0.0, 0.0, 0.0
    for number, pair in enumerate(pairs, 1):
        score = sum(pair) / len(pair)
        points += sum(pair)
        squares += score * score
        mean = points / (number * len(pair))
        variance = (max(squares - number * mean * mean, 0.0) + FEW * USUAL) / (number + FEW)
        ratio = number * (BETTER - EVEN) * (2 * mean - EVEN - BETTER) / (2 * variance)
        if number >= LEAST and abs(ratio) >= BOUND:
            return Verdict(number * len(pair), points, ratio, True)
    return Verdict(sum(map(len, pairs)), points, ratio, False)


def elo(score: float) -> float:
    """The difference of ratings at which that score is expected; at most 1000."""
    score = min(max(score, 0.00316), 0.99684)
    return -400 * math.log10(1 / score - 1)
