"""Whole games of Symbol Chain: against the naive twin, by invariants, with and without the compiler, and many."""

import random
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.engine import contract
from tesserae.engine.jit import Ints
from tesserae.engine.playouts import playouts
from tesserae.games import game
from tesserae.games.symbol_chain import record
from tesserae.games.symbol_chain.board import FACES
from tesserae.games.symbol_chain.tiles import standard
from tesserae.state import State
from tests import nightly
from tests.games.symbol_chain.helpers import NINE, clever, play, random_options, random_state, setup, stock
from tests.games.symbol_chain.naive import Naive

SEEDS = st.integers(0, 10**6)


def compare_with_twin(state: State, rng: random.Random, skill: float) -> None:
    """Play to the end, step by step with the twin, which counts all points afresh after every action."""
    twin = Naive(state.export())
    while state.actors:
        assert list(state.actors) == twin.actors()
        for seat in range(state.seats):
            assert state.legal(seat) == (twin.legal() if seat in twin.actors() else [])
        seat = rng.choice(state.actors)
        action = clever(state, seat, rng, skill)
        state.act(seat, action)
        twin.act(seat, action)
        assert twin.export() == state.export()
    assert twin.actors() == []


@settings(max_examples=5, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 0.8, 1.0]))
def test_a_whole_game_with_the_naive_twin(seed: int, skill: float) -> None:
    rng = random.Random(seed)
    state = tesserae.start("symbol_chain", rng.randint(2, 4), seed, **random_options(rng))
    compare_with_twin(state, rng, skill)


@pytest.mark.slow
@pytest.mark.parametrize("seed", nightly.cases(range(16), lambda seed: seed < 4))
def test_thousands_of_positions_agree_with_the_naive_twin(seed: int) -> None:
    rng = random.Random(seed)
    positions = 0
    while positions < 2_600:
        state = tesserae.start("symbol_chain", rng.randint(2, 4), rng.randrange(10**6), **random_options(rng))
        compare_with_twin(state, rng, rng.choice([0.0, 0.8, 1.0]))
        positions += len(state.history)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_SC_10_a_game_with_one_who_passes_and_the_naive_twin(seats: int) -> None:
    stacks: list[Any] = [stock(seat) for seat in range(seats)]
    stacks[1] = {"5": stock(1)["5"]}
    state = setup(stacks=stacks)
    compare_with_twin(state, random.Random(seats), 0.8)
    passes = sum(action == "pass" for _, action in state.history)
    assert passes > 3
    assert state.outcome is not None


def test_SC_10_random_play_passes_when_it_must() -> None:
    state = setup(stacks=[{}, stock(1)])
    rng: Ints = np.zeros(4, np.int64)
    assert contract.random_action(state.raw(), 0, rng, np.empty(4096, np.int64)) == state.game.notation.parse("pass")


def check_conservation(state: State) -> None:
    """No tile is ever lost or made; a board tile is known by its face alone."""
    now = state.export()
    on_board = list(now["board"].values())
    if "lifted" in now.get("step", {}):
        on_board.append(now["step"]["lifted"])
    assert sorted(face for face, owner in on_board if owner is None) == sorted(FACES)
    for seat in range(state.seats):
        tiles = [item for stack in now["stacks"][seat].values() for item in stack] + now["discards"][seat]
        if now["taken"] and now["turn"] == seat:
            tiles.append(now["taken"])
        faces_of_board = [face for face, owner in on_board if owner == seat]
        whole = [tile.export() for tile in standard()[seat]]
        assert all(tiles.count(item) <= whole.count(item) for item in tiles)
        faces = Counter(item[0] for item in tiles) + Counter(faces_of_board)
        assert faces == Counter(item[0] for item in whole)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_invariants(seed: int) -> None:
    state = random_state(seed)
    check_conservation(state)
    now = state.export()
    assert 9 <= len(now["board"]) <= 49
    assert len(state.actors) == (0 if state.outcome else 1 if now["begun"] else state.seats - len(now["ready"]))
    for seat in range(state.seats):
        assert bool(state.legal(seat)) == (seat in state.actors)
    if now["taken"]:
        sequence = now["taken"][1].split()
        turned = [now["board"][square][0] for square in now["flipped"]]
        shape = now["options"].get("match") == "shape"
        assert all((a[1] == b[1]) if shape else (a == b) for a, b in zip(turned, sequence, strict=False))
    elif state.outcome is None and "step" not in now:
        again = tesserae.load(now)
        assert again.export() == now
        assert again.legal(now["turn"]) == state.legal(now["turn"])


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_right_flip_is_obvious_and_so_is_any_placement_and_to_be_ready(seed: int) -> None:
    state = random_state(seed)
    if not state.actors:
        return
    seat = state.actors[0]
    legal = state.legal(seat)
    code = contract.obvious(state.raw(), seat)
    said = None if code < 0 else state.game.notation.write(code)
    if legal[0].split()[0] in ("ready", "place", "lay"):
        assert said in legal
    elif not legal[0].startswith("flip"):
        assert said is None
    else:
        gains: dict[str, int] = {}  # of the flips that are right: what they score
        for action in legal:
            after = state.copy()
            after.act(seat, action)
            if after.raw()[0].taken >= 0:
                gains[action] = int(after.raw()[0].scores[seat])
        assert (said is None) == (not gains)
        assert said is None or gains[said] == max(gains.values())


def test_without_the_face_that_is_asked_for_nothing_is_obvious() -> None:
    squares = " ".join(item for item in NINE.split() if not item.endswith("=bC"))
    state = play(setup(squares, stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2")
    assert contract.obvious(state.raw(), 0) == -1


def many(seats: int, games: int, **options: Any) -> Any:
    declared = game("symbol_chain")
    states = np.zeros(games, declared.rules.STATE)
    encoded = declared.encode(declared.resolve(options, seats))
    for i in range(games):
        contract.start(states[i : i + 1], encoded, seats, i)
    return states, playouts(states, seats, seed=games)


def check_playouts(games: int) -> None:
    for seats, match, end_stacks in product((2, 3, 4), ("exact", "shape"), ("same", "any")):
        states, played = many(seats, games, match=match, end_stacks=end_stacks)
        assert (states["phase"] == record.OVER).all()
        assert played.lengths.max() <= seats * 36 * 8 * 2
        winners = (played.results > 0).sum(axis=1)
        assert winners.min() >= 1
        assert np.allclose(np.where(played.results > 0, played.results, 0).sum(axis=1), 1)
        assert (states["taken"] == -1).all()
        for i in range(0, games, max(games // 5, 1)):
            s = states[i]
            on_board = sum(int(own).bit_count() for own in s.own)
            assert 9 + on_board == int(s.full).bit_count()
            assert on_board + int(s.discarded.sum()) + int(s.height.sum()) == 36 * seats


@pytest.mark.slow
def test_playouts_end_with_all_options() -> None:
    check_playouts(2000)
