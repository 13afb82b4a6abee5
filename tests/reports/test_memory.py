"""What could have been known in the games of memory; the numbers are counted by hand."""

from typing import Any

import tesserae
from tesserae.games.consequence.report import knowledge
from tesserae.games.symbol_chain.report import details, sure_points
from tesserae.record import beginning, replay, turns

# --- Consequence ---


def seat(state: tesserae.State, number: int) -> tuple[int, int, dict[str, float]]:
    found = knowledge(state.raw())
    assert found is not None
    about = found["seats"][number]
    return about["worlds"], about["certain"], about["chances"]


def test_a_tile_of_the_other_has_one_of_three_faces() -> None:
    state = tesserae.start("consequence", seed=0)
    assert seat(state, 0) == seat(state, 1) == (1, 0, {})
    state.act(0, "bM@a1")
    assert seat(state, 0) == (1, 1, {"a1": 1.0})
    assert seat(state, 1) == (3, 0, {"a1": 0.333})
    state.act(1, "rS@d4")
    assert seat(state, 0) == (3, 1, {"a1": 1.0, "d4": 0.333})
    assert seat(state, 1) == (3, 1, {"a1": 0.333, "d4": 1.0})
    found = knowledge(state.raw())
    assert found is not None
    assert found["faces"] == {"a1": "bM", "d4": "rS"}


def test_a_tile_pushed_off_is_one_of_a_hand_again() -> None:
    """Two red tiles can be nine pairs of faces, but there is one red moon only: eight. In three of them d4 is a sun."""
    state = tesserae.start("consequence", seed=0)
    for who, action in [(0, "bM@a1"), (1, "rS@d4"), (0, "bo@d1"), (1, "ro@b1>W")]:
        state.act(who, action)
    assert seat(state, 0) == (8, 1, {"a1": 0.375, "d1": 1.0, "d4": 0.375})
    assert seat(state, 1) == (3, 2, {"a1": 1.0, "d1": 0.333, "d4": 1.0})


def test_at_the_end_all_lies_open() -> None:
    state = tesserae.start("consequence", seed=0)
    while state.actors:
        who = state.actors[0]
        state.act(who, state.legal(who)[0])
    assert knowledge(state.raw()) is None


# --- Symbol Chain ---


def test_sure_points() -> None:
    board: dict[str, list[Any]] = {"a1": ["bT", None], "b1": ["wC", 1], "c1": ["gX", 0], "d1": ["wC", 0]}
    assert sure_points(board, ["bT", "wC"], 0, shape=False) == 4  # a starting tile, another's, and the own one laid
    assert sure_points(board, ["gX", "wC"], 0, shape=False) == 3  # the first is the own one
    assert sure_points(board, ["bT", "gT", "wC"], 0, shape=False) == 1  # no such tile
    assert sure_points(board, ["gC", "bC", "wT"], 0, shape=True) == 4  # two of the shape, of which one is the own one


def where(state: tesserae.State, face: str) -> str:
    return next(square for square, (there, _) in state.reveal()["board"].items() if there == face)


def wanted(state: tesserae.State, step: int) -> str:
    return str(state.reveal()["taken"][1].split()[step])


def test_memory_in_symbol_chain() -> None:
    """The nine starting tiles have all nine faces: what is asked for lies there. Seat 0 finds both, seat 1 nothing."""
    state = tesserae.start("symbol_chain", seed=3)
    state.act(1, "ready")
    state.act(0, "ready")
    state.act(0, "take 2")
    first, second = where(state, wanted(state, 0)), where(state, wanted(state, 1))
    state.act(0, f"flip {first}")
    state.act(0, f"flip {second}")
    board = state.reveal()["board"]
    down = next(square for square in board if square not in (first, second))
    empty = next(
        square for square in ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2", "b2", "c2") if square not in board
    )
    state.act(0, f"place {down}")
    state.act(0, f"lay {empty}")
    state.act(1, "take 3")
    face = wanted(state, 0)
    view = state.reveal()
    there = sorted(square for square, (other, _) in view["board"].items() if other == face)
    wrong = next(square for square in view["board"] if square not in there)
    state.act(1, f"flip {wrong}")
    began = beginning(state)
    steps = list(replay(began, state.history))
    states = [began.raw(), *(step.after.raw() for step in steps)]
    found = details(states, [step.action for step in steps], turns(steps))
    assert found["turns"][:2] == [None, None]  # those in which the players said that they were ready
    first_turn, second_turn = found["turns"][2:]
    assert first_turn["sure"] == first_turn["made"] == 4
    assert [flip["right"] for flip in first_turn["flips"]] == [True, True]
    assert [flip["ago"] for flip in first_turn["flips"]] == [1, 1]
    (flip,) = second_turn["flips"]
    assert (flip["square"], flip["wanted"], flip["right"], flip["there"]) == (wrong, face, False, there)
    shown = {first, second, down, empty}
    assert flip["ago"] == (1 if shown & set(there) else 2)
    assert second_turn["made"] == 0
    assert found["memory"][0] == {"flips": 2, "sure": 2, "right": 2, "recent": [2, 2], "points": 4, "missed": 0}
    sure = second_turn["sure"]
    assert sure == 5  # three flips of which none is the own tile, and two for the tile laid
    assert found["memory"][1] == {"flips": 1, "sure": 1, "right": 0, "recent": [0, 1], "points": 0, "missed": sure}
