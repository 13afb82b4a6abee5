"""The search: it finds what there is to be found, keeps to its bounds, and is a function of its seed."""

from typing import Any

import pytest

import tesserae
from tesserae import State
from tesserae.engine.search import Mcts, MctsSettings, Mind
from tesserae.engine.searches import NODES, Found, Task
from tesserae.engine.tree import NODE
from tests.games.consequence import helpers as consequence
from tests.games.sequence.helpers import line, table
from tests.games.symbol import helpers as symbol
from tests.games.symbol_chain import helpers as symbol_chain
from tests.walks import generator

MINDS = [
    *(Mind(), Mind(plies=6), Mind(plies=0), Mind(plies=2, sieve=4, whole=8, widening=2.0)),
    Mind(plies=4, reflexes=True),
]


def search(state: State, simulations: int, seed: int = 1, mind: Mind | None = None, **more: Any) -> Mcts:
    seat = state.actors[0]
    task = Task(state.hidden(seat), seat, state.seats, generator(seed), **more)
    started = Mcts(task, MctsSettings(mind or Mind()))
    started.run(simulations)
    return started


def best(state: State, simulations: int, mind: Mind | None = None) -> str:
    text: str = state.game.notation.write(search(state, simulations, mind=mind).found()[0].action)
    return text


def winning(state: State) -> set[str]:
    """The actions that win the game on the spot."""
    found = set()
    for action in state.legal(state.actors[0]):
        after = state.copy()
        after.act(state.actors[0], action)
        if after.outcome and after.outcome.winners == state.actors:
            found.add(action)
    return found


READY = 2  # actions before the first turn of Symbol Chain: both say ready


def middle(name: str, seats: int | None = None, actions: int = 20, **options: Any) -> State:
    """A game after some random actions."""
    state = tesserae.start(name, seats, 3, **options)
    for _ in range(actions):
        state.act(state.actors[0], tesserae.bot(name, "random", seed=len(state.history)).choose(state, state.actors[0]))
    return state


# --- It finds a win --------------------------------------------------------------------------------------------------

CLOSING = {
    "a1": "bM",
    "c1": "bM",
    "b2": "bo",
    "c4": "bS",
    "d4": "rS",
}  # b1 makes two pairs of moons, others at most one
ONE_MOVE = {
    "consequence": lambda: consequence.table(CLOSING, hands=[["rM"], []], known=[list(CLOSING), []]),
    "symbol, simple": lambda: symbol.simple({"g6": "R", "c3": "W", "e2": "w"}, reserve=("GGBB", "GGBB")),
    "symbol, full": lambda: symbol.game({"g6": "RW", "c3": "WD", "e2": "w"}, reserve=("GGBB", "GGBB")),
    "sequence": lambda: table(
        "ADD TX AL REMOVE",
        "CA CA NY NY",
        chips=(line("d2", "d5"), "e8 e9"),
        sequences=((0, line("b2", "b6")),),
        deck="OH OR PA",
    ),
}


@pytest.mark.parametrize("mind", MINDS, ids=str)
@pytest.mark.parametrize("name", ONE_MOVE)
def test_a_win_in_one_is_found(name: str, mind: Mind) -> None:
    state = ONE_MOVE[name]()
    wins = winning(state)
    assert 0 < len(wins) < len(state.legal(0)) / 2
    assert best(state, 1500, mind) in wins


@pytest.mark.parametrize("mind", MINDS, ids=str)
def test_a_turn_that_wins_is_found_step_by_step(mind: Mind) -> None:
    """Symbol Chain: the leader ends the game by taking the last tile of stack 2; any other stack lets it go on."""
    stacks = [symbol_chain.stock(0, s2=1, s3=4), symbol_chain.stock(1, s2=0, s3=4)]
    state = tesserae.load(symbol_chain.position(stacks=stacks, scores=[3, 0]))
    assert len(state.legal(0)) == 5
    while state.outcome is None:
        assert state.actors == (0,)
        state.act(0, best(state, 1500, mind))
    assert state.outcome.winners == (0,)
    assert state.outcome.reason == "stacks"


# --- It is a function of its seed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["consequence", "symbol", "sequence", "symbol_chain"])
def test_the_result_depends_on_the_seed_and_not_on_the_slices(name: str) -> None:
    state = middle(name)
    whole = search(state, 300)
    slices = search(state, 1)
    for n in (9, 90, 200):
        slices.run(n)
    assert slices.simulations == whole.simulations == 300
    assert slices.found() == whole.found()
    assert slices.line() == whole.line()
    assert search(state, 300, seed=2).found() != whole.found()


def test_threads_share_the_work_and_the_result_is_fixed() -> None:
    state = middle("sequence", 3)
    found = []
    for _ in range(2):
        two = search(state, 301, threads=2)
        two.run(100)
        found.append(two.found())
        assert sum(one.visits for one in two.found()) == 401
    assert found[0] == found[1]
    assert found[0] != search(state, 401).found()


# --- It goes on from where it was ------------------------------------------------------------------------------------


def steps(state: State, since: int) -> list[tuple[int, int]]:
    return [(seat or 0, state.game.notation.parse(text)) for seat, text in state.history[since:]]


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_found_is_kept_when_the_game_goes_on(threads: int) -> None:
    state = middle("symbol", edition="simple")
    seat, since = state.actors[0], len(state.history)
    going = search(state, 4000, threads=threads)
    for actor, action in going.line()[:2]:
        state.act(actor, state.game.notation.write(action))
    assert state.actors == (seat,)
    tree = going._trees[0]
    node = tree.find(steps(state, since))
    below = {tree.action(child): (tree.visits(child), tree.sums[child].tolist()) for child in tree.children(node)}
    visits = sum(one.visits(one.find(steps(state, since))) for one in going._trees)
    assert going.advance(steps(state, since), state.hidden(seat))
    tree = going._trees[0]
    assert {tree.action(child): (tree.visits(child), tree.sums[child].tolist()) for child in tree.children(0)} == below
    assert 1 < going.simulations == visits < 4000
    assert going.nodes <= visits + threads
    going.run(500)
    assert going.simulations == visits + 500
    assert {state.game.notation.write(one.action) for one in going.found()} <= set(state.legal(seat))
    balanced(tree)


def test_a_search_does_not_go_on_in_another_game() -> None:
    state = middle("symbol", edition="simple")
    seat, since = state.actors[0], len(state.history)
    first = search(state, 300)
    assert first.advance([], state.hidden(seat))  # the same state: nothing is lost
    assert first.simulations == 300
    elsewhere = middle("symbol", actions=22, edition="simple")
    assert not first.advance([], elsewhere.hidden(seat))
    assert not first.advance([(seat, -1)], state.hidden(seat))  # not legal
    played = state.copy()
    while played.actors == (seat,) or len(played.history) - since < 6:
        played.act(played.actors[0], played.legal(played.actors[0])[0])
    assert not first.advance(steps(played, since), played.hidden(seat))  # never looked at


def test_a_search_does_not_go_on_where_chance_decided_otherwise() -> None:
    """Symbol Chain: which tile is taken from stack 2 cannot be foreseen; what it is like to flip it, can."""
    state = middle("symbol_chain", actions=READY)
    first = search(state, 300)
    state.act(0, "take 2")
    wrong = [not first.advance(steps(state, READY), state.hidden(0))]
    second = search(state, 300)
    since = len(state.history)
    state.act(0, state.game.notation.write(second.found()[0].action))
    assert state.actors == (0,)
    assert second.advance(steps(state, since), state.hidden(0))
    assert wrong == [True]


# --- It keeps to its bounds ------------------------------------------------------------------------------------------


def test_memory_is_bounded_as_documented() -> None:
    assert NODE.itemsize == 32
    assert NODES * (NODE.itemsize + 8 * 2) == 48 << 20
    assert NODES * (NODE.itemsize + 8 * 12) == 128 << 20
    assert NODES * (NODE.itemsize + 8) == 40 << 20


@pytest.mark.parametrize("threads", [1, 2])
def test_a_full_tree_grows_no_more(threads: int) -> None:
    state = middle("consequence")
    full = search(state, 500, nodes=60, threads=threads)
    assert full.nodes == 60
    assert sum(one.visits for one in full.found()) == 500
    assert search(state, 40).nodes == 41  # the root, and one for each


@pytest.mark.parametrize("reflexes", [False, True])
@pytest.mark.parametrize("name", ["consequence", "symbol", "sequence", "symbol_chain"])
def test_the_books_balance(name: str, reflexes: bool) -> None:
    """No node is visited more often than it was available, nor are all children together more often than the parent;
    children stand in the order of their actions."""
    balanced(search(middle(name), 2000, mind=Mind(reflexes=reflexes))._trees[0])


def balanced(tree: Any) -> None:
    for node in range(int(tree.used[0])):
        children = tree.children(node)
        assert sum(int(tree.nodes[child].visits) for child in children) <= tree.nodes[node].visits
        assert all(tree.nodes[child].visits <= tree.nodes[child].available for child in children)
        assert all(tree.nodes[child].available <= tree.nodes[node].visits for child in children)
        keys = [(int(tree.nodes[child].action), int(tree.nodes[child].seat)) for child in children]
        assert len(set(keys)) == len(keys)
        assert [action for action, _ in keys] == sorted(action for action, _ in keys)


def test_what_is_obvious_is_not_thought_about_below_the_root() -> None:
    """Symbol Chain: the starting tiles have one of each face, so that one flip is right. Before the tile is taken only
    that one is looked at, and a wrong one where none is right; then all are."""
    state = middle("symbol_chain", actions=READY)
    taking = search(state, 500, mind=Mind(reflexes=True))
    tree = taking._trees[0]
    open_stack = next(child for child in tree.children(0) if tree.action(child) == 2)  # everybody sees its top tile
    assert len(tree.children(open_stack)) == 1
    assert len(search(state, 500)._trees[0].children(open_stack)) > 1
    state.act(0, "take 4")
    assert len(search(state, 500, mind=Mind(reflexes=True)).found()) == 9


def test_a_full_tree_has_no_room_for_the_obvious() -> None:
    full = search(middle("symbol_chain", actions=READY), 500, nodes=7, mind=Mind(reflexes=True))
    assert full.nodes == 7
    assert sum(one.visits for one in full.found()) == 500


def test_of_two_sure_wins_the_one_at_once_comes_first() -> None:
    """Sequence: nobody can stop ADD any more, so whatever is played first wins; and the line ends with the win."""
    found = search(ONE_MOVE["sequence"](), 1500, mind=Mind(plies=4, reflexes=True))
    first, *others = found.found()
    assert first.values == (1.0, -1.0)
    assert max(other.visits for other in others) >= first.visits
    assert found.line() == [(0, first.action)]


def test_of_a_long_list_a_part_is_tried_that_grows() -> None:
    state = symbol.game({"d4": "GGGBBBWWWRRRDDD"}, reserve=("", "GGGBBBWWWRRRDDD"))
    assert len(state.legal(0)) > 4096
    legal = set(state.legal(0))
    few, many = search(state, 100).found(), search(state, 2500).found()
    assert 10 < len(few) < 60 < len(many) < 260
    assert {state.game.notation.write(one.action) for one in many} <= legal
    short = middle("symbol", actions=2, edition="simple")
    assert len(search(short, 500).found()) == min(64, len(short.legal(short.actors[0])))


# --- What it says ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["consequence", "symbol", "sequence"])
@pytest.mark.parametrize("mind", MINDS, ids=str)
def test_one_wins_what_the_other_loses(name: str, mind: Mind) -> None:
    for one in search(middle(name), 200, mind=mind).found():
        assert one.values[0] == pytest.approx(-one.values[1])
        assert -1 <= one.values[0] <= 1


def test_a_team_hopes_together() -> None:
    state = middle("sequence", 12, teams=3)
    for one in search(state, 200).found():
        for seat in range(12):
            assert one.values[seat] == one.values[seat % 3]
    assert len({one.values[0] for one in search(state, 200).found()}) > 1


def test_the_line_begins_with_the_best_and_can_be_played() -> None:
    state = middle("symbol", edition="simple")
    found = search(state, 3000)
    way = found.line()
    assert way[0] == (state.actors[0], found.found()[0].action)
    assert len(way) > 2
    for seat, action in way:  # without secrets it is legal to the end
        state.act(seat, state.game.notation.write(action))


def test_several_may_act_at_once() -> None:
    """Sequence with cards drawn by hand: the root is the seat that was asked, whoever else may act."""
    state = middle("sequence", 4, actions=1, draw="manual")
    assert state.actors == (0, 1)
    for seat in state.actors:
        started = Mcts(Task(state.hidden(seat), seat, 4, generator(1)), MctsSettings())
        started.run(500)
        texts = {state.game.notation.write(one.action) for one in started.found()}
        assert texts == set(state.legal(seat))


def test_found_is_ranked_by_visits() -> None:
    found = search(middle("consequence"), 1000).found()
    assert found == sorted(found, key=lambda one: -one.visits)
    assert isinstance(found[0], Found)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_lead_is_over_the_second(threads: int) -> None:
    found = search(middle("consequence"), 1000, threads=threads)
    first, second, *_ = found.found()
    assert found.lead() == first.visits - second.visits
    assert search(middle("consequence"), 1).lead() == 1
