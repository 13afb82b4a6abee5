"""Short ways to set up a game of Consequence."""

import random
from collections.abc import Iterator
from typing import Any

import tesserae
from tesserae import Refused, State, conformance


def position(board: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    """A position with a few tiles in each hand, unless told otherwise."""
    base = {"game": "consequence", "turn": 0, "hands": [["bM", "bo", "rM"], ["bS", "rS"]], "board": board or {}}
    return {**base, **fields}


def table(board: dict[str, str] | None = None, **fields: Any) -> State:
    return tesserae.load(position(board, **fields))


def play(state: State, *actions: str) -> State:
    """Carry out actions of whoever is to act."""
    for action in actions:
        state.act(state.actors[0], action)
    return state


def refusal(state: State, action: str, seat: int | None = None) -> Refused:
    """The refusal of an action by the seat to act."""
    return conformance.refusal(state, state.actors[0] if seat is None else seat, action)


def rule(state: State, action: str) -> str | None:
    """The rule that forbids an action to the seat to act; None if it is legal."""
    actor = state.actors[0]
    if action in state.legal(actor):
        assert state.why(actor, action) is None
        return None
    return refusal(state, action).rule


def moments(seed: int, **options: Any) -> Iterator[State]:
    """One random game, before every action and at the end. It is always the same object."""
    state = tesserae.start("consequence", seed=seed, **options)
    chance = random.Random(seed)
    yield state
    while state.actors:
        actor = state.actors[0]
        state.act(actor, chance.choice(state.legal(actor)))
        yield state
