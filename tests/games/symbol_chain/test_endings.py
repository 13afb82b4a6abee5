"""How a game of Symbol Chain ends (SC-11) and who wins it (SC-12)."""

from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.state import State
from tests.games.symbol_chain.helpers import NINE, SQUARES, board, play, setup, stock, without

SECOND = {0: "gX:bC wT", 1: "gT:bC gC", 2: "bT:bC wX", 3: "gX:bX wX"}
THIRD = {0: "bC:wT bC wC", 1: "wC:bX bC wT", 2: "wC:bX bT gC", 3: "gC:gT wX bC"}
WRONG = {"2": "flip a1", "3": "flip f1"}  # bT and wX, which none of the tiles above asks for first


def ending(seats: int, end_stacks: str, *heights: dict[str, int]) -> State:
    """A game with the given heights of some stacks, the first seat to move; others are full."""
    stacks = []
    for seat in range(seats):
        given = heights[seat] if seat < len(heights) else {}
        stacks.append(stock(seat, SECOND[seat], THIRD[seat], **given))
    return setup(stacks=stacks, options={"end_stacks": end_stacks})


def wrong(state: State, stack: str) -> State:
    """Take from a stack and fail."""
    return play(state, f"take {stack}", WRONG[stack])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("end_stacks", ["same", "any"])
@pytest.mark.parametrize("stack", ["2", "3"])
def test_SC_11_the_same_stack_emptied_by_two(seats: int, end_stacks: str, stack: str) -> None:
    state = wrong(ending(seats, end_stacks, {f"s{stack}": 1}, {f"s{stack}": 0}), stack)
    assert state.outcome is not None
    assert state.outcome.reason == "stacks"
    assert state.actors == ()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("first", "second"), [("2", "3"), ("3", "2")])
def test_SC_11_different_stacks_emptied_by_two_end_only_with_any(seats: int, first: str, second: str) -> None:
    heights: list[dict[str, Any]] = [{f"s{first}": 1}, {f"s{second}": 0}]
    assert wrong(ending(seats, "same", *heights), first).outcome is None
    outcome = wrong(ending(seats, "any", *heights), first).outcome
    assert outcome is not None
    assert outcome.reason == "stacks"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("end_stacks", ["same", "any"])
def test_SC_11_both_stacks_emptied_by_one_player_end_nothing(seats: int, end_stacks: str) -> None:
    state = wrong(ending(seats, end_stacks, {"s2": 1, "s3": 0}), "2")
    assert state.outcome is None
    assert state.actors == (1,)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("end_stacks", ["same", "any"])
def test_SC_11_two_of_several_are_enough_wherever_they_sit(seats: int, end_stacks: str) -> None:
    heights: list[dict[str, Any]] = [{"s2": 1}, {}, {}, {}]
    heights[seats - 1] = {"s2": 0}
    outcome = wrong(ending(seats, end_stacks, *heights), "2").outcome
    assert outcome is not None
    assert outcome.reason == "stacks"


@pytest.mark.parametrize("end_stacks", ["same", "any"])
def test_SC_11_the_other_stacks_do_not_count(end_stacks: str) -> None:
    empty = {"s4": 0, "s5": 0, "s6": 0}
    assert wrong(ending(2, end_stacks, empty, empty), "2").outcome is None


def test_SC_11_the_end_waits_for_the_end_of_the_turn() -> None:
    state = ending(2, "same", {"s2": 1}, {"s2": 0})
    play(state, "take 2")
    assert state.outcome is None
    play(state, "flip b1", "flip d1")
    assert state.outcome is None
    assert play(state, "place a1", "lay g7").outcome == tesserae.Outcome((0,), "stacks", (4, 0))


def last_square(seats: int, end_stacks: str, last_two: bool = False) -> State:
    """48 tiles: the starting tiles, 20 of seat 0 and 19 of seat 1; g7 is empty. `last_two`: seat 1 has no 2-stack."""
    faces = ["bT", "bC", "bX"] * 4 + ["wT", "wC"] * 3 + ["wX"] * 2
    tiles = [f"{face}0" for face in faces] + [f"{face}1" for face in faces[:19]]
    squares = [f"{square}={tile}" for square, tile in zip(SQUARES[9:48], tiles, strict=True)]
    stacks: list[Any] = [{"2": [["gX", "bC wT"]], "3": [["wC", "gT gX bX"]]}]
    stacks += [{"2": [] if last_two else [["gX", "gC wT"]], "3": [["gC", "wC gT bX"]]}]
    stacks += [{"2": stock(seat)["2"], "3": stock(seat)["3"]} for seat in range(2, seats)]
    return setup(" ".join([NINE, *squares]), stacks, options={"end_stacks": end_stacks})


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("end_stacks", ["same", "any"])
def test_SC_11_the_last_square_filled(seats: int, end_stacks: str) -> None:
    state = play(last_square(seats, end_stacks), "take 2", "flip b1", "flip d1")
    assert len(state.legal(0)) == 46
    assert play(state, "place a1").legal(0) == ["lay g7"]
    play(state, "lay g7")
    assert state.outcome == tesserae.Outcome((0,), "board_full", (2 + 2 * 21, 2 * 19) + (0,) * (seats - 2))


def test_SC_11_board_full_is_named_before_stacks() -> None:
    state = play(last_square(2, "same", last_two=True), "take 2", "flip b1", "flip d1", "place a1", "lay g7")
    assert state.outcome is not None
    assert state.outcome.reason == "board_full"


def test_SC_11_one_square_short_of_full_goes_on() -> None:
    state = last_square(2, "same")
    assert play(state, "take 2", "flip a1").outcome is None


def test_SC_12_two_points_for_each_own_tile_on_the_board() -> None:
    stacks = [without(stock(0, SECOND[0], s2=1), "wX bX"), without(stock(1), "bT gC wC")]
    stacks[1]["2"] = []
    squares = NINE + " a3=wX0 b3=bX0 c3=bT1 d3=gC1 e3=wC1"
    state = setup(squares, stacks, scores=[3, 2])
    play(state, "take 2", "flip f1")
    for seat in (0, 1, None):
        assert state.view(seat)["board"] == board(squares)  # all tiles are turned up
    assert state.outcome == tesserae.Outcome((1,), "stacks", (3 + 4, 2 + 6))
    assert state.export()["scores"] == [7, 8]


def test_SC_12_equal_scores_share_the_win() -> None:
    stacks = [stock(0, SECOND[0], s2=1), stock(1, s2=0), stock(2)]
    state = play(setup(stacks=stacks, scores=[5, 4, 5]), "take 2", "flip f1")
    assert state.outcome == tesserae.Outcome((0, 2), "stacks", (5, 4, 5))
    assert state.view(None)["outcome"] == {"winners": [0, 2], "reason": "stacks", "scores": [5, 4, 5]}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [([9, 4, 5], [1, -1, -1]), ([5, 4, 5], [0.5, -1, 0.5]), ([5, 5, 5], [1 / 3, 1 / 3, 1 / 3])],
)
def test_SC_12_returns(scores: list[int], expected: list[float]) -> None:
    stacks = [stock(0, SECOND[0], s2=1), stock(1, s2=0), stock(2)]
    state = play(setup(stacks=stacks, scores=scores), "take 2", "flip f1")
    out = np.zeros(3)
    contract.returns(state.raw(), out)
    assert out.tolist() == expected


def test_GE_7_nothing_is_legal_after_the_end() -> None:
    state = wrong(ending(2, "same", {"s2": 1}, {"s2": 0}), "2")
    assert state.legal(0) == state.legal(1) == []
    assert state.legal(0, at="a1") == []
    why = state.why(0, "take 3")
    assert why is not None
    assert why.rule == "GE-7"
    assert state.view(0)["step"] is None
