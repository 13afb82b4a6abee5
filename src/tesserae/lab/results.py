"""The results of a plan, ready for JSON. They depend only on the games played, in the order of the plan."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from tesserae import __version__
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.lab.measures import Sample, metrics, points, sample
from tesserae.lab.plan import MATCH, PLAYS, SKILL, Plan
from tesserae.lab.playing import Row
from tesserae.lab.sampling import ALPHA, DRAWS, SEED, Difference, Estimate, differences, estimates, holm, needed
from tesserae.lab.score import wilson

FORMAT = 1
OPENINGS = 8
PERCENTILES = (5, 25, 50, 75, 95)
SPREAD = ("turns", "actions", "minutes")
WANTED = 0.03  # the difference of shares for which the report says how many games are needed
BINS = 24
EXAMPLES = ("typical", "dramatic", "one_sided")


def results(plan: Plan, rows: Sequence[Row], old: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """All results of these games; `old` are earlier results to compare them with."""
    rows = sorted(rows, key=lambda row: row.number)
    cells, samples = [], {}
    for variant, rules in enumerate(plan.variants):
        for level in plan.levels:
            some = [row for row in rows if row.variant == variant and row.level == level]
            if some:
                samples[variant, level] = _sample(plan, some)
                cells.append({"variant": rules.name, "level": level, **_cell(samples[variant, level], some)})
    report = {
        "format": FORMAT,
        "tesserae": __version__,
        "plan": msgspec.to_builtins(plan),
        "planned": len(plan.jobs()),
        "played": len(rows),
        "cells": cells,
        "skill": _skill(plan, rows),
        "variants": _compared(_variants(plan, samples)),
        "levels": _compared(_levels(plan, samples)),
        "retest": _compared(_retest(plan, samples, old)) if old is not None else [],
    }
    return _rounded(report)


def _sample(plan: Plan, rows: Sequence[Row]) -> Sample:
    squares = len(find(plan.game).notation.NAMES)
    reasons = sorted({row.reason for row in rows})
    kinds = sorted({kind for row in rows for kind in row.kinds})
    return sample(rows, squares, reasons, kinds)


def _cell(of: Sample, rows: Sequence[Row]) -> dict[str, Any]:
    estimated = estimates(of)
    first = estimated["score.0"]
    enough = needed(first.low, first.high, len(rows), WANTED) if math.isfinite(first.high - first.low) else None
    return {
        "games": len(rows),
        "starts": len(of.starts),
        "sides": of.sides,
        "metrics": {name: _estimate(one) for name, one in estimated.items()},
        "needed": {"difference": WANTED, "games": enough, "more": enough and max(0, enough - len(rows))},
        "quantiles": {name: _quantiles(rows, name) for name in SPREAD},
        "histogram": _histogram([row.turns for row in rows]),
        "openings": [_openings(rows, side) for side in range(of.sides)],
        "pieces": _pieces(rows),
        "squares": dict(sorted(_summed(row.squares for row in rows).items())),
        "examples": _examples(rows),
        "sample": {"starts": of.starts, "names": of.names, "sums": of.sums.tolist(), "counts": of.counts.tolist()},
    }


def _estimate(one: Estimate) -> dict[str, Any]:
    return {"value": one.value, "low": one.low, "high": one.high, "n": one.n}


def _quantiles(rows: Sequence[Row], name: str) -> dict[str, Any]:
    """Percentiles of the games, each with its interval; here, too, the bootstrap draws whole starts."""
    by_start: dict[int, list[float]] = {}
    for row in rows:
        by_start.setdefault(row.start, []).append(float(getattr(row, name)))
    whole = [some for some in by_start.values() if len(some) == PLAYS] or [[one] for [one] in by_start.values()]
    groups = np.array(whole)
    rng = np.random.default_rng(SEED)
    drawn = groups[rng.integers(0, len(groups), (DRAWS // 4, len(groups)))].reshape(DRAWS // 4, -1)
    values = np.percentile(groups, PERCENTILES)
    low, high = np.quantile(np.percentile(drawn, PERCENTILES, axis=1), [ALPHA / 2, 1 - ALPHA / 2], axis=1)
    return {
        f"p{percent}": {"value": float(values[i]), "low": float(low[i]), "high": float(high[i])}
        for i, percent in enumerate(PERCENTILES)
    }


def _histogram(numbers: Sequence[int]) -> dict[str, Any]:
    low, high = min(numbers), max(numbers)
    width = max(1, math.ceil((high - low + 1) / BINS))
    counts = Counter((number - low) // width for number in numbers)
    return {"from": low, "width": width, "counts": [counts[place] for place in range((high - low) // width + 1)]}


def _openings(rows: Sequence[Row], side: int) -> list[dict[str, Any]]:
    """The most frequent first turns of a side and its score with them, with Wilson intervals over single games."""
    by_opening: dict[str, list[float]] = {}
    for row in rows:
        by_opening.setdefault(row.opening[side], []).append(points(row)[side])
    common = sorted(by_opening, key=lambda text: (-len(by_opening[text]), text))[:OPENINGS]
    made = []
    for text in common:
        low, high = wilson(sum(by_opening[text]), len(by_opening[text]))
        score = sum(by_opening[text]) / len(by_opening[text])
        made.append({"actions": text, "games": len(by_opening[text]), "value": score, "low": low, "high": high})
    return made


def _pieces(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    came, went = _summed(row.came for row in rows), _summed(row.went for row in rows)
    return {piece: {"came": came[piece], "went": went[piece]} for piece in sorted({*came, *went})}


def _summed(counts: Any) -> Counter[str]:
    total = Counter[str]()
    for one in counts:
        total.update(one)
    return total


def _examples(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """A typical game (closest to the median in length and swings), the most dramatic and the most one-sided game."""
    from tesserae.lab.measures import tension

    told = [(row, tension(row.values, row.winners[0])) for row in rows if len(row.winners) == 1 and len(row.values) > 2]
    if not told:
        return []
    turns = np.array([row.turns for row, _ in told], float)
    swings = np.array([one["stability"] for _, one in told])
    middle = _standard(turns - np.median(turns)) ** 2 + _standard(swings - np.median(swings)) ** 2
    places = (
        int(np.argmin(middle)),
        max(range(len(told)), key=lambda i: (told[i][1]["comeback"], -i)),
        max(range(len(told)), key=lambda i: (told[i][1]["decided"], -i)),
    )
    return [
        {
            "kind": kind,
            "number": row.number,
            "start": row.start,
            "winner": row.winners[0],
            "values": row.values,
            "record": row.record,
        }
        for kind, (row, _) in zip(EXAMPLES, (told[place] for place in places), strict=True)
    ]


def _standard(numbers: Any) -> Any:
    spread = float(np.std(numbers))
    return numbers / spread if spread else numbers


def _skill(plan: Plan, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """For each variant and doubling, the score of twice the simulations against once; 0.5 would be no effect."""
    scores = []
    for variant, rules in enumerate(plan.variants):
        for simulations in SKILL:
            name = f"{MATCH} {simulations}"
            some = [row for row in rows if row.variant == variant and row.level == name]
            if not some:
                continue
            twice = f"master+simulations={2 * simulations}"
            by_start: dict[int, list[float]] = {}
            for row in some:
                strong = {seat % row.sides for seat, who in enumerate(row.players) if who == twice}
                by_start.setdefault(row.start, []).append(sum(points(row)[side] for side in strong))
            means = np.array([sum(got) / len(got) for got in by_start.values()])
            rng = np.random.default_rng(SEED)
            drawn = means[rng.integers(0, len(means), (DRAWS, len(means)))].mean(axis=1)
            low, high = np.quantile(drawn, [ALPHA / 2, 1 - ALPHA / 2])
            if low == high:
                low, high = wilson(float(means.sum()), len(means))
            one = {"variant": rules.name, "simulations": simulations, "games": len(some)}
            scores.append({**one, "value": float(means.mean()), "low": float(low), "high": float(high)})
    return scores


# --- Comparing -------------------------------------------------------------------------------------------------------

Cells = dict[tuple[int, str], Sample]
Gaps = list[tuple[dict[str, Any], Difference]]


def _gaps(about: dict[str, Any], one: Sample, other: Sample) -> Gaps:
    names = [name for name in metrics(other) if not name.startswith("kind.")]
    if one.sides != other.sides:  # shares in a game for two and in a game for three cannot be compared
        names = [name for name in names if not name.startswith("score.")]
    return [({**about, "metric": name}, gap) for name, gap in differences(one, other, names).items()]


def _variants(plan: Plan, samples: Cells) -> Gaps:
    """Each variant against the first."""
    gaps: Gaps = []
    for level in plan.levels:
        for variant, rules in enumerate(plan.variants[1:], 1):
            if (0, level) in samples and (variant, level) in samples:
                about = {"level": level, "from": plan.variants[0].name, "to": rules.name}
                gaps += _gaps(about, samples[0, level], samples[variant, level])
    return gaps


def _levels(plan: Plan, samples: Cells) -> Gaps:
    gaps: Gaps = []
    for variant, rules in enumerate(plan.variants):
        for one, other in combinations(plan.levels, 2):
            if (variant, one) in samples and (variant, other) in samples:
                about = {"variant": rules.name, "from": one, "to": other}
                gaps += _gaps(about, samples[variant, one], samples[variant, other])
    return gaps


def _retest(plan: Plan, samples: Cells, old: Mapping[str, Any]) -> Gaps:
    """Each cell against the cell of the same name in earlier results."""
    if old.get("format") != FORMAT or old.get("plan", {}).get("game") != plan.game:
        raise BadOption("--compare: these are no results of the lab for the same game")
    former = {(cell["variant"], cell["level"]): cell for cell in old["cells"]}
    gaps: Gaps = []
    for (variant, level), now in samples.items():
        name = plan.variants[variant].name
        if (cell := former.get((name, level))) is not None:
            kept = cell["sample"]
            tables = np.array(kept["sums"], float), np.array(kept["counts"], float)
            before = Sample(kept["starts"], kept["names"], *tables, cell["games"], cell["sides"])
            gaps += _gaps({"variant": name, "level": level, "from": "before", "to": "now"}, before, now)
    if not gaps:
        raise BadOption("--compare: the former results have no variant and level in common with these")
    return gaps


def _compared(gaps: Gaps) -> list[dict[str, Any]]:
    """All p-values together, corrected for their number."""
    corrected = holm([gap for _, gap in gaps])
    return [
        {
            **about,
            "value": gap.value,
            "low": gap.low,
            "high": gap.high,
            "p": gap.p,
            "holm": gap.holm,
            "seen": gap.holm < ALPHA,
        }
        for (about, _), gap in zip(gaps, corrected, strict=True)
    ]


def _rounded(tree: Any) -> Any:
    """With six decimal places, and null for NaN, which JSON does not have."""
    if isinstance(tree, float):
        return round(tree, 6) if math.isfinite(tree) else None
    if isinstance(tree, dict):
        return {key: _rounded(value) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [_rounded(value) for value in tree]
    return tree
