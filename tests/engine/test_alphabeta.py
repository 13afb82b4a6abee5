"""Alpha-beta search: the values are those of a search that leaves nothing out."""

import random

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine import alphabeta, contract, ordering
from tesserae.engine.alphabeta import DEEPEST, PROVED, UNIT, WON, AlphaBeta, AlphaBetaSettings, Pruning
from tesserae.engine.jit import INTERPRETED, States
from tesserae.engine.ordering import LOUD
from tesserae.engine.searches import Task
from tests.games.symbol.helpers import game, simple
from tests.walks import generator

POSITIONS = 300 if INTERPRETED else 20_000


def search(state: State, seed: int = 1, **pruning: int) -> AlphaBeta:
    seat = state.actors[0]
    task = Task(state.hidden(seat), seat, state.seats, generator(seed))
    return AlphaBeta(task, AlphaBetaSettings(Pruning(**pruning)))


def to_depth(state: State, depth: int) -> AlphaBeta:
    found = search(state)
    while found.depth < depth and not found.settled:
        found.run(1)
    return found


def naive(states: States, depth: int, alpha: int = -WON, beta: int = WON, ply: int = 0) -> int:
    """The value for whoever acts, in the simplest way: without a table, an order, tests or reductions."""
    seat = contract.actors(states).bit_length() - 1
    best = -WON
    if depth < 1:
        values = np.zeros(2)
        contract.evaluate(states, values)
        best = int(values[seat] * UNIT)
        if depth <= -Pruning().quiescence:
            return best
    out = np.zeros(4096, np.int64)
    for action in out[: contract.legal(states, seat, out)].tolist():
        if best >= beta:
            break
        if depth < 1 and ordering.urgency(states, seat, action) < LOUD:
            continue
        after = states.copy()
        contract.apply(after[0], seat, action)
        alpha = max(alpha, best)
        if contract.over(after):
            returns = np.zeros(2)
            contract.returns(after, returns)
            value = int(returns[seat]) * (WON - ply - 1)
        elif contract.actors(after) == 1 << seat:
            value = naive(after, depth - 1, alpha, beta, ply + 1)
        else:
            value = -naive(after, depth - 1, -beta, -alpha, ply + 1)
        best = max(best, value)
    return best


def middle(seed: int, actions: int = 14) -> State:
    """A game of the simple edition after some random actions, neither over nor decided by the next one."""
    chance = random.Random(seed)
    while True:
        state = tesserae.start("symbol", seed=seed, edition="simple")
        for _ in range(actions):
            if state.actors:
                state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
        if state.actors and not to_depth(state, 1).settled:
            return state


def value(found: AlphaBeta, seat: int) -> int:
    return round(found.found()[0].values[seat] * UNIT)


def expected(states: States, depth: int) -> int:
    """What `naive` finds, with certain results as ±1."""
    exact = naive(states, depth)
    return exact if abs(exact) < PROVED else (UNIT if exact > 0 else -UNIT)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_the_value_is_that_of_an_exhaustive_search(seed: int, depth: int) -> None:
    state = middle(seed)
    assert value(to_depth(state, depth), state.actors[0]) == expected(state.raw(), depth)


@pytest.mark.parametrize("depth", [1, 2])
def test_steps_of_a_turn_belong_to_one_seat(depth: int) -> None:
    """Full edition: after the movement of a pile with the king, the same seat may reinforce."""
    state = game({"d1": "KG", "g7": "k"}, reserve=("D", ""))
    assert value(to_depth(state, depth), 0) == expected(state.raw(), depth)


def test_a_win_at_once() -> None:
    state = simple({"c1": "G", "c2": "k"})
    found = search_of(state)
    assert state.game.notation.write(found.found()[0].action) == "c1[G]-c2"
    assert found.found()[0].values == (1.0, -1.0)
    assert found.settled


def search_of(state: State, positions: int = POSITIONS) -> AlphaBeta:
    found = search(state)
    found.run(positions)
    return found


def test_values_belong_to_seats() -> None:
    for turn in (0, 1):
        board = {"c1": "G", "c2": "k"} if turn == 0 else {"c1": "g", "c2": "K"}
        values = search_of(simple(board, turn)).found()[0].values
        assert values[turn] == 1.0
        assert values[1 - turn] == -1.0


@pytest.mark.parametrize("turn", [0, 1])
def test_a_draw_is_a_little_worse_than_an_even_position(turn: int) -> None:
    """The hundredth quiet turn ends the game, whatever is done."""
    state = simple({"b1": "G", "f7": "g"}, turn, quiet=99)
    values = search_of(state).found()[0].values
    assert values[turn] == -Pruning().drawn / UNIT
    assert values[1 - turn] == Pruning().drawn / UNIT


def test_pieces_of_a_search_are_the_whole_search() -> None:
    state = middle(3)
    whole = search_of(state, POSITIONS)
    pieces = search(state)
    for _ in range(50):
        pieces.run(POSITIONS // 50)
    assert pieces.found() == whole.found()
    assert pieces.line() == whole.line()
    assert (pieces.depth, pieces.simulations) == (whole.depth, whole.simulations)


def test_the_line_is_legal_and_begins_with_the_choice() -> None:
    for seed in range(5):
        state = middle(seed)
        found = search_of(state)
        assert found.line()[0] == (state.actors[0], found.found()[0].action)
        assert found.visits() == {found.found()[0].action: found.simulations}
        for seat, action in found.line():
            state.act(seat, state.game.notation.write(action))


def test_among_equals_the_generator_decides() -> None:
    state = tesserae.start("symbol", edition="simple")
    choices = set()
    for seed in range(6):
        found = search(state, seed)
        found.run(100)
        choices.add(found.found()[0].action)
    assert len(choices) > 2


def test_it_goes_on_from_a_later_state() -> None:
    state = middle(2)
    seat = state.actors[0]
    found = search_of(state)
    own, reply = found.line()[:2]
    for actor, action in (own, reply):
        state.act(actor, state.game.notation.write(action))
    before = found.simulations
    assert found.advance([own, reply], state.hidden(seat))
    found.run(POSITIONS)
    assert before < found.simulations <= before + POSITIONS
    assert contract.allowed(state.raw(), seat, found.found()[0].action, np.zeros(4096, np.int64))


def test_it_does_not_go_on_from_elsewhere() -> None:
    state = middle(2)
    seat = state.actors[0]
    found = search_of(state)
    hidden = state.hidden(seat)
    own, reply = found.line()[:2]
    assert not found.advance([own, reply], hidden)  # other steps
    assert not found.advance([reply], hidden)  # a step that is not possible
    state.act(seat, state.game.notation.write(own[1]))
    assert not found.advance([own], state.hidden(1 - seat))  # the other's turn
    assert found.advance([], hidden)


def test_a_lost_position_is_settled_only_when_everything_was_tried() -> None:
    """The king is threatened from two sides: whatever is done, it falls. The first action tried tells no more than that
    it loses."""
    state = simple({"d1": "K", "d3": "w", "a1": "w", "f3": "w"}, reserve=("G", ""))
    found = search_of(state)
    assert found.found()[0].values == (-1.0, 1.0)
    assert found.settled
    assert found.simulations > len(state.legal(0))


def test_it_ends_where_there_is_no_more_room() -> None:
    """Two kings that cannot move, and one piece that cannot get anywhere: every depth is quickly done."""
    state = simple({"a2": "G"})
    found = search(state)
    found.run(15 * POSITIONS)
    assert found.depth + Pruning().quiescence < DEEPEST


# --- Settings --------------------------------------------------------------------------------------------------------


def test_compiled_code_reads_each_setting_under_its_name() -> None:
    given = Pruning(*range(100, 100 + len(Pruning._fields)))
    at = search(tesserae.start("symbol", seed=1, edition="simple"), **given._asdict())._desk.at
    assert [at[getattr(alphabeta, name.upper())] for name in Pruning._fields] == list(given)


@pytest.mark.parametrize("quiescence", [0, 1, 40, 10**9])
def test_quiescence_search_can_have_any_depth(quiescence: int) -> None:
    state = tesserae.start("symbol", seed=1, edition="simple")
    found = search(state, quiescence=quiescence)
    found.run(5000)
    assert state.game.notation.write(found.found()[0].action) in state.legal(0)
