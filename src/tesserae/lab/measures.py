"""The numbers that are measured in a game. docs/reference/lab.md and words/ define each of them, with its source.

A measure is one number per game, or none if it does not apply (how far the winner was behind, in a draw). Its metric is
the mean over the games. Metrics that are not means (balance, luck) are computed from means: see `DERIVED`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from tesserae.engine.jit import Floats
from tesserae.lab.playing import UNFINISHED, Row

LEAD = 0.1  # how far the best side must be ahead of the next to be in the lead; values are from -1 to 1
DECIDED = 0.6  # half the lead from which a game counts as decided
NOTHING = math.nan

# Measures for which neither a smaller nor a larger number is better, by group, in the order of the report.
GROUPS: dict[str, tuple[str, ...]] = {
    "result": ("completion", "draws", "balance", "luck"),
    "duration": ("turns", "actions", "minutes"),
    "choice": ("branching", "decisions", "tree", "clarity"),
    "tension": ("lead_changes", "drama", "comeback", "decided", "stability", "killer"),
    "board": ("coverage", "survival"),
}
SHARES = ("completion", "draws", "balance", "luck", "score", "reason", "decided", "coverage", "survival", "kind")


def points(row: Row) -> list[float]:
    """The points of each side, 1 in total. A draw is shared by all."""
    winners = row.winners or list(range(row.sides))
    return [(side in winners) / len(winners) for side in range(row.sides)]


def measure(row: Row, squares: int) -> dict[str, float]:
    """All measures of a game on a board with this many squares; NaN for those that do not apply."""
    over = row.reason != UNFINISHED
    single = len(row.winners) == 1
    came, went = sum(row.came.values()), sum(row.went.values())
    got = points(row) if over else [NOTHING] * row.sides
    return {
        **{f"score.{side}": got[side] for side in range(row.sides)},
        "completion": float(over),
        "draws": float(not single) if over else NOTHING,
        "turns": float(row.turns),
        "actions": float(row.actions),
        "minutes": row.minutes,
        "branching": row.branching,
        "decisions": float(row.decisions),
        "tree": row.tree,
        "clarity": NOTHING if row.clarity is None else row.clarity,
        **tension(row.values, row.winners[0] if single else None),
        "coverage": len(row.squares) / squares if squares else NOTHING,
        "survival": max(0.0, 1 - went / came) if came else NOTHING,
    }


def tension(values: Sequence[Sequence[float]], winner: int | None) -> dict[str, float]:
    """Measures of how the values developed: before the first turn and after each turn, one value per side."""
    measures = dict.fromkeys(GROUPS["tension"], NOTHING)
    if len(values) < 2 or len(values[0]) < 2:
        return measures
    lead = [leader(now) for now in values]
    leads = [side for side in lead if side is not None]
    # The first lead is not a change, and neither is a moment in which nobody leads.
    measures["lead_changes"] = float(sum(one != other for one, other in pairwise(leads)))
    swings = [max(abs(a - b) for a, b in zip(one, other, strict=True)) / 2 for one, other in pairwise(values[:-1])]
    measures["stability"] = 1 - sum(swings) / len(swings) if swings else NOTHING
    if winner is None:
        return measures
    # Half the winner's lead over the best of the others, from -1 to 1. The final result itself does not count.
    ahead = [(now[winner] - max(v for side, v in enumerate(now) if side != winner)) / 2 for now in values[:-1]]
    behind = [-one for one in ahead if one < -LEAD / 2]
    measures["drama"] = sum(map(math.sqrt, behind)) / len(behind) if behind else 0.0
    measures["comeback"] = max(behind, default=0.0)
    open_until = max((turn for turn, one in enumerate(ahead) if one < DECIDED), default=-1) + 1
    measures["decided"] = 1 - open_until / len(ahead)
    measures["killer"] = max((other - one for one, other in pairwise(ahead)), default=0.0)
    return measures


def leader(now: Sequence[float]) -> int | None:
    """The side that is clearly ahead."""
    first, second = sorted(now, reverse=True)[:2]
    return list(now).index(first) if first - second >= LEAD else None


# --- By start --------------------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """The games of a cell. For each measure and each start: the sum over the games from that start, and how many games
    had a value. `starts` are the seeds, in ascending order."""

    starts: list[int]
    names: list[str]
    sums: Floats  # [measure, start]
    counts: Floats
    games: int
    sides: int

    def take(self, starts: Sequence[int]) -> "Sample":
        """The sample of only these starts, all of which must be in it."""
        places = [self.starts.index(start) for start in starts]
        return self._replace(starts=list(starts), sums=self.sums[:, places], counts=self.counts[:, places])


def sample(rows: Sequence[Row], squares: int, reasons: Sequence[str], kinds: Sequence[str]) -> Sample:
    """The sample of a cell's rows; its measures include the shares of these reasons and kinds of actions."""
    by_start: dict[int, list[dict[str, float]]] = {}
    sides = rows[0].sides
    for row in rows:
        values = measure(row, squares)
        values.update({f"reason.{reason}": float(row.reason == reason) for reason in reasons})
        total = sum(row.kinds.values())
        values.update({f"kind.{kind}": row.kinds.get(kind, 0) / total if total else NOTHING for kind in kinds})
        by_start.setdefault(row.start, []).append(values)
    starts = sorted(by_start)
    for start in starts:
        _add_luck(by_start[start], sides)
    names = list(by_start[starts[0]][0])
    table = np.full((len(names), len(starts), max(map(len, by_start.values()))), np.nan)
    for place, start in enumerate(starts):
        for play, one in enumerate(by_start[start]):
            table[:, place, play] = [one[name] for name in names]
    return Sample(starts, names, np.nansum(table, axis=2), (~np.isnan(table)).sum(axis=2) * 1.0, len(rows), sides)


def _add_luck(plays: list[dict[str, float]], sides: int) -> None:
    """The data for `luck`: for each start and side, the mean of its games, the square of that mean, and an unbiased
    variance of single games."""
    for side in range(sides):
        got = [play[f"score.{side}"] for play in plays]
        whole = len(got) > 1 and not any(map(math.isnan, got))
        mean = sum(got) / len(got)
        within = sum((one - mean) ** 2 for one in got) / (len(got) - 1) if whole else NOTHING
        for number, play in enumerate(plays):
            first = whole and number == 0
            play[f"luck.mean.{side}"] = mean if first else NOTHING
            play[f"luck.square.{side}"] = mean * mean if first else NOTHING
            play[f"luck.within.{side}"] = within / len(got) if first else NOTHING
            play[f"luck.alone.{side}"] = within if first else NOTHING


Means = Mapping[str, Floats]


def balance(means: Means, sides: int) -> Floats:
    """1 if all sides get the same, 0 if one side gets everything in a game for two."""
    pairs = [np.abs(means[f"score.{one}"] - means[f"score.{other}"]) for one, other in combinations(range(sides), 2)]
    balanced: Floats = 1 - np.mean(pairs, axis=0) if pairs else np.full_like(means["completion"], np.nan)
    return balanced


def luck(means: Means, sides: int) -> Floats:
    """The share of the variance of the result that is due to the start: an intraclass correlation by analysis of
    variance, over all sides. Estimates below 0, which small samples can give, are set to 0."""
    between: Floats = np.zeros_like(means["completion"])
    within: Floats = np.zeros_like(means["completion"])
    for side in range(sides):
        spread = means[f"luck.square.{side}"] - means[f"luck.mean.{side}"] ** 2
        between = between + spread - means[f"luck.within.{side}"]
        within = within + means[f"luck.alone.{side}"]
    with np.errstate(invalid="ignore", divide="ignore"):
        share: Floats = np.clip(between / (between + within), 0.0, 1.0)
    return share


DERIVED: dict[str, Callable[[Means, int], Floats]] = {"balance": balance, "luck": luck}


def metrics(of: Sample) -> list[str]:
    """The names of all metrics of a cell, in the order of the report."""
    scores = [name for name in of.names if name.startswith("score.")]
    shares = [name for name in of.names if name.startswith(("reason.", "kind."))]
    return [*scores, *(name for group in GROUPS.values() for name in group), *shares]


def evaluate(of: Sample, sums: Floats, counts: Floats) -> dict[str, Floats]:
    """All metrics from sums and counts [measure, …] over any selection of starts."""
    with np.errstate(invalid="ignore", divide="ignore"):
        table = sums / counts
    means = dict(zip(of.names, table, strict=True))
    return {name: DERIVED[name](means, of.sides) if name in DERIVED else means[name] for name in metrics(of)}
