"""SY-32 to SY-44: stacks, turns of several steps, reinforcement."""

import pytest

from tests.games.symbol.helpers import actions, game, pieces, play, rule, strikes, targets

# --- Stacks --------------------------------------------------------------------------------------------------------


def test_SY_32_a_stack_has_no_limit_and_is_visible() -> None:
    state = game({"d4": "GGGBBBWWWRRRDDD", "d5": "w"})
    for seat in (0, 1, None):
        assert state.view(seat)["board"]["d4"] == [0, "GGGBBBWWWRRRDDD"]


def test_SY_32_sixteen_pieces_on_one_square_in_open_water() -> None:
    state = game({"d4": "KGGGBBBWWWRRRDDD"})
    assert len(state.legal(0)) == len(actions(state)) == 32_203
    assert len(state.legal(0, at="d4")) == 32_203
    assert state.legal(0, at="c4") == []


@pytest.mark.parametrize("rider", "WRKD")
def test_SY_33_a_group_stands_where_one_of_it_may(rider: str) -> None:
    board = {"d3": "G" + rider, "b1": "B" + rider} if rider != "K" else {"d3": "GK"}
    assert pieces(game(board))


def test_SY_33_G_with_B_stands_on_both() -> None:
    assert pieces(game({"d3": "GB", "d2": "GB"})) == {"d3": "GB", "d2": "GB"}


# --- Turns of several steps ----------------------------------------------------------------------------------------


def test_SY_34_a_turn_is_several_steps_of_one_square_closed_by_end() -> None:
    state = game({"d1": "KWD", "f1": "W"}, reserve=("GGGR", "W"))
    assert rule(state, "end") == "SY-34"  # nothing done yet
    play(state, "+G@d2")
    assert state.actors == (0,)
    assert "end" in actions(state)
    assert rule(state, "f1[W]-f2") == "SY-34"  # another square
    assert rule(state, "f2[W]-f3") == "SY-34"  # nothing there
    play(state, "d1[WD]-d3")
    assert rule(state, "d1[K]-e1") == "SY-34"  # one movement is all
    assert actions(state) == {"d3!", "end"}
    play(state, "end")
    assert state.actors == (1,)
    assert state.history[-1] == (0, "end")


def test_SY_34_a_turn_closes_by_itself_when_end_is_all_that_is_left() -> None:
    state = game({"d2": "W", "e7": "w"})
    play(state, "d2[W]-d3")
    assert state.actors == (1,)
    assert state.history == [(0, "d2[W]-d3")]
    state = game({"d1": "K"}, reserve=("W", "W"))
    play(state, "+W@d2")  # the allowance is used up, nothing that stood on d1 can move
    assert state.actors == (1,)


def test_SY_34_passing_is_no_way_out_of_a_turn() -> None:
    state = game({"d1": "KW"}, reserve=("G", "W"))
    play(state, "+G@d2")
    assert rule(state, "pass") == "SY-29"


def test_SY_35_any_part_moves_with_one_of_it_as_transport() -> None:
    state = game({"d2": "KGWD", "b2": "W"})
    parts = {text[3 : text.index("]")] for text in actions(state, "d2") if text.endswith("]-d4")}
    assert parts == {"W", "KW", "GW", "WD", "KGW", "KWD", "GWD", "KGWD"}
    parts = {text[3 : text.index("]")] for text in actions(state, "d2") if text.endswith("]-b1")}
    assert parts == {"G", "KG", "GW", "GD", "KGW", "KGD", "GWD", "KGWD"}
    assert rule(state, "d2[KD]-d3") == "SY-15"
    assert rule(state, "d2[WW]-d4") == "SY-35"
    assert rule(state, "d2[R]-d3") == "SY-35"
    assert play(state, "d2[KWD]-d4", "end") == {"d2": "G", "d4": "KWD", "b2": "W"}


def test_SY_35_two_transports_to_the_same_square_are_one_action() -> None:
    state = game({"d2": "GW"})
    assert state.legal(0, at="d2").count("d2[GW]-d1") == 1


def test_SY_35_pieces_added_this_turn_stay_put() -> None:
    state = game({"d1": "KW"}, reserve=("WWG", ""))
    play(state, "+W@d1")
    assert rule(state, "d1[WW]-d3") == "SY-35"
    assert rule(state, "d1[W]-d3") is None
    assert play(state, "d1[W]-d3") == {"d1": "KW", "d3": "W"}


def test_SY_36_landing_on_own_pieces_stacks() -> None:
    state = game({"d1": "G", "d2": "W"})
    assert play(state, "d1[G]-d2") == {"d2": "GW"}


def test_SY_36_a_waiting_piece_lets_a_transport_enter_foreign_terrain() -> None:
    state = game({"d2": "G", "d3": "W", "e4": "W"})
    assert "d3" in targets(state, "d2")
    assert "e4" not in targets(state, "d2")  # the first step would be on water
    assert rule(state, "d2[G]-e4") == "SY-36"
    assert rule(state, "d2[G]-c3") == "SY-36"
    assert play(state, "d2[G]-d3") == {"d3": "GW", "e4": "W"}
    state = game({"d1": "G", "d3": "W"})
    assert rule(state, "d1[G]-d3") is None  # two steps: land, then the waiting piece
    state = game({"d4": "B", "d2": "W", "d1": "R"})
    assert "d2" in targets(state, "d4")
    assert "d1" not in targets(state, "d4")
    assert rule(state, "d4[B]-d1") == "SY-36"
    assert play(state, "d4[B]-d2") == {"d2": "BW", "d1": "R"}


def test_SY_36_a_B_on_land_can_join_the_next_square_or_take_to_the_water() -> None:
    state = game({"d2": "BW", "e2": "W"})
    state_targets = {text.split("-")[1] for text in actions(state, "d2") if text.startswith("d2[B]-")}
    assert state_targets == {"e2", "d3", "d4", "d5", "c3", "b4", "a5", "e3", "f4", "g5"}


def test_SY_36_a_piece_added_this_turn_can_be_joined() -> None:
    state = game({"d2": "KG"}, reserve=("W", ""))
    assert rule(state, "d2[G]-d3") == "SY-36"
    play(state, "+W@d3")
    assert play(state, "d2[G]-d3") == {"d2": "K", "d3": "GW"}


def test_SY_37_what_stays_behind_must_be_able_to_stand() -> None:
    state = game({"d4": "GGW"})
    assert rule(state, "d4[W]-d5") == rule(state, "d4[GW]-d5") == "SY-37"
    assert rule(state, "d4[GGW]-d5") is None
    state = game({"d4": "GGWD"})
    assert rule(state, "d4[W]-d5") is None
    state = game({"d2": "BW"})
    assert rule(state, "d2[W]-d3") == "SY-37"
    assert rule(state, "d2[B]-d3") is None
    state = game({"d3": "GGW", "d2": "W", "c2": "w"})
    assert rule(state, "d3[G]-c2") is None
    assert rule(state, "d3[W]-d4") == "SY-37"


def test_SY_37_counts_pieces_added_this_turn() -> None:
    state = game({"d2": "KW"}, reserve=("BB", ""))
    play(state, "+B@d2")
    assert rule(state, "d2[KW]-d4") == "SY-37"  # the new B would be alone on land
    assert rule(state, "d2[W]-d4") is None
    state = game({"d2": "KBW"}, reserve=("BR", ""))
    play(state, "+R@d2")
    assert rule(state, "d2[KW]-d4") is None  # the new R holds the square for the B


def test_SY_37_a_strike_after_steps_leaves_no_one_stranded_either() -> None:
    state = game({"d4": "GB", "d2": "w"})
    assert rule(state, "d4[B]-d3*d2") == "SY-37"
    assert rule(state, "d4[GB]-d3*d2") is None
    state = game({"d3": "GGW", "e3": "w"})
    assert rule(state, "d3[GW]-d2*e3") == "SY-37"
    assert rule(state, "d3[G]-d2*e3") is None


def test_SY_38_a_strike_on_the_spot_names_no_part_and_uses_all_of_the_square() -> None:
    state = game({"d2": "GRD", "e3": "w", "c3": "w"})
    assert "d2*e3" in actions(state, "d2")
    assert play(state, "d2*e3") == {"d2": "GRD", "c3": "w"}  # nothing moved, nothing pushed
    assert actions(state) == {"d2!", "end"}
    assert rule(state, "d2[G]-d1") == "SY-34"  # it was the turn's movement
    assert play(state, "d2!") == {}


def test_SY_38_a_strike_on_the_spot_needs_a_striker_that_stood_there() -> None:
    state = game({"d2": "KW", "d3": "w"}, reserve=("G", ""))
    play(state, "+G@d2")
    assert rule(state, "d2*d3") == "SY-17"


def test_SY_38_a_striking_part_may_rest_on_own_pieces() -> None:
    state = game({"d1": "GR", "d2": "W", "e3": "w"})
    assert "d2*e3" in strikes(state, "d1")
    assert play(state, "d1[G]-d2*e3") == {"d1": "R", "d2": "GW"}
    state = game({"d5": "BD", "d3": "W", "d2": "w"})
    assert play(state, "d5[BD]-d3*d2", "end") == {"d3": "BWD"}


def test_SY_39_a_moving_R_pushes_one_left_behind_does_not() -> None:
    state = game({"d2": "WR", "e5": "w", "e2": "w"})
    assert play(state, "d2[WR]-d4") == {"d4": "WR", "f6": "w", "e2": "w"}
    state = game({"d2": "WR", "e5": "w", "e2": "w"})
    assert play(state, "d2[W]-d4") == {"d2": "R", "d4": "W", "e5": "w", "e2": "w"}


def test_SY_39_a_part_that_strikes_after_a_step_pushes_from_its_rest() -> None:
    state = game({"d1": "GR", "e3": "w", "c3": "w"})
    assert play(state, "d1[GR]-d2*e3") == {"d2": "GR", "b4": "w"}


def test_SY_39_no_push_if_the_part_dies_by_its_own_strike() -> None:
    state = game({"d1": "GR", "e3": "d", "c2": "w"})
    assert play(state, "d1[GR]-d2*e3") == {"c2": "w"}  # c2 touched d2, but not the blast


# --- The turn's explosion ------------------------------------------------------------------------------------------


def test_SY_41_one_D_of_what_moved_explodes_where_it_rests() -> None:
    state = game({"d2": "WWD", "d4": "DD", "c5": "w", "g1": "R"})
    play(state, "d2[WD]-d4")
    assert rule(state, "d2!") == "SY-41"
    assert play(state, "d4!") == {"d2": "W", "g1": "R"}


def test_SY_41_a_D_that_was_not_part_of_what_moved_does_not_explode() -> None:
    state = game({"d1": "KWWD", "d3": "D"}, reserve=("G", "W"))
    play(state, "d1[W]-d3")
    assert rule(state, "d3!") == "SY-41"
    assert rule(state, "d1!") == "SY-41"
    state = game({"c1": "KWDD", "g3": "D"}, reserve=("GG", "W"))
    play(state, "c1[WD]-c3")
    assert rule(state, "c1!") == "SY-41"  # it stayed behind
    assert rule(state, "g3!") == "SY-41"
    assert rule(state, "c3!") is None


def test_SY_41_without_movement_a_D_that_stood_there() -> None:
    state = game({"d1": "KWD", "f4": "D", "g6": "w"}, reserve=("D", "W"), blast_center=False)
    assert {"d1!", "f4!"} <= actions(state)
    play(state, "d1!")
    assert rule(state, "d1!") == "SY-41"
    assert rule(state, "d1[W]-d3") == "SY-41"  # after an explosion nothing may move
    assert "+D@d1" in actions(state)  # but pieces may still be added


def test_SY_41_a_D_added_this_turn_does_not_explode() -> None:
    state = game({"d1": "KW", "f4": "D", "g6": "w"}, reserve=("DD", "W"))
    play(state, "+D@d1")
    assert rule(state, "d1!") == "SY-41"
    assert rule(state, "f4!") == "SY-34"  # another square
    play(state, "d1[W]-d3")
    assert state.actors == (1,)


def test_SY_41_a_second_explosion_is_refused() -> None:
    state = game({"d1": "KWDD", "g6": "w"}, reserve=("G", "W"), blast_center=False)
    play(state, "d1!")
    assert rule(state, "d1!") == "SY-41"


def test_SY_41_explosions_by_capture_do_not_count_as_the_turns_own() -> None:
    state = game({"d1": "WDD", "d3": "d", "g6": "w"}, blast_center=False)
    assert play(state, "d1[WD]-d3") == {"d1": "D", "d3": "WD", "g6": "w"}
    assert play(state, "d3!") == {"d1": "D", "d3": "W", "g6": "w"}


def test_SY_41_nothing_explodes_of_a_part_that_did_not_survive() -> None:
    state = game({"a1": "KWDD", "c3": "d", "b5": "W", "g6": "w"}, reserve=("DG", "W"))
    play(state, "a1[WD]-c3")
    assert pieces(state) == {"a1": "KD", "b5": "W", "g6": "w"}
    assert rule(state, "a1!") == "SY-41"


# --- Reinforcement -------------------------------------------------------------------------------------------------


def test_SY_42_only_in_a_turn_of_the_kings_square() -> None:
    state = game({"d1": "K", "f3": "WD"}, reserve=("GG", "W"))
    play(state, "f3[WD]-f5")
    assert rule(state, "+G@d2") == "SY-42"
    assert actions(state) == {"f5!", "end"}


@pytest.mark.parametrize(("regions", "allowed"), [(2, 1), (3, 2), (5, 2), (6, 3), (8, 3)])
def test_SY_42_one_and_one_more_for_every_three_regions(regions: int, allowed: int) -> None:
    squares = ["d1", "a1", "g1", "a4", "d4", "g4", "a7", "d7"][:regions]
    state = game(dict(zip(squares, "KWWWRRRD", strict=False)), reserve=("GGG", "W"))
    for left in range(allowed, 0, -1):
        assert state.actors == (0,)
        assert state.view(0)["allowance"] == left
        play(state, "+G@d1")
    assert state.actors == (1,)  # used up, and of what stood on d1 nothing can move
    assert pieces(state)["d1"] == "K" + "G" * allowed


def test_SY_42_a_ninth_region_and_a_fourth_piece_are_never_had() -> None:
    # The enemy king always stands in one of them: the allowance is three at most.
    board = {"d1": "K", "a1": "W", "g1": "W", "a4": "W", "d4": "R", "g4": "R", "a7": "R", "d7": "D", "f6": "D"}
    state = game({**board, "g7": "k"}, reserve=("GGG", "W"))
    assert list(state.view(0)["regions"].values()) == [0] * 8 + [None]
    assert state.view(0)["allowance"] == 3


def test_SY_42_before_after_and_on_both_sides_of_a_move() -> None:
    board = {"d2": "KW", "a1": "BW", "g1": "W", "a4": "B"}
    before = game(board, reserve=("GGG", "W"))
    play(before, "+G@d1", "+G@c1")
    assert rule(before, "+G@e1") == "SY-42"  # used up
    assert rule(before, "d2[KW]-d4") is None
    after = game(board, reserve=("GGG", "W"))
    play(after, "d2[KW]-d3")
    assert rule(after, "+G@d1") == "SY-44"  # the king has moved
    play(after, "+G@d2", "+G@c2")
    assert after.actors == (1,)
    both = game(board, reserve=("GGG", "W"))
    play(both, "+G@d1", "d2[W]-d4", "+G@d1")
    assert pieces(both)["d1"] == "GG"
    assert both.actors == (1,)


def test_SY_42_the_count_is_taken_when_the_turn_began() -> None:
    # Two regions now; the move wins a third, which does not count any more.
    state = game({"b1": "KW", "c1": "W"}, reserve=("GG", "W"))
    play(state, "b1[W]-b3")
    assert state.view(0)["allowance"] == 1
    play(state, "+G@b2")
    assert state.actors == (1,)
    # Three now; the move gives one up, and the allowance stays.
    state = game({"b2": "KW", "c1": "W", "a4": "W"}, reserve=("GGG", "W"))
    play(state, "b2[KW]-b3")
    assert state.view(0)["allowance"] == 2


def test_SY_43_a_region_with_both_sides_is_nobodys() -> None:
    state = game({"d4": "W", "e5": "w", "c1": "W", "a6": "w"})
    assert state.view(0)["regions"] == {
        "ab12": 0,
        "cde12": 0,
        "fg12": None,
        "ab345": None,
        "cde345": None,
        "fg345": None,
        "ab67": 1,
        "cde67": None,
        "fg67": 1,
    }


def test_SY_44_on_or_beside_the_king() -> None:
    state = game({"d2": "K", "f4": "W"}, reserve=("GBWR", ""))
    around = {file + rank for file in "cde" for rank in "123"}
    for piece in "WR":
        assert {text[3:] for text in actions(state) if text[:2] == f"+{piece}"} == around
    assert rule(state, "+W@f3") == "SY-44"
    assert rule(state, "+D@d2") == "SY-44"  # none in reserve


def test_SY_44_D_on_or_beside_any_piece_but_D() -> None:
    state = game({"a1": "K", "d4": "GW", "f7": "D"}, reserve=("D", ""))
    around = {file + rank for file in "cde" for rank in "345"} | {"a1", "a2", "b1", "b2"}
    assert {text[3:] for text in actions(state) if text[0] == "+"} == around
    assert rule(state, "+D@e7") == "SY-44"
    assert rule(state, "+D@f7") == "SY-44"


def test_SY_44_never_on_an_enemy_and_onto_own_stacks_of_any_terrain() -> None:
    state = game({"d2": "K", "d3": "W", "c2": "w", "e1": "W"}, reserve=("GB", ""))
    assert rule(state, "+G@c2") == "SY-44"
    assert rule(state, "+G@d3") is None  # G on water, with the W
    assert rule(state, "+G@c3") == "SY-33"
    assert rule(state, "+B@d2") is None  # B on land, with the K
    assert rule(state, "+B@e1") is None
    assert rule(state, "+B@d1") == "SY-33"


def test_SY_44_D_beside_a_piece_added_or_moved_this_turn() -> None:
    board = {"d2": "KW", "a1": "BW", "g1": "W", "a4": "B"}
    state = game(board, reserve=("DG", "W"))
    play(state, "d2[W]-d4")
    assert rule(state, "+D@d5") is None
    assert rule(state, "+G@d5") == "SY-44"
