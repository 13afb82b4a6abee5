"""SY-1 to SY-18: the board, the first turn, how each colour moves, takes and strikes."""

import pytest

import tesserae
from tesserae.games.symbol.board import HOME, LAND, NAMES, REGION_NAMES, REGIONS, WATER
from tests.games.symbol.helpers import actions, game, pieces, play, rule, simple, strikes, targets

EDITIONS = pytest.mark.parametrize("edition", ["simple", "full"])


def names(squares: int) -> set[str]:
    return {name for square, name in enumerate(NAMES) if squares >> square & 1}


def test_SY_1_ranks_of_land_and_water() -> None:
    assert names(WATER) == {file + rank for file in "abcdefg" for rank in "345"}
    assert names(LAND) == {file + rank for file in "abcdefg" for rank in "1267"}
    assert names(int(HOME[0])) == {file + rank for file in "abcdefg" for rank in "12"}
    assert names(int(HOME[1])) == {file + rank for file in "abcdefg" for rank in "67"}


def test_SY_2_nine_regions_share_out_the_board() -> None:
    assert REGION_NAMES[4] == "cde345"
    assert names(int(REGIONS[4])) == {file + rank for file in "cde" for rank in "345"}
    assert names(int(REGIONS[0])) == {"a1", "b1", "a2", "b2"}
    assert sum(map(int, REGIONS)) == LAND | WATER  # no overlap, nothing left out


@EDITIONS
def test_SY_3_a_standard_reserve_is_three_of_each_and_public(edition: str) -> None:
    state = tesserae.start("symbol", seed=0, edition=edition)
    for seat in (0, 1, None):
        assert state.view(seat)["reserve"] == ["GGGBBBWWWRRRDDD"] * 2


def test_SY_4_custom_forces_are_the_reserves_in_canonical_order() -> None:
    state = tesserae.start("symbol", seed=0, forces=["dddddwwwwwggggg", "R" * 15])
    assert state.export()["reserve"] == ["GGGGGWWWWWDDDDD", "R" * 15]
    assert state.export()["options"] == {"forces": ["GGGGGWWWWWDDDDD", "R" * 15]}


@EDITIONS
def test_SY_5_the_first_turn_of_each_places_the_king_at_home(edition: str) -> None:
    state = tesserae.start("symbol", seed=0, edition=edition)
    assert actions(state) == {f"+K@{file}{rank}" for file in "abcdefg" for rank in "12"}
    assert rule(state, "+K@d6") == rule(state, "+K@d3") == rule(state, "+G@d2") == rule(state, "end") == "SY-5"
    play(state, "+K@d1")
    assert actions(state) == {f"+K@{file}{rank}" for file in "abcdefg" for rank in "67"}
    assert rule(state, "d1[K]-d2") == "SY-5"
    play(state, "+K@d7")
    assert pieces(state) == {"d1": "K", "d7": "k"}
    assert rule(state, "+K@a1") == "SY-5"


@EDITIONS
def test_SY_6_G_on_land_and_B_on_water_the_others_anywhere(edition: str) -> None:
    state = game({"c2": "K"}, reserve=("GBWRD", ""), edition=edition)
    added = {text for text in actions(state) if text[0] == "+"}
    land, water = {"b1", "c1", "d1", "b2", "d2"}, {"b3", "c3", "d3"}
    around = land | water | ({"c2"} if edition == "full" else set())
    assert {text[3:] for text in added if text[1] == "G"} == around - water
    assert {text[3:] for text in added if text[1] == "B"} == around - land
    for piece in "WRD":
        assert {text[3:] for text in added if text[1] == piece} == around
    assert rule(state, "+G@c3") == rule(state, "+B@b1") == ("SY-6" if edition == "simple" else "SY-33")


# --- How each colour goes ------------------------------------------------------------------------------------------


@EDITIONS
def test_SY_10_enemies_block_own_pieces_do_not(edition: str) -> None:
    state = game({"d4": "W", "d5": "w", "e4": "W"}, edition=edition)
    assert "d5" in targets(state, "d4")
    assert "d6" not in targets(state, "d4")
    assert rule(state, "d4[W]-d6") == "SY-10"
    assert "f4" in targets(state, "d4")  # over the own piece on e4
    state = game({"b4": "B", "c4": "w", "b5": "B"}, edition=edition)
    assert rule(state, "b4[B]-d4") == rule(state, "b4[B]-e4") == "SY-10"
    state = game({"d1": "G", "c2": "w", "d2": "w", "e2": "w", "c1": "g", "e1": "g"}, edition=edition)
    assert targets(state, "d1") == {"c2", "d2", "e2", "c1", "e1"}
    assert rule(state, "d1[G]-b1") == "SY-10"


@EDITIONS
def test_SY_11_G_goes_two_steps_over_land_and_may_turn(edition: str) -> None:
    state = game({"d1": "G"}, edition=edition)
    assert targets(state, "d1") == {file + rank for file in "bcdef" for rank in "12"} - {"d1"}
    assert rule(state, "d1[G]-g1") == "SY-11"
    assert rule(state, "d1[G]-d3") == ("SY-11" if edition == "simple" else "SY-36")
    # A turn: round an enemy in the corner.
    state = game({"g1": "G", "g2": "w", "f1": "k"}, edition=edition)
    assert targets(state, "g1") == {"f1", "g2", "f2", "e1", "e2"}


def test_SY_11_G_never_crosses_water() -> None:
    state = simple({"d2": "G"})
    assert targets(state, "d2") == {file + rank for file in "bcdef" for rank in "12"} - {"d2"}
    assert rule(state, "d2[G]-d4") == "SY-11"


@EDITIONS
def test_SY_12_B_goes_three_straight_over_water(edition: str) -> None:
    state = game({"a3": "B"}, edition=edition)
    assert targets(state, "a3") == {"b3", "c3", "d3", "a4", "a5", "b4", "c5"}
    assert rule(state, "a3[B]-e3") == "SY-12"  # too far
    assert rule(state, "a3[B]-c4") == "SY-12"  # not straight
    assert rule(state, "a3[B]-a2") == ("SY-12" if edition == "simple" else "SY-36")


@EDITIONS
def test_SY_13_W_goes_two_straight_over_anything(edition: str) -> None:
    state = game({"d2": "W"}, edition=edition)
    near = {file + rank for file in "cde" for rank in "123"} - {"d2"}
    assert targets(state, "d2") == near | {"b2", "f2", "d4", "b4", "f4"}
    assert rule(state, "d2[W]-e4") == rule(state, "d2[W]-d5") == "SY-13"


@EDITIONS
def test_SY_14_R_goes_one_step_anywhere(edition: str) -> None:
    state = game({"d2": "R"}, edition=edition)
    assert targets(state, "d2") == {file + rank for file in "cde" for rank in "123"} - {"d2"}
    assert rule(state, "d2[R]-d4") == "SY-14"


@EDITIONS
def test_SY_15_K_and_D_do_not_move_by_themselves(edition: str) -> None:
    state = game({"d1": "K", "d2": "D", "f1": "W"}, edition=edition)
    assert actions(state, "d1") == set()
    assert actions(state, "d2") == {"d2!"}
    assert rule(state, "d1[K]-e1") == rule(state, "d2[D]-e2") == "SY-15"


@EDITIONS
def test_SY_15_no_move_ends_where_it_began(edition: str) -> None:
    state = game({"d1": "G"}, edition=edition)
    assert "d1" not in targets(state, "d1")
    assert rule(state, "d1[G]-d1") == "SY-15"


@EDITIONS
def test_SY_16_ending_on_an_enemy_removes_it(edition: str) -> None:
    state = game({"d1": "G", "d2": "w", "e7": "w"}, edition=edition)
    assert play(state, "d1[G]-d2") == {"d2": "G", "e7": "w"}


def test_SY_16_a_whole_stack_is_removed() -> None:
    state = game({"d1": "W", "d3": "wwgb", "e7": "w"})
    assert play(state, "d1[W]-d3") == {"d3": "W", "e7": "w"}


# --- Strikes -------------------------------------------------------------------------------------------------------


@EDITIONS
def test_SY_17_G_strikes_water_with_0_and_1_step(edition: str) -> None:
    state = game({"d2": "G", "e3": "w", "g3": "w"}, edition=edition)
    assert strikes(state, "d2") == {"d2*e3", "e2*e3"}  # for g3 it would have to go two steps
    state = game({"d1": "G", "e3": "w"}, edition=edition)
    assert strikes(state, "d1") == {"d2*e3", "e2*e3"}
    assert play(state, "d1[G]-d2*e3") == {"d2": "G"}
    state = game({"d2": "G", "e3": "w"}, edition=edition)
    assert play(state, "d2*e3") == {"d2": "G"}


@EDITIONS
def test_SY_17_G_strikes_only_enemies_on_water_that_touch_its_rest(edition: str) -> None:
    state = game({"d2": "G", "e2": "w", "d5": "w", "b3": "w"}, edition=edition)
    assert strikes(state, "d2") == {"c2*b3"}
    assert rule(state, "d2*e2") == "SY-17"  # on land: it goes there
    assert rule(state, "d2*d3") == "SY-17"  # nobody there
    assert rule(state, "d2*b3") == "SY-17"  # does not touch
    assert rule(state, "d2[G]-c2*d5") == "SY-17"
    assert rule(state, "d2[G]-e2*d5") == "SY-17"  # rests on an enemy
    assert rule(state, "d2[G]-b2*b3") == "SY-17"  # two steps are too many


@EDITIONS
def test_SY_17_B_strikes_land_with_0_1_and_2_steps(edition: str) -> None:
    state = game({"d3": "B", "d2": "w"}, edition=edition)
    assert strikes(state, "d3") == {"d3*d2"}
    assert play(state, "d3*d2") == {"d3": "B"}
    state = game({"d4": "B", "d2": "w"}, edition=edition)
    assert strikes(state, "d4") == {"d3*d2"}
    assert play(state, "d4[B]-d3*d2") == {"d3": "B"}
    state = game({"d5": "B", "d2": "w", "a2": "w"}, edition=edition)
    assert strikes(state, "d5") == {"d3*d2", "b3*a2"}
    assert play(state, "d5[B]-d3*d2") == {"d3": "B", "a2": "w"}


@EDITIONS
def test_SY_17_B_strikes_only_the_first_land_square_and_with_a_free_line(edition: str) -> None:
    state = game({"d3": "B", "d1": "w", "b4": "B", "b3": "w", "b2": "w"}, edition=edition)
    assert strikes(state, "d3") == set()
    assert rule(state, "d3*d1") == "SY-17"
    assert strikes(state, "b4") == set()
    assert rule(state, "b4[B]-b3*b2") == "SY-17"  # rests on an enemy
    state = game({"d5": "B", "d4": "w", "d2": "w"}, edition=edition)
    assert rule(state, "d5[B]-d3*d2") == "SY-10"
    state = game({"d5": "B", "c3": "w", "c2": "w"}, edition=edition)
    assert rule(state, "d5[B]-d3*c2") == "SY-17"  # no straight line


def test_SY_17_the_square_of_rest_is_free_of_own_pieces_in_the_simple_edition() -> None:
    state = simple({"d1": "G", "d2": "W", "c3": "w"})
    assert strikes(state, "d1") == {"c2*c3"}
    assert rule(state, "d1[G]-d2*c3") == "SY-17"
    state = simple({"d4": "B", "d3": "W", "d2": "w", "d5": "B"})
    assert strikes(state, "d4") == strikes(state, "d5") == set()
    assert rule(state, "d4[B]-d3*d2") == "SY-17"
    state = simple({"d5": "B", "d4": "W", "d2": "w"})
    assert strikes(state, "d5") == {"d3*d2"}  # passing over the own W


def test_SY_17_only_G_and_B_strike_and_only_from_their_own_terrain() -> None:
    state = game({"d2": "WR", "d3": "w", "c3": "WG", "c4": "w", "f2": "WB", "f1": "w", "e6": "RB", "e7": "g"})
    assert strikes(state, "d2") == set()
    assert rule(state, "d2*d3") == "SY-17"
    assert "c3*c4" not in strikes(state, "c3")
    assert rule(state, "c3*c4") == "SY-17"  # G on water
    assert rule(state, "f2*f1") == rule(state, "e6*e7") == "SY-17"  # B on land
    assert rule(state, "c3[G]-c2*d3") is None  # after one step it stands on land
    assert rule(state, "d2[W]-d1*d3") == "SY-17"


@EDITIONS
def test_SY_18_a_strike_removes_everything(edition: str) -> None:
    stack = "wwkd"[: 1 if edition == "simple" else 2]
    state = game({"d2": "G", "d3": stack, "f7": "w"}, edition=edition)
    assert play(state, "d2*d3") == {"d2": "G", "f7": "w"}
