"""Records as plain Python."""

import numpy as np
import pytest

from tesserae.games.plain import KEPT, plain

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
