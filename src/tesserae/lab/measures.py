"""What is measured of a game, as numbers. docs/lab.md and words/ define each, with its source.

A measure is one number a game, or none where it makes no sense (how far the winner was behind, in a draw). The metric
is its mean. What is no mean of games (balance, luck) is worked out from means: see `DERIVED`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from tesserae.engine.jit import Floats
from tesserae.lab.playing import UNFINISHED, Row

LEAD = 0.1  # by how much the best side must be ahead of the next to be in the lead, where values are from -1 to 1
DECIDED = 0.6  # the lead, halved, from which a game counts as decided
NOTHING = math.nan

# Those in which smaller and larger are no better and no worse, by group, in the order of the report.
GROUPS: dict[str, tuple[str, ...]] = {
    "result": ("completion", "draws", "balance", "luck"),
    "duration": ("turns", "actions", "minutes"),
    "choice": ("branching", "decisions", "tree", "clarity"),
    "tension": ("lead_changes", "drama", "comeback", "decided", "stability", "killer"),
    "board": ("coverage", "survival"),
}
SHARES = ("completion", "draws", "balance", "luck", "score", "reason", "decided", "coverage", "survival", "kind")


def points(row: Row) -> list[float]:
    """What each side got of the game: 1 in all. A draw is shared by all."""
    winners = row.winners or list(range(row.sides))
    return [(side in winners) / len(winners) for side in range(row.sides)]


def measure(row: Row, squares: int) -> dict[str, float]:
    """All measures of a game on a board of so many squares; NaN for what it has none of."""
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
    """The measures of a course of values: before the first turn and after each, one value a side."""
    found = dict.fromkeys(GROUPS["tension"], NOTHING)
    if len(values) < 2 or len(values[0]) < 2:
        return found
    lead = [leader(now) for now in values]
    leads = [side for side in lead if side is not None]
    # The first lead is no change, and a moment in which nobody leads changes nothing.
    found["lead_changes"] = float(sum(one != other for one, other in pairwise(leads)))
    swings = [max(abs(a - b) for a, b in zip(one, other, strict=True)) / 2 for one, other in pairwise(values[:-1])]
    found["stability"] = 1 - sum(swings) / len(swings) if swings else NOTHING
    if winner is None:
        return found
    # How far the winner is ahead of the best of the others, halved: from -1 to 1. The end itself is no judgement.
    ahead = [(now[winner] - max(v for side, v in enumerate(now) if side != winner)) / 2 for now in values[:-1]]
    behind = [-one for one in ahead if one < -LEAD / 2]
    found["drama"] = sum(map(math.sqrt, behind)) / len(behind) if behind else 0.0
    found["comeback"] = max(behind, default=0.0)
    open_until = max((turn for turn, one in enumerate(ahead) if one < DECIDED), default=-1) + 1
    found["decided"] = 1 - open_until / len(ahead)
    found["killer"] = max((other - one for one, other in pairwise(ahead)), default=0.0)
    return found


def leader(now: Sequence[float]) -> int | None:
    """The side that is clearly ahead."""
    first, second = sorted(now, reverse=True)[:2]
    return list(now).index(first) if first - second >= LEAD else None


# --- By start --------------------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """The games of a cell: for each measure and each start, the sum of what the plays of the start had, and how many
    had one. `starts` are the seeds, ascending."""

    starts: list[int]
    names: list[str]
    sums: Floats  # [measure, start]
    counts: Floats
    games: int
    sides: int

    def take(self, starts: Sequence[int]) -> "Sample":
        """Only these starts, which it must have."""
        places = [self.starts.index(start) for start in starts]
        return self._replace(starts=list(starts), sums=self.sums[:, places], counts=self.counts[:, places])


def sample(rows: Sequence[Row], squares: int, reasons: Sequence[str], kinds: Sequence[str]) -> Sample:
    """The sample of the rows of a cell, with the shares of these reasons and kinds of actions among its measures."""
    by_start: dict[int, list[dict[str, float]]] = {}
    sides = rows[0].sides
    for row in rows:
        found = measure(row, squares)
        found.update({f"reason.{reason}": float(row.reason == reason) for reason in reasons})
        total = sum(row.kinds.values())
        found.update({f"kind.{kind}": row.kinds.get(kind, 0) / total if total else NOTHING for kind in kinds})
        by_start.setdefault(row.start, []).append(found)
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
    """What luck is worked out from: of the plays of a start, for each side the mean, its square, and how much single
    plays differ from it (an unbiased variance)."""
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
    found: Floats = 1 - np.mean(pairs, axis=0) if pairs else np.full_like(means["completion"], np.nan)
    return found


def luck(means: Means, sides: int) -> Floats:
    """The share of the variance of the result that belongs to the start: an intraclass correlation by analysis of
    variance, all sides together. It is not below 0, though a small sample may seem so."""
    between: Floats = np.zeros_like(means["completion"])
    within: Floats = np.zeros_like(means["completion"])
    for side in range(sides):
        spread = means[f"luck.square.{side}"] - means[f"luck.mean.{side}"] ** 2
        between = between + spread - means[f"luck.within.{side}"]
        within = within + means[f"luck.alone.{side}"]
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.clip(between / (between + within), 0.0, 1.0)
    return found


DERIVED: dict[str, Callable[[Means, int], Floats]] = {"balance": balance, "luck": luck}


def metrics(of: Sample) -> list[str]:
    """The names of all metrics of a cell, in the order of the report."""
    scores = [name for name in of.names if name.startswith("score.")]
    shares = [name for name in of.names if name.startswith(("reason.", "kind."))]
    return [*scores, *(name for group in GROUPS.values() for name in group), *shares]


def evaluate(of: Sample, sums: Floats, counts: Floats) -> dict[str, Floats]:
    """All metrics from sums and counts [measure, …] over any choice of starts."""
    with np.errstate(invalid="ignore", divide="ignore"):
        table = sums / counts
    means = dict(zip(of.names, table, strict=True))
    return {name: DERIVED[name](means, of.sides) if name in DERIVED else means[name] for name in metrics(of)}
