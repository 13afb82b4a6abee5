"""Records as plain Python."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.games import NAMES
from tesserae.games.plain import KEPT, part, plain

RECORD = np.dtype((np.record, [("turn", "i1"), ("board", "i1", (2, 2))]))


def test_numbers_and_lists() -> None:
    states = np.zeros(1, RECORD)
    states["board"][0, 1, 0] = 7
    s = plain(states)
    assert type(s.turn) is int
    assert s.board == [[0, 0], [7, 0]]
    with pytest.raises(AttributeError):
        _ = s.nothing


def test_what_has_changed_is_read_anew() -> None:
    states = np.zeros(1, RECORD)
    before = plain(states)
    assert plain(states) is before
    states["turn"] = 1
    states["board"] = 2
    after = plain(states)
    assert (after.turn, after.board) == (1, [[2, 2], [2, 2]])
    assert (before.turn, before.board) == (0, [[0, 0], [0, 0]])


def test_many_arrays_do_not_take_each_others_place() -> None:
    records = [np.zeros(1, RECORD) for _ in range(2 * KEPT)]
    for n, states in enumerate(records):
        states["turn"] = n % 100
    assert [plain(states).turn for states in records] == [n % 100 for n in range(len(records))]


def test_a_part_is_computed_once_for_the_same_fields() -> None:
    made = []

    @part("board")
    def corner(s: Any, place: int) -> list[int]:
        made.append(place)
        return [s.board[0][place]]

    one, other = np.zeros(1, RECORD), np.zeros(1, RECORD)
    other["turn"] = 1
    assert corner(plain(one), 0) is corner(plain(other), 0)
    assert corner(plain(one), 1) == [0]
    other["board"] = 3
    assert corner(plain(other), 0) == [3]
    assert made == [0, 1, 0]


def test_a_part_reads_no_field_that_it_has_not_named() -> None:
    @part("board")
    def turn(s: Any) -> int:
        found: int = s.turn
        return found

    with pytest.raises(AttributeError):
        turn(plain(np.zeros(1, RECORD)))


@pytest.mark.parametrize("game", NAMES)
def test_whoever_changes_a_view_or_a_position_changes_only_that(game: str) -> None:
    state = tesserae.start(game, seed=1)
    looks: list[Callable[[], dict[str, Any]]] = [lambda: state.view(0), state.reveal, state.export]
    for look in looks:
        before = json.dumps(look())
        spoil(look())
        assert json.dumps(look()) == before


def spoil(value: Any) -> None:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            spoil(inner)
        value.clear()
