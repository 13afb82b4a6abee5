"""Positions of Symbol Chain: what is loaded, what is refused, and what comes out again."""

from typing import Any

import pytest

import tesserae
from tests.games.symbol_chain.helpers import NINE, board, play, position, setup, stock, without

EXAMPLE: dict[str, Any] = {
    "game": "symbol_chain",
    "options": {},
    "turn": 0,
    "scores": [0, 0],
    "stacks": [{"2": [["gX", "bC wT"]], "3": [["bC", "wT bC wC"]]}, {"2": [["gT", "bC gC"]], "3": []}],
    "board": {**board(NINE), "c4": ["gX", 1]},
    "discards": [[], []],
    "begun": True,
    "ready": [],
    "taken": None,
    "flipped": [],
    "outcome": None,
}


def refused(field: str, **fields: Any) -> str:
    """The message of a position that cannot be; the field to blame must be the given one."""
    with pytest.raises(tesserae.BadPosition) as caught:
        tesserae.load({**position(), **fields})
    assert caught.value.field == field
    return str(caught.value)


def test_the_example_of_the_rules() -> None:
    state = tesserae.load(EXAMPLE)
    now = state.export()
    assert now["stacks"] == [
        {"2": [["gX", "bC wT"]], "3": [["bC", "wT bC wC"]], "4": [], "5": [], "6": []},
        {"2": [["gT", "bC gC"]], "3": [], "4": [], "5": [], "6": []},
    ]
    assert {key: now[key] for key in EXAMPLE if key != "stacks"} == {
        key: value for key, value in EXAMPLE.items() if key != "stacks"
    } | {"board": dict(sorted(EXAMPLE["board"].items(), key=lambda item: item[0][::-1]))}
    assert tesserae.load(now).export() == now


def test_what_may_be_left_out() -> None:
    state = tesserae.load({"game": "symbol_chain", "turn": 1, "stacks": [stock(0), stock(1)], "board": board(NINE)})
    now = state.export()
    assert now["scores"] == [0, 0]
    assert now["discards"] == [[], []]
    assert now["begun"] is True
    assert now["ready"] == []
    assert now["taken"] is None
    assert state.actors == (1,)


def test_the_next_tile_taken_is_the_last_of_its_list() -> None:
    state = setup(stacks=[{"2": [["gX", "bC wT"], ["wC", "bT bX"]], "3": [["bC", "wT bC wC"]]}, stock(1)])
    assert play(state, "take 2").export()["taken"] == ["wC", "bT bX"]


def test_an_export_in_the_middle_of_a_turn() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1")
    now = state.export()
    assert now["taken"] == ["gX", "bC wT"]
    assert now["flipped"] == ["b1"]
    assert now["step"] == {"next": "flip"}
    with pytest.raises(tesserae.BadPosition, match="step"):
        tesserae.load(now)
    assert play(state, "flip d1").export()["step"] == {"next": "place"}
    now = play(state, "place a1").export()
    assert now["step"] == {"next": "lay", "lifted": ["bT", None]}
    assert now["taken"] is None
    assert now["flipped"] == ["b1", "d1"]
    assert now["board"]["a1"] == ["gX", 0]
    with pytest.raises(tesserae.BadPosition, match="step"):
        tesserae.load(now)
    assert "step" not in play(state, "lay g7").export()


def test_SC_4_a_position_before_the_first_turn() -> None:
    stacks = [stock(0), stock(1), stock(2)]
    state = setup(stacks=stacks, begun=False, ready=[0, 2])
    assert state.actors == (1,)
    assert state.export()["ready"] == [0, 2]
    assert tesserae.load(state.export()).tobytes() == state.tobytes()
    assert setup(stacks=stacks, begun=False).actors == (0, 1, 2)
    play(state, "ready")
    assert (state.export()["begun"], state.export()["ready"]) == (True, [])
    assert "all are ready" in refused("ready", begun=False, ready=[0, 1])
    assert "empty when the game has begun" in refused("ready", ready=[1])
    assert "before the game has begun" in refused("turn", begun=False, turn=1)
    for ready in ([1, 0], [0, 0], [2], [-1], [True], ["0"], None, 0):
        refused("ready", begun=False, ready=ready)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_seats_as_stacks(seats: int) -> None:
    state = setup(stacks=[stock(seat) for seat in range(seats)])
    assert state.seats == seats
    assert len(state.export()["scores"]) == seats


def test_a_player_to_move_without_tiles_passes() -> None:
    assert setup(stacks=[{}, stock(1)]).legal(0) == ["pass"]


def test_7_to_48_tiles_on_the_board() -> None:
    seven = " ".join(NINE.split()[:7])
    assert len(setup(seven).export()["board"]) == 7
    assert "7 to 48 tiles, not 6" in refused("board", board=board(" ".join(NINE.split()[:6])))
    names = [file + rank for rank in "34567" for file in "abcdefg"] + ["c2", "d2", "e2", "f2"]
    faces = [face + owner for owner in "01" for face in ["bT", "bC", "bX", "wT", "wC"] * 4]
    tiles = NINE + "".join(f" {name}={face}" for name, face in zip(names, faces, strict=False))
    stacks = [{"2": [["gT", "gC bX"]], "3": [["gX", "gC bT gX"]]}, {"2": [["gT", "bC gC"]], "3": [["gX", "wX bX gC"]]}]
    assert len(setup(tiles, stacks).export()["board"]) == 48
    full = board(tiles + " g2=wC1")
    assert len(full) == 49
    assert "7 to 48 tiles, not 49" in refused("board", board=full, stacks=stacks)


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("nonsense", {"nonsense": 1}),
        ("turn", {"turn": 2}),
        ("turn", {"turn": None}),
        ("turn", {"turn": True}),
        ("begun", {"begun": 1}),
        ("scores", {"scores": [0]}),
        ("scores", {"scores": "00"}),
        ("scores[1]", {"scores": [0, -1]}),
        ("scores[0]", {"scores": [10000, 0]}),
        ("scores[0]", {"scores": [0.5, 0]}),
        ("taken", {"taken": ["gX", "bC wT"]}),
        ("flipped", {"flipped": ["a1"]}),
        ("outcome", {"outcome": {"winners": [0]}}),
        ("step", {"step": "flip"}),
        ("stacks", {"stacks": None}),
        ("stacks", {"stacks": [stock(0)]}),
        ("stacks", {"stacks": [stock(0)] * 5}),
        ("stacks[1]", {"stacks": [stock(0), []]}),
        ("stacks[1].7", {"stacks": [stock(0), {"7": []}]}),
        ("stacks[1].2", {"stacks": [stock(0), {"2": None}]}),
        ("stacks[1].2", {"stacks": [stock(0), {"2": [None]}]}),
        ("stacks[1].2", {"stacks": [stock(0), {"2": ["wT"]}]}),
        ("stacks[1].2", {"stacks": [stock(0), {"2": [["gX", "bC wT"]]}]}),  # a tile of set 1
        ("stacks[0].2", {"stacks": [{"2": [["gX", "bC wT"]] * 2}, stock(1)]}),  # there is one of it
        ("stacks[0].3", {"stacks": [{"3": [["gX", "bC wT"]]}, stock(1)]}),  # the wrong stack
        ("discards", {"discards": [[]]}),
        ("discards", {"discards": None}),
        ("discards[0]", {"discards": [7, []]}),
        ("discards[0]", {"discards": [[["gX", "bC wT"]], []]}),  # it is in the stack
        ("discards[1]", {"discards": [[], [["xx", "bC gT"]]]}),
        ("board", {"board": []}),
        ("board", {"board": {**board(NINE), "h1": ["bT", None]}}),
        ("board.c4", {"board": {**board(NINE), "c4": "bT"}}),
        ("board.c4", {"board": {**board(NINE), "c4": ["bT"]}}),
        ("board.c4", {"board": {**board(NINE), "c4": ["bQ", None]}}),
        ("board.c4", {"board": {**board(NINE), "c4": [1, None]}}),
        ("board.c4", {"board": {**board(NINE), "c4": ["bT", 2]}}),
        ("board.c4", {"board": {**board(NINE), "c4": ["bT", True]}}),
        ("board.c4", {"board": {**board(NINE), "c4": ["bT", None]}}),  # a second starting tile bT
        ("board.c4", {"board": {**board(NINE), "c4": ["bT", 1]}}),  # all four are in the stacks
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_positions_that_cannot_be(field: str, fields: dict[str, Any]) -> None:
    refused(field, **fields)


def test_tiles_on_the_board_are_counted_by_face() -> None:
    """A set has four tiles of each face; two are away, so two may lie on the board and not three."""
    stacks = [without(stock(0), "gX gX"), stock(1)]
    assert setup(NINE + " c4=gX0 c5=gX0", stacks).seats == 2
    assert "no (other) tile left of player 1's" in refused(
        "board.c6", board=board(NINE + " c4=gX0 c5=gX0 c6=gX0"), stacks=stacks
    )
    discarded = next(item for item in stock(0)["2"] if item[0] == "gX")
    stacks = [without(stock(0), "gX"), stock(1)]
    assert discarded not in stacks[0]["2"]
    assert setup(stacks=stacks, discards=[[discarded], []]).export()["discards"] == [[discarded], []]
    refused("board.c4", board=board(NINE + " c4=gX0"), stacks=stacks, discards=[[discarded], []])


def test_a_game_already_over_is_refused() -> None:
    """SC-11, with the option that is given."""
    assert "SC-11" in refused("stacks", stacks=[stock(0, s2=0), stock(1, s2=0)])
    assert "SC-11" in refused("stacks", stacks=[stock(0, s3=0), stock(1), stock(2, s3=0)])
    stacks = [stock(0, s2=0), stock(1, s3=0)]
    assert setup(stacks=stacks).actors == (0,)
    assert "SC-11" in refused("stacks", stacks=stacks, options={"end_stacks": "any"})


def test_a_position_with_more_players_than_tile_sets_is_refused() -> None:
    with pytest.raises(tesserae.BadOption):
        setup(options={"tiles": "1,2,wT,bC gT"})
