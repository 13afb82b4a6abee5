"""What alpha-beta search asks: the number of a position, and which actions come first."""

import random

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine import ordering
from tesserae.engine.jit import INTERPRETED
from tesserae.engine.ordering import LOUD
from tests.games.symbol.helpers import game, play, random_action, simple
from tests.walks import codes

GAMES = 5 if INTERPRETED else 15


def key(state: State) -> int:
    return ordering.key(state.raw())


def urgency(state: State, action: str) -> int:
    return ordering.urgency(state.raw(), state.actors[0], state.game.notation.parse(action))


def test_other_orders_of_the_same_actions_lead_to_the_same_number() -> None:
    one, other = simple({"b1": "G", "f7": "g"}), simple({"b1": "G", "f7": "g"})
    play(one, "b1[G]-c1", "f7[g]-e7", "c1[G]-c2", "e7[g]-e6")
    play(other, "b1[G]-b2", "f7[g]-f6", "b2[G]-c2", "f6[g]-e6")
    assert key(one) == key(other)


def test_all_that_matters_makes_a_difference() -> None:
    board = {"b1": "G", "f7": "g"}
    positions = [
        simple(board),
        simple(board, turn=1),
        simple(board, reserve=("G", "")),
        simple(board, reserve=("", "G")),
        simple({"b2": "G", "f7": "g"}),
        simple({"b1": "W", "f7": "g"}),
    ]
    assert len({key(state) for state in positions}) == len(positions)


def test_steps_of_a_turn_are_part_of_the_position() -> None:
    """Full edition: the same board, before and after a movement, or with another square in use, is not the same."""
    began = game({"d1": "KGG"}, reserve=("W", ""))
    moved = began.copy()
    moved.act(0, "d1[G]-e1")
    again = game({"d1": "KG", "e1": "G"}, reserve=("W", ""))
    assert moved.actors == again.actors == (0,)
    assert key(moved) != key(again)


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_positions_of_random_games_with_the_same_number_have_the_same_choices(edition: str) -> None:
    rng = random.Random(5)
    seen: dict[int, list[int]] = {}
    for number in range(GAMES):
        state = tesserae.start("symbol", seed=number, edition=edition)
        while state.actors and len(state.history) < 60:
            choices = codes(state, state.actors[0])
            assert seen.setdefault(key(state), choices) == choices
            state.act(state.actors[0], random_action(state, rng))
    assert len(seen) > 200 * GAMES / 15


def test_kings_before_others_before_explosions_before_the_rest() -> None:
    state = simple({"c1": "W", "c2": "k", "d1": "g", "e2": "D"}, reserve=("G", ""))
    order = [urgency(state, action) for action in ("c1[W]-c2", "c1[W]-d1", "e2!", "c1[W]-b1")]
    assert order == [3, 2, 1, 0]
    assert {urgency(state, action) for action in state.legal(0) if action.startswith("+")} == {0}


def test_a_strike_is_loud() -> None:
    state = simple({"c2": "G", "c3": "k"})
    strikes = [action for action in state.legal(0) if "*" in action]
    assert strikes
    assert {urgency(state, action) for action in strikes} == {3}


def test_numbers_of_keys_are_spread() -> None:
    """The table of the search uses their lowest bits."""
    rng = random.Random(1)
    found = set()
    for number in range(20):
        state = tesserae.start("symbol", seed=number, edition="simple")
        while state.actors and len(state.history) < 40:
            found.add(key(state))
            state.act(state.actors[0], random_action(state, rng))
    low = np.array(sorted(found)) & 0xFFFF
    assert len(set(low.tolist())) > 0.97 * len(found)


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_the_loud_actions_are_those_whose_urgency_says_so(edition: str) -> None:
    rng = random.Random(8)
    seen = 0
    for number in range(25):
        state = tesserae.start("symbol", seed=number, edition=edition)
        while state.actors and len(state.history) < 60:
            seat = state.actors[0]
            out = np.zeros(4096, np.int64)
            found = sorted(out[: ordering.loud(state.raw(), seat, out)].tolist())
            assert found == [code for code in codes(state, seat) if ordering.urgency(state.raw(), seat, code) >= LOUD]
            seen += len(found)
            state.act(seat, random_action(state, rng))
    assert seen > 200
