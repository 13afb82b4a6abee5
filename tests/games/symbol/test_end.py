"""SY-27 to SY-29: repetition, dead positions, quiet turns and passing; SY-52: regions instead of draws."""

import pytest

import tesserae
from tesserae.games.symbol.record import HISTORY
from tests.games.symbol.helpers import actions, ended, game, play, rule
from tests.walks import wrap

EDITIONS = pytest.mark.parametrize("edition", ["simple", "full"])
THERE_AND_BACK = ["d1[W]-d2", "d7[W]-d6", "d2[W]-d1", "d6[W]-d7"]


@EDITIONS
def test_SY_27_the_third_time_at_the_start_of_a_turn_is_a_draw(edition: str) -> None:
    state = game({"d1": "W", "d7": "w"}, edition=edition)
    play(state, *THERE_AND_BACK)
    assert state.view(0)["occurrences"] == 2
    play(state, *THERE_AND_BACK[:3])
    assert state.outcome is None
    play(state, THERE_AND_BACK[3])
    assert ended(state) == ((), "repetition")


@EDITIONS
def test_SY_27_the_player_to_move_belongs_to_the_position(edition: str) -> None:
    # Seat 1 loses a move by a triangle: the same board twice, but with the other player to move.
    state = game({"d1": "W", "d7": "w"}, edition=edition)
    play(state, "d1[W]-d2", "d7[W]-d6", "d2[W]-d1", "d6[W]-e7", "d1[W]-d2", "e7[W]-d7", "d2[W]-d1")
    assert state.actors == (1,)
    assert state.view(0)["occurrences"] == 1


def test_SY_27_all_squares_both_reserves_and_the_player_to_move_make_the_position() -> None:
    boards = [{"d1": "W"}, {"d2": "W"}, {"d1": "w"}, {"d1": "R"}, {"d1": "WW"}]
    reserves = [("", ""), ("G", ""), ("", "G"), ("GG", ""), ("B", "")]
    states = [game(board, turn, reserve) for board in boards for turn in (0, 1) for reserve in reserves]
    assert len({int(state.raw()["history"][0, 0]) for state in states}) == len(states)


def test_SY_27_positions_come_back_over_removals_with_unlimited() -> None:
    """A removal and a reinforcement lead back to the same position, and count."""
    state = game({"e1": "W", "d7": "w", "b1": "BK"}, reserve=("D", ""), unlimited=True)
    trip = ["+D@f2", "d7[W]-d6", "e1[W]-c1", "d6[W]-d7", "f2!", "d7[W]-d6", "c1[W]-e1", "d6[W]-d7"]
    play(state, *trip)
    assert state.view(0)["occurrences"] == 2
    play(state, *trip)
    assert ended(state) == ((), "repetition")


@EDITIONS
def test_SY_27_what_cannot_be_undone_empties_the_list(edition: str) -> None:
    state = game({"d1": "W", "d7": "w", "b1": "W", "b2": "w"}, edition=edition)
    play(state, *THERE_AND_BACK, "b1[W]-b2", *THERE_AND_BACK[1:2])
    assert state.raw()["seen"][0] == 2


def test_SY_27_the_ring_forgets_only_what_is_far_back() -> None:
    """With `unlimited` the list goes round; the last HISTORY positions are always known."""
    state = tesserae.start("symbol", seed=0, unlimited=True, edition="simple")
    play(state, "+K@a1", "+K@g7", "+W@a2", "+W@g6", "+D@b2")  # then wander without repeating
    array = state.raw()
    array["seen"][0] = HISTORY + 50
    array["history"][0] = range(1000, 1000 + HISTORY)
    array["quiet"][0] = 0
    state = wrap(state, array)
    play(state, "g6[W]-f5")
    assert state.raw()["seen"][0] == HISTORY + 51
    assert state.view(0)["occurrences"] == 1
    play(state, "a2[W]-a3", "f5[W]-g6", "a3[W]-a2", "g6[W]-f5")
    assert state.view(0)["occurrences"] == 2


@EDITIONS
def test_SY_28_nothing_but_kings_is_a_draw(edition: str) -> None:
    state = game({"d4": "D", "d5": "w"}, edition=edition)
    play(state, "d4!")
    assert ended(state) == ((), "dead_position")


@EDITIONS
@pytest.mark.parametrize(("board", "reserve"), [({"f2": "W"}, ("", "")), ({}, ("G", "")), ({}, ("", "G"))])
def test_SY_28_one_piece_anywhere_is_not_dead(edition: str, board: dict[str, str], reserve: tuple[str, str]) -> None:
    state = game({"d4": "D", "d5": "w", **board}, reserve=reserve, edition=edition)
    play(state, "d4!")
    assert state.outcome is None


def test_SY_28_a_piece_on_the_kings_square_is_not_dead() -> None:
    state = game({"a1": "KG", "d4": "D", "d5": "w"})
    play(state, "d4!")
    assert state.outcome is None


@EDITIONS
def test_SY_28_a_hundred_quiet_turns_are_a_draw(edition: str) -> None:
    state = game({"d1": "W", "d7": "w"}, edition=edition, quiet=98)
    play(state, "d1[W]-d2")
    assert state.export()["quiet"] == 99
    play(state, "d7[W]-d6")
    assert ended(state) == ((), "quiet")


@EDITIONS
@pytest.mark.parametrize("action", ["+G@b1", "d4!", "d1[W]-d2"])
def test_SY_28_removal_explosion_and_reinforcement_set_the_count_to_0(edition: str, action: str) -> None:
    board = {"a1": "K", "d1": "W", "d2": "g", "d4": "D", "d7": "w"}
    state = game(board, reserve=("G", ""), edition=edition, quiet=99)
    play(state, action)
    assert state.export()["quiet"] == 0
    assert state.outcome is None


@EDITIONS
def test_SY_28_placing_the_king_counts_as_reinforcement(edition: str) -> None:
    state = tesserae.start("symbol", seed=0, edition=edition)
    play(state, "+K@d1")
    assert state.export()["quiet"] == 0


@EDITIONS
def test_SY_28_repetition_comes_before_quiet(edition: str) -> None:
    state = game({"d1": "W", "d7": "w"}, edition=edition, quiet=92)
    play(state, *THERE_AND_BACK, *THERE_AND_BACK)
    assert ended(state) == ((), "repetition")


def test_SY_28_a_game_that_never_quiets_down_is_stopped() -> None:
    state = game({"d1": "W", "d7": "w"}, unlimited=True)
    array = state.raw()
    array["turns"] = 9_999
    state = wrap(state, array)
    play(state, "d1[W]-d2")
    assert ended(state) == ((), "quiet")


@EDITIONS
def test_SY_29_who_has_no_legal_action_passes(edition: str) -> None:
    state = game({"a1": "K", "d7": "w"}, edition=edition)
    assert actions(state) == {"pass"}
    assert rule(state, "end") is not None
    play(state, "pass")
    assert state.export()["quiet"] == 1
    assert rule(state, "pass") == "SY-29"  # seat 1 can move


@EDITIONS
def test_SY_29_a_reserve_that_fits_nowhere_is_no_way_out(edition: str) -> None:
    # A king on land among enemies, a B in reserve.
    ring = {"a2": "w", "b1": "w", "b2": "w"}
    state = game({"a1": "K", **ring}, reserve=("B" if edition == "simple" else "", "G"), edition=edition)
    assert actions(state) == {"pass"}


@EDITIONS
@pytest.mark.parametrize("end", ["repetition", "quiet"])
@pytest.mark.parametrize(("extra", "winners"), [({"a4": "D"}, (0,)), ({"f4": "d"}, (1,)), ({}, ())])
def test_SY_52_regions_decide_what_would_be_drawn(
    edition: str, end: str, extra: dict[str, str], winners: tuple[int, ...]
) -> None:
    quiet, moves = (0, 8) if end == "repetition" else (93, 7)
    state = game({"d1": "W", "d7": "w", **extra}, edition=edition, region_tiebreak=True, quiet=quiet)
    play(state, *(THERE_AND_BACK * 2)[:moves])
    assert ended(state) == (winners, "regions" if winners else end)


@EDITIONS
@pytest.mark.parametrize("tiebreak", [True, False])
def test_SY_52_a_dead_position_is_mostly_even(edition: str, tiebreak: bool) -> None:
    """Two kings alone control one region each, or share one: nobody has more."""
    state = game({"d4": "D", "e5": "w"}, edition=edition, region_tiebreak=tiebreak)
    play(state, "d4!")
    assert ended(state) == ((), "dead_position")


@EDITIONS
def test_SY_52_a_double_king_loss_stays_a_draw(edition: str) -> None:
    state = game({"d3": "K", "d4": "D", "d5": "k", "g1": "W"}, edition=edition, region_tiebreak=True)
    play(state, "d4!")
    assert ended(state) == ((), "both_kings")
