"""What a net sees of Sequence, and which actions deserve a thought."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesserae
from tesserae.engine import contract, ordering
from tesserae.games.sequence.inputs import (
    FINISHING,
    INPUTS,
    OWN_CUT,
    OWN_FORKS,
    OWN_HOLES,
    SEEN,
    THEIR_CUT,
    THEIR_FORKS,
    THEIR_HOLES,
)
from tesserae.games.sequence.mind import lesson
from tesserae.games.sequence.promising import keep_promising
from tesserae.state import State
from tests.games.sequence.helpers import TABLES, line, played, table, tables


def seen(state: State, seat: int) -> dict[int, float]:
    """The inputs, without their block."""
    places, amounts = np.full(INPUTS, -1, np.int64), np.zeros(INPUTS, np.float32)
    n = contract.inputs(state.raw(), seat, places, amounts)
    assert 0 < n <= SEEN
    assert np.all(np.diff(places[:n]) > 0)
    assert places[0] // SEEN == places[n - 1] // SEEN
    assert 0 <= places[0] < INPUTS
    assert np.isfinite(amounts[:n]).all()
    return dict(zip((places[:n] % SEEN).tolist(), amounts[:n].tolist(), strict=True))


@given(tables(), st.integers(0, 80), st.integers(0, 99))
def test_a_seat_sees_only_what_it_knows(state: State, steps: int, seed: int) -> None:
    state = played(state, steps, seed)
    if state.outcome is None:
        for seat in range(state.seats):
            hidden = state.copy()
            hidden.raw()[:] = state.hidden(seat)
            assert seen(hidden, seat) == seen(state, seat)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_sides_are_the_teams(seats: int, options: dict[str, Any]) -> None:
    state = tesserae.start("sequence", seats, 1, **options)
    assert contract.sides(state.raw(), seats) == state.teams == (3 if seats in (3, 9) or options else 2)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_there_is_a_block_for_each_kind_of_game_and_turn(seats: int, options: dict[str, Any]) -> None:
    state = tesserae.start("sequence", seats, 1, **options)
    teams = 3 if seats in (3, 9) or options else 2
    kind = 0 if seats == 2 else teams - 1
    places, amounts = np.zeros(INPUTS, np.int64), np.zeros(INPUTS, np.float32)
    for seat in range(seats):
        contract.inputs(state.raw(), seat, places, amounts)
        assert places[0] // SEEN == 2 * kind + int(seat % teams == 0)


def test_both_teams_look_alike() -> None:
    mine, yours = f"{line('b2', 'e2')} h8 h9", f"{line('c4', 'f7')} a9"
    one = table("CA TX ADD", "WY IA REMOVE", chips=(mine, yours), turn=0)
    other = table("WY IA REMOVE", "CA TX ADD", chips=(yours, mine), turn=1)
    assert seen(one, 0) == seen(other, 1)
    assert seen(one, 1) == seen(other, 0)
    assert seen(one, 0) != seen(one, 1)


def among(found: dict[int, float], first: int, many: int) -> dict[int, float]:
    return {place - first: amount for place, amount in found.items() if first <= place < first + many}


def test_spaces_that_complete_a_line_are_of_four_sorts() -> None:
    """Four in a row at b1 to e1: a1 is MT and f1 is WA."""
    four = line("b1", "e1")
    state = table("MT CO", "OH UT", deck="MT WA WA", chips=(four, ""))
    assert among(seen(state, 0), OWN_HOLES, 8) == {0: 1.0, 3: 1.0}  # MT is held, of WA there are two
    assert among(seen(state, 1), THEIR_HOLES, 12) == {4: 2.0}
    assert among(seen(state, 0), FINISHING, 4) == {0: 1.0}  # one way
    assert among(seen(table("ADD CO", "OH UT", deck="WA", chips=(four, "")), 0), FINISHING, 4) == {1: 1.0}  # two
    covering = table("OH UT", "MT CO", deck="MT WA WA", chips=(four, ""))
    assert among(seen(covering, 1), THEIR_HOLES, 12) == {3: 1.0, 4: 1.0}
    one_left = table("CO", "OH", deck="WA", chips=(four, ""))  # all other cards are out of the game
    assert among(seen(one_left, 0), OWN_HOLES, 8) == {1: 1.0, 2: 1.0}


def test_lines_that_are_full_count_no_more() -> None:
    """Six in a row, of which five are yet to be claimed: the row can go on at a1 and h1."""
    state = table("WA CO", "OH UT", chips=(f"{line('b1', 'e1')} g1", ""))
    state.act(0, "WA@f1")
    assert any(action.startswith("claim") for action in state.legal(0))
    assert sum(among(seen(state, 0), OWN_HOLES, 8).values()) == 2.0


def test_with_a_sequence_the_next_one_counts_apart() -> None:
    rows = {"chips": (line("b1", "e1"), ""), "sequences": ((0, line("a5", "e5")),)}
    state = table("MT CO", "OH UT", deck="MT WA WA", **rows)
    assert among(seen(state, 0), OWN_HOLES, 8) == {4: 1.0, 7: 1.0}
    assert among(seen(state, 1), THEIR_HOLES, 12) == {10: 2.0}


def test_a_chip_that_can_be_removed_cuts_a_line() -> None:
    """Four of a1 to e1, of which the other team has d1."""
    cut = table("CO", "OH", chips=("a1 b1 c1 e1", "d1"))
    assert among(seen(cut, 0), OWN_CUT, 4) == {0: 1.0}
    assert among(seen(cut, 1), THEIR_CUT, 2) == {0: 1.0}
    locked = table("CO", "OH", chips=("a1 b1 c1 e1", ""), sequences=((1, line("d1", "d5")),))
    assert among(seen(locked, 0), OWN_CUT, 4) == {}


def test_a_space_that_makes_two_fours_is_a_fork() -> None:
    """e1 in the row (of a1 to e1 and b1 to f1), a5 in the column, and a1, where both meet."""
    row = table("CO", "OH", chips=("b1 c1 d1", ""))
    both = table("CO", "OH", chips=("b1 c1 d1 a2 a3 a4", ""))
    for seat, first in ((0, OWN_FORKS), (1, THEIR_FORKS)):
        assert sum(among(seen(row, seat), first, 8).values()) == 0.25
        assert sum(among(seen(both, seat), first, 8).values()) == 0.75


@given(tables(), st.integers(0, 80), st.integers(0, 99))
def test_what_is_promising_is_legal(state: State, steps: int, seed: int) -> None:
    state = played(state, steps, seed)
    out, all_of_them = np.empty(4096, np.int64), np.empty(4096, np.int64)
    for seat in state.actors:
        n = ordering.promising(state.raw(), seat, out)
        legal = all_of_them[: contract.legal(state.raw(), seat, all_of_them)].tolist()
        kept = out[:n].tolist()
        assert kept
        assert set(kept) <= set(legal)
        assert kept == sorted(kept)


def promising(state: State) -> set[str]:
    out = np.empty(4096, np.int64)
    n = keep_promising(state.raw()[0], 0, contract.legal(state.raw(), 0, out), out)
    return {state.game.notation.write(action) for action in out[:n].tolist()}


def test_add_and_remove_go_where_lines_are() -> None:
    state = table("ADD REMOVE CO", "OH", chips=("a1 b1 c1", "j10 i10 h10 e5"))
    found = promising(state)
    assert {"ADD@d1", "ADD@e1", "ADD@g10", "ADD@f10", "REMOVE@j10", "REMOVE@h10"} <= found
    assert not {"ADD@e8", "REMOVE@e5"} & found
    assert {action for action in state.legal(0) if action.startswith("CO")} <= found


def test_without_such_lines_everything_is_promising() -> None:
    state = table("ADD", "OH", chips=("a1", "j10"))
    assert promising(state) == set(state.legal(0))


def test_lessons_are_of_every_kind() -> None:
    game = tesserae.start("sequence", 2, 1).game
    chance = random.Random(1)
    drawn = [lesson(chance) for _ in range(2000)]
    for seats, options in drawn:
        game.resolve(options, seats)
    assert {seats for seats, _ in drawn} == set(game.seats)
    assert {name for _, options in drawn for name in options} == {"teams", "draw", "board"}
