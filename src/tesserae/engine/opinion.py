"""Evaluating a position: an opinion is a weighted sum of traits, squashed to between -1 and 1.

The weights of a game are fitted to the results of games that the bots played against themselves (tools/tune.py).
"""

from math import inf, sqrt

from tesserae.engine.jit import Floats, lean


@lean
def squash(ahead: float) -> float:
    """Uses only operations that every machine rounds alike, so that bots choose the same everywhere."""
    return ahead / sqrt(1.0 + ahead * ahead)


@lean
def weigh(traits: Floats, weights: Floats) -> float:
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * traits[i]
    return total


@lean
def ahead_of_others(totals: Floats, n: int, one: int) -> float:
    """How far one of the first n is ahead of the best other one, squashed."""
    best = -inf
    for other in range(n):
        if other != one:
            best = max(best, totals[other])
    return squash(totals[one] - best)
