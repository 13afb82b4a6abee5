"""What a net sees of Consequence."""

from typing import Any

import numpy as np

from tesserae import State
from tesserae.engine import contract
from tesserae.games.consequence.inputs import INPUTS, TOUCHING, TURN
from tests.games.consequence.helpers import moments, table

SWAPPED = str.maketrans("brMS", "rbSM")


def seen(state: State, seat: int) -> dict[int, float]:
    places, amounts = np.full(INPUTS, -1, np.int64), np.zeros(INPUTS, np.float32)
    n = contract.inputs(state.raw(), seat, places, amounts)
    assert 0 < n <= INPUTS
    found = dict(zip(places[:n].tolist(), amounts[:n].tolist(), strict=True))
    assert len(found) == n
    assert found.keys() <= set(range(INPUTS))
    return found


def test_every_input_stands_within_bounds_and_only_once() -> None:
    variants: list[dict[str, Any]] = [{}, {"row_min": 3}, {"reveal_pushed": "both"}]
    for seed, options in enumerate(variants):
        for state in moments(seed, **options):
            assert seen(state, 0).keys() != seen(state, 1).keys()  # at least whose turn it is


def test_both_sides_look_alike() -> None:
    board = {"a1": "bM", "b2": "rM", "c3": "rS", "d4": "bo", "d3": "bS", "c1": "ro"}
    hands = [["bM", "bo", "rS"], ["rS", "ro", "ro", "bo"]]
    one = table(board, hands=hands, known=[["a1", "d3"], ["c3", "b2"]], turn=0, last={"moved": None, "added": "c3"})
    other = table(
        {square: tile.translate(SWAPPED) for square, tile in board.items()},
        hands=[[tile.translate(SWAPPED) for tile in hand] for hand in reversed(hands)],
        known=[["c3", "b2"], ["a1", "d3"]],
        turn=1,
        last={"moved": None, "added": "c3"},
    )
    assert seen(one, 0) == seen(other, 1)
    assert seen(one, 1) == seen(other, 0)
    assert TURN in seen(one, 0)
    assert TURN not in seen(one, 1)


def test_a_touching_pair_is_seen_as_mine_or_yours() -> None:
    def pairs(state: State, seat: int) -> list[int]:
        return [place - TOUCHING for place in seen(state, seat) if TOUCHING <= place < TOUCHING + 84]

    apart = table({"a1": "bM", "c3": "bM"}, hands=[["bo"], ["rS"]])
    assert pairs(apart, 0) == pairs(apart, 1) == []
    together = table({"a1": "bM", "b2": "bM"}, hands=[["bo"], ["rS"]])
    assert len(pairs(together, 0)) == 1
    assert pairs(together, 1) == [pairs(together, 0)[0] + 42]
