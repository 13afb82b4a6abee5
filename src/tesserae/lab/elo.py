"""Elo ratings: one scale for all players of an arena, fitted to all of their games at once.

By the model of Bradley and Terry, the odds that one player beats another depend only on the difference of their
ratings: 400 points are odds of ten to one, 100 points a score of 64 %, 200 points one of 76 %. A draw is half a win.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist

import numpy as np

from tesserae.engine.jit import Floats

ANCHOR = "club"  # its rating is fixed; where it does not play, the mean of all players is
ANCHORED = 1500.0
CONFIDENCE = 0.95
SCALE = 400 / log(10)


@dataclass(frozen=True)
class Rating:
    """A rating, and by how much it may be wrong: half of the 95 % interval of its difference from the anchor."""

    elo: float
    error: float


def fit(names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, float]]) -> dict[str, Rating]:
    """The most likely ratings. `results` has the points of both players of each pair that has met.

    Everybody has drawn one more game, against the same imaginary player. So even a player who has lost everything, or
    has not played at all, has a rating, and who has played much is hardly affected."""
    import choix  # it comes with tesserae-games[lab], and takes a while to load

    wins = np.zeros((len(names) + 1, len(names) + 1))  # the imaginary player is the last one
    wins[:-1, -1] = wins[-1, :-1] = 0.5
    for (one, other), (points, lost) in results.items():
        i, j = names.index(one), names.index(other)
        wins[i, j] += points
        wins[j, i] += lost
    strengths = choix.ilsr_pairwise_dense(wins)
    zero = np.zeros(len(names) + 1)  # how much each player counts for the zero of the scale
    zero[[names.index(ANCHOR)] if ANCHOR in names else range(len(names))] = 1.0
    zero /= zero.sum()
    errors = _errors(wins, strengths, zero)
    ratings = ANCHORED + SCALE * (strengths - zero @ strengths)
    return {name: Rating(float(ratings[i]), float(errors[i])) for i, name in enumerate(names)}


def _errors(wins: Floats, strengths: Floats, zero: Floats) -> Floats:
    """From the Fisher information of the results: how sharply their likelihood falls off around the strengths found."""
    chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    told = (wins + wins.T) * chance * (1 - chance)
    covariance = np.linalg.pinv(np.diag(told.sum(axis=1)) - told, hermitian=True)
    apart = np.eye(len(strengths)) - zero
    spread = np.einsum("ij,jk,ik->i", apart, covariance, apart)
    deviations: Floats = np.sqrt(np.maximum(spread, 0.0))
    return SCALE * NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviations
