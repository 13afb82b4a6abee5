"""Records: written and read again, by hand too, and refused with the line that is wrong."""

import json
import random
from typing import Any

import pytest

import tesserae
from tesserae import record
from tesserae.state import State

KINGLESS = '{"game": "symbol", "turn": 0, "board": {}, "reserve": ["G", "G"]}'
HANDS = '{"game": "sequence", "turn": 0, "hands": [["CA"], ["NY"]], "deck": [], "chips": {}, "sequences": []}'


def played(actions: int, **options: Any) -> State:
    state = tesserae.start("consequence", seed=3, **options)
    chance = random.Random(4)
    while state.actors and len(state.history) < actions:
        seat = state.actors[0]
        state.act(seat, chance.choice(state.legal(seat)))
    return state


def test_a_finished_game_survives_writing_and_reading() -> None:
    state = played(1000, row_min=2, memory_aid=True, reveal_pushed="both")
    found = record.read(record.write(state, ["Ann", "Bob"]))
    assert found.players == ["Ann", "Bob"]
    assert found.outcome == state.export()["outcome"]
    assert found.final().tobytes() == state.tobytes()
    assert found.final().history == state.history


def test_an_unfinished_game_and_one_from_a_position_do_too() -> None:
    state = played(7)
    assert record.read(record.write(state)).final().tobytes() == state.tobytes()
    loaded = tesserae.load(state.export(), seed=9)
    seat = loaded.actors[0]
    loaded.act(seat, loaded.legal(seat)[0])
    again = record.read(record.write(loaded)).final()
    assert again.tobytes() == loaded.tobytes()


def test_a_replay_keeps_every_moment() -> None:
    state = played(1000)
    began = record.beginning(state)
    steps = list(record.replay(began, state.history))
    assert [(step.seat, step.action) for step in steps] == state.history
    assert began.history == []
    again = record.beginning(state)
    for step in steps:
        assert step.before.tobytes() == again.tobytes()
        again.act(step.seat, step.action)
        assert step.after.tobytes() == again.tobytes()
    assert again.tobytes() == state.tobytes()


def test_a_replay_ends_at_the_first_action_that_is_not_legal() -> None:
    steps = record.replay(tesserae.start("consequence", seed=1), [(0, "bm@b2"), (1, "rS@b2"), (1, "rS@c3")])
    assert next(steps).action == "bM@b2"
    with pytest.raises(tesserae.Refused, match="b2 is not empty"):
        next(steps)


def test_what_was_taken_back_is_replayed_too() -> None:
    text = "tesserae: 1\ngame: consequence\n\n0 bM@b2\n1 rS@c3\n* 0 takeback 2\n0 bS@d4\n"
    found = record.read(text)
    first, second, back, third = found.replay()
    assert isinstance(back, record.TakenBack)
    assert back.actions == 2
    assert back.after.tobytes() == found.beginning.tobytes()
    assert isinstance(third, record.Step)
    assert third.before is back.after
    assert second.after.history == [(0, "bM@b2"), (1, "rS@c3")]
    assert first.after.history == [(0, "bM@b2")]
    assert found.final().history == third.after.history == [(0, "bS@d4")]


def test_the_referee_is_a_dash() -> None:
    found = record.read("tesserae: 1\ngame: consequence\n\n- penalty 1\n")
    assert found.actions == [(None, "penalty 1")]
    with pytest.raises(tesserae.BadRecord, match="line 4"):
        found.final()


def test_a_record_written_by_hand() -> None:
    text = "# mine\ntesserae: 1\ngame: consequence\noption.row_min: 2\n\n# Moon begins\n0  BM @ b2\n\n1 rs@c3\n"
    state = record.read(text).final()
    assert state.history == [(0, "bM@b2"), (1, "rS@c3")]
    assert state.options["row_min"] == 2
    assert (state.seats, state.seed) == (2, 0)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "no line tesserae"),
        ("tesserae: 2\ngame: consequence\n", 1, "version 2; version 1 can be read"),
        ("tesserae: one\n", 1, "whole number"),
        ("tesserae: 1\n", 1, "no line game"),
        ("tesserae: 1\ngame: chess\n", 2, "no game 'chess'"),
        ("tesserae: 1\ngame: consequence\nseats: 3\n", 3, "for 2 players"),
        ("tesserae: 1\ngame: consequence\nseed: -1\n", 3, "whole number"),
        ("tesserae: 1\ngame: consequence\noption.row_min: 9\n", 3, "from 1 to 3"),
        ("tesserae: 1\ngame: consequence\noption.speed: 9\n", 3, "no option 'speed'"),
        ("tesserae: 1\ngame: consequence\ncolour: red\n", 3, "no header line colour"),
        ("tesserae: 1\ngame: consequence\ngame: consequence\n", 3, "twice"),
        ("tesserae: 1\ngame: consequence\nhello\n", 3, "not a header line"),
        ("tesserae: 1\ngame: consequence\nposition: {\n", 3, "not JSON"),
        ('tesserae: 1\ngame: consequence\noption.row_min: 2\nposition: {"turn": 0}\n', 4, "the options must be in it"),
        ("tesserae: 1\ngame: consequence\noutcome: won\n", 3, "not JSON"),
        ("tesserae: 1\ngame: consequence\n\nbM@b2\n", 4, "not a seat and an action"),
        ("tesserae: 1\ngame: consequence\n\n0 bM@b2\n1 rS@b2\n", 5, "refused by CQ-3"),
        ("tesserae: 1\ngame: consequence\n\n0 bM@b2\n0 bM@b3\n", 5, "refused by GE-7"),
        ("tesserae: 1\ngame: consequence\n\n7 bM@b2\n", 4, "refused by GE-7"),
        ("tesserae: 1\ngame: consequence\noutcome: {}\n\n0 bM@b2\n", 3, "outcome is null"),
        (f"tesserae: 1\ngame: consequence\nseed: {'9' * 5000}\n", 3, "whole number"),
        (f"tesserae: 1\ngame: consequence\noutcome: {'9' * 5000}\n", 3, "not JSON"),
        (f"tesserae: 1\ngame: consequence\noutcome: {'[' * 100_000}\n", 3, "not JSON"),
        (f"tesserae: 1\ngame: consequence\n\n{'9' * 5000} bM@b2\n", 4, "not a seat and an action"),
        (f"tesserae: 1\ngame: sequence\nposition: {KINGLESS}\n", 3, "position of symbol, not of sequence"),
        (f"tesserae: 1\ngame: sequence\nseats: 3\nposition: {HANDS}\n", 3, "2 seats, not 3"),
    ],
)
def test_a_damaged_record_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(tesserae.BadRecord, match=message) as caught:
        record.read(text).final()
    assert caught.value.line == line
    assert f"line {line}:" in str(caught.value)


def test_seats_may_be_left_out_beside_a_position() -> None:
    three = HANDS.replace('["NY"]', '["NY"], ["TX"]')
    assert record.read(f"tesserae: 1\ngame: sequence\nposition: {three}\n").final().seats == 3


def test_a_false_outcome_is_noticed() -> None:
    state = played(1000)
    text = record.write(state)
    true = json.dumps(state.export()["outcome"])
    false = true.replace("true", "false") if "true" in true else true.replace('"reason": "', '"reason": "x')
    with pytest.raises(tesserae.BadRecord, match="the outcome is"):
        record.read(text.replace(true, false)).final()
