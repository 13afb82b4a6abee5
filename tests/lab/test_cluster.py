"""The same games on a Ray cluster of two cores of this machine; Ray is too large for the lock: `pip install ray`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tesserae.cli import main
from tesserae.lab.executors import Here
from tesserae.lab.plan import Plan, Variant
from tesserae.lab.playing import play
from tests.lab.test_lab import VARIED

ray: Any = pytest.importorskip("ray", reason="Ray is not installed: pip install ray")
pytestmark = pytest.mark.filterwarnings("default")  # what Ray warns of is Ray's


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    ray.shutdown()


def test_a_cluster_gives_the_same_results(tmp_path: Path) -> None:
    for where in ("here", "ray"):
        assert main([*VARIED, "--on", where, "--workers", "2", "--out", str(tmp_path / where)]) == 0
    texts = [(tmp_path / where / "results.json").read_bytes() for where in ("here", "ray")]
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["played"] == 8


def test_an_actor_that_is_killed_changes_nothing() -> None:
    from tesserae.lab.cluster import Cluster

    plan = Plan("consequence", [Variant("plain", 2)], ["novice"], games=16, judge=0, budget={"simulations": 5})
    jobs = plan.jobs()
    expected = {row.number: row for row in Here().run(play, jobs)}
    cluster = Cluster(None, 2)
    rows = []
    killed = None
    for row in cluster.run(play, jobs):
        rows.append(row)
        if killed is None:
            killed = cluster.actors[0]
            ray.kill(killed)
    assert len(rows) == len(jobs)
    assert {row.number: row for row in rows} == expected
