"""The closing placements solved (CQ-8), against a solver that tries everything by the rule text."""

from itertools import permutations

import numpy as np
import pytest

from tesserae import State
from tesserae.games.consequence.closing import choose, following, solved, spread
from tests.games.consequence.helpers import moments, table
from tests.games.consequence.naive import SQUARES, Table


def naive(state: State) -> int:
    """The best result for the player who closes, by placing its tiles in every way."""
    position = state.export()
    seat, board = position["turn"], position["board"]
    hand = position["hands"][seat]
    empty = [square for square in SQUARES if square not in board]
    best = -1
    for squares in permutations(empty, len(hand)):
        winners, _, _ = Table(board={**board, **dict(zip(squares, hand, strict=True))}).outcome()
        best = max(best, 0 if not winners else 1 if winners == [seat] else -1)
    return best


def by_solver(state: State) -> int | None:
    values = np.full(2, 9.0)
    if not solved(state.raw()[0], values):
        assert values.tolist() == [9, 9]
        return None
    assert values.sum() == 0
    return int(values[state.turn])


def test_the_best_placement_is_found() -> None:
    board = {"a1": "bM", "b2": "rM", "d4": "rS", "c4": "rS"}
    assert by_solver(table(board, turn=0, hands=[["bM", "bo"], []])) == 1  # c3, b1 or a2: two pairs more
    assert by_solver(table(board, turn=1, hands=[[], ["ro"]])) == 0
    assert by_solver(table(board, turn=1, hands=[[], ["ro", "bM"]])) == 0  # the moon must go where it touches none
    assert by_solver(table({**board, "b3": "bM"}, turn=1, hands=[[], ["ro", "bS"]])) == 1


def test_only_closing_placements_of_one_player_are_solved() -> None:
    assert by_solver(table({"a1": "bM"}, turn=0)) is None
    assert by_solver(table({"a1": "bM"}, turn=0, turns=120)) is None  # CQ-11: both have tiles left


def test_too_many_ways_to_place_are_left_to_the_search() -> None:
    hand = ["bM", "bM", "rM", "bS", "rS"]
    assert by_solver(table({"a1": "rS"}, turn=0, hands=[hand, []])) is None
    assert by_solver(table({"a1": "rS"}, turn=0, hands=[hand[:2], []])) is not None


@pytest.mark.slow
def test_as_a_search_through_everything() -> None:
    results = []
    for seed in range(60):
        for state in moments(seed):
            if state.actors and 0 < len(state.export()["hands"][state.turn]) <= 3:
                found = by_solver(state)
                if found is not None:
                    results.append(found)
                    assert found == naive(state)
    assert {-1, 0, 1} <= set(results)


def test_choosing_some_of_several() -> None:
    for n in range(7):
        for k in range(n + 1):
            found = []
            chosen = (1 << k) - 1
            while chosen < 1 << n:
                found.append(chosen)
                chosen = following(chosen)
            assert found == [number for number in range(1 << n) if number.bit_count() == k]
            assert choose(n, k) == len(found)
    assert spread(0b101, 0b11010) == 0b10010
