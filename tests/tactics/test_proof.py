"""The proofs against slower ones that are plainly right."""

import inspect
import random
from itertools import islice

import pytest

import tesserae
from tesserae import State
from tesserae.engine import contract
from tesserae.engine.proof import HOLD, WIN, Proof
from tests.tactics import proof, setups, suite, worlds
from tests.tactics.claims import Claims
from tests.tactics.suite import Tactic
from tests.walks import generator, wrap


def by_hand(state: State, seat: int, win: bool, turns: int, actor: int) -> bool:
    """Copies and recursion, with everything seen; `actor` is who acted last."""
    if state.outcome is not None:
        return seat in state.outcome.winners or (not win and not state.outcome.winners)
    now = state.actors[0]
    side = range(seat % 2, state.seats, 2)
    turns -= now in side and actor not in side
    if turns == 0:
        return not win
    return (any if now == seat else all)(
        by_hand(after(state, now, action), seat, win, turns, now) for action in state.legal(now)
    )


def after(state: State, seat: int, action: str) -> State:
    copy = state.copy()
    copy.act(seat, action)
    return copy


@pytest.mark.parametrize("edition", ["simple", "full"])
@pytest.mark.parametrize("win", [True, False])
@pytest.mark.parametrize(("turns", "most"), [(1, 12), (2, 8)])
def test_a_search_by_hand_agrees(edition: str, win: bool, turns: int, most: int) -> None:
    told = {True: 0, False: 0}
    for position, _ in islice(setups.symbol(random.Random(5), edition), 100):
        state = tesserae.load(position)
        seat = state.actors[0]
        actions = state.legal(seat)
        if len(actions) > most:
            continue
        found = Claims(state, seat).sure(win, turns, len(actions))
        for action in actions:
            sure = by_hand(after(state, seat, action), seat, win, turns, seat)
            told[sure] += 1
            assert (action in found) == sure
    assert min(told.values()) > 0


def test_the_same_without_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    tactics = {tactic.game: tactic for tactic in suite.load() if tactic.game in proof.HOOKS and tactic.label == "win 1"}
    assert len(tactics) == len(proof.HOOKS)
    compiled = [wins(tactic) for tactic in tactics.values()]
    monkeypatch.setattr(proof, "prove", inspect.unwrap(proof.prove))
    assert [wins(tactic) for tactic in tactics.values()] == compiled
    assert all(compiled)


def wins(tactic: Tactic) -> list[str]:
    return Claims(tactic.state(), tactic.seat).sure(True, 1)


def test_the_worlds_are_those_that_can_be_imagined() -> None:
    rng = generator(3)
    compared = 0
    for position, _ in islice(setups.consequence(random.Random(4)), 12):
        state = tesserae.load(position)
        seat = state.actors[0]
        hidden = state.hidden(seat)
        found = worlds.worlds(hidden, seat)
        listed = [found[i : i + 1].tobytes() for i in range(len(found))]
        if len(listed) > 40:
            continue
        imagined = set()
        for _ in range(40 * len(listed)):
            world = hidden.copy()
            contract.imagine(world, seat, rng)
            world[0].rng[:] = 0
            imagined.add(world.tobytes())
        assert set(listed) == imagined
        assert len(listed) == len(imagined)
        compared += 1
    assert compared > 3


HIDDEN = [tactic for tactic in suite.load() if tactic.sort in ("consequence", "sequence-2", "sequence-4")]


@pytest.mark.parametrize("tactic", HIDDEN, ids=lambda tactic: tactic.id)
def test_answers_hold_in_worlds_that_are_imagined(tactic: Tactic) -> None:
    """Seeing everything is no worse than knowing what the seat knows."""
    rng = generator(6)
    state = tactic.state()
    for _ in range(3):
        world = state.hidden(tactic.seat)
        contract.imagine(world, tactic.seat, rng)
        for answer in tactic.answers:
            answered = after(wrap(state, world), tactic.seat, answer)
            assert by_hand(answered, tactic.seat, tactic.kind == "win", tactic.depth, tactic.seat)


OPEN = [tactic for tactic in suite.load() if tactic.game == "symbol" and (tactic.kind, tactic.depth) != ("win", 3)]


@pytest.mark.parametrize("tactic", OPEN, ids=lambda tactic: tactic.id)
def test_the_solver_proves_the_same(tactic: Tactic) -> None:
    """A search of another kind, action by action."""
    state = tactic.state()
    goal = WIN if tactic.kind == "win" else HOLD
    for action in state.legal(tactic.seat):
        answered = after(state, tactic.seat, action)
        if answered.outcome is not None:
            answer: bool | None = by_hand(answered, tactic.seat, goal == WIN, tactic.depth, tactic.seat)
        else:
            proof = Proof(answered.raw(), 2, tactic.seat, goal, tactic.depth, 1 << 18)
            proof.run(1 << 18)
            answer = proof.answer
        assert answer == (action in tactic.answers), action
