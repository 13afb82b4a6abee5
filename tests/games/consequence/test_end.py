"""How a game of Consequence is counted and decided (CQ-9, CQ-10)."""

from collections import Counter

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine import contract
from tesserae.games.consequence.opinion import TRAITS, traits
from tests.games.consequence.helpers import moments, play
from tests.games.consequence.naive import SQUARES, Table


def finished(board: dict[str, str], last: str) -> State:
    """The game after Sun's last placement onto a board where Moon has nothing left."""
    tile, square = last.split("@")
    return play(
        tesserae.load({"game": "consequence", "turn": 1, "hands": [[], [tile]], "board": board}), f"{tile}@{square}"
    )


def test_CQ_9_touching_pairs_of_the_own_symbol_whatever_the_colour() -> None:
    state = finished({"a1": "bM", "b2": "rM", "c1": "bM", "a4": "rS", "b4": "bS", "d4": "rS"}, "ro@d1")
    assert state.outcome == ((0,), "points", (2, 1))  # a1-b2, b2-c1; a4-b4
    state = finished({"a1": "bM", "c1": "bM", "a4": "rS", "b4": "bS"}, "rS@b3")
    assert state.outcome == ((1,), "points", (0, 3))


@pytest.mark.slow
def test_CQ_9_by_a_recount_of_random_games() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(20):
        *_, state = moments(seed)
        assert state.outcome is not None
        position = state.export()
        naive = Table(board=position["board"])
        winners, reason, scores = naive.outcome()
        assert position["outcome"] == {"winners": winners, "reason": reason, "scores": scores}
        assert state.outcome == (tuple(winners), reason, tuple(scores))
        reasons[reason] += 1
    assert reasons["points"]


FOUR_MOONS = [
    ("a1", "b1", "c1", "d1"),
    ("b1", "b2", "b3", "b4"),
    ("a1", "b2", "c3", "d4"),
    ("a4", "b3", "c2", "d1"),
]


@pytest.mark.parametrize("line", FOUR_MOONS)
def test_CQ_10_four_in_line_break_a_tie(line: tuple[str, ...]) -> None:
    """Moon has four in a line, so three pairs; Sun has three pairs from three suns in a corner, and no line."""
    corners = (("a1", "a2", "b1"), ("d4", "d3", "c4"), ("a4", "a3", "b4"), ("d1", "d2", "c1"))
    suns = next(corner for corner in corners if not set(corner) & set(line))
    board = dict(zip(line, ("bM", "bM", "bM", "rM"), strict=True)) | dict(zip(suns, ("rS", "rS", "bS"), strict=True))
    spare = next(q for q in SQUARES if q not in board)
    assert finished(board, f"ro@{spare}").outcome == ((0,), "four_in_row", (3, 3))
    # The same the other way round.
    swap = {"bM": "rS", "rM": "bS", "rS": "bM", "bS": "rM"}
    board = {square: swap[tile] for square, tile in board.items()}
    assert finished(board, f"ro@{spare}").outcome == ((1,), "four_in_row", (3, 3))


def test_CQ_10_points_go_before_lines() -> None:
    board = dict.fromkeys(("a1", "b1", "c1"), "bM") | {"d1": "rM", "a4": "rS", "b4": "rS", "a3": "rS", "b3": "bS"}
    assert finished(board, "ro@d4").outcome == ((1,), "points", (3, 6))


def test_CQ_10_both_with_a_line_is_a_draw() -> None:
    board = dict.fromkeys(("a1", "b1", "c1"), "bM") | {"d1": "rM"} | dict.fromkeys(("a3", "b3", "c3"), "rS")
    assert finished(board, "bS@d3").outcome == ((), "tie", (3, 3))


def test_CQ_10_three_in_line_or_four_round_a_corner_are_no_line() -> None:
    moons = {"a1": "bM", "b1": "bM", "c1": "bM", "d2": "rM"}  # three pairs, but the row is broken
    assert finished(moons | {"a4": "rS", "b4": "rS", "a3": "bS"}, "ro@d4").outcome == ((), "tie", (3, 3))


def test_CQ_10_no_points_at_all_is_a_tie() -> None:
    assert finished({"a1": "bM"}, "rS@a4").outcome == ((), "tie", (0, 0))


@pytest.mark.parametrize(
    ("board", "last", "expected"),
    [
        ({"a1": "bM", "b1": "bM"}, "ro@d4", [1.0, -1.0]),
        ({"a1": "rS", "b1": "rS"}, "ro@d4", [-1.0, 1.0]),
        ({"a1": "bM"}, "ro@d4", [0.0, 0.0]),
    ],
)
def test_CQ_10_returns_are_one_for_the_winner(board: dict[str, str], last: str, expected: list[float]) -> None:
    out = np.full(2, np.nan)
    contract.returns(finished(board, last).hidden(0), out)
    assert list(out) == expected


def test_evaluate_favours_who_has_more_pairs() -> None:
    opinions = []
    for pair in (("bM", "rM"), ("bM", "rS"), ("rS", "rS")):
        board = {"a1": pair[0], "b1": pair[1], "a4": "bo", "b4": "bo", "c4": "bo", "d4": "ro", "d1": "ro"}
        state = tesserae.load({"game": "consequence", "turn": 0, "hands": [["bM"], ["rS"]], "board": board})
        out = np.full(2, np.nan)
        contract.evaluate(state.raw(), out)
        assert out[0] == -out[1]
        opinions.append(out[0])
    assert -1 <= opinions[2] < opinions[1] < opinions[0] <= 1


def test_traits_are_counted() -> None:
    board = {"a1": "bM", "b1": "rM", "c1": "bM", "a3": "rS", "c3": "rS", "d4": "bo", "a4": "bo", "b4": "ro"}
    state = tesserae.load({"game": "consequence", "turn": 0, "hands": [["bM", "bS"], ["ro"]], "board": board})
    out = np.full((2, 2 * len(TRAITS)), np.nan)
    for seat in range(2):
        traits(state.raw()[0], seat, out[seat])
    moon, sun = (dict(zip(TRAITS, row[: len(TRAITS)].tolist(), strict=True)) for row in out)
    assert moon == {
        **dict.fromkeys(TRAITS, 0),
        "pairs": 2,
        "in hand": 1,
        "next, in hand": 3,
        "threes": 1,
        "hand": 2,
        "turn": 1,
    }
    assert sun == {
        **dict.fromkeys(TRAITS, 0),
        "in the other hand": 1,
        "next, not in hand": 2,
        "near pairs": 1,
        "hand": 1,
    }
    assert out[:, len(TRAITS) :].tolist() == (out[:, : len(TRAITS)] / 2).tolist()  # half of the board is full
