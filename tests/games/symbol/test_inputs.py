"""What a net sees of a position."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine.jit import Ints, Weights
from tesserae.games.symbol.board import NAMES, SIZE
from tesserae.games.symbol.inputs import ABOUT, INPUTS, STEPS, inputs
from tests.games.symbol.helpers import game, random_action, simple
from tests.games.symbol.wild import wild_position


def seen(state: State, seat: int) -> dict[int, float]:
    places: Ints = np.full(INPUTS, -1, np.int64)
    amounts: Weights = np.full(INPUTS, np.nan, np.float32)
    n = inputs(state.raw()[0], seat, places, amounts)
    found: dict[int, float] = {}
    for place, amount in zip(places[:n].tolist(), amounts[:n].tolist(), strict=True):
        found[place] = found.get(place, 0.0) + amount
    return found


def positions(edition: str, games: int) -> Iterator[State]:
    for seed in range(games):
        chance = random.Random(seed)
        state = tesserae.start("symbol", 2, seed, edition=edition)
        while state.actors and len(state.history) < 50:
            yield state
            state.act(state.actors[0], random_action(state, chance))
        yield state


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_places_and_amounts_are_within_bounds(edition: str) -> None:
    for state in positions(edition, 20):
        for seat in range(2):
            found = seen(state, seat)
            assert min(found) >= 0
            assert max(found) < INPUTS
            assert all(0.0 <= amount <= 16.0 for amount in found.values())


def test_wild_positions_are_within_bounds() -> None:
    chance = random.Random(3)
    for _ in range(200):
        state = tesserae.load(wild_position(chance))
        for seat in range(2):
            found = seen(state, seat)
            assert min(found) >= 0
            assert max(found) < INPUTS


def other_side(position: dict[str, Any], mirrored: bool) -> State:
    """The position with the seats exchanged and the board turned accordingly; `mirrored`: left and right too."""
    board = {}
    for square, (seat, pieces) in position["board"].items():
        at = NAMES.index(square)
        file = SIZE - 1 - at % SIZE if mirrored else at % SIZE
        board[NAMES[(SIZE - 1 - at // SIZE) * SIZE + file]] = [1 - seat, pieces]
    turned = {**position, "board": board, "turn": 1 - position["turn"]}
    turned["reserve"] = list(reversed(position["reserve"]))
    return tesserae.load(turned)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("edition", ["simple", "full"])
def test_both_sides_see_a_position_alike(edition: str, mirrored: bool) -> None:
    """Exchanging the seats, and left and right, changes nothing for the net: it is the same position."""
    compared = 0
    for state in positions(edition, 12):
        position = state.export()
        kings = [square for square, (_, pieces) in position["board"].items() if "K" in pieces]
        if len(kings) < 2 or state.raw()[0].origin >= 0:
            continue
        if mirrored and all(square[0] == "d" for square in kings):
            continue  # both on the middle file: then there is no telling left from right
        turned = other_side(position, mirrored)
        for seat in range(2):
            assert seen(state, seat) == seen(turned, 1 - seat)
        compared += 1
    assert compared > 100


def test_what_matters_is_seen() -> None:
    board = {"d1": "K", "c2": "G", "e7": "k", "c6": "g"}
    plain = simple(board, reserve=("W", ""))
    others = [
        simple(board, reserve=("W", ""), turn=1),
        simple(board, reserve=("B", "")),
        simple(board, reserve=("", "W")),
        simple({**board, "c2": "W"}, reserve=("W", "")),
        simple({**board, "c6": "d"}, reserve=("W", "")),
        simple(board, reserve=("W", ""), quiet=3),
        simple(board, reserve=("W", ""), region_tiebreak=True),
        simple(board, reserve=("W", ""), blast_center=False),
        simple(board, reserve=("W", ""), enlist=True),
        game(board, reserve=("W", "")),
        game({**board, "c2": "GG"}, reserve=("W", "")),
        game({**board, "c2": "GGG"}, reserve=("W", "")),
        game(board, reserve=("W", ""), immobile="pushed"),
    ]
    views = [frozenset(seen(state, 0).items()) for state in (plain, *others)]
    assert len(set(views)) == len(views)


def test_a_push_that_removes_the_king_is_seen() -> None:
    """SY-22: alone on its square it would be removed; with a piece that moves, or by the German rules, pushed on."""
    exposed = ABOUT + 5
    for king, immobile, expected in (("K", "removed", True), ("KG", "removed", False), ("K", "pushed", False)):
        for rank, there in ((4, True), (6, False)):
            state = game({"d2": king, f"d{rank}": "r", "a7": "k"}, turn=1, immobile=immobile)
            assert (exposed in seen(state, 0)) == (expected and there)


def test_steps_of_a_turn_are_seen() -> None:
    state = game({"d1": "KGG", "d7": "k"}, reserve=("W", ""))
    before = seen(state, 0)
    state.act(0, "d1[G]-e1")
    after = seen(state, 0)
    again = seen(game({"d1": "KG", "e1": "G", "d7": "k"}, reserve=("W", "")), 0)
    assert state.actors == (0,)
    assert before != after != again


def test_an_explosion_of_the_same_turn_is_seen() -> None:
    state = game({"d1": "KD", "d7": "k"}, reserve=("W", ""), blast_center=False)
    state.act(0, "d1!")
    assert state.actors == (0,)
    assert STEPS + 2 in seen(state, 0)
