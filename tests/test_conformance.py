"""What every game must do (docs/guides/add-a-game.md), whatever its rules are: as checks that authors have too."""

import random

import numpy as np
import pytest

import tesserae
from tesserae.conformance import CHECKS, Check, begin, walk
from tesserae.engine import contract
from tesserae.engine.playouts import ROOM, playouts
from tesserae.engine.rng import below, seed_rng
from tesserae.games.game import Game
from tests.walks import NAMES, TABLES

ROUNDS = 3

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)


@every_table
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_does_what_every_game_must(game: Game, seats: int, check: Check) -> None:
    for number in range(ROUNDS):
        check(game, seats, random.Random(number))


# --- What the engine makes of any game -------------------------------------------------------------------------------


@every_table
def test_copies_are_independent(game: Game, seats: int) -> None:
    chance = random.Random(5)
    state = begin(game, seats, chance)
    for _ in walk(state, chance, often=0.05):
        before, history = state.raw().tobytes(), list(state.history)
        twin = state.copy()
        assert (twin.raw().tobytes(), twin.history) == (before, history)
        for _ in range(3):
            if twin.actors:
                twin.act(twin.actors[0], twin.legal(twin.actors[0])[-1])
        assert (state.raw().tobytes(), state.history) == (before, history)


@every_table
def test_playouts_agree_with_play_from_python(game: Game, seats: int) -> None:
    states = np.concatenate([tesserae.start(game.name, seats, seed).raw() for seed in range(16)])
    once, twice, slowly = states.copy(), states.copy(), states[:2].copy()
    found, threaded = playouts(once, seats, seed=8), playouts(twice, seats, seed=8, threads=3)
    assert once.tobytes() == twice.tobytes()
    for name in ("results", "lengths", "branching"):
        assert (getattr(found, name) == getattr(threaded, name)).all()
    out = np.empty(ROOM, np.int64)
    for i, s in enumerate(slowly):
        rng = np.zeros(4, np.int64)
        seed_rng(rng, 8, i)
        length = branching = 0
        while not contract.over(s):
            actors = [seat for seat in range(seats) if contract.actors(s) >> seat & 1]
            seat = actors[below(rng, len(actors))] if len(actors) > 1 else actors[0]
            action, n = contract.pick(s, seat, rng, out)
            contract.apply(s, seat, action)
            length, branching = length + 1, branching + n
        assert (length, branching) == (found.lengths[i], found.branching[i])
    assert slowly.tobytes() == once[:2].tobytes()
