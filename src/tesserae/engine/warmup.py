"""Compile everything a game needs, once, so that nobody waits for it later. The results stay in the cache."""

from collections.abc import Callable, Iterator

import numpy as np

from tesserae.engine import contract, door
from tesserae.engine.alphabeta import AlphaBeta
from tesserae.engine.guided import Guide, Guided
from tesserae.engine.jit import Ints, States
from tesserae.engine.net import NONE, Net, scratch
from tesserae.engine.playouts import playouts
from tesserae.engine.race import Race, Racing
from tesserae.engine.search import Mind, Search


def jobs(
    state: States, options: Ints, observation: tuple[int, ...], seats: int
) -> Iterator[tuple[str, Callable[[], object]]]:
    """What has to be compiled for the game of a blank state: names, and the calls that do it, in order."""
    out: Ints = np.empty(4096, np.int64)
    rng = np.array([1, 2, 3, 4], np.int64)
    yield "setting up", lambda: door.start(state, options, seats, 0)
    yield "who may act", lambda: door.actors(state)
    yield "the legal list", lambda: door.legal(state, 0, out)
    yield "the legal list of a square", lambda: door.legal_at(state, 0, 0, out)
    yield "acting", lambda: door.act(state.copy(), 0, -1, out)
    yield "checking", lambda: door.allowed(state, 0, -1, out)
    yield "the end", lambda: door.over(state)
    yield "results", lambda: door.returns(state, np.zeros(seats))
    yield "hiding", lambda: door.hide(state.copy(), 0)
    yield "imagining", lambda: door.imagine(_hidden(state), 0, rng)
    yield "observing", lambda: door.observe(state, 0, np.zeros(int(np.prod(observation))))
    yield "evaluating", lambda: door.evaluate(state, np.zeros(seats))
    yield "picking", lambda: door.pick(state, 0, rng, out)
    yield "noting", lambda: door.note(state.copy(), 0, door.pick(state, 0, rng, out), np.zeros(4096, np.int64))
    yield "forgetting", lambda: door.forget(_hidden(state), 0, 1, rng)
    yield "the obvious", lambda: door.obvious(state, 0)
    if contract.has_inputs(state.dtype):
        places, amounts, _ = scratch(state.dtype, NONE)
        yield "what a net sees", lambda: door.inputs(state, 0, places, amounts)
        if contract.has_promising(state.dtype):
            yield "racing", lambda: _race(_hidden(state), seats, rng)
    yield "playouts", lambda: playouts(state.copy(), seats)
    yield "searching", lambda: Search(_hidden(state), 0, seats, rng, Mind(), nodes=2).run(1)
    if contract.has_key(state.dtype):
        yield "numbering positions", lambda: door.key(state)
        yield "ordering actions", lambda: door.urgency(state, 0, door.pick(state, 0, rng, out))
        yield "searching by depth", lambda: _search_by_depth(_hidden(state), rng)
    if contract.has_description(state.dtype):
        yield "searching with preferences", lambda: _search_with_preferences(_hidden(state), rng)


def _hidden(state: States) -> States:
    hidden = state.copy()
    door.hide(hidden, 0)
    return hidden


def _race(state: States, seats: int, rng: Ints) -> None:
    """With the smallest net there can be."""
    inputs = contract.inputs_of(state.dtype)
    net = Net(*(np.zeros(shape, np.float32) for shape in ((inputs, 1), 1, 1, 1)))
    Race(state, 0, seats, rng, Racing(), net).run(1)


def _search_by_depth(state: States, rng: Ints) -> None:
    search = AlphaBeta(state, rng)
    search.run(1)
    search.line()


def _search_with_preferences(state: States, rng: Ints) -> None:
    search = Guided(state, 0, rng, np.zeros(0), Guide(), nodes=64)
    search.run(1)
    first = search.found()[0].action
    search.advance([(0, first)], _after(state, first))


def _after(state: States, action: int) -> States:
    after = state.copy()
    door.act(after, 0, action, np.empty(4096, np.int64))
    return _hidden(after)
