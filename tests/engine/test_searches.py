"""What all searches have in common."""

import random
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae import BadOption, State
from tesserae.bots import levels
from tesserae.bots.bot import steps
from tesserae.engine.net import NONE
from tesserae.engine.search import MctsSettings, Mind
from tesserae.engine.searches import NODES, Search, Task, changed, leads, room, size
from tesserae.engine.threads import side_by_side
from tests.walks import generator

# The searches that can go on, by the edition of Symbol and the level that uses them there.
KEPT = {"MCTS": ("simple", "master"), "PUCT": ("full", "grandmaster"), "alpha-beta search": ("simple", "grandmaster")}


def middle(edition: str, actions: int = 8) -> State:
    state, chance = tesserae.start("symbol", seed=3, edition=edition), random.Random(3)
    while len(state.history) < actions:
        state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
    return state


def search(title: str, state: State, threads: int = 1) -> Search:
    seat = state.actors[0]
    settings = levels.settings(state.game, KEPT[title][1], state.hidden(seat))
    assert settings.title == title
    return settings.make(Task(state.hidden(seat), seat, state.seats, generator(1), threads))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("title", KEPT)
def test_a_search_that_was_packed_goes_on_like_one_that_was_not(title: str, threads: int) -> None:
    state = middle(KEPT[title][0])
    seat = state.actors[0]
    searches = [search(title, state, threads) for _ in range(2)]
    began = len(state.history)
    for turn in range(3):
        for one in searches:
            one.run(1500)
        assert searches[0].found() == searches[1].found()
        assert searches[0].line() == searches[1].line()
        searches[0].pack()
        searches[0].pack()  # there is nothing more to give back
        if turn:  # the first time nothing happens
            state.act(*written(state, searches[0].line()[0]))
            while state.actors != (seat,):
                state.act(*written(state, searches[0].line()[len(state.history) - began]))
        for one in searches:
            assert one.advance(steps(state.game, state.history[began:]), state.hidden(seat))
        began = len(state.history)


def written(state: State, step: tuple[int, int]) -> tuple[int, str]:
    return step[0], state.game.notation.write(step[1])


@pytest.mark.parametrize("title", ["MCTS", "PUCT"])
def test_a_packed_tree_takes_no_more_memory_than_its_nodes(title: str) -> None:
    state = middle(KEPT[title][0])
    few, many = search(title, state), search(title, state)
    few.run(10)
    many.run(2000)
    assert few.pack() < many.pack() < 8 << 20


@pytest.mark.parametrize("title", ["MCTS", "PUCT"])
def test_a_tree_has_room_for_the_simulations_that_are_planned_as_far_as_that_is_possible(title: str) -> None:
    state = middle(KEPT[title][0])
    seat = state.actors[0]
    settings = levels.settings(state.game, KEPT[title][1], state.hidden(seat))
    found = []
    for simulations in (100, 10**12):
        nodes = room(settings, simulations, 2)
        one: Any = settings.make(Task(state.hidden(seat), seat, 2, generator(1), 2, nodes))
        one.run(100)
        found.append(one.found())
        assert sum(len(tree.nodes) for tree in one._trees) == nodes
        assert nodes < NODES // 100 if simulations == 100 else nodes == NODES
    assert found[0] == found[1]


def test_bytes_are_those_of_arrays_but_not_of_nets() -> None:
    array = np.zeros(5)
    assert size((array, 3, NONE, (array, "text"))) == 80


def test_steps_lead_to_a_state_or_not() -> None:
    before, after = middle("full"), middle("full", 11)
    seat = before.actors[0]
    root, there = before.hidden(seat), after.hidden(seat)
    made = steps(after.game, after.history[len(before.history) :])
    assert len(made) == 3
    assert leads(root, made, seat, there)
    assert root.tobytes() == before.hidden(seat).tobytes()  # nothing was changed
    assert not leads(root, made[:-1], seat, there)
    assert not leads(root, [(made[0][0], -1)], seat, there)  # not legal


def test_other_settings_are_those_named() -> None:
    usual = MctsSettings(Mind(plies=3), span=4)
    assert changed(usual, {}) == usual
    assert changed(usual, {"sieve": 9, "net": NONE}) == MctsSettings(Mind(plies=3, sieve=9), span=4)
    with pytest.raises(BadOption, match="MCTS has no setting 'depth'; it has: exploration, whole"):
        changed(usual, {"depth": 3})


@pytest.mark.parametrize("threads", [1, 3])
def test_each_part_is_done_once(threads: int) -> None:
    done: list[int] = []
    side_by_side(done.append, 7, threads)
    assert sorted(done) == list(range(7))


def test_an_error_in_a_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        side_by_side(lambda part: print(1 // (part - 2)), 4, 2)
