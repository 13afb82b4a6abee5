"""Statistics of the results of an arena."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import sqrt
from statistics import NormalDist

from tesserae.lab.arena import Played
from tesserae.lab.elo import CONFIDENCE, Rating, fit


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Wilson's interval for a probability. A draw counts as half a success, so the interval is too wide rather than too
    narrow."""
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def number(game: Played) -> int:
    """Its number in the plan, because games end in a random order."""
    return game.fixture.number


@dataclass
class Tally:
    """The games of one player, against one other or against all."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    choices: int = 0
    seconds: float = 0.0

    def add(self, score: float, choices: int, seconds: float) -> None:
        self.won += score == 1
        self.drawn += score == 0.5
        self.lost += score == 0
        self.choices += choices
        self.seconds += seconds

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.games)

    @property
    def pace(self) -> float:
        """Seconds of processor time for a choice."""
        return self.seconds / self.choices if self.choices else 0.0


def pairs(played: Iterable[Played]) -> dict[tuple[str, str], Tally]:
    """The results of each pair of players."""
    tallies: dict[tuple[str, str], Tally] = {}
    for game in sorted(played, key=number):
        one, other = (player.name for player in game.fixture.pair)
        tallies.setdefault((one, other), Tally()).add(game.score, game.choices[0], game.seconds[0])
    return tallies


def standings(names: Iterable[str], played: Iterable[Played]) -> dict[str, Tally]:
    """The results of each player, the best first."""
    tallies = {name: Tally() for name in names}
    for game in played:
        for player, score, choices, seconds in zip(
            game.fixture.pair, (game.score, 1 - game.score), game.choices, game.seconds, strict=True
        ):
            tallies[player.name].add(score, choices, seconds)
    return dict(sorted(tallies.items(), key=lambda item: -item[1].score))


def ratings(names: Sequence[str], played: Iterable[Played]) -> dict[str, Rating] | None:
    """Elo ratings, whatever the order of the games; None without the library that fits them."""
    if find_spec("choix") is None:
        return None
    results = {pair: (tally.points, tally.games - tally.points) for pair, tally in pairs(played).items()}
    return fit(names, results)
