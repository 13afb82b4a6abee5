"""Looking for rules."""

import json
from pathlib import Path

import pytest

from tesserae import BadOption
from tesserae.cli import main
from tesserae.games import game
from tesserae.lab.tuning import goal, space

QUICK = ["lab", "consequence", "--level", "random", "--judge", "0", "--games", "16", "--on", "here"]


def test_all_small_options_can_be_searched() -> None:
    found = space(game("consequence"))
    assert found["row_min"] == [1, 2, 3]
    assert found["memory_aid"] == [False, True]
    assert found["reveal_pushed"] == ["receiver", "both"]


@pytest.mark.parametrize("text", ["turns", "turns=", "turns=many", "joy=1", "turns=nan", "score=1", "score.x=1"])
def test_bad_goals_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="--goal"):
        goal(text)


def test_points_of_a_side_can_be_a_goal() -> None:
    assert goal("score.1=0.5") == ("score.1", 0.5)


def test_the_rules_nearest_to_the_goal_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With random players there are the fewer choices, the more tiles it takes to push."""
    pytest.importorskip("optuna", reason="Optuna is not installed: pip install optuna")
    out = tmp_path / "run"
    search = ["--search", "8", "--goal", "branching=0", "--vary", "row_min=1,2,3", "--out", str(out)]
    assert main([*QUICK, *search]) == 0
    found = json.loads((out / "results.json").read_text("utf-8"))
    tried = {one["variant"]: one["metrics"]["branching"] for one in found["search"]["tried"]}
    best = min(tried, key=lambda name: float(tried[name]["value"]))
    assert [cell["variant"] for cell in found["cells"]] == [best]
    assert tried[best]["low"] < tried[best]["value"] < tried[best]["high"]
    assert f"closest to the goals: {best}" in capsys.readouterr().out
    assert best in (out / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--search", "3"], "--goal"),
        (["--goal", "turns=3"], "number of trials"),
        (["--search", "0", "--goal", "turns=3"], "number of trials"),
    ],
)
def test_bad_searches_are_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, *arguments]) == 2
    assert message in capsys.readouterr().err
