"""Proofs against an exhaustive search that is plainly right, and the bounds that they keep."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import tesserae
from tesserae import State
from tesserae.engine.proof import HOLD, WIN, Proof
from tesserae.engine.solver import Solver, is_open
from tests.solving import FAR, WON, positions

ROOT = Path(__file__).resolve().parent.parent.parent


def naive(state: State, seat: int, goal: int, turns: int, actor: int) -> bool:
    """Copies and recursion. `actor` acted last; the turns are those of the seat that are left."""
    if state.outcome is not None:
        return seat in state.outcome.winners or (goal == HOLD and not state.outcome.winners)
    now = state.actors[0]
    turns -= now == seat and actor != seat
    if turns < 0:
        return goal == HOLD
    actions = state.legal(now)
    return (any if now == seat else all)(naive(after(state, action), seat, goal, turns, now) for action in actions)


def after(state: State, action: str) -> State:
    copy = state.copy()
    copy.act(copy.actors[0], action)
    return copy


def small(edition: str, most: int, seed: int = 5) -> Iterator[State]:
    """Positions with few actions."""
    for state in positions(random.Random(seed), edition):
        if len(state.legal(state.actors[0])) <= most:
            yield state


def proof(state: State, seat: int, goal: int, turns: int = 0, nodes: int = 1 << 16) -> Proof:
    return Proof(state.raw(), state.seats, seat, goal, turns, nodes)


def decided(state: State, seat: int, goal: int, turns: int = 0) -> Proof:
    found = proof(state, seat, goal, turns)
    found.run(200_000)
    assert found.answer is not None
    return found


@pytest.mark.parametrize("edition", ["simple", "full"])
@pytest.mark.parametrize("goal", [WIN, HOLD])
@pytest.mark.parametrize(("turns", "most", "number"), [(1, 14, 12), (2, 7, 5)])
def test_an_exhaustive_search_agrees(edition: str, goal: int, turns: int, most: int, number: int) -> None:
    told = {True: 0, False: 0}
    for state in islice(small(edition, most), number):
        for seat in range(2):  # of the one who acts the turn has begun, of the other the one before
            answer = naive(state, seat, goal, turns - 1, seat)
            assert decided(state, seat, goal, turns).answer == answer
            told[answer] += 1
    assert min(told.values()) > 0


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_a_line_keeps_what_the_proof_promises(edition: str) -> None:
    shown = {WIN: 0, HOLD: 0}
    for state in islice(small(edition, 40, seed=8), 24):
        seat = state.actors[0]
        for goal in (WIN, HOLD):
            found = proof(state, seat, goal, 3)
            found.run(3000)
            if found.answer != (goal == WIN):
                continue
            end, turns = state.copy(), 1
            for step in found.line():
                before = end.actors[0]
                end.act(step.seat, end.game.notation.write(step.action))
                turns += end.actors == (seat,) and before != seat
            assert end.outcome is not None
            assert end.outcome.winners == (seat if goal == WIN else 1 - seat,)
            assert turns <= found.turns <= 3
            shown[goal] += 1
    assert min(shown.values()) > 1


def repeated() -> State:
    """The same position, where the one after b3[B]-b5 has already been there twice."""
    state = tesserae.load(after(tesserae.load(WON), "b3[B]-b5").export())
    for action in ("d1[G]-c1", "b5[B]-b3", "c1[G]-d1", "b3[B]-b5", "d1[G]-c1", "b5[B]-b3", "c1[G]-d1"):
        state.act(state.actors[0], action)
    return state


def test_earlier_positions_count() -> None:
    """SY-27: what wins at first is a draw where it makes the position come for the third time."""
    before = tesserae.load(WON)
    assert repeated().export()["board"] == before.export()["board"]
    assert decided(before, 1, WIN, 2).answer
    assert not decided(repeated(), 1, WIN, 2).answer


def test_won_lost_and_drawn() -> None:
    won = tesserae.load(WON)
    for seat, win, turns in ((1, True, 2), (0, False, 2)):  # the other one has had its first turn, and loses after it
        solver = Solver(won.raw(), 2, seat, 1 << 16)
        solver.run(20_000)
        assert (solver.win, solver.hold, solver.turns, solver.exact) == (win, win, turns, True)
        line = [(step.seat, won.game.notation.write(step.action)) for step in solver.line]
        assert line[0] == (1, "b3[B]-b5")
        assert line[-1] == (1, "b5[B]-d3*e2")
        assert solver.finished
    drawn = Solver(tesserae.load({**FAR, "quiet": 98}).raw(), 2, 0, 1 << 16)
    drawn.run(20_000)
    assert (drawn.win, drawn.hold, drawn.turns, drawn.line) == (False, True, None, [])


def test_memory_is_bounded() -> None:
    state = tesserae.load(FAR)
    found = proof(state, 0, WIN, nodes=500)
    found.run(100_000)
    assert found.finished
    assert found.answer is None
    assert 400 < found.positions < 100_000
    solver = Solver(state.raw(), 2, 0, 2000)
    solver.run(100_000)
    assert solver.finished
    assert (solver.win, solver.hold) == (None, None)
    assert solver.ruled_out(WIN) >= 1


def test_what_is_done_with_is_used_again() -> None:
    """There are more positions to examine than there is room for."""
    found = proof(repeated(), 1, WIN, 2, nodes=300)
    found.run(10_000)
    assert found.answer is False
    assert found.positions > 400


def test_what_is_hidden_from_anybody_is_noticed() -> None:
    assert is_open(tesserae.start("symbol").raw(), 2)
    assert not is_open(tesserae.start("symbol_chain", seats=2, seed=3).raw(), 2)
    assert not is_open(tesserae.start("sequence", seats=2, seed=3).raw(), 2)
    state = tesserae.start("consequence", seed=3)
    assert not is_open(after(state, state.legal(0)[0]).raw(), 2)


def signature() -> list[object]:
    """All that some proofs tell."""
    told: list[object] = []
    for position in (WON, FAR, {**WON, "options": {"edition": "full"}}):
        state = tesserae.load(position)
        for goal in (WIN, HOLD):
            found = proof(state, state.actors[0], goal, 2, nodes=1 << 10)
            found.run(40)
            told.append([found.answer, found.turns, found.positions, found.line() if found.answer else None])
    return told


def unfit() -> list[bool]:
    """What is told where several seats may act at once."""
    state = tesserae.start("sequence", seed=5, draw="manual")
    state.act(0, state.legal(0)[0])
    solver = Solver(state.raw(), 2, 0, 1 << 10)
    solver.run(50)
    return [solver.unfit, solver.finished, solver.win is None]


def test_it_is_the_same_every_time_and_without_the_compiler() -> None:
    told = json.dumps(signature())
    assert json.dumps(signature()) == told
    script = "from tests.engine.test_proof import *; print(json.dumps(signature())); print(unfit())"
    plain = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))),
    }
    run = [sys.executable, "-W", "error", "-c", script]
    lines = subprocess.run(run, capture_output=True, text=True, env=plain, check=True).stdout.splitlines()
    assert lines == [told, "[True, True, True]"]
