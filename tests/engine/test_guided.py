"""PUCT: it finds wins, proves only what is true, keeps to its bounds, and is a function of its seed."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine import contract
from tesserae.engine.guided import CERTAIN, DRAWN, LOST, OPEN, WON, Guide, Puct, PuctSettings
from tesserae.engine.jit import Floats, Ints, States
from tesserae.engine.searches import Task
from tesserae.games.symbol.preferences import PREFERENCES
from tests.games.symbol import helpers as symbol
from tests.tactics import suite
from tests.walks import generator

ROOT = Path(__file__).resolve().parents[2]
BLANK: Floats = np.zeros(len(PREFERENCES))
TACTICS = [tactic for tactic in suite.load() if tactic.game == "symbol"]


def search(state: State, simulations: int, seed: int = 1, settings: PuctSettings | None = None, **more: Any) -> Puct:
    seat = state.actors[0]
    task = Task(state.hidden(seat), seat, state.seats, generator(seed), **more)
    started = Puct(task, settings or PuctSettings(PREFERENCES))
    started.run(simulations)
    return started


def best(state: State, searched: Puct) -> str:
    text: str = state.game.notation.write(searched.found()[0].action)
    return text


def middle(seed: int = 3, actions: int = 14, edition: str = "full") -> State:
    """A game after some random actions, none of which ends it."""
    state = tesserae.start("symbol", 2, seed, edition=edition)
    chance = random.Random(seed)
    while len(state.history) < actions:
        after = state.copy()
        after.act(after.actors[0], symbol.random_action(after, chance))
        state = after if after.actors else state
    return state


# --- It finds wins, and proves only what is true ---------------------------------------------------------------------


def check(states: States, searched: Puct) -> int:
    """Follow every proof of the tree by the rules alone; returns how many there were."""
    tree = searched._trees[0]
    out: Ints = np.empty(4096, np.int64)
    result = np.zeros(2)
    proofs = 0
    ahead = [(0, states)]
    while ahead:
        number, before = ahead.pop()
        node = tree.nodes[number]
        proved = max(int(node.status), OPEN)
        if contract.over(before):
            contract.returns(before, result)
            assert proved == (OPEN if node.visits == 0 else DRAWN if result[0] == 0 else WON if result[0] > 0 else LOST)
            continue
        children = list(tree.children(number))
        if proved:
            proofs += 1
            seat = contract.actors(before).bit_length() - 1
            assert {tree.seat(child) for child in children} == {seat}
            legal = out[: contract.legal(before, seat, out)].tolist()
            known = {int(tree.nodes[child].status) for child in children}
            won = WON if seat == 0 else LOST
            if proved != won:  # then all that is legal was looked at
                assert sorted(int(tree.nodes[child].action) for child in children) == legal
                assert known == {proved} or (proved == DRAWN and known == {DRAWN, WON + LOST - won})
            else:
                assert won in known
        for child in children:
            if tree.nodes[child].visits:
                after = before.copy()
                assert contract.act(after, tree.seat(child), tree.action(child), out)
                ahead.append((child, after))
    return proofs


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_every_proof_follows_from_the_rules(edition: str) -> None:
    proofs = 0
    for seed in range(12):
        state = middle(seed, 10, edition)
        for width in (2, 32):
            proofs += check(state.raw(), search(state, 1500, seed, PuctSettings(PREFERENCES, Guide(width=width))))
    assert proofs > 500


@pytest.mark.parametrize("tactic", [t for t in TACTICS if t.label in ("win 1", "win 2")], ids=lambda tactic: tactic.id)
def test_a_win_is_found_and_proved(tactic: suite.Tactic) -> None:
    state = tactic.state()
    searched = search(state, 20_000)
    assert best(state, searched) in tactic.answers
    assert searched.settled
    assert searched.found()[0].values[tactic.seat] == 1.0
    assert searched.lead() == CERTAIN
    for seat, action in searched.line():
        state.act(seat, state.game.notation.write(action))
    assert state.outcome is not None
    assert state.outcome.winners == (tactic.seat,)


@pytest.mark.parametrize("width", [1, 2, 16])
def test_a_win_is_found_without_preferences_and_behind_a_narrow_door(width: int) -> None:
    """What was left out at first comes in when the rest loses, or after many visits."""
    state = symbol.game({"g6": "RW", "c3": "WD", "e2": "w"}, reserve=("GGBB", "GGBB"))
    searched = search(state, 20_000, settings=PuctSettings(BLANK, Guide(width=width)))
    state.act(0, best(state, searched))
    while state.outcome is None and state.actors == (0,):
        state.act(0, best(state, search(state, 2000)))
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_more_simulations_change_nothing_once_the_game_is_decided() -> None:
    state = symbol.simple({"g6": "R", "c3": "W", "e2": "w"})
    searched = search(state, 3000)
    assert searched.settled
    nodes, found = searched.nodes, searched.found()
    searched.run(1000)
    assert (searched.nodes, searched.found()) == (nodes, found)
    assert searched.simulations == 4000


# --- It is a function of its seed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_the_result_depends_on_the_seed_and_not_on_the_slices(edition: str) -> None:
    state = middle(edition=edition)
    whole = search(state, 600)
    slices = search(state, 1)
    for n in (9, 90, 500):
        slices.run(n)
    assert slices.simulations == whole.simulations == 600
    assert slices.found() == whole.found()
    assert slices.line() == whole.line()
    assert search(state, 600, seed=2).found() != whole.found()


def test_threads_share_the_work_and_the_result_is_fixed() -> None:
    state = middle()
    found = []
    for _ in range(2):
        two = search(state, 301, threads=2)
        two.run(100)
        found.append(two.found())
        assert sum(one.visits for one in two.found()) == 401
    assert found[0] == found[1]
    assert found[0] != search(state, 401).found()


# --- It goes on from where it was, and keeps to its bounds -----------------------------------------------------------


def steps(state: State, since: int) -> list[tuple[int, int]]:
    return [(seat or 0, state.game.notation.parse(text)) for seat, text in state.history[since:]]


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_found_is_kept_when_the_game_goes_on(threads: int) -> None:
    state = middle()
    seat, since = state.actors[0], len(state.history)
    going = search(state, 4000, threads=threads)
    for actor, action in going.line()[:2]:
        state.act(actor, state.game.notation.write(action))
    known = going.line()[2:]
    assert going.advance(steps(state, since), state.hidden(seat))
    assert 0 < going.simulations < 4000
    if state.actors[0] == seat:
        assert sum(going.visits().values()) <= going.simulations
        assert threads > 1 or going.line()[: len(known)] == known
    for tree in going._trees:
        used = int(tree.used[0])
        assert not tree.nodes[used:].tobytes().strip(b"\0")
        assert all(child < used for node in range(used) for child in tree.children(node))


def test_a_search_does_not_go_on_elsewhere() -> None:
    state = middle()
    seat, since = state.actors[0], len(state.history)
    going = search(state, 300)
    before = going.found()
    assert not going.advance([(1 - seat, going.found()[0].action)], state.hidden(seat))  # not that seat's turn
    assert not going.advance([(seat, -1)], state.hidden(seat))  # not legal
    assert not going.advance([(seat, going.found()[0].action)], state.hidden(seat))  # leads to another state
    assert going.advance(steps(state, since), state.hidden(seat))  # nothing happened
    assert going.found() == before


@pytest.mark.parametrize("nodes", [1, 2, 40, 1000])
def test_a_full_tree_is_searched_on(nodes: int) -> None:
    state = middle()
    small = search(state, 2000, nodes=nodes)
    assert small.nodes <= nodes
    assert small.simulations == 2000
    assert len(small.found()) == (0 if nodes <= 2 else len(small.visits()))
