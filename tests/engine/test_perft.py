"""Counting sequences, against a count by hand that copies and recurses."""

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.engine.perft import divide, perft


def by_hand(state: tesserae.State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for seat in state.actors:
        for action in state.legal(seat):
            after = state.copy()
            after.act(seat, action)
            total += by_hand(after, depth - 1)
    return total


@pytest.mark.parametrize("game", ["consequence", "symbol"])
def test_the_count_agrees_with_one_by_hand(game: str) -> None:
    state = tesserae.start(game, seed=3)
    before = state.tobytes()
    for depth in range(3):
        assert perft(state.raw(), depth) == by_hand(state, depth)
    assert state.tobytes() == before


def mate_in_one() -> tesserae.State:
    board = {"d4": [0, "W"], "a1": [0, "K"], "d5": [1, "K"]}
    return tesserae.load(
        {"game": "symbol", "options": {"edition": "simple"}, "turn": 0, "board": board, "reserve": ["", ""]}
    )


def test_a_sequence_that_ends_early_does_not_count() -> None:
    state = mate_in_one()
    here = perft(state.raw(), 1)
    assert perft(state.raw(), 2) == here - 1  # after all but the capture, the other side can only pass
    assert perft(state.raw(), 3) == by_hand(state, 3)


def test_a_finished_game_has_no_sequences_but_the_empty_one() -> None:
    state = mate_in_one()
    state.act(0, "d4[W]-d5")
    assert perft(state.raw(), 0) == 1
    assert perft(state.raw(), 1) == perft(state.raw(), 4) == 0
    assert list(divide(state.raw(), 2)) == []


def test_divide_lists_first_actions_with_their_share() -> None:
    state = mate_in_one()
    branches = list(divide(state.raw(), 2))
    assert sum(branch.sequences for branch in branches) == perft(state.raw(), 2)
    out = np.empty(4096, np.int64)
    n = contract.legal(state.raw(), 0, out)
    assert [branch.action for branch in branches] == out[:n].tolist()
    assert {branch.seat for branch in branches} == {0}
    capture = state.game.notation.parse("d4[W]-d5")
    assert [branch.sequences for branch in branches if branch.action == capture] == [0]
    assert all(branch.sequences == 1 for branch in branches if branch.action != capture)


@pytest.mark.slow
def test_long_lists_make_the_pile_grow() -> None:
    board = {"d4": [0, "KGGGBBBWWWRRRDDD"], "g7": [1, "K"]}
    state = tesserae.load({"game": "symbol", "turn": 0, "board": board, "reserve": ["", ""]})
    assert perft(state.raw(), 1) == 32_203
    branches = list(divide(state.raw(), 2))
    assert len(branches) == 32_203
    assert perft(state.raw(), 2) == sum(branch.sequences for branch in branches)
