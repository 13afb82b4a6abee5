"""Positions of Symbol: what is loaded, exported and refused."""

import copy
import json
from typing import Any

import pytest

import tesserae
from tests.games.symbol.helpers import game, play, simple

EXAMPLE: dict[str, Any] = {
    "game": "symbol",
    "options": {},
    "turn": 0,
    "board": {"d1": [0, "K"], "c2": [0, "GGW"], "d7": [1, "K"]},
    "reserve": ["GBBBWWRRRDDD", "GGGBBBWWWRRRDDD"],
    "quiet": 0,
    "outcome": None,
}


def changed(**fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(EXAMPLE), **fields}


def on_board(**squares: Any) -> dict[str, Any]:
    return changed(board={**EXAMPLE["board"], **squares})


def test_a_position_is_exported_as_it_was_loaded() -> None:
    state = tesserae.load(json.dumps({**EXAMPLE, "options": {"edition": "full"}}))
    assert state.export() == {**EXAMPLE, "board": dict(sorted(EXAMPLE["board"].items(), key=lambda x: x[0][::-1]))}
    assert list(state.export()["board"]) == ["d1", "c2", "d7"]


def test_letters_may_come_in_any_order() -> None:
    state = tesserae.load(on_board(c2=[0, "WGG"]))
    assert state.export()["board"]["c2"] == [0, "GGW"]


def test_a_new_game_loads_before_each_king_is_placed() -> None:
    state = tesserae.start("symbol", seed=1)
    assert tesserae.load(state.export()).legal(0) == state.legal(0)
    play(state, "+K@d1")
    assert tesserae.load(state.export()).legal(1) == state.legal(1)


@pytest.mark.parametrize(
    ("position", "field"),
    [
        (changed(turn=2), "turn"),
        (changed(turn=None), "turn"),
        (changed(quiet=100), "quiet"),
        (changed(quiet=-1), "quiet"),
        (changed(extra=1), "extra"),
        (changed(board=[]), "board"),
        (on_board(h1=[0, "W"]), "board"),
        (on_board(a1="W"), "board.a1"),
        (on_board(a1=[0]), "board.a1"),
        (on_board(a1=[2, "W"]), "board.a1"),
        (on_board(a1=[True, "W"]), "board.a1"),
        (on_board(a1=[0, "X"]), "board.a1"),
        (on_board(a1=[0, "w"]), "board.a1"),
        (on_board(a1=[0, 5]), "board.a1"),
        (on_board(a1=[0, ""]), "board.a1"),
        (on_board(a1=[0, "W" * 40]), "board.a1"),
        (on_board(a1=[0, "B"]), "board.a1"),  # SY-6
        (on_board(a3=[0, "GG"]), "board.a3"),  # SY-33
        (on_board(a1=[0, "K"]), "board"),  # two kings
        (on_board(a1=[1, "RK"]), "board"),
        (on_board(a1=[0, "WWW"]), "board"),  # more W than exist
        (changed(board={"d1": [0, "K"]}), "board"),  # the other king is gone
        (changed(board={"d7": [1, "K"]}), "board"),
        (changed(board={"d1": [0, "K"], "a1": [0, "W"]}, turn=1), "board"),  # before player 2's king
        (changed(board={"d3": [0, "K"]}, turn=1), "board"),
        (changed(board={"d2": [0, "KW"]}, turn=1), "board"),
        (changed(board={"a1": [0, "W"]}), "board"),
        (changed(board={}, turn=1), "board"),
        (changed(reserve="G"), "reserve"),
        (changed(reserve=["G"]), "reserve"),
        (changed(reserve=["G", 3]), "reserve"),
        (changed(reserve=["K", ""]), "reserve[0]"),
        (changed(reserve=["", "x"]), "reserve[1]"),
        (changed(reserve=["GGGG", ""]), "board"),
        (changed(board={"d1": [0, "K"], "d7": [1, "K"]}, reserve=["", ""]), "board"),  # SY-28
        (changed(step={}), "step"),
        (changed(outcome={"winners": [0], "reason": "king", "scores": None}), "outcome"),
    ],
)
def test_what_cannot_be_is_refused_with_the_field(position: dict[str, Any], field: str) -> None:
    with pytest.raises(tesserae.BadPosition) as caught:
        tesserae.load(position)
    assert caught.value.field == field


def test_SY_30_a_stack_is_refused_in_the_simple_edition() -> None:
    with pytest.raises(tesserae.BadPosition, match="SY-30"):
        simple({"d4": "WW"})


def test_SY_4_numbers_are_checked_against_the_forces() -> None:
    assert game({"d4": "WWWWW"}, forces=["W" * 15, "R" * 15])
    with pytest.raises(tesserae.BadPosition, match="player 2 has only 0 W"):
        game({"d4": "w"}, forces=["W" * 15, "R" * 15])


def test_SY_51_with_enlist_numbers_are_checked_for_both_together() -> None:
    assert game({"d4": "WWWWWW"}, enlist=True)
    with pytest.raises(tesserae.BadPosition, match="only 6 W in the game"):
        game({"d4": "WWWW", "d6": "www"}, enlist=True)


def test_SY_50_pieces_may_be_missing() -> None:
    assert game({"d4": "W"}, unlimited=True)


def test_a_turn_under_way_is_exported_whole() -> None:
    state = game({"a1": "KWDD", "c1": "W", "a4": "B"}, reserve=("GG", "W"))
    assert "step" not in state.export()
    play(state, "+G@a2")
    assert state.export()["step"] == {
        "square": "a1",
        "stood": "KWDD",
        "moved": False,
        "rest": None,
        "part": "",
        "exploded": False,
        "allowance": 1,
        "event": "for_good",
    }
    play(state, "a1[WD]-a3")
    step = state.export()["step"]
    assert (step["moved"], step["rest"], step["part"]) == (True, "a3", "WD")
    with pytest.raises(tesserae.BadPosition, match="middle of a turn"):
        tesserae.load(state.export())
