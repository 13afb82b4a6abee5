"""Hand-derived cases for the naive Symbol twin, by rule id."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.symbol.naive import Naive


def setup(board: str, reserve: tuple[str, str] = ("", ""), turn: int = 0, quiet: int = 0, **options: Any) -> Naive:
    """A game from a text such as "d1=0K d7=1KG"."""
    squares: dict[str, list[Any]] = {}
    for item in board.split():
        square, content = item.split("=")
        squares[square] = [int(content[0]), content[1:]]
    position = {"game": "symbol", "options": options, "turn": turn, "board": squares, "reserve": list(reserve)}
    return Naive.load({**position, "quiet": quiet, "outcome": None})


def board_of(game: Naive) -> str:
    return " ".join(f"{square}={owner}{pieces}" for square, (owner, pieces) in sorted(game.board.items()))


def ends(game: Naive, prefix: str) -> set[str]:
    """What follows a prefix such as "d1[G]-" among the legal actions."""
    return {text.removeprefix(prefix) for text in game.legal() if text.startswith(prefix)}


def strikes(game: Naive) -> set[str]:
    return {text for text in game.legal() if "*" in text}


def draw(reason: str) -> dict[str, Any]:
    return {"winners": [], "reason": reason, "scores": None}


def win(seat: int, reason: str) -> dict[str, Any]:
    return {"winners": [seat], "reason": reason, "scores": None}


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_SY_5_first_turns_place_the_kings_and_end_at_once(edition: str) -> None:
    game = Naive.start({"edition": edition})
    assert game.legal() == {f"+K@{file}{rank}" for file in "abcdefg" for rank in "12"}
    game.act("+K@d1")
    assert game.turn == 1
    assert game.quiet == 0
    assert game.legal() == {f"+K@{file}{rank}" for file in "abcdefg" for rank in "67"}
    game.act("+K@g6")
    assert board_of(game) == "d1=0K g6=1K"
    assert game.turn == 0
    assert game.reserve == ["GGGBBBWWWRRRDDD"] * 2


def test_SY_10_enemies_block_and_own_pieces_do_not() -> None:
    game = setup("a1=0K d4=0W d3=0B d5=1W g7=1K", edition="simple")
    assert {"d5", "d2"} <= ends(game, "d4[W]-")
    assert not {"d6", "d3"} & ends(game, "d4[W]-")


def test_SY_11_green_turns_but_stays_on_land() -> None:
    game = setup("b2=0K c2=0G g7=1K", edition="simple")
    assert ends(game, "c2[G]-") == {"a1", "b1", "c1", "d1", "e1", "a2", "d2", "e2"}


def test_SY_12_blue_goes_straight_on_water() -> None:
    game = setup("g1=0K a3=0B g7=1K", edition="simple")
    assert ends(game, "a3[B]-") == {"b3", "c3", "d3", "a4", "a5", "b4", "c5"}


def test_SY_13_SY_14_white_and_red() -> None:
    game = setup("g1=0K a1=0W c4=0R g7=1K", edition="simple")
    assert ends(game, "a1[W]-") == {"a2", "a3", "b1", "c1", "b2", "c3"}
    assert ends(game, "c4[R]-") == {"b3", "c3", "d3", "b4", "d4", "b5", "c5", "d5"}


def test_SY_15_king_and_black_do_not_move_by_themselves() -> None:
    assert setup("d1=0KD g7=1K").legal() == {"d1!"}


def test_SY_16_landing_removes_the_whole_stack() -> None:
    game = setup("a1=0K d4=0W d5=1GBW g7=1K")
    game.act("d4[W]-d5")
    assert board_of(game) == "a1=0K d5=0W g7=1K"
    assert game.reserve == ["", ""]
    assert game.turn == 1


def test_SY_17_green_strikes_water_from_land() -> None:
    game = setup("a1=0K c2=0G d3=1W g7=1K", edition="simple")
    assert strikes(game) == {"c2*d3", "c2[G]-d2*d3"}
    assert "c2[G]-d3" not in game.legal()
    game.act("c2[G]-d2*d3")
    assert board_of(game) == "a1=0K d2=0G g7=1K"
    assert strikes(setup("a1=0K c2=0G e3=1W g7=1K", edition="simple")) == {"c2[G]-d2*e3"}
    assert strikes(setup("a1=0K c2=0G e4=1W g7=1K", edition="simple")) == set()


def test_SY_17_a_resting_square_with_own_pieces_is_for_the_full_edition() -> None:
    board = "a1=0K c2=0G d2=0D e3=1W g7=1K"
    assert strikes(setup(board, edition="simple")) == set()
    assert strikes(setup(board)) == {"c2[G]-d2*e3"}


def test_SY_17_blue_strikes_the_first_land_square_of_its_line() -> None:
    for square, action in (("d3", "d3*d2"), ("d4", "d4[B]-d3*d2"), ("d5", "d5[B]-d3*d2")):
        assert strikes(setup(f"a1=0K {square}=0B d2=1R g7=1K", edition="simple")) == {action}
    assert strikes(setup("a1=0K d3=0B d1=1R g7=1K", edition="simple")) == set()
    assert strikes(setup("a1=0K d5=0B d4=1W d2=1R g7=1K", edition="simple")) == set()
    assert strikes(setup("a1=0K d5=0B d4=0W d2=1R g7=1K", edition="simple")) == {"d5[B]-d3*d2"}
    assert strikes(setup("a1=0K d5=0B d3=0W d2=1R g7=1K", edition="simple")) == set()
    assert strikes(setup("a1=0K d5=0B d3=0W d2=1R g7=1K")) == {"d5[B]-d3*d2"}


def test_SY_17_no_strike_with_0_steps_from_foreign_terrain() -> None:
    game = setup("a1=0K c3=0GW d3=1W g7=1K")
    assert strikes(game) == {f"c3[{part}]-{rest}*d3" for part in ("G", "GW") for rest in ("c2", "d2")}
    assert strikes(setup("a1=0K c2=0BW d2=1W g7=1K")) == set()


def test_SY_20_red_pushes_away_after_moving() -> None:
    game = setup("a1=0K d2=0R d4=0W e4=1W c4=1B g7=1K")
    game.act("d2[R]-d3")
    assert board_of(game) == "a1=0K b5=1B d3=0R d4=0W f5=1W g7=1K"


def test_SY_20_the_capture_comes_before_the_push() -> None:
    game = setup("a1=0K d2=0R c2=1G b3=1W g7=1K", edition="simple")
    game.act("d2[R]-c2")
    assert board_of(game) == "a1=0K a4=1W c2=0R g7=1K"


def test_SY_20_a_reinforced_red_does_not_push() -> None:
    game = setup("d2=0K d4=1W g7=1K", reserve=("R", ""))
    game.act("+R@d3")
    assert board_of(game) == "d2=0K d3=0R d4=1W g7=1K"


def test_SY_21_pushed_off_the_board_or_onto_foreign_terrain() -> None:
    game = setup("g1=0K b2=0R a3=1W g7=1K")
    game.act("b2[R]-b3")
    assert board_of(game) == "b3=0R g1=0K g7=1K"
    game = setup("g1=0K d3=0R c3=1B g7=1K")
    game.act("d3[R]-d4")  # towards b2
    assert board_of(game) == "d4=0R g1=0K g7=1K"
    game = setup("g1=0K e6=0R d6=1G g6=1K")
    game.act("e6[R]-d7")  # towards d5
    assert board_of(game) == "d7=0R g1=0K g6=1K"


def test_SY_21_pushed_onto_a_held_square() -> None:
    board = "g1=0K d3=0R c5=1W b6=1W g7=1K"
    for edition, after in (("simple", "b6=1W"), ("full", "b6=1WW")):
        game = setup(board, edition=edition)
        game.act("d3[R]-d4")
        assert board_of(game) == f"{after} d4=0R g1=0K g7=1K"
    game = setup(board.replace("b6=1W", "b6=0W"))
    game.act("d3[R]-d4")
    assert board_of(game) == "b6=0W d4=0R g1=0K g7=1K"


def test_SY_22_lone_king_is_removed_by_a_push() -> None:
    game = setup("a1=0K b6=0R d6=1K", edition="simple")
    game.act("b6[R]-c6")
    assert game.outcome == win(0, "king")
    assert game.legal() == set()
    game = setup("a1=0K b6=0R d6=1KG")
    game.act("b6[R]-c6")
    assert game.outcome is None
    assert board_of(game) == "a1=0K c6=0R e6=1KG"


def test_SY_23_pushes_come_together_before_their_explosions() -> None:
    game = setup("a1=0K d3=0R d5=1D c5=1W e4=1W d6=1W g7=1K")
    game.act("d3[R]-d4")  # c5 and e4 are pushed out of the blast of d5 before it comes; d6 is not
    assert board_of(game) == "a1=0K b6=1W f4=1W g7=1K"


def test_SY_25_capturing_black_destroys_the_capturer() -> None:
    board = "a1=0K d2=0W d4=1D e5=0B e6=0W g7=1K"
    game = setup(board)
    game.act("d2[W]-d4")
    assert board_of(game) == "a1=0K e6=0W g7=1K"
    game = setup(board, blast_center=False)
    game.act("d2[W]-d4")
    assert board_of(game) == "a1=0K d4=0W e6=0W g7=1K"


@pytest.mark.parametrize("blast_center", [True, False])
def test_SY_25_explosions_chain(blast_center: bool) -> None:
    game = setup("a1=0K d2=0W d4=1D e5=1D f6=0W g4=0B g7=1K", blast_center=blast_center)
    game.act("d2[W]-d4")  # e5 explodes in turn and reaches d4 and f6
    assert board_of(game) == "a1=0K g4=0B g7=1K"


def test_SY_25_without_blast_center_what_cannot_stand_is_removed() -> None:
    game = setup("a1=0K c4=0GD f4=0BDD g7=1K", blast_center=False)
    other = game.copy()
    game.act("c4!")
    assert board_of(game) == "a1=0K f4=0BDD g7=1K"
    other.act("f4!")
    assert board_of(other) == "a1=0K c4=0GD f4=0BD g7=1K"


def test_SY_25_a_struck_black_explodes_and_reaches_the_striker() -> None:
    game = setup("a1=0K c2=0G d3=1D g7=1K", edition="simple")
    game.act("c2*d3")
    assert board_of(game) == "a1=0K g7=1K"
    assert game.outcome == draw("dead_position")


def test_SY_26_kings_removed() -> None:
    game = setup("c4=0K d4=0D e4=1K", edition="simple", region_tiebreak=True)
    game.act("d4!")
    assert game.outcome == draw("both_kings")
    game = setup("c4=0K d4=0D g7=1K", reserve=("G", "G"), enlist=True)
    game.act("d4!")
    assert game.outcome == win(1, "king")
    assert game.reserve == ["G", "G"]


def test_SY_26_a_king_that_is_taken_ends_the_game_before_any_push() -> None:
    game = setup("f6=0K d5=0R d6=1K e7=1D")
    game.act("d5[R]-d6")  # takes the king; the D on e7 is not pushed
    assert game.outcome == win(0, "king")
    assert board_of(game) == "d6=0R e7=1D f6=0K"


def test_SY_26_both_kings_in_the_stage_of_the_pushes() -> None:
    game = setup("f6=0K d4=0R d6=1K e6=1D")
    game.act("d4[R]-d5")  # removes the lone king and the D, which explodes beside the other king
    assert game.outcome == draw("both_kings")


def test_SY_22_pushed_like_others() -> None:
    game = setup("a1=0K b6=0R d6=1K c7=1D", immobile="pushed")
    game.act("b6[R]-c6")  # c7 is pushed off the board and explodes, but the king is on e6 by then
    assert board_of(game) == "a1=0K e6=1K"
    game = setup("a1=0K f6=0R g7=1K", immobile="pushed")
    game.act("f6[R]-f7")
    assert game.outcome == win(0, "king")


SHUFFLE = ["a3[W]-a4", "g5[W]-g4", "a4[W]-a3", "g4[W]-g5"]


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_SY_27_third_occurrence(edition: str) -> None:
    game = setup("a1=0K a3=0W g5=1W g7=1K", edition=edition)
    for action in SHUFFLE + SHUFFLE:
        assert game.outcome is None
        game.act(action)
    assert game.outcome == draw("repetition")
    assert game.quiet == 8


def test_SY_28_repetition_comes_before_quiet() -> None:
    game = setup("a1=0K a3=0W g5=1W g7=1K", quiet=92)
    for action in SHUFFLE + SHUFFLE:
        game.act(action)
    assert game.outcome == draw("repetition")
    assert game.quiet == 100


def test_SY_28_quiet_and_what_ends_it() -> None:
    board = "a1=0K a3=0W d4=0D g5=1W g7=1K"
    for action, quiet in (("a3[W]-a4", 100), ("d4!", 0), ("+G@a2", 0)):
        game = setup(board, quiet=99, reserve=("G", ""))
        game.act(action)
        if game.turn == 0:
            game.act("end")
        assert game.quiet == quiet
        assert game.outcome == (draw("quiet") if quiet else None)


def test_SY_28_dead_position() -> None:
    game = setup("a1=0K d2=0W d4=1D g7=1K")
    game.act("d2[W]-d4")
    assert game.outcome == draw("dead_position")
    game = setup("a1=0K d2=0W d4=1D g7=1K", reserve=("", "D"))
    game.act("d2[W]-d4")
    assert game.outcome is None


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_SY_29_pass_only_without_any_other_action(edition: str) -> None:
    game = setup("a1=0K g7=1K d4=1W", edition=edition)
    assert game.legal() == {"pass"}
    game.act("pass")
    assert game.turn == 1
    assert game.quiet == 1
    assert "pass" not in game.legal()


def test_SY_31_simple_reinforcement() -> None:
    game = setup("a1=0K d4=0D g5=0W a7=1K", reserve=("GBD", ""), edition="simple")
    land = {f"+{piece}@{square}" for piece in "GD" for square in ("a2", "b1", "b2", "f6", "g6")}
    water = {f"+{piece}@{square}" for piece in "BD" for square in ("f4", "g4", "f5")}
    assert {text for text in game.legal() if text.startswith("+")} == land | water
    game.act("+B@f4")
    assert game.reserve == ["GD", ""]
    assert game.turn == 1


def test_SY_34_one_square_a_turn_and_how_it_closes() -> None:
    game = setup("d1=0KW a3=0W g7=1K", reserve=("GG", ""))
    assert "end" not in game.legal()
    assert ends(game, "a3[W]-")
    assert ends(game, "d1[W]-")
    first = game.copy()
    first.act("+G@d2")  # L is now the king's square
    assert not ends(first, "a3[")
    assert not ends(first, "+")
    assert not ends(first, "d2[")
    assert ends(first, "d1[W]-")
    assert "end" in first.legal()
    assert first.turn == 0
    first.act("d1[W]-d3")
    assert first.turn == 1  # nothing was left but `end`
    second = game.copy()
    second.act("a3[W]-a4")
    assert second.turn == 1
    game.act("d1[W]-d2")
    assert game.turn == 0
    assert "end" in game.legal()
    assert all(text[0] in "+e" for text in game.legal())
    game.act("end")
    assert game.turn == 1
    assert game.quiet == 1


def test_SY_35_a_piece_added_this_turn_never_moves() -> None:
    game = setup("d2=0KG g7=1K", reserve=("G", ""))
    game.act("+G@d2")
    assert ends(game, "d2[G]-")
    assert ends(game, "d2[KG]-")
    assert not ends(game, "d2[GG]-")


def test_SY_36_foreign_terrain_only_last_and_only_onto_own_pieces() -> None:
    board = "a1=0K c2=0G d4=0W g7=1K"
    assert "c3" not in ends(setup(board), "c2[G]-")
    game = setup(board + " c3=0W c4=0W")
    assert "c3" in ends(game, "c2[G]-")
    assert "c4" not in ends(game, "c2[G]-")
    enemy = setup(board + " c3=1W")
    assert "c3" not in ends(enemy, "c2[G]-")
    assert "c2*c3" in enemy.legal()
    blue = setup("a1=0K d4=0B d2=0W d1=0W g7=1K")
    assert "d2" in ends(blue, "d4[B]-")
    assert "d1" not in ends(blue, "d4[B]-")


def test_SY_37_what_stays_behind_must_be_able_to_stand() -> None:
    game = setup("a1=0K c3=0GW g7=1K")
    assert not ends(game, "c3[W]-")
    assert ends(game, "c3[G]-") == {file + "1" for file in "abcde"} | {file + "2" for file in "abcde"}
    king = setup("c3=0KW g7=1K", reserve=("G", ""))
    assert ends(king, "c3[KW]-")
    king.act("+G@c3")
    assert not ends(king, "c3[KW]-")
    assert ends(king, "c3[W]-")


def test_SY_38_a_strike_with_0_steps_is_the_movement_and_uses_all_of_L() -> None:
    game = setup("a1=0K d2=0GRD d3=1W c3=1W g7=1K")
    game.act("d2*d3")
    assert game.pieces("c3") == "W"  # nothing moved, so nothing is pushed
    assert game.legal() == {"d2!", "end"}
    game.act("d2!")
    assert board_of(game) == "a1=0K g7=1K"


def test_SY_39_only_a_red_that_travels_pushes() -> None:
    game = setup("a1=0K d2=0WR d5=1W g7=1K")
    other = game.copy()
    game.act("d2[W]-d4")
    assert game.pieces("d5") == "W"
    other.act("d2[WR]-d4")
    assert other.pieces("d5") == ""
    assert other.pieces("d6") == "W"


def test_SY_40_pushed_stacks() -> None:
    for pushed, there, after in (("BG", "", "GB"), ("BB", "", ""), ("BB", "G", "GBB"), ("KB", "", "KB")):
        king = "" if "K" in pushed else " g7=1K"
        game = setup(f"g1=0K d3=0R c5=1{pushed}" + (f" b6=1{there}" if there else "") + king)
        game.act("d3[R]-d4")
        assert game.pieces("b6") == after
        assert game.pieces("c5") == ""


def test_SY_41_explosion_after_movement_only_of_what_moved() -> None:
    game = setup("a1=0K d2=0WDD d4=0D g7=1K")
    assert {"d2!", "d4!"} <= game.legal()
    other = game.copy()
    game.act("d2[W]-d4")
    assert game.turn == 1  # no D among S: only `end` was left
    other.act("d2[WD]-d3")
    assert other.legal() == {"d3!", "end"}


def test_SY_41_after_an_explosion_nothing_moves_but_reinforcements_come() -> None:
    game = setup("d2=0KWD g7=1K", reserve=("G", ""), blast_center=False)
    game.act("d2!")
    assert board_of(game) == "d2=0KW g7=1K"
    assert game.legal() == {"end"} | {f"+G@{s}" for s in ("c1", "c2", "d1", "d2", "e1", "e2")}


def test_SY_41_a_destroyed_part_has_no_black_left() -> None:
    game = setup("b1=0KWD b3=1D g7=1K", reserve=("D", ""))
    game.act("b1[WD]-b3")
    assert board_of(game) == "b1=0K g7=1K"
    game.act("+D@b2")
    assert game.turn == 1


def test_SY_42_SY_43_allowance() -> None:
    game = setup("d1=0K a1=0W g1=0W g7=1K", reserve=("GGG", ""))
    game.act("+G@d1")
    game.act("+G@d2")
    assert game.turn == 1
    assert game.reserve == ["G", ""]
    game = setup("d1=0K a1=0W g1=0W g2=1W g6=1K", reserve=("GGG", ""))
    game.act("+G@d1")
    assert game.turn == 1  # only two regions controlled, and nothing on d1 when the turn began can move


def test_SY_44_places_of_reinforcement() -> None:
    game = setup("d1=0K a5=0D f4=0W f5=1W g7=1K", reserve=("BD", ""))
    near_king = {"c1", "c2", "d1", "d2", "e1", "e2"}
    near_white = {"e3", "f3", "g3", "e4", "f4", "g4", "e5", "g5"}  # f5 is the enemy's
    assert ends(game, "+B@") == {"d1"}
    assert ends(game, "+D@") == near_king | near_white


def test_SY_44_around_the_king_where_it_is_now() -> None:
    game = setup("d2=0KW g7=1K", reserve=("B", ""))
    game.act("d2[KW]-d4")
    assert game.legal() == {"end"} | {f"+B@{file}{rank}" for file in "cde" for rank in "345"}


def test_SY_50_unlimited_returns_pieces_to_their_owner_at_once() -> None:
    assert Naive.start({"unlimited": True}).reserve == ["GGBBWWRD"] * 2
    game = setup("a1=0K d4=0D e4=1BW c4=0R g7=1K", reserve=("", "G"), unlimited=True)
    game.act("d4!")
    assert game.reserve == ["RD", "GBW"]
    game = setup("b1=0KW b3=1D g7=1K", unlimited=True)
    game.act("b1[W]-b3")
    assert game.turn == 0
    assert "+W@b2" in game.legal()
    assert game.reserve == ["W", "D"]


def test_SY_51_enlist() -> None:
    game = setup("a1=0K d4=0D e4=1BW c4=0R g7=1K", reserve=("", "G"), enlist=True)
    game.act("d4!")
    assert game.reserve == ["BW", "G"]
    game = setup("b1=0KW b3=1D g7=1K", enlist=True)
    game.act("b1[W]-b3")
    assert game.reserve == ["D", ""]
    assert "+D@b2" in game.legal()
    game = setup("a1=0K d5=0W d7=1KB", enlist=True)
    game.act("d5[W]-d7")
    assert game.reserve == ["B", ""]
    assert game.outcome == win(0, "king")


def test_SY_52_region_tiebreak() -> None:
    for extra, outcome in (("", draw("quiet")), (" d1=0D", win(0, "regions")), (" d6=1D", win(1, "regions"))):
        game = setup("a1=0K a3=0W g5=1W g7=1K" + extra, quiet=99, region_tiebreak=True)
        game.act("a3[W]-a4")
        assert game.outcome == outcome


def test_sixteen_pieces_in_open_water_have_32203_actions() -> None:
    game = setup("d4=0KGGGBBBWWWRRRDDD g7=1K")
    assert len(game.legal()) == 32203


def test_GE_5_a_refused_action_changes_nothing() -> None:
    game = Naive.start({})
    before = game.snapshot()
    with pytest.raises(ValueError, match="not legal"):
        game.act("+K@d6")
    assert game.snapshot() == before
