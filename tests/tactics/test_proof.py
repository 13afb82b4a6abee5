"""The proofs against slower ones that are plainly right."""

import random
from itertools import islice

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine import door
from tests.tactics import setups, suite, worlds
from tests.walks import generator


def by_hand(state: State, seat: int, win: bool, turns: int, actor: int) -> bool:
    """Copies and recursion, for two seats and nothing hidden; `actor` is who acted last."""
    if state.outcome is not None:
        return seat in state.outcome.winners or (not win and not state.outcome.winners)
    now = state.actors[0]
    turns -= now == seat != actor
    if turns == 0:
        return not win
    after = [state.copy() for _ in state.legal(now)]
    for one, action in zip(after, state.legal(now), strict=True):
        one.act(now, action)
    return (any if now == seat else all)(by_hand(one, seat, win, turns, now) for one in after)


@pytest.mark.parametrize("edition", ["simple", "full"])
@pytest.mark.parametrize("win", [True, False])
def test_a_search_by_hand_agrees(edition: str, win: bool) -> None:
    told = {True: 0, False: 0}
    for position, _ in islice(setups.symbol(random.Random(5), edition), 60):
        state = tesserae.load(position)
        seat = state.actors[0]
        actions = state.legal(seat)
        if len(actions) > 12:
            continue
        for action in actions:
            after = state.copy()
            after.act(seat, action)
            sure = by_hand(after, seat, win, 1, seat)
            told[sure] += 1
            assert (action in suite.sure(state, seat, win, 1)) == sure
    assert min(told.values()) > 0


def test_the_worlds_are_those_that_can_be_imagined() -> None:
    rng = generator(3)
    compared = 0
    for position, _ in islice(setups.consequence(random.Random(4)), 12):
        state = tesserae.load(position)
        seat = state.actors[0]
        hidden = state.hidden(seat)
        listed = [world.tobytes() for world in np.split(worlds.worlds(hidden, seat), 1)[0]]
        if len(listed) > 40:
            continue
        imagined = set()
        for _ in range(40 * len(listed)):
            world = hidden.copy()
            door.imagine(world, seat, rng)
            world[0].rng[:] = 0
            imagined.add(world.tobytes())
        assert set(listed) == imagined
        assert len(listed) == len(imagined)
        compared += 1
    assert compared > 3
