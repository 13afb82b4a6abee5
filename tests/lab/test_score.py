"""Intervals, tallies and ratings."""

from typing import Any

import pytest

from tesserae.games.game import Outcome
from tesserae.lab.arena import Fixture, Played
from tesserae.lab.elo import fit
from tesserae.lab.players import player
from tesserae.lab.score import Tally, pairs, ratings, standings, wilson

A, B, C = (player(name) for name in ("master", "club", "random"))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=0.00005)
    assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low), abs=0.00005)


def test_of_no_games_nothing_is_known() -> None:
    assert Tally().interval == (0.0, 1.0)
    assert Tally().score == Tally().pace == 0.0


def test_half_a_point_for_a_draw() -> None:
    tally = Tally(won=3, drawn=4, lost=1)
    assert (tally.games, tally.points, tally.score) == (8, 5.0, 0.625)
    assert tally.interval == wilson(5, 8)


def game(number: int, pair: Any, winners: tuple[int, ...], seating: tuple[int, ...] = (0, 1)) -> Played:
    fixture = Fixture(number, "consequence", len(seating), {}, 0, 0, {"seconds": 1.0}, pair, seating)
    return Played(fixture, Outcome(winners, "points", None), 8, "", (4, 5), (1.0, 2.5))


@pytest.mark.parametrize(
    ("winners", "seating", "score"),
    [
        ((0,), (0, 1), 1.0),
        ((0,), (1, 0), 0.0),
        ((), (0, 1), 0.5),
        ((0, 2), (0, 1, 0, 1), 1.0),
        ((1, 3), (0, 1, 0, 1), 0.0),
        ((0, 1), (0, 1, 1), 0.5),
        ((1, 2), (0, 1, 1), 0.0),
    ],
)
def test_who_has_the_seats_that_won(winners: tuple[int, ...], seating: tuple[int, ...], score: float) -> None:
    assert game(0, (A, B), winners, seating).score == score


def test_pairs_and_standings() -> None:
    played = [game(3, (B, C), (0,)), game(0, (A, B), (0,)), game(1, (A, B), (1,)), game(2, (A, C), ())]
    assert pairs(played) == {
        ("master", "club"): Tally(1, 0, 1, 8, 2.0),
        ("master", "random"): Tally(0, 1, 0, 4, 1.0),
        ("club", "random"): Tally(1, 0, 0, 4, 1.0),
    }
    found = standings(["master", "club", "random"], played)
    assert list(found) == ["club", "master", "random"]
    assert found["club"] == Tally(2, 0, 1, 14, 6.0)
    assert found["master"] == Tally(1, 1, 1, 12, 3.0)
    assert found["random"] == Tally(0, 1, 1, 10, 5.0)
    assert found["random"].pace == 0.5


def test_ratings_come_from_the_points_of_each_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    played = [game(number, (A, B), (0,) if number % 4 else (1,)) for number in range(20)]
    played += [game(20 + number, (B, C), (0,) if number % 4 else ()) for number in range(20)]
    names = ["random", "club", "master"]
    found = ratings(names, played)
    assert found == fit(names, {("master", "club"): (15.0, 5.0), ("club", "random"): (17.5, 2.5)})
    assert found == ratings(names, played[::-1])
    monkeypatch.setattr("tesserae.lab.score.find_spec", lambda name: None)
    assert ratings(names, played) is None, "without the library there are none"
