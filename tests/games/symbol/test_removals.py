"""SY-20 to SY-26: pushes, explosions and fallen kings, in both editions."""

import pytest

import tesserae
from tests.games.symbol.helpers import ended, game, play, simple

EDITIONS = pytest.mark.parametrize("edition", ["simple", "full"])


# --- Pushes --------------------------------------------------------------------------------------------------------


@EDITIONS
def test_SY_20_R_pushes_every_enemy_around_it_one_square_away(edition: str) -> None:
    state = game({"d3": "R", "d5": "w", "e4": "r", "c3": "w", "b4": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "w", "f4": "r", "b2": "w", "b4": "w"}


@EDITIONS
@pytest.mark.parametrize(
    ("enemy", "goes_to"),
    [("d5", "d6"), ("e5", "f6"), ("e4", "f4"), ("e3", "f2"), ("d3", "d2"), ("c3", "b2"), ("c4", "b4"), ("c5", "b6")],
)
def test_SY_20_a_push_goes_directly_away_from_R(edition: str, enemy: str, goes_to: str) -> None:
    start = "c4" if enemy[0] in "de" else "e4"
    if enemy == "d3":
        start = "d5"
    state = game({start: "R", enemy: "w"}, edition=edition)
    assert play(state, f"{start}[R]-d4") == {"d4": "R", goes_to: "w"}


@EDITIONS
def test_SY_20_R_pushes_after_what_it_landed_on_is_gone(edition: str) -> None:
    state = game({"d3": "R", "d4": "w", "d5": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "w"}


@EDITIONS
def test_SY_20_no_push_if_R_did_not_survive_its_own_capture(edition: str) -> None:
    state = game({"d3": "R", "d4": "d", "d6": "w", "f4": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"d6": "w", "f4": "w"}  # d6 and f4 do not touch d4; nothing was pushed
    state = game({"d3": "R", "d4": "d", "e5": "w", "b4": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"b4": "w"}


@EDITIONS
def test_SY_20_no_push_by_a_placed_R_nor_by_others_moving_next_to_it(edition: str) -> None:
    state = game({"d1": "K", "d3": "w"}, reserve=("R", ""), edition=edition)
    assert play(state, "+R@d2") == {"d1": "K", "d2": "R", "d3": "w"}
    state = game({"d4": "R", "a4": "W", "c6": "w"}, turn=1, edition=edition)
    assert play(state, "c6[W]-c5") == {"d4": "R", "a4": "W", "c5": "w"}


@EDITIONS
@pytest.mark.parametrize(
    ("start", "to", "enemy"),
    [
        ("d5", "d6", "d7"),  # north
        ("d3", "d2", "d1"),
        ("e6", "f6", "g6"),
        ("c6", "b6", "a6"),
        ("e5", "f6", "g7"),  # the corners
        ("c5", "b6", "a7"),
        ("e3", "f2", "g1"),
        ("c3", "b2", "a1"),
    ],
)
def test_SY_21_pushed_off_each_edge_and_corner(edition: str, start: str, to: str, enemy: str) -> None:
    kings = {"g4": "K", "a4": "k"}
    state = game({start: "R", enemy: "w", **kings}, edition=edition)
    assert play(state, f"{start}[R]-{to}") == {to: "R", **kings}


def test_SY_21_pushed_onto_anything_in_the_simple_game() -> None:
    state = simple({"d2": "R", "d4": "w", "d5": "b", "c3": "w", "b3": "W"})
    assert play(state, "d2[R]-d3") == {"d3": "R", "d5": "b", "b3": "W"}  # one onto its own, one onto an enemy


def test_SY_21_pushed_onto_the_pushing_side_in_the_full_game() -> None:
    state = game({"d2": "R", "d4": "w", "d5": "WW"})
    assert play(state, "d2[R]-d3") == {"d3": "R", "d5": "WW"}


@EDITIONS
def test_SY_21_pushed_where_it_may_not_stand(edition: str) -> None:
    state = game({"d3": "R", "d5": "b", "e5": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"d4": "R", "f6": "w"}  # B onto land
    state = game({"e1": "R", "d2": "g", "b1": "w"}, edition=edition)
    assert play(state, "e1[R]-d1") == {"d1": "R", "b1": "w"}  # G onto water


@EDITIONS
def test_SY_22_a_lone_king_is_not_pushed_but_removed(edition: str) -> None:
    state = game({"d3": "R", "d5": "k", "f7": "w"}, edition=edition)
    play(state, "d3[R]-d4")
    assert ended(state) == ((0,), "king")


@EDITIONS
def test_SY_22_a_lone_black_is_removed_and_explodes_where_it_stood(edition: str) -> None:
    state = game({"d3": "R", "d5": "d", "d6": "w", "f7": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"f7": "w"}  # the R touches d5


def test_SY_22_a_stack_of_king_and_black_is_removed() -> None:
    state = game({"d3": "R", "d5": "kd", "f7": "w"})
    play(state, "d3[R]-d4")
    assert ended(state) == ((0,), "king")


def test_SY_22_immobile_pushed_a_lone_king_and_a_lone_black_are_pushed() -> None:
    state = game({"d3": "R", "d5": "k", "e5": "d"}, immobile="pushed")
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "k", "f6": "d"}
    assert state.outcome is None


def test_SY_22_immobile_pushed_removed_only_where_SY_21_says_so() -> None:
    state = game({"d5": "R", "d7": "d", "f7": "w"}, immobile="pushed")
    assert play(state, "d5[R]-d6") == {"f7": "w"}  # off the board: it explodes where it stood, beside the R
    state = game({"d3": "R", "d5": "k", "d6": "W"}, immobile="pushed")
    play(state, "d3[R]-d4")  # onto the pushing side
    assert ended(state) == ((0,), "king")


def test_SY_40_immobile_pushed_a_stack_of_king_and_black_goes_as_one_and_joins_its_own() -> None:
    state = game({"d3": "R", "d5": "kd", "d6": "g"}, immobile="pushed")
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "kgd"}


def test_SY_22_immobile_pushed_is_for_the_full_edition() -> None:
    with pytest.raises(tesserae.BadOption, match="SY-22"):
        tesserae.start("symbol", edition="simple", immobile="pushed")
    assert tesserae.start("symbol", immobile="pushed").export()["options"] == {"immobile": "pushed"}


@EDITIONS
def test_SY_23_pushes_are_judged_together_then_blacks_explode(edition: str) -> None:
    # The black on c5 explodes after the W of d5 has been pushed to d6, which it touches; e5's goes to f6 and lives.
    state = game({"d3": "R", "c5": "d", "d5": "w", "e5": "w"}, edition=edition)
    assert play(state, "d3[R]-d4") == {"f6": "w"}


def test_SY_40_a_pushed_stack_goes_as_one_king_and_all() -> None:
    state = game({"d3": "R", "d5": "kwd"})
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "kwd"}


def test_SY_40_a_pushed_group_joins_its_own() -> None:
    state = game({"d2": "R", "d4": "wg", "d5": "b"})
    assert play(state, "d2[R]-d3") == {"d3": "R", "d5": "gbw"}
    # With what it joins it may stand: B onto land where a W stands.
    state = game({"d3": "R", "d5": "bb", "d6": "w"})
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "bbw"}


def test_SY_40_a_pushed_group_that_may_not_stand_is_removed() -> None:
    state = game({"d3": "R", "d5": "bb", "f7": "w"})
    assert play(state, "d3[R]-d4") == {"d4": "R", "f7": "w"}
    state = game({"d3": "R", "d5": "bbw", "f7": "w"})
    assert play(state, "d3[R]-d4") == {"d4": "R", "d6": "bbw", "f7": "w"}


def test_SY_40_a_stack_with_king_pushed_off_the_board_loses() -> None:
    state = game({"d5": "R", "d7": "kw", "f7": "w"})
    play(state, "d5[R]-d6")
    assert ended(state) == ((0,), "king")


# --- Explosions ----------------------------------------------------------------------------------------------------


@EDITIONS
def test_SY_25_an_explosion_removes_both_sides_around(edition: str) -> None:
    state = game({"d4": "D", "c3": "W", "d5": "w", "e5": "b", "f4": "w", "b2": "W"}, edition=edition)
    assert play(state, "d4!") == {"f4": "w", "b2": "W"}


@EDITIONS
def test_SY_25_every_black_in_reach_explodes_in_turn(edition: str) -> None:
    state = game({"b4": "D", "c4": "d", "d4": "D", "e5": "w", "f4": "w", "a5": "W", "b6": "W"}, edition=edition)
    assert play(state, "b4!") == {"f4": "w", "b6": "W"}


@EDITIONS
def test_SY_25_what_captures_a_black_is_destroyed_with_it(edition: str) -> None:
    state = game({"d1": "W", "d3": "d", "c2": "w", "f5": "w"}, edition=edition)
    assert play(state, "d1[W]-d3") == {"f5": "w"}


@EDITIONS
def test_SY_25_a_struck_black_explodes_and_reaches_the_striker(edition: str) -> None:
    state = game({"d2": "G", "d3": "d", "f5": "w"}, edition=edition)
    assert play(state, "d2*d3") == {"f5": "w"}
    state = game({"d5": "B", "d2": "d", "d1": "W", "f5": "w"}, edition=edition)
    assert play(state, "d5[B]-d3*d2") == {"f5": "w"}


@EDITIONS
def test_SY_25_a_pushed_off_black_explodes_where_it_stood(edition: str) -> None:
    stack = "d" if edition == "simple" else "dw"
    state = game({"d5": "R", "e7": stack, "f6": "w", "c6": "w", "g1": "k"}, edition=edition)
    assert play(state, "d5[R]-d6") == {"b6": "w", "g1": "k"}


@EDITIONS
def test_SY_25_without_blast_center_only_the_touching_squares(edition: str) -> None:
    state = game({"d1": "W", "d3": "d", "c2": "w", "f5": "w"}, edition=edition, blast_center=False)
    assert play(state, "d1[W]-d3") == {"d3": "W", "f5": "w"}
    # R survives its capture and pushes.
    state = game({"d2": "R", "d3": "d", "e5": "w", "d4": "w", "f3": "w"}, edition=edition, blast_center=False)
    assert play(state, "d2[R]-d3") == {"d3": "R", "e5": "w", "f3": "w"}


def test_SY_25_without_blast_center_what_remains_must_be_able_to_stand() -> None:
    state = game({"d4": "GGD", "f7": "w", "g1": "W"}, blast_center=False)
    assert play(state, "d4!") == {"f7": "w", "g1": "W"}
    state = game({"d4": "GBD", "f7": "w"}, blast_center=False)
    assert play(state, "d4!") == {"d4": "GB", "f7": "w"}


def test_SY_25_without_blast_center_a_second_black_stays_until_it_is_hit() -> None:
    state = game({"d4": "DD", "c5": "w", "f7": "w"}, blast_center=False)
    assert play(state, "d4!") == {"d4": "D", "f7": "w"}
    state = game({"d4": "DDW", "c5": "d", "b6": "w", "f7": "w"}, blast_center=False)
    assert play(state, "d4!") == {"f7": "w"}  # c5 explodes too, and reaches d4


def test_SY_25_a_stack_with_several_blacks_explodes_once_and_for_all() -> None:
    state = game({"d4": "DDD", "c5": "w", "f7": "w"})
    assert play(state, "d4!") == {"f7": "w"}


# --- Kings ---------------------------------------------------------------------------------------------------------


@EDITIONS
@pytest.mark.parametrize(("turn", "loser"), [(0, 1), (1, 0)])
def test_SY_26_who_loses_the_king_loses(edition: str, turn: int, loser: int) -> None:
    mine, king = ("W", "k") if turn == 0 else ("w", "K")
    state = game({"d4": mine, "d5": king}, turn=turn, edition=edition)
    play(state, "d4[W]-d5")
    assert ended(state) == ((1 - loser,), "king")
    assert state.actors == ()


@EDITIONS
def test_SY_26_a_king_can_be_struck(edition: str) -> None:
    state = game({"d2": "G", "d3": "k", "f7": "w"}, edition=edition)
    play(state, "d2*d3")
    assert ended(state) == ((0,), "king")


@EDITIONS
def test_SY_26_the_own_explosion_counts_the_same(edition: str) -> None:
    state = game({"d1": "K", "d2": "D", "f7": "w"}, edition=edition)
    play(state, "d2!")
    assert ended(state) == ((1,), "king")


@EDITIONS
def test_SY_26_both_kings_in_one_explosion_draw(edition: str) -> None:
    state = game({"d3": "K", "d4": "D", "d5": "k", "f7": "w"}, edition=edition)
    play(state, "d4!")
    assert ended(state) == ((), "both_kings")


@EDITIONS
def test_SY_26_both_kings_by_a_capture_and_its_chain_draw(edition: str) -> None:
    state = game({"b2": "W", "d4": "d", "c4": "K", "e4": "k", "f7": "w"}, edition=edition)
    play(state, "b2[W]-d4")
    assert ended(state) == ((), "both_kings")


@EDITIONS
def test_SY_26_a_king_that_is_taken_ends_the_game_before_any_push(edition: str) -> None:
    state = game({"d4": "R", "d5": "k", "c6": "d", "b7": "K", "e4": "w"}, edition=edition)
    assert play(state, "d4[R]-d5") == {"d5": "R", "c6": "d", "b7": "K", "e4": "w"}
    assert ended(state) == ((0,), "king")


def test_SY_26_a_king_struck_by_a_stack_with_R_ends_the_game_before_the_push() -> None:
    state = game({"c1": "GR", "d3": "k", "b3": "w"})
    assert play(state, "c1[GR]-c2*d3") == {"c2": "GR", "b3": "w"}
    assert ended(state) == ((0,), "king")


def test_SY_26_a_king_in_the_chain_of_a_capture_ends_the_game_before_the_push() -> None:
    # Without the centre of the blast the R survives what it takes; the king beside the black does not.
    state = game({"d3": "R", "d4": "d", "d5": "k", "f7": "w", "a4": "w"}, blast_center=False)
    assert play(state, "d3[R]-d4") == {"d4": "R", "f7": "w", "a4": "w"}
    assert ended(state) == ((0,), "king")


@EDITIONS
def test_SY_26_both_kings_by_a_push_and_the_explosion_after_it_draw(edition: str) -> None:
    # R pushes the lone king off its life and a black explodes beside the own king.
    state = game({"d2": "R", "d4": "k", "c4": "d", "b4": "K", "f7": "w"}, edition=edition)
    play(state, "d2[R]-d3")
    assert ended(state) == ((), "both_kings")


def test_SY_26_a_turn_under_way_is_over_with_the_king() -> None:
    state = game({"d1": "KW", "d3": "k"}, reserve=("GG", ""))
    play(state, "+G@d2", "d1[W]-d3")
    assert ended(state) == ((0,), "king")
    assert "step" not in state.export()
    assert state.legal(0) == state.legal(1) == []
    refused = state.why(0, "end")
    assert refused is not None
    assert refused.rule == "GE-7"


def test_SY_26_effects_reach_from_every_kind_of_removal() -> None:
    state = game({"d2": "G", "d3": "d", "e4": "d", "f5": "k", "b7": "w"})
    play(state, "d2*d3")  # struck, chained, king
    assert ended(state) == ((0,), "king")
