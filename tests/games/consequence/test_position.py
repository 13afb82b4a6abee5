"""Consequence positions: round trips, and every refusal named by its field (RULES.md, Positions)."""

import copy
import json
from typing import Any

import pytest

import tesserae
from tesserae import BadOption, BadPosition
from tests.games.consequence.helpers import play, position, table

EXAMPLE: dict[str, Any] = {
    "game": "consequence",
    "options": {},
    "turn": 0,
    "hands": [["bM", "bS", "bo"], ["rS"]],
    "board": {"b2": "bM", "c3": "ro"},
    "known": [["b2"], ["c3"]],
    "last": {"moved": None, "added": "c3"},
    "moves_in_row": 0,
    "turns": 2,
    "outcome": None,
}


def test_the_example_of_the_rules_loads_and_comes_back() -> None:
    assert tesserae.load(EXAMPLE).export() == EXAMPLE
    assert tesserae.load(json.dumps(EXAMPLE)).export() == EXAMPLE


def test_the_given_position_is_not_changed() -> None:
    given = copy.deepcopy(EXAMPLE)
    play(tesserae.load(given), "bM@a1")
    assert given == EXAMPLE


def test_round_trip_of_the_alternate_closing() -> None:
    """CQ-11: when the player to move placed the tile that was added last."""
    state = table({"a1": "bo"}, hands=[["bM", "bM"], ["rS", "rS", "rS"]], turns=119, turn=1)
    for action in ("rS@d4", "bM@c1", "rS@c4", "bM@c2"):
        play(state, action)
        exported = state.export()
        assert exported["turns"] == 120
        assert exported["last"]["added"] == "d4"
        again = tesserae.load(exported)
        assert again.export() == exported
        assert again.legal(again.actors[0]) == state.legal(state.actors[0])


def test_hands_are_sorted_and_default_options_left_out() -> None:
    state = table(
        {"a1": "bo"},
        hands=[["rM", "bo", "bM"], ["rS", "bS"]],
        options={"row_min": 2, "memory_aid": False, "reveal_pushed": "receiver"},
    )
    assert state.export()["hands"] == [["bM", "bo", "rM"], ["bS", "rS"]]
    assert state.export()["options"] == {"row_min": 2}


def test_what_may_be_left_out() -> None:
    state = tesserae.load({"game": "consequence", "turn": 1, "hands": [["bM"], ["rS"]], "board": {"a1": "ro"}})
    assert state.export() == {
        "game": "consequence",
        "options": {},
        "turn": 1,
        "hands": [["bM"], ["rS"]],
        "board": {"a1": "ro"},
        "known": [[], []],
        "last": {"moved": None, "added": None},
        "moves_in_row": 0,
        "turns": 0,
        "outcome": None,
    }
    for last in (None, {}, {"moved": "a1"}, {"added": None}):
        tesserae.load(position({"a1": "ro"}, last=last))


@pytest.mark.parametrize("field", ["turn", "hands", "board"])
def test_what_may_not_be_left_out(field: str) -> None:
    fields = position({"a1": "ro"})
    del fields[field]
    with pytest.raises(BadPosition) as caught:
        tesserae.load(fields)
    assert caught.value.field == field


BOARD = {"a1": "ro", "b2": "bM"}
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("turn", {"turn": 2}),
    ("turn", {"turn": -1}),
    ("turn", {"turn": "0"}),
    ("turn", {"turn": True}),
    ("turn", {"turn": None}),
    ("turn", {"turn": 0.0}),
    ("turns", {"turns": -1}),
    ("turns", {"turns": 121}),
    ("turns", {"turns": 1.5}),
    ("moves_in_row", {"moves_in_row": 13}),
    ("moves_in_row", {"moves_in_row": -1}),
    ("moves_in_row", {"moves_in_row": 1, "board": {}}),
    ("hands", {"hands": None}),
    ("hands", {"hands": [["bM"]]}),
    ("hands", {"hands": [["bM"], ["rS"], []]}),
    ("hands", {"hands": {"0": ["bM"], "1": []}}),
    ("hands[0]", {"hands": ["bM", ["rS"]]}),
    ("hands[1]", {"hands": [["bM"], [3]]}),
    ("hands[0]", {"hands": [["bX"], ["rS"]]}),
    ("hands[0]", {"hands": [["b?"], ["rS"]]}),
    ("hands[0]", {"hands": [["bS", "bS"], ["rS"]]}),
    ("hands[1]", {"hands": [["bS"], ["rS", "bS"]]}),
    ("hands[0]", {"hands": [["ro"] * 4, ["rS"]]}),
    ("board.b2", {"hands": [["bM", "bM", "bM"], ["rS"]]}),  # a fourth blue moon
    ("board", {"board": ["a1"]}),
    ("board", {"board": None}),
    ("board", {"board": {"e1": "ro"}}),
    ("board", {"board": {"A1": "ro"}}),
    ("board.a1", {"board": {"a1": "xx"}}),
    ("board.a1", {"board": {"a1": None}}),
    ("board.a1", {"board": {"a1": ["ro"]}}),
    ("board.a1", {"board": {"a1": "r?"}}),
    ("known", {"known": [[]]}),
    ("known", {"known": None}),
    ("known[0]", {"known": ["a1", []]}),
    ("known[0]", {"known": [["z9"], []]}),
    ("known[1]", {"known": [[], ["c3"]]}),
    ("known[1]", {"known": [["a1"], ["a1"]]}),
    ("known[0]", {"known": [["a1", "a1"], []]}),
    ("last", {"last": "a1"}),
    ("last", {"last": {"moved": "a1", "added": "b2"}}),
    ("last.moved", {"last": {"moved": "c3"}}),
    ("last.added", {"last": {"added": "c3"}}),
    ("last.moved", {"last": {"moved": "q3"}}),
    ("last.added", {"last": {"added": 5}}),
    ("last.pushed", {"last": {"pushed": "ro"}}),
    ("last.added", {"last": {"added": "a1"}, "known": [["a1"], []]}),
    ("hands[0]", {"hands": [[], ["rS"]]}),  # nothing to place: the play would have ended (CQ-8)
    ("hands[1]", {"hands": [["bM"], []], "turn": 1}),
    ("hands[0]", {"hands": [[], []]}),  # already over
    ("outcome", {"outcome": {"winners": [0], "reason": "points", "scores": [1, 0]}}),
    ("outcome", {"outcome": False}),
    ("step", {"step": None}),
    ("step", {"step": {}}),
    ("clock", {"clock": 5}),
    ("seats", {"seats": 2}),
    ("options", {"options": []}),
    ("game", {"game": None}),
    ("game", {"game": 7}),
]


@pytest.mark.parametrize(("field", "change"), REFUSED, ids=lambda part: str(part)[:60])
def test_bad_positions_are_refused_by_field(field: str, change: dict[str, Any]) -> None:
    tesserae.load(position(BOARD))  # what is changed was good
    with pytest.raises(BadPosition) as caught:
        tesserae.load(position(BOARD) | change)
    assert caught.value.field == field
    assert str(caught.value).startswith(field)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": {"row_min": 4}},
        {"options": {"row_min": True}},
        {"options": {"wind": 3}},
        {"options": {"reveal_pushed": "nobody"}},
        {"options": {"memory_aid": 1}},
    ],
)
def test_bad_games_and_options_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        tesserae.load(position(BOARD) | change)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '"consequence"', "null"])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(BadPosition) as caught:
        tesserae.load(text)
    assert caught.value.field == "position"


def test_good_sides_of_the_refusals() -> None:
    """Each of these is next to something refused above."""
    tesserae.load(position(BOARD, turns=120))
    tesserae.load(position(BOARD, moves_in_row=12))
    tesserae.load(position({}, moves_in_row=0))
    tesserae.load(position(BOARD, hands=[["bM", "bM"], ["rS"]]))
    tesserae.load(position(BOARD, known=[["a1"], ["b2"]]))
    tesserae.load(position(BOARD, last={"added": "a1"}, known=[[], ["a1"]]))
    tesserae.load(position(BOARD, last={"moved": "a1"}, known=[["a1"], []]))
    tesserae.load(position(BOARD, outcome=None))
    assert tesserae.load(position(BOARD, hands=[["bM"], []])).view(None)["closing"]
