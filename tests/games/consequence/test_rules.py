"""Consequence rule by rule (RULES.md, CQ-1 to CQ-11; the count at the end is in test_end.py)."""

import random
from collections import Counter

import pytest

import tesserae
from tesserae import Refused, State
from tests.games.consequence.helpers import moments, play, rule, table
from tests.games.consequence.naive import BLUE, COMPASS, RED, SQUARES, ahead, touching

MIDDLE = "b2"
ALL_TILES = Counter(BLUE + RED)


def tiles(state: State) -> Counter[str]:
    position = state.export()
    return Counter([*position["hands"][0], *position["hands"][1], *position["board"].values()])


# --- CQ-1, CQ-2, CQ-3 ------------------------------------------------------------------------------------------------


def test_CQ_1_each_side_starts_with_its_seven_tiles() -> None:
    state = tesserae.start("consequence", seed=1)
    assert state.export()["hands"] == [
        ["bM", "bM", "bM", "bS", "bo", "bo", "bo"],
        ["rM", "rS", "rS", "rS", "ro", "ro", "ro"],
    ]
    assert state.export()["board"] == {}
    assert state.actors == (0,)
    assert [state.game.side(seat) for seat in range(2)] == ["Moon", "Sun"]


def test_CQ_1_fourteen_tiles_at_every_moment() -> None:
    for seed in range(5):
        for state in moments(seed):
            assert tiles(state) == ALL_TILES


def test_CQ_2_the_first_turn_is_a_plain_placement() -> None:
    state = tesserae.start("consequence", seed=1)
    assert state.legal(0) == sorted(f"{tile}@{square}" for tile in ("bM", "bS", "bo") for square in SQUARES)
    assert rule(state, "b2-c3") == "CQ-2"
    assert rule(state, "bM@b2>NE") == "CQ-2"
    assert rule(state, "bM@b2") is None


def test_CQ_2_is_about_the_first_turn_only() -> None:
    state = play(tesserae.start("consequence", seed=1), "bM@b2")
    assert rule(state, "b2-c3") is None
    assert rule(state, "rS@a1>NE") is None


@pytest.mark.parametrize("tile", ["bM", "rM", "bo"])
def test_CQ_3_a_tile_of_either_colour_in_hand(tile: str) -> None:
    state = table({"a1": "ro"})
    assert rule(state, f"{tile}@{MIDDLE}") is None
    play(state, f"{tile}@{MIDDLE}")
    assert state.export()["board"] == {"a1": "ro", MIDDLE: tile}
    assert tile not in state.export()["hands"][0]
    assert state.export()["last"] == {"moved": None, "added": MIDDLE}


@pytest.mark.parametrize("tile", ["bS", "rS", "ro"])
def test_CQ_3_not_a_tile_of_another_hand(tile: str) -> None:
    assert rule(table({"a1": "ro"}), f"{tile}@{MIDDLE}") == "CQ-3"


def test_CQ_3_only_on_an_empty_square() -> None:
    state = table({MIDDLE: "ro"})
    assert rule(state, f"bM@{MIDDLE}") == "CQ-3"
    assert {action[3:] for action in state.legal(0) if action.startswith("bM@") and ">" not in action} == {
        square for square in SQUARES if square != MIDDLE
    }


def test_CQ_3_one_of_several_equal_tiles_leaves_the_hand() -> None:
    state = play(tesserae.start("consequence", seed=1), "bM@a1")
    assert state.export()["hands"][0] == ["bM", "bM", "bS", "bo", "bo", "bo"]


# --- CQ-4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", ["a1", "c2", "d4", "a3"])
def test_CQ_4_a_tile_moves_to_every_touching_square(square: str) -> None:
    state = table({square: "ro"})
    assert {action for action in state.legal(0) if "-" in action} == {f"{square}-{to}" for to in touching(square)}


@pytest.mark.parametrize("tile", ["bM", "rS"])
@pytest.mark.parametrize("known", [[["b2"], []], [[], ["b2"]], [[], []]])
def test_CQ_4_a_tile_of_either_colour_and_whoever_placed_it(tile: str, known: list[list[str]]) -> None:
    state = play(table({"b2": tile}, known=known), "b2-c3")
    assert state.export()["board"] == {"c3": tile}
    assert state.export()["last"] == {"moved": "c3", "added": None}
    assert state.export()["known"] == [[{"b2": "c3"}[name] for name in names] for names in known]


def test_CQ_4_not_onto_a_tile_nor_far_away_nor_from_an_empty_square() -> None:
    state = table({"b2": "bo", "c3": "ro"})
    assert rule(state, "b2-c3") == "CQ-4"
    assert rule(state, "b2-b4") == "CQ-4"
    assert rule(state, "b2-b2") == "CQ-4"
    assert rule(state, "a1-a2") == "CQ-4"
    assert rule(state, "b2-b3") is None


def test_CQ_4_the_tile_just_moved_by_the_opponent_stays() -> None:
    state = play(table({"b2": "bo", "a4": "ro"}), "b2-c3")
    for target in touching("c3"):
        assert rule(state, f"c3-{target}") == "CQ-4"
    assert rule(state, "a4-a3") is None


def test_CQ_4_the_tile_may_move_again_a_turn_later() -> None:
    state = play(table({"b2": "bo", "a4": "ro"}), "b2-c3", "a4-a3")
    assert rule(state, "c3-c4") is None  # its own earlier move does not bind a player
    assert rule(state, "a3-a4") == "CQ-4"
    play(state, "c3-c4")
    assert rule(state, "c4-c3") == "CQ-4"
    assert rule(state, "a3-a4") is None


def test_CQ_4_a_placement_in_between_frees_the_tile() -> None:
    state = play(table({"b2": "bo"}), "b2-c3", "rS@a1")
    assert rule(state, "c3-c4") is None
    play(state, "bM@d1")
    assert rule(state, "c3-c4") is None


def test_CQ_4_a_square_is_not_a_tile() -> None:
    """Another tile that stood on the moved tile's old square, or a tile merely pushed, is free."""
    state = play(table({"b2": "bo", "b1": "ro"}), "b2-b3", "b1-b2")
    assert rule(state, "b2-b1") == "CQ-4"
    assert rule(state, "b3-b4") is None
    state = play(table({"b2": "bo"}), "bM@a2>E")
    assert rule(state, "c2-d2") is None  # pushed, not moved
    assert rule(state, "b2-b3") is None  # added, not moved (CQ-6)


# --- CQ-5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", COMPASS)
def test_CQ_5_a_push_in_every_direction(direction: str) -> None:
    square = {"N": "b1", "NE": "b2", "E": "b2", "SE": "b3", "S": "b4", "SW": "c3", "W": "c2", "NW": "c2"}[direction]
    first = str(ahead(square, direction))
    second = str(ahead(first, direction))
    state = play(table({first: "ro"}), f"bM@{square}>{direction}")
    assert state.export()["board"] == {first: "bM", second: "ro"}
    assert state.export()["last"] == {"moved": None, "added": first}
    assert state.export()["hands"] == [["bo", "rM"], ["bS", "rS"]]


@pytest.mark.parametrize("direction", COMPASS)
def test_CQ_5_nothing_in_front_cannot_be_pushed(direction: str) -> None:
    state = table({"d4": "ro"} if direction != "NE" else {"a4": "ro"})
    assert rule(state, f"bM@b2>{direction}") == "CQ-5"
    # At the edge there is not even a square in front.
    edge = {"N": "b4", "NE": "b4", "E": "d2", "SE": "d1", "S": "b1", "SW": "a1", "W": "a2", "NW": "a1"}[direction]
    assert rule(state, f"bM@{edge}>{direction}") == "CQ-5"


def test_CQ_5_a_gap_takes_up_the_push() -> None:
    state = play(table({"b1": "ro", "d1": "bo"}), "bM@a1>E")
    assert state.export()["board"] == {"b1": "bM", "c1": "ro", "d1": "bo"}
    assert state.export()["hands"][1] == ["bS", "rS"]


def test_CQ_5_the_tile_must_be_in_hand_and_the_square_empty() -> None:
    state = table({"b2": "ro", "c2": "bo"})
    assert rule(state, "bS@a2>E") == "CQ-5"
    assert rule(state, "bM@b2>E") == "CQ-5"
    assert rule(state, "rM@a2>E") is None


@pytest.mark.parametrize("row_min", [1, 2, 3])
@pytest.mark.parametrize("length", [1, 2, 3])
def test_CQ_5_row_min_counts_the_tiles_in_front(row_min: int, length: int) -> None:
    row = dict.fromkeys(("b3", "c3", "d3")[:length], "ro")
    state = table(row, options={"row_min": row_min})
    assert rule(state, "bM@a3>E") == (None if length >= row_min else "CQ-5")


def test_CQ_5_row_min_wants_an_unbroken_row() -> None:
    state = table({"a2": "ro", "a4": "ro"}, options={"row_min": 2})
    assert rule(state, "bM@a1>N") == "CQ-5"


def test_CQ_5_a_push_carries_what_is_known() -> None:
    state = play(table({"b2": "ro", "c2": "bo"}, known=[["c2"], ["b2"]]), "bM@a2>E")
    assert state.export()["board"] == {"b2": "bM", "c2": "ro", "d2": "bo"}
    assert state.export()["known"] == [["b2", "d2"], ["c2"]]


# --- CQ-6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["bo", "bS", "ro", "rM"])
def test_CQ_6_a_tile_pushed_off_goes_to_the_pushers_opponent(tile: str) -> None:
    for seat, added in ((0, "bM"), (1, "rS")):
        state = play(table({"c2": "ro", "d2": tile}, turn=seat, hands=[["bM"], ["rS", "rS"]]), f"{added}@b2>E")
        assert tile in state.export()["hands"][1 - seat]
        assert state.export()["board"] == {"c2": added, "d2": "ro"}


def test_CQ_6_off_over_a_corner() -> None:
    state = play(table({"c3": "ro", "d4": "bM"}), "bM@b2>NE")
    assert state.export()["board"] == {"c3": "bM", "d4": "ro"}
    assert state.export()["hands"] == [["bo", "rM"], ["bM", "bS", "rS"]]


def test_CQ_6_the_tile_just_added_is_not_pushed_off() -> None:
    state = play(table({"c4": "ro"}), "bM@d4")
    assert rule(state, "rS@b4>E") == "CQ-6"  # a row of two ends with it
    assert rule(state, "rS@d3>N") == "CQ-6"
    assert rule(state, "rS@c3>NE") == "CQ-6"
    assert rule(state, "rS@b3>NE") is None  # c4 goes off, not d4


def test_CQ_6_the_tile_just_pushed_in_rests_one_square_on() -> None:
    """`last.added` is where the added tile rests, so that is what is protected."""
    state = play(table({"b1": "ro", "c1": "bo"}), "bM@a1>E")
    assert state.export()["last"]["added"] == "b1"
    assert rule(state, "rS@b2>S") == "CQ-6"
    assert rule(state, "rS@c2>S") is None
    assert rule(state, "rS@a1>E") is None  # d1 goes off, b1 only shifts


def test_CQ_6_the_tile_just_added_may_be_shifted_and_moved() -> None:
    for action, board in (
        ("rS@a2>E", {"b2": "rS", "c2": "bM"}),
        ("b2-b3", {"b3": "bM"}),
    ):
        state = play(table({}), "bM@b2", action)
        assert state.export()["board"] == board


def test_CQ_6_a_turn_later_the_added_tile_may_go() -> None:
    state = play(table({"c4": "ro"}), "bM@d4", "rS@a1")
    assert rule(state, "bo@d3>N") is None
    play(state, "c4-c3")
    assert rule(state, "bS@b4>E") == "CQ-5"
    assert rule(state, "bS@d3>N") is None
    play(state, "bS@d3>N")
    assert "bM" in state.export()["hands"][0]


def test_CQ_6_a_tile_just_moved_may_be_pushed_off_or_shifted() -> None:
    state = play(table({"d3": "bo"}), "d3-d4")
    assert rule(state, "rS@c4>E") is None
    play(state, "rS@c4>E")
    assert state.export()["board"] == {"d4": "rS"}
    assert state.export()["hands"][0] == ["bM", "bo", "bo", "rM"]


def test_CQ_6_protects_only_at_the_edge_the_push_goes_to() -> None:
    state = play(table({"b4": "ro", "c4": "ro"}), "bM@a4")
    assert rule(state, "rS@a3>N") == "CQ-6"
    assert rule(state, "rS@d4>W") == "CQ-6"  # the row of three ends with a4
    assert rule(state, "rS@a3>NE") is None  # b4 goes off


def test_CQ_6_row_min_and_protection_together() -> None:
    state = play(table({"c4": "ro"}, options={"row_min": 2}), "bM@d4")
    assert rule(state, "rS@d3>N") == "CQ-5"  # one tile in front is too few
    assert rule(state, "rS@b4>E") == "CQ-6"


# --- CQ-7, CQ-8 ------------------------------------------------------------------------------------------------------


def test_CQ_7_tiles_never_leave_the_board_but_by_a_push() -> None:
    for seed in range(5):
        before = 0
        for state in moments(seed):
            count = len(state.export()["board"])
            if state.history and ">" not in state.history[-1][1]:
                assert count == before + ("@" in state.history[-1][1])
            before = count


def test_CQ_7_faces_on_the_board_are_not_shown() -> None:
    state = play(tesserae.start("consequence", seed=1), "bM@b2", "rS@c3")
    for seat in (0, 1, None):
        assert state.view(seat)["board"] == {"b2": "b?", "c3": "r?"}


def closing() -> State:
    """Moon has just placed its last tile; Sun has three left."""
    return play(table({"a1": "bo"}, hands=[["bM"], ["rS", "rM", "bS"]], turns=6), "bM@b2")


def test_CQ_8_an_empty_hand_at_the_end_of_the_own_turn_ends_the_play() -> None:
    state = closing()
    assert state.view(None)["closing"]
    assert state.actors == (1,)
    assert state.outcome is None


def test_CQ_8_a_hand_that_is_filled_again_by_the_opponent_does_not_matter() -> None:
    """The hand is looked at when the own turn ends; what the opponent pushes over later comes too late."""
    state = table({"c4": "ro", "d4": "bo"}, hands=[["bM"], ["rS", "rM"]])
    play(state, "bM@a1")
    assert rule(state, "rS@b4>E") == "CQ-8"


def test_CQ_8_moving_with_tiles_in_hand_ends_nothing() -> None:
    state = play(table({"a1": "bo"}, hands=[["bM"], ["rS"]]), "a1-a2")
    assert not state.view(None)["closing"]


def test_CQ_8_closing_placements_are_plain_and_no_turns() -> None:
    state = closing()
    assert state.legal(1) == sorted(f"{t}@{q}" for t in ("rS", "rM", "bS") for q in SQUARES if q not in ("a1", "b2"))
    assert rule(state, "a1-a2") == "CQ-8"
    assert rule(state, "rS@a2>S") == "CQ-8"
    assert rule(state, "rS@a1") == "CQ-3"
    assert rule(state, "ro@c1") == "CQ-3"
    for n, action in enumerate(("rS@d4", "bS@d3", "rM@c1")):
        assert state.actors == (1,)
        assert state.export()["turns"] == 7
        assert len(state.legal(1)) == (3 - n) * (14 - n)
        state.act(1, action)
    assert state.actors == ()
    assert state.legal(1) == state.legal(0) == []
    assert state.export()["turns"] == 7
    assert state.outcome == ((), "tie", (1, 1))


def test_CQ_8_all_tiles_are_turned_up() -> None:
    state = play(closing(), "rS@d4", "bS@d3", "rM@c1")
    board = {"a1": "bo", "b2": "bM", "c1": "rM", "d3": "bS", "d4": "rS"}
    for seat in (0, 1, None):
        assert state.view(seat)["board"] == board


def test_CQ_8_nothing_is_legal_after_the_end() -> None:
    state = play(closing(), "rS@d4", "bS@d3", "rM@c1")
    for seat in range(2):
        with pytest.raises(Refused) as caught:
            state.act(seat, "bM@a4")
        assert caught.value.rule == "GE-7"


# --- CQ-11 -----------------------------------------------------------------------------------------------------------


def shuffle_to_and_fro(state: State, turns: int) -> None:
    """Moves only: each player has a tile that goes back and forth."""
    paths = {0: ["a1-a2", "a2-a1"], 1: ["d4-d3", "d3-d4"]}
    for n in range(turns):
        state.act(n % 2, paths[n % 2][n // 2 % 2])


def test_CQ_11_after_twelve_moves_in_a_row_the_next_turn_places() -> None:
    state = table({"a1": "bo", "d4": "ro"})
    shuffle_to_and_fro(state, 11)
    assert rule(state, "d3-d4") is None
    state.act(1, "d3-d4")
    assert state.export()["moves_in_row"] == 12
    assert rule(state, "a1-a2") == "CQ-11"
    assert all("@" in action for action in state.legal(0))
    assert rule(state, "bM@d3>N") is None  # place and push will do as well
    state.act(0, "bM@d3")
    assert state.export()["moves_in_row"] == 0
    assert rule(state, "a1-b1") is None


def test_CQ_11_a_push_sets_the_count_to_zero_too() -> None:
    state = table({"a1": "bo", "d4": "ro"}, moves_in_row=12)
    state.act(0, "bM@d3>N")
    assert state.export()["moves_in_row"] == 0


def endless(hands: list[list[str]], turns: int = 119, turn: int = 1) -> State:
    return table({"a1": "bo", "d4": "ro"}, hands=hands, turns=turns, turn=turn)


def test_CQ_11_after_120_turns_both_place_alternately() -> None:
    state = endless([["bM", "bM", "bS"], ["rS", "rM"]])
    assert not state.view(None)["closing"]
    play(state, "d4-d3")
    assert state.view(None)["closing"]
    assert state.export()["turns"] == 120
    assert rule(state, "a1-a2") == "CQ-8"
    order = []
    for action in ("bM@c1", "rS@c2", "bS@c3", "rM@c4", "bM@b4"):
        order.append(state.actors[0])
        play(state, action)
    assert order == [0, 1, 0, 1, 0]
    assert state.outcome is not None
    assert state.export()["turns"] == 120


def test_CQ_11_who_has_none_left_is_skipped() -> None:
    state = play(endless([["bM"], ["rS", "rM", "rS", "bS"]]), "rS@c1")
    order = []
    for action in ("bM@d1", "rS@c2", "rM@c3", "bS@c4"):
        order.append(state.actors[0])
        play(state, action)
    assert order == [0, 1, 1, 1]
    assert state.outcome is not None


def test_CQ_11_not_after_119_turns() -> None:
    state = play(endless([["bM"], ["rS", "rM"]], turns=118), "d4-d3")
    assert not state.view(None)["closing"]
    assert rule(state, "a1-a2") is None


def test_CQ_11_an_empty_hand_in_the_120th_turn() -> None:
    state = play(endless([["bM"], ["rS"]]), "rS@c1")
    assert state.actors == (0,)
    play(state, "bM@c2")
    assert state.outcome is not None


def test_CQ_11_every_game_ends() -> None:
    """The longest way: nobody places unless forced to."""
    state = tesserae.start("consequence", seed=0)
    chance = random.Random(5)
    while state.actors:
        seat = state.actors[0]
        moves = [action for action in state.legal(seat) if "-" in action]
        pushes = [action for action in state.legal(seat) if ">" in action]
        state.act(seat, chance.choice(moves or pushes or state.legal(seat)))
    assert state.export()["turns"] == 120
    assert len(state.history) <= 120 + 14
