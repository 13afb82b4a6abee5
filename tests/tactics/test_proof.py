"""The answers, looked at in other ways than by their proofs."""

import pytest

from tesserae import State
from tesserae.engine import contract
from tesserae.engine.proof import HOLD, WIN, Proof
from tests import nightly
from tests.tactics import suite
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


LONGEST = "symbol-full-win2-8"
OPEN = [tactic for tactic in suite.load() if tactic.game == "symbol" and (tactic.kind, tactic.depth) != ("win", 3)]


@pytest.mark.parametrize(
    "tactic", nightly.cases(OPEN, lambda tactic: tactic.id != LONGEST), ids=lambda tactic: tactic.id
)
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
