"""A planted edge is found with its size; between variants that are alike nothing is found."""

import pytest

from tesserae.lab import playing
from tesserae.lab.plan import Plan, Variant
from tesserae.lab.playing import play
from tesserae.lab.results import results
from tests.lab.planting import GAME, alarms, tossed

EDGE = 0.7


def test_a_planted_edge_is_found_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    variants = [Variant("fair", 2), Variant("edge", 2)]
    plan = Plan(GAME, variants, ["random"], games=300, judge=0)
    rows = []
    for job in plan.jobs():
        monkeypatch.setattr(playing, "start", tossed(EDGE if job.variant else 0.5))
        rows.append(play(job, lambda done: None))
    found = results(plan, rows)
    fair, edge = (cell["metrics"]["score.0"] for cell in found["cells"])
    assert fair["low"] < 0.5 < fair["high"]
    assert 0.5 < edge["low"] < EDGE < edge["high"]
    assert edge["high"] - edge["low"] < 0.15
    assert found["cells"][1]["metrics"]["balance"]["high"] < 1
    seen = {one["metric"]: one for one in found["variants"] if one["seen"]}
    assert set(seen) == {"score.0", "score.1", "balance"}
    assert seen["score.0"]["low"] < EDGE - 0.5 < seen["score.0"]["high"]


def test_between_variants_that_are_alike_nothing_is_seen() -> None:
    """Of twelve repeats one or none may see something; `python -m tests.lab.planting` does 200."""
    assert alarms(12, 10, "random", 0, 24) <= 1
