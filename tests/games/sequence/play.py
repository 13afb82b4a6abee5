"""Random games for tests."""

import random
from typing import Any

from hypothesis import strategies as st

import tesserae
from tesserae.state import State
from tests.games.sequence.table import TABLES


@st.composite
def tables(draw: st.DrawFn) -> State:
    """A new game, of any size and with any options."""
    seats, options = draw(st.sampled_from(TABLES))
    more: dict[str, Any] = {
        "draw": draw(st.sampled_from(["auto", "manual"])),
        "board": draw(st.sampled_from(["standard", "shuffled"])),
    }
    return tesserae.start("sequence", seats, draw(st.integers(0, 2**62)), **options, **more)


def step(state: State, chance: random.Random) -> None:
    """One random action; now and then the referee interferes."""
    if chance.random() < 0.03 and (penalties := state.legal(None)):
        state.act(None, chance.choice(penalties))
    else:
        seat = chance.choice(state.actors)
        state.act(seat, chance.choice(state.legal(seat)))


def played(state: State, steps: int, seed: int) -> State:
    """The game after so many random actions, or at its end."""
    chance = random.Random(seed)
    while steps and state.actors:
        step(state, chance)
        steps -= 1
    return state
