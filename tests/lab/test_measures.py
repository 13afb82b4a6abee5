"""The measures of a game, by courses of values written down by hand."""

import math
from typing import Any

import pytest

from tesserae.lab.measures import measure, points, tension
from tesserae.lab.playing import UNFINISHED, Row


def course(*first: float) -> list[list[float]]:
    return [[value, -value] for value in first]


def row(**changed: object) -> Row:
    usual: dict[str, Any] = {
        "number": 0,
        "variant": 0,
        "level": "club",
        "start": 0,
        "play": 0,
        "players": ["club", "club"],
        "sides": 2,
        "winners": [0],
        "reason": "points",
        "scores": None,
        "turns": 10,
        "actions": 12,
        "decisions": 11,
        "branching": 5.0,
        "tree": 8.0,
        "minutes": 2.0,
        "clarity": None,
        "values": [],
        "opening": ["a", "b"],
        "kinds": {},
        "came": {"K": 4},
        "went": {"K": 1},
        "squares": {"a1": 3, "b2": 1},
        "record": "",
    }
    return Row(**{**usual, **changed})


def test_a_lead_is_not_changed_by_the_first_nor_by_moments_without_one() -> None:
    assert tension(course(0.0, 0.3, 0.01, 0.3, 1.0), 0)["lead_changes"] == 0
    assert tension(course(0.3, -0.3, -0.01, -0.3, 0.3, 1.0), 0)["lead_changes"] == 2


def test_drama_and_comeback_are_those_of_the_winner() -> None:
    won = tension(course(0.0, -0.36, -0.64, 0.2, 1.0), 0)
    assert won["comeback"] == pytest.approx(0.64)
    assert won["drama"] == pytest.approx((0.6 + 0.8) / 2)
    lost = tension(course(0.0, -0.36, -0.64, -0.7, -1.0), 1)
    assert (lost["comeback"], lost["drama"]) == (0, 0)


def test_a_game_is_decided_when_the_lead_stays() -> None:
    assert tension(course(0.0, 0.7, 0.1, 0.7, 0.9, 1.0), 0)["decided"] == pytest.approx(2 / 5)
    assert tension(course(0.7, 0.7, 0.8, 1.0), 0)["decided"] == 1
    assert tension(course(0.0, 0.1, 0.1, 1.0), 0)["decided"] == 0


def test_stability_and_the_killer_move() -> None:
    found = tension(course(0.0, 0.2, 0.6, 0.5, 1.0), 0)
    assert found["killer"] == pytest.approx(0.4)
    assert found["stability"] == pytest.approx(1 - (0.1 + 0.2 + 0.05) / 3)


def test_of_three_sides_the_best_of_the_others_counts() -> None:
    values = [[0.0, 0.0, 0.0], [-0.4, 0.4, 0.0], [0.4, -0.4, 0.0], [1.0, -1.0, -1.0]]
    found = tension(values, 0)
    assert found["lead_changes"] == 1
    assert found["comeback"] == pytest.approx(0.4)


def test_a_draw_has_no_winner_who_could_have_come_back() -> None:
    found = tension(course(0.0, -0.36, 0.0), None)
    assert math.isnan(found["drama"])
    assert found["lead_changes"] == 0


@pytest.mark.parametrize(
    ("winners", "sides", "expected"),
    [([0], 2, [1, 0]), ([], 2, [0.5, 0.5]), ([0, 2], 3, [0.5, 0, 0.5]), ([], 4, [0.25] * 4)],
)
def test_a_game_is_worth_one_point(winners: list[int], sides: int, expected: list[float]) -> None:
    assert points(row(winners=winners, sides=sides)) == expected


def test_measures_of_a_game() -> None:
    found = measure(row(), 8)
    assert (found["coverage"], found["survival"], found["completion"], found["draws"]) == (0.25, 0.75, 1, 0)
    unfinished = measure(row(reason=UNFINISHED, winners=[]), 8)
    assert unfinished["completion"] == 0
    assert math.isnan(unfinished["draws"])
    assert math.isnan(unfinished["score.0"])
