"""The public Python API, as DESIGN.md promises it."""

import copy
import json
import operator
import os
import subprocess
import sys
from typing import Any

import pytest

import tesserae
from tesserae import BadOption, BadPosition, Refused

POSITION: dict[str, Any] = {
    "game": "consequence",
    "turn": 0,
    "hands": [["bM", "bo"], ["rS"]],
    "board": {"b2": "bM", "c3": "ro"},
}


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env=environment()
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def test_importing_the_package_does_not_touch_numba() -> None:
    assert run("import sys, tesserae; print('numba' in sys.modules, 'numpy' in sys.modules)") == "False False\n"


def test_listing_the_games_does_not_touch_numba() -> None:
    code = (
        "import sys; from tesserae.games import games; print([g.name for g in games()]); print('numba' in sys.modules)"
    )
    lines = run(code).splitlines()
    assert "consequence" in lines[0]
    assert lines[1] == "False"


def test_the_public_names() -> None:
    for name in tesserae.__all__:
        assert getattr(tesserae, name) is not None
    assert isinstance(tesserae.start("consequence"), tesserae.State)
    assert issubclass(Refused, ValueError)
    assert issubclass(BadOption, ValueError)
    assert issubclass(BadPosition, ValueError)
    with pytest.raises(AttributeError, match="nonsense"):
        operator.attrgetter("nonsense")(tesserae)


def test_a_game_from_start_to_end() -> None:
    state = tesserae.start("consequence", seats=2, seed=1)
    assert state.actors == (0,)
    assert state.outcome is None
    assert state.history == []
    while state.actors:
        seat = state.actors[0]
        actions = state.legal(seat)
        assert actions == sorted(actions)
        state.act(seat, actions[0])
        assert state.history[-1] == (seat, actions[0])
    assert isinstance(state.outcome, tesserae.Outcome)
    assert state.outcome.reason in ("points", "four_in_row", "tie")
    winners, reason, scores = state.outcome
    assert state.export()["outcome"] == {"winners": list(winners), "reason": reason, "scores": list(scores or ())}
    assert state.legal(0) == state.legal(1) == []


def test_GE_1_same_seed_and_actions_same_bytes() -> None:
    one, two = (tesserae.start("consequence", seats=2, seed=9, row_min=2) for _ in range(2))
    assert one.raw().tobytes() == two.raw().tobytes()
    for action in ("bM@a1", "ro@b1", "bo@c1>W"):
        for state in (one, two):
            if not state.why(state.actors[0], action):
                state.act(state.actors[0], action)
    assert one.raw().tobytes() == two.raw().tobytes()
    assert one.raw().tobytes() != tesserae.start("consequence", seats=2, seed=9, row_min=2).raw().tobytes()


def test_GE_2_the_seed_is_in_the_state() -> None:
    assert (
        tesserae.start("consequence", seed=1).raw().tobytes() != tesserae.start("consequence", seed=2).raw().tobytes()
    )
    seeds = {tesserae.start("consequence").seed for _ in range(3)}
    assert len(seeds) == 3


def test_GE_4_actions_are_remembered_in_canonical_form() -> None:
    state = tesserae.start("consequence", seed=1)
    state.act(0, " BM @ b2 ")
    assert state.history == [(0, "bM@b2")]


def test_GE_5_a_refused_action_changes_nothing() -> None:
    state = tesserae.load(POSITION)
    before = state.raw().tobytes()
    for seat, action in ((0, "b2-c3"), (0, "bS@a1"), (1, "rS@a1"), (0, "nonsense"), (None, "bM@a1"), (7, "bM@a1")):
        reason = state.why(seat, action)
        with pytest.raises(Refused) as caught:
            state.act(seat, action)
        assert reason is not None
        assert (reason.rule, str(reason)) == (caught.value.rule, str(caught.value))
        assert reason.rule[:3] in ("CQ-", "GE-")
    assert state.raw().tobytes() == before
    assert state.history == []


def test_legal_at_one_square() -> None:
    state = tesserae.load(POSITION)
    assert state.legal(0, at="c3") == sorted(f"c3-{to}" for to in ("b3", "b4", "c2", "c4", "d2", "d3", "d4"))
    assert state.legal(0, at=" C3 ") == state.legal(0, at="c3")
    assert "bM@a1>NE" in state.legal(0, at="a1")
    with pytest.raises(Refused):
        state.legal(0, at="z9")


def test_seats_that_are_none() -> None:
    state = tesserae.start("consequence")
    wrong: list[Any] = [2, -1, True, "0"]
    for seat in wrong:
        for ask in (state.legal, state.view, state.hidden):
            with pytest.raises(Refused) as caught:
                ask(seat)
            assert caught.value.rule == "GE-7"


def test_copies_are_independent() -> None:
    state = tesserae.start("consequence", seed=1)
    state.act(0, "bM@a1")
    twin = state.copy()
    assert (twin.raw().tobytes(), twin.history, twin.export()) == (state.raw().tobytes(), state.history, state.export())
    before, position = state.raw().tobytes(), copy.deepcopy(state.export())
    twin.act(1, "rS@b1")
    assert (state.raw().tobytes(), state.history, state.export()) == (before, [(0, "bM@a1")], position)
    state.act(1, "ro@d4")
    assert len(twin.history) == 2
    assert twin.export()["board"] == {"a1": "bM", "b1": "rS"}


def test_exports_and_views_do_not_reach_into_the_game() -> None:
    state = tesserae.load(POSITION)
    before = state.raw().tobytes()
    exported, view, hidden = state.export(), state.view(0), state.hidden(0)
    exported["hands"][0].clear()
    view["board"].clear()
    hidden["board"][:] = -1
    assert state.raw().tobytes() == before
    assert state.export()["hands"][0] == ["bM", "bo"]


def test_load_takes_text_and_objects() -> None:
    one, two = tesserae.load(POSITION), tesserae.load(json.dumps(POSITION))
    assert one.export() == two.export()
    assert one.raw().tobytes() == two.raw().tobytes()
    assert one.raw().tobytes() != tesserae.load(POSITION, seed=5).raw().tobytes()
    assert tesserae.load(POSITION, seed=5).seed == 5


def test_repr_says_what_it_is() -> None:
    assert repr(tesserae.start("consequence")) == "<Consequence, 2 seats, 0 actions>"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, ["chess", "consequence"]),
        ({"game": "consequence", "seats": 3}, ["2", "3"]),
        ({"game": "consequence", "seats": 2.0}, ["2"]),
        ({"game": "consequence", "seats": "2"}, ["2"]),
        ({"game": "consequence", "row_min": 0}, ["row_min", "1 to 3"]),
        ({"game": "consequence", "row_max": 0}, ["row_max", "row_min, reveal_pushed, memory_aid"]),
        ({"game": "consequence", "reveal_pushed": "none"}, ["receiver or both"]),
        ({"game": "consequence", "seed": -1}, ["seed"]),
        ({"game": "consequence", "seed": 1 << 63}, ["seed"]),
        ({"game": "consequence", "seed": 1.0}, ["seed"]),
        ({"game": "consequence", "seed": True}, ["seed"]),
        ({"game": "consequence", "seed": "1"}, ["seed"]),
    ],
)
def test_bad_arguments_are_refused_with_the_good_ones(arguments: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadOption) as caught:
        tesserae.start(**arguments)
    for word in words:
        assert word in str(caught.value)


def test_the_largest_seed() -> None:
    assert tesserae.start("consequence", seed=(1 << 63) - 1).actors == (0,)


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ("not json", "position"),
        ("[1]", "position"),
        ([POSITION], "position"),
        ({}, "game"),
        ({**POSITION, "options": 3}, "options"),
        ({**POSITION, "outcome": {"winners": []}}, "outcome"),
        ({**POSITION, "step": 1}, "step"),
        ({**POSITION, "turn": 5}, "turn"),
    ],
)
def test_bad_positions_name_the_field(position: Any, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        tesserae.load(position)
    assert caught.value.field == field


def test_a_bad_seed_for_a_position() -> None:
    with pytest.raises(BadOption):
        tesserae.load(POSITION, seed=-1)


def test_reveal_shows_everything() -> None:
    state = tesserae.load(POSITION)
    assert state.reveal()["board"] == state.export()["board"]
    assert state.reveal()["hands"] == state.export()["hands"]
    assert set(state.reveal()) == set(state.view(None))


def test_raw_is_a_copy() -> None:
    state = tesserae.load(POSITION)
    array = state.raw()
    array["board"][:] = -1
    assert state.export()["board"] == POSITION["board"]


@pytest.mark.parametrize("thing", [None, 0, 1.5, True, b"bM@b2", [], {}, ["bM@b2"]], ids=repr)
@pytest.mark.parametrize("game", ["symbol", "symbol_chain", "sequence", "consequence"])
def test_GE_4_an_action_that_is_no_text_is_refused(game: str, thing: Any) -> None:
    state = tesserae.start(game, seed=1)
    with pytest.raises(Refused, match="is a text") as error:
        state.act(0, thing)
    refused = state.why(0, thing)
    assert refused is not None
    assert error.value.rule == refused.rule == "GE-4"
    if thing is not None:
        with pytest.raises(Refused, match="is a text"):
            state.legal(0, at=thing)


@pytest.mark.parametrize(
    "position",
    ["[" * 100_000, "1" * 5_000, '{"game": "symbol", "turn": ' + "1" * 5_000 + "}", {**POSITION, "turn": 10**5_000}],
    ids=["nested", "number", "turn", "object"],
)
def test_what_no_reader_of_json_takes_is_a_bad_position(position: Any) -> None:
    with pytest.raises(BadPosition):
        tesserae.load(position)


def test_a_position_that_changes_after_loading_does_not_change_the_game() -> None:
    position = copy.deepcopy(POSITION)
    state = tesserae.load(position)
    del position["board"]["b2"]
    assert state.origin == POSITION
