"""The race: it knows no more than its seat, is a function of its seed, and prefers what wins."""

import numpy as np
import pytest

import tesserae
from tesserae.engine.net import Net
from tesserae.engine.race import LOOKS, SURE, Race, Racing, RacingSettings
from tesserae.engine.searches import Task
from tesserae.games.sequence.inputs import ADDS, INPUTS, SEEN
from tesserae.state import State
from tests.games.sequence.helpers import line, table
from tests.walks import generator


def net(seed: int = 1) -> Net:
    """One with random weights."""
    chance = np.random.default_rng(seed)
    shapes = ((INPUTS, 8), (8,), (8,), (1,))
    return Net(*(chance.normal(0, 0.2, shape).astype(np.float32) for shape in shapes))


def hoarder() -> Net:
    """One that wants nothing but an ADD in its hand."""
    first = np.zeros((INPUTS, 1), np.float32)
    for block in range(INPUTS // SEEN):
        first[SEEN * block + ADDS + 1] = 1.0
    return Net(first, np.zeros(1, np.float32), np.ones(1, np.float32), np.zeros(1, np.float32))


def race(state: State, tries: int, weights: Net, seed: int = 1, racing: Racing | None = None) -> Race:
    seat = state.actors[0]
    begun = Race(
        Task(state.hidden(seat), seat, state.seats, generator(seed)), RacingSettings(weights, racing or Racing())
    )
    begun.run(tries)
    return begun


@pytest.mark.parametrize("seats", [2, 3, 4, 12])
def test_all_legal_actions_are_judged_for_every_seat(seats: int) -> None:
    state = tesserae.start("sequence", seats, 3)
    found = race(state, 500, net()).found()
    assert {state.game.notation.write(one.action) for one in found} == set(state.legal(0))
    visits = [one.visits for one in found]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > LOOKS
    for one in found:
        assert len(one.values) == seats
        assert all(-1.0 <= value <= 1.0 for value in one.values)
        if seats % 2 == 0:
            assert one.values[1] == pytest.approx(-one.values[0])


def test_the_same_seed_gives_the_same_race_however_it_is_cut() -> None:
    state = tesserae.start("sequence", 2, 5)
    whole = race(state, 300, net())
    pieces = race(state, 1, net())
    for tries in (7, 92, 200):
        pieces.run(tries)
    assert pieces.found() == whole.found()
    assert pieces.simulations == whole.simulations == 300
    assert race(state, 300, net(), seed=2).found() != whole.found()


def test_hidden_cards_change_nothing() -> None:
    one = table("CA TX ADD", "WY IA REMOVE", deck="CO OH", chips=(line("b2", "d2"), "h8"))
    other = table("CA TX ADD", "CO OH WY", deck="IA REMOVE", chips=(line("b2", "d2"), "h8"))
    assert race(one, 200, net()).found() == race(other, 200, net()).found()


def test_a_win_needs_no_race() -> None:
    """With one sequence already, MT on a1 makes the second."""
    state = table("MT CO OH", "UT ND", chips=(line("b1", "e1"), "h8"), sequences=((0, line("a5", "e5")),), deck="WY IA")
    won = race(state, 1, net())
    assert won.settled
    assert state.game.notation.write(won.found()[0].action) == "MT@a1"
    assert won.found()[0].values == (1.0, -1.0)
    assert won.line() == [(0, won.found()[0].action)]


def test_it_does_what_the_net_wants() -> None:
    state = table("ADD CO OH", "UT ND", chips=("a1", "h8"), deck="WY IA MT TX")
    found = race(state, 400, hoarder(), racing=Racing(margin=2.0)).found()
    assert not state.game.notation.write(found[0].action).startswith("ADD")
    assert state.game.notation.write(found[-1].action).startswith("ADD")


def test_what_is_clearly_behind_drops_out() -> None:
    state = table("ADD CO OH", "UT ND", chips=("a1", "h8"), deck="WY IA MT TX")
    run = race(state, 4000, hoarder(), racing=Racing(field=6, margin=2.0))
    visits = run.visits()
    raced = [count for count in visits.values() if count > LOOKS]
    adds = [count for action, count in visits.items() if state.game.notation.write(action).startswith("ADD")]
    assert len(raced) == 6
    assert max(adds) == LOOKS + SURE
    assert run.lead() == 0
    assert not run.advance([], state.hidden(0))
