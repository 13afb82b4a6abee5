"""The rules of Symbol Chain, one by one, by their ids."""

from collections import Counter
from importlib.resources import files
from itertools import permutations
from typing import Any

import pytest

import tesserae
from tesserae.games.symbol_chain.board import FACES
from tesserae.games.symbol_chain.tiles import standard
from tests.games.symbol_chain.helpers import NINE, SQUARES, begun, board, play, rule, setup, stock, tile, without


def test_SC_1_nine_starting_tiles_one_of_each_face() -> None:
    shown = tesserae.start("symbol_chain", seed=1).export()["board"]
    assert sorted(face for face, _ in shown.values()) == sorted(FACES)
    assert all(owner is None for _, owner in shown.values())


def test_SC_2_the_tiles_of_the_box() -> None:
    assert len(standard()) == 4
    for tiles in standard():
        assert Counter(tile.length for tile in tiles) == {2: 10, 3: 10, 4: 6, 5: 5, 6: 5}
        assert Counter(tile.face for tile in tiles) == dict.fromkeys(range(9), 4)
        assert all(len(set(tile.sequence)) == tile.length for tile in tiles)


def test_SC_2_what_is_printed() -> None:
    """The tile of the example of play is in set 1, and the twelve patterns of the sheet marked 2 are in set 2."""
    assert ["gX", "bC wT"] in [tile.export() for tile in standard()[0]]
    lines = (files("tesserae.games.symbol_chain") / "data" / "tiles.csv").read_text("utf-8").splitlines()[1:]
    rows = [line.split(",") for line in lines]
    assert [row[:4] for row in rows if row[4] == "example"] == [["1", "2", "gX", "bC wT"]]
    assert Counter(row[0] for row in rows if row[4] in ("scan", "example"))["2"] >= 12
    assert {row[4] for row in rows} == {"scan", "example", "made"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_SC_2_SC_3_each_seat_has_its_set_in_five_stacks(seats: int) -> None:
    stacks = tesserae.start("symbol_chain", seats, seed=1).export()["stacks"]
    assert len(stacks) == seats
    for seat in range(seats):
        assert {name: len(tiles) for name, tiles in stacks[seat].items()} == {"2": 10, "3": 10, "4": 6, "5": 5, "6": 5}
        assert all(len(item[1].split()) == int(name) for name, tiles in stacks[seat].items() for item in tiles)
        tiles = [item for items in stacks[seat].values() for item in items]
        assert sorted(tiles) == sorted(tile.export() for tile in standard()[seat])


def test_SC_3_the_seed_shuffles_the_stacks() -> None:
    orders = {str(tesserae.start("symbol_chain", seed=seed).export()["stacks"]) for seed in range(20)}
    assert len(orders) == 20
    again = {str(tesserae.start("symbol_chain", seed=3).export()) for _ in range(3)}
    assert len(again) == 1


@pytest.mark.slow
def test_SC_3_every_tile_can_be_on_top() -> None:
    tops = {str(tesserae.start("symbol_chain", seed=seed).export()["stacks"][1]["2"][-1]) for seed in range(200)}
    assert len(tops) == 10


@pytest.mark.slow
def test_SC_4_the_seed_scatters_the_starting_tiles() -> None:
    squares = Counter(
        square for seed in range(300) for square in tesserae.start("symbol_chain", seed=seed).export()["board"]
    )
    assert set(squares) == set(SQUARES)
    assert sum(squares.values()) == 300 * 9
    assert max(squares.values()) < 2 * 300 * 9 / 49


def test_SC_4_given_squares() -> None:
    names = ["g7", "a1", "b2", "c3", "d4", "e5", "f6", "a7", "g1"]
    state = tesserae.start("symbol_chain", seed=1, start=names)
    assert state.export()["board"] == {
        square: [face, None] for square, face in sorted(zip(names, FACES, strict=True), key=lambda item: item[0][::-1])
    }
    # The stacks do not depend on them.
    assert state.export()["stacks"] == tesserae.start("symbol_chain", seed=1).export()["stacks"]


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_SC_4_starting_tiles_are_seen_until_all_are_ready_in_any_order(order: tuple[int, ...]) -> None:
    state = tesserae.start("symbol_chain", 3, seed=1)
    for n, seat in enumerate(order):
        assert state.actors == tuple(sorted(order[n:]))
        assert [state.legal(other) for other in order] == [[]] * n + [["ready"]] * (3 - n)
        for other in (0, 1, 2, None):
            seen = state.view(other)
            assert seen["board"] == state.export()["board"]
            assert (seen["begun"], seen["ready"], seen["step"]) == (False, sorted(order[:n]), "ready")
        state.act(seat, "ready")
    for other in (0, 1, 2, None):
        assert {face for face, _ in state.view(other)["board"].values()} == {None}
        assert (state.view(other)["begun"], state.view(other)["ready"]) == (True, [])
    assert state.actors == (0,)
    assert state.legal(0) == ["take 2", "take 3", "take 4", "take 5", "take 6"]


def test_SC_4_nobody_is_ready_twice_or_afterwards() -> None:
    state = tesserae.start("symbol_chain", 3, seed=1)
    state.act(1, "ready")
    before = state.tobytes()
    for _ in range(2):
        with pytest.raises(tesserae.Refused) as caught:
            state.act(1, "ready")
        assert caught.value.rule == "SC-4"
    assert state.tobytes() == before
    assert rule(begun(seed=1), "ready") == "SC-4"


def test_SC_4_the_order_of_being_ready_leaves_no_trace() -> None:
    ends = set()
    for order in permutations(range(4)):
        state = tesserae.start("symbol_chain", 4, seed=1)
        for seat in order:
            state.act(seat, "ready")
        ends.add(state.tobytes())
    assert len(ends) == 1


def test_SC_5_take_the_top_tile_of_an_own_stack() -> None:
    state = setup(stacks=[stock(0, "gX:bC wT"), stock(1, "wX:gX gC")])
    assert state.legal(0) == ["take 2", "take 3", "take 4", "take 5", "take 6"]
    assert state.legal(1) == []
    play(state, "take 2")
    assert state.view(1)["taken"] == tile("gX:bC wT")
    assert len(state.view(1)["stacks"][0]["2"]) == 9
    assert state.actors == (0,)
    assert rule(state, "take 3") == "SC-5"  # one a turn


def test_SC_5_an_empty_stack_gives_nothing() -> None:
    state = setup(stacks=[stock(0, s4=0, s2=0), stock(1)])
    assert state.legal(0) == ["take 3", "take 5", "take 6"]
    assert rule(state, "take 4") == "SC-5"


def test_SC_5_nothing_is_turned_up_or_placed_before_a_tile_is_taken() -> None:
    state = setup()
    assert rule(state, "flip a1") == "SC-5"
    assert rule(state, "place a1") == "SC-5"
    assert rule(state, "lay g7") == "SC-5"


def test_SC_6_right_flips_go_on_in_the_order_of_the_sequence() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2")
    assert state.legal(0) == sorted(f"flip {square}" for square in board(NINE))
    play(state, "flip b1")
    assert state.actors == (0,)
    assert state.view(1)["board"]["b1"] == ["bC", None]
    assert state.view(1)["board"]["a1"] == [None, None]
    assert state.view(1)["flipped"] == ["b1"]
    assert state.view(1)["step"] == "flip"
    play(state, "flip d1")
    assert state.view(1)["step"] == "place"


def test_SC_6_a_wrong_colour_is_wrong() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip e1")  # wC for bC
    assert state.actors == (1,)
    assert state.view(0)["last"]["right"] is False


def test_SC_6_a_wrong_shape_is_wrong_whatever_the_option() -> None:
    for match in ("exact", "shape"):
        state = setup(stacks=[stock(0, "gX:bC wT"), stock(1)], options={"match": match})
        assert play(state, "take 2", "flip a1").actors == (1,)  # bT for bC


def test_SC_6_match_shape_takes_any_colour() -> None:
    state = setup(stacks=[stock(0, "gX:bC wT"), stock(1)], options={"match": "shape"})
    play(state, "take 2", "flip e1", "flip a1")  # wC for bC, bT for wT
    assert state.export()["scores"] == [2, 0]
    assert state.view(0)["step"] == "place"


def test_SC_6_the_wrong_order_is_wrong() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip g1")
    assert state.actors == (1,)
    assert state.export()["scores"] == [0, 0]


def test_SC_6_only_a_face_down_tile_is_turned_up() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1")
    assert rule(state, "flip b1") == "SC-6"  # lies open already
    assert rule(state, "flip g7") == "SC-6"  # no tile there
    assert "flip b1" not in state.legal(0)


def test_SC_7_what_a_right_flip_scores() -> None:
    stacks = [without(stock(0, "gC:gT wT bC gX"), "gT"), without(stock(1), "wT")]
    state = setup("a1=bT b1=bC c1=bX d1=wT1 e1=wC f1=wX g1=gT0 a2=gC b2=gX", stacks)
    play(state, "take 4", "flip g1")
    assert state.export()["scores"] == [0, 0]  # an own tile
    play(state, "flip d1")
    assert state.export()["scores"] == [1, 0]  # another player's
    play(state, "flip b1", "flip b2")
    assert state.export()["scores"] == [3, 0]  # starting tiles


def test_SC_7_an_own_tile_scores_for_the_others() -> None:
    stacks = [without(stock(0), "wC"), stock(1, "bC:wC gT")]
    state = setup("a1=bT b1=bC c1=bX d1=wT e1=wC0 g1=gT a2=gC b2=gX", stacks, turn=1)
    assert play(state, "take 2", "flip e1").export()["scores"] == [0, 1]


def test_SC_8_a_wrong_flip_ends_the_turn_and_keeps_the_points() -> None:
    state = play(setup(stacks=[stock(0, "gC:gT wT bC gX"), stock(1)]), "take 4", "flip g1", "flip d1", "flip a1")
    now = state.export()
    assert now["scores"] == [2, 0]
    assert now["turn"] == 1
    assert now["taken"] is None
    assert now["flipped"] == []
    assert now["discards"] == [[tile("gC:gT wT bC gX")], []]
    assert now["board"] == board(NINE)
    assert tile("gC:gT wT bC gX") not in now["stacks"][0]["4"]
    assert {face for face, _ in state.view(0)["board"].values()} == {None}


def test_SC_8_wrong_at_the_last_flip_places_nothing() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1", "flip a1")
    assert state.actors == (1,)
    assert state.export()["scores"] == [1, 0]
    assert state.export()["discards"][0] == [tile("gX:bC wT")]
    assert len(state.export()["board"]) == 9


def test_SC_8_what_was_turned_up_is_seen_until_the_next_action() -> None:
    state = play(setup(stacks=[stock(0, "gC:gT wT bC gX"), stock(1)]), "take 4", "flip g1", "flip a1")
    for seat in (0, 1, None):
        assert state.view(seat)["last"] == {
            "seat": 0,
            "taken": tile("gC:gT wT bC gX"),
            "flipped": [["g1", "gT", None], ["a1", "bT", None]],
            "right": False,
            "placed": None,
            "displaced": None,
        }
    assert play(state, "take 2").view(0)["last"] is None


def complete() -> tesserae.State:
    """Seat 0 has turned up b1 and d1, and places gX."""
    stacks = [without(stock(0, "gX:bC wT"), "gT"), without(stock(1), "bX")]
    state = setup("a1=bT b1=bC c1=bX1 d1=wT e1=wC f1=wX g1=gX a2=gC b2=gT0", stacks)
    return play(state, "take 2", "flip b1", "flip d1")


def test_SC_9_every_face_down_tile_and_every_empty_square() -> None:
    state = complete()
    assert state.legal(0) == ["place a1", "place a2", "place b2", "place c1", "place e1", "place f1", "place g1"]
    play(state, "place a1")
    assert state.legal(0) == sorted(f"lay {square}" for square in SQUARES if square not in board(NINE))
    assert state.actors == (0,)


@pytest.mark.parametrize(
    ("square", "lifted"), [("a1", ["bT", None]), ("c1", ["bX", 1]), ("b2", ["gT", 0])], ids=["starting", "other", "own"]
)
def test_SC_9_the_lifted_tile_is_shown_to_all_before_it_is_laid(square: str, lifted: list[Any]) -> None:
    state = play(complete(), f"place {square}")
    for seat in (0, 1, None):
        seen = state.view(seat)
        assert (seen["lifted"], seen["step"], seen["taken"]) == (lifted, "lay", None)
        assert seen["board"][square] == [None, None]  # the own tile goes there face down
        assert seen["flipped"] == ["b1", "d1"]
        assert seen["board"]["b1"] == ["bC", None]  # still turned up
        assert seen["last"] is None
    now = state.export()
    assert now["board"][square] == ["gX", 0]
    assert now["step"]["lifted"] == lifted
    assert play(state, "lay g7").view(0)["lifted"] is None


def test_SC_9_the_taken_tile_displaces_a_starting_tile() -> None:
    now = play(complete(), "place a1", "lay g7").export()
    assert now["board"]["a1"] == ["gX", 0]
    assert now["board"]["g7"] == ["bT", None]
    assert len(now["board"]) == 10
    assert now["turn"] == 1
    assert now["discards"] == [[], []]
    assert now["scores"] == [2, 0]


def test_SC_9_the_taken_tile_displaces_anothers_tile() -> None:
    now = play(complete(), "place c1", "lay g7").export()
    assert now["board"]["c1"] == ["gX", 0]
    assert now["board"]["g7"] == ["bX", 1]


def test_SC_9_the_taken_tile_displaces_an_own_tile() -> None:
    now = play(complete(), "place b2", "lay g7").export()
    assert now["board"]["b2"] == ["gX", 0]
    assert now["board"]["g7"] == ["gT", 0]


def test_SC_9_the_displaced_tile_is_shown_to_all_and_then_all_is_face_down() -> None:
    state = play(complete(), "place c1", "lay g7")
    for seat in (0, 1, None):
        assert state.view(seat)["last"] == {
            "seat": 0,
            "taken": tile("gX:bC wT"),
            "flipped": [["b1", "bC", None], ["d1", "wT", None]],
            "right": True,
            "placed": "c1",
            "displaced": ["g7", "bX", 1],
        }
        assert {face for face, _ in state.view(seat)["board"].values()} == {None}
    assert play(state, "take 2").view(0)["last"] is None


def test_SC_9_what_cannot_be_placed() -> None:
    state = complete()
    assert rule(state, "place b1") == "SC-9"  # turned up this turn
    assert rule(state, "place g7") == "SC-9"  # no tile there
    assert rule(state, "lay g7") == "SC-9"  # nothing is lifted
    assert rule(state, "flip a1") == "SC-9"  # the sequence is complete
    assert rule(state, "take 2") == "SC-5"
    play(state, "place a1")
    assert rule(state, "lay c1") == "SC-9"  # not empty
    assert rule(state, "lay a1") == "SC-9"  # the own tile is there
    assert rule(state, "place c1") == "SC-9"  # once is enough
    assert rule(state, "flip c1") == "SC-9"
    assert rule(state, "take 2") == "SC-5"
    assert rule(state, "pass") == "SC-10"


def test_SC_9_only_a_complete_sequence_is_placed() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1")
    assert rule(state, "place a1") == rule(state, "lay g7") == "SC-9"
    assert not any(action.startswith("place") for action in state.legal(0))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_SC_10_the_next_seat_goes_on(seats: int) -> None:
    stacks = [stock(0, "gX:bC wT"), stock(1, "gT:bC gC"), stock(2, "bT:bC wX"), stock(3, "gX:bX wX")][:seats]
    state = setup(stacks=stacks, turn=seats - 1)
    assert play(state, "take 2", "flip g1").actors == (0,)  # gT, which none of them asks for first
    assert play(state, "take 2", "flip g1").actors == (1,)


def test_SC_10_a_player_with_no_tile_left_passes() -> None:
    state = setup(stacks=[stock(0, s2=0, s3=0, s4=0, s5=0, s6=0), stock(1)])
    assert state.legal(0) == ["pass"]
    assert state.view(0)["step"] == "pass"
    assert rule(state, "take 2") == "SC-10"
    assert rule(state, "flip a1") == "SC-10"
    assert play(state, "pass").actors == (1,)
    assert state.view(0)["last"] is None
    assert state.export()["scores"] == [0, 0]


def test_SC_10_nobody_else_passes() -> None:
    state = setup(stacks=[stock(0, "gX:bC wT", s2=1, s3=0, s4=0, s5=0, s6=0), stock(1)])
    assert rule(state, "pass") == "SC-10"
    assert rule(play(state, "take 2"), "pass") == "SC-10"
    assert rule(play(state, "flip b1"), "pass") == "SC-10"
    assert rule(play(state, "flip d1"), "pass") == "SC-10"


def test_GE_7_only_the_player_to_move_acts() -> None:
    state = setup()
    for seat, word in ((1, "turn"), (None, "referee")):
        why = state.why(seat, "take 2")
        assert why is not None
        assert why.rule == "GE-7"
        assert word in str(why)
