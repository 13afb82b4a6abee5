"""Random games of any kind, for tests that every game must pass."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import tesserae
from tesserae import BadOption, State
from tesserae.engine import door
from tesserae.engine.jit import Ints, States
from tesserae.engine.rng import seed_rng
from tesserae.games import games
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number, Option

LONGEST = 20_000  # actions; no game may go on for longer
TABLES = [(game, seats) for game in games() for seats in game.seats]
NAMES = [f"{game.name}-{seats}" for game, seats in TABLES]


def values(option: Option) -> st.SearchStrategy[Any]:
    """The values of an option; of a kind that is a game's own only the default."""
    if isinstance(option, Flag):
        return st.booleans()
    if isinstance(option, Number):
        return st.integers(option.low, option.high)
    if isinstance(option, Choice):
        return st.sampled_from(option.values)
    return st.just(option.default)


@st.composite
def starts(draw: st.DrawFn, game: Game, seats: int) -> State:
    """A new game with any options that go together."""
    given = {option.name: draw(values(option)) for option in game.options}
    try:
        game.resolve(given, seats)
    except BadOption:
        assume(False)
    return tesserae.start(game.name, seats, draw(st.integers(0, 2**63 - 1)), **given)


def walk(state: State, chance: random.Random, often: float = 1.0) -> Iterator[State]:
    """Play a game at random to its end: the same object at the start, at some moments (how often, 0 to 1), at the end.
    Now and then the referee acts, where the game has one."""
    yield state
    for _ in range(LONGEST):
        if not state.actors:
            break
        seat: int | None = chance.choice(state.actors)
        if chance.random() < 0.02 and state.legal(None):
            seat = None
        state.act(seat, chance.choice(state.legal(seat)))
        if state.actors and chance.random() < often:
            yield state
    else:
        raise AssertionError(f"no end after {LONGEST} actions")
    yield state


def wrap(like: State, array: States) -> State:
    """A game around a raw state."""
    return State(like.game, like.seats, like.options, like.seed, array, like.origin)


def generator(seed: int) -> Ints:
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, 0)
    return rng


def codes(state: State, seat: int) -> list[int]:
    """The legal actions of a seat as compiled code lists them."""
    out = np.empty(1 << 16, np.int64)
    return [int(code) for code in out[: door.legal(state.raw(), seat, out)]]


def variants(game: Game, seats: int) -> Iterator[dict[str, Any]]:
    """The default options, then each other value of each option alone, as far as they are allowed; then again."""
    while True:
        yield {}
        for option in game.options:
            for value in others(option):
                try:
                    game.resolve({option.name: value}, seats)
                except BadOption:
                    continue
                yield {option.name: value}


def others(option: Option) -> list[Any]:
    """The values of an option beside its default, of the kinds that all games share."""
    listed: list[Any] = []
    if isinstance(option, Flag):
        listed = [False, True]
    elif isinstance(option, Number):
        listed = list(range(option.low, min(option.high, option.low + 4) + 1))
    elif isinstance(option, Choice):
        listed = list(option.values)
    return [value for value in listed if value != option.default]
