"""SQ-9 to SQ-11: lines of five, claiming, winning."""

import pytest

import tesserae
from tesserae.state import State
from tests.games.sequence.helpers import line, rule, table

ROW = (0, line("a1", "e1"))


def claims(state: State) -> list[str]:
    return [action for action in state.legal(0) if action.startswith("claim")]


@pytest.mark.parametrize(
    ("chips", "placed", "ends"),
    [("a1 b1 c1 d1", "e1", ("a1", "e1")), ("a1 a2 a3 a4", "a5", ("a1", "a5")), ("c4 d5 f7 g8", "e6", ("c4", "g8"))],
)
def test_SQ_9_row_column_and_diagonal(chips: str, placed: str, ends: tuple[str, str]) -> None:
    state = table("ADD", "CA", chips=(chips,))
    state.act(0, f"ADD@{placed}")
    assert state.export()["sequences"] == [[0, line(*ends).split()]]


def test_SQ_9_falling_diagonal_is_listed_from_its_lower_end() -> None:
    state = table("ADD", "CA", chips=("j6 i7 g9 f10",))
    state.act(0, "ADD@h8")
    assert state.export()["sequences"] == [[0, ["j6", "i7", "h8", "g9", "f10"]]]


def test_SQ_9_four_chips_or_a_gap_or_a_bend_or_the_edge_make_no_sequence() -> None:
    for chips in ("a1 b1 c1 f1", "a1 b1 c1 d2", "a1 b1 c1", "h1 i1 j1 a2"):
        state = table("ADD", "CA", chips=(chips,))
        state.act(0, "ADD@g1" if chips.startswith("h") else "ADD@d1" if "d1" not in chips else "ADD@e1")
        assert state.export()["sequences"] == []


def test_SQ_9_only_the_five_are_locked() -> None:
    state = table("ADD", "REMOVE", chips=("a1 b1 c1 d1 f1",))
    state.act(0, "ADD@e1")
    state.act(0, "claim a1-e1")
    assert state.legal(1) == ["REMOVE@f1"]
    assert rule(state, 1, "REMOVE@e1") == "SQ-7"


def test_SQ_9_opposing_chips_break_a_line() -> None:
    state = table("ADD", "CA", chips=("a1 b1 d1 f1", "c1"))
    state.act(0, "ADD@e1")
    assert state.export()["sequences"] == []


def test_SQ_10_single_candidate_is_claimed_by_itself() -> None:
    state = table("ADD", "CA", chips=("a1 b1 c1 d1",))
    state.act(0, "ADD@e1")
    assert state.export()["sequences"] == [[0, ["a1", "b1", "c1", "d1", "e1"]]]
    assert state.actors == (1,)
    assert "step" not in state.export()


def test_SQ_10_nine_in_a_row_at_once() -> None:
    state = table("ADD", "CA", chips=(line("a1", "d1") + " " + line("f1", "i1"),))
    state.act(0, "ADD@e1")
    assert claims(state) == ["claim a1-e1", "claim b1-f1", "claim c1-g1", "claim d1-h1", "claim e1-i1"]
    assert state.view(1)["claims"] == ["a1-e1", "b1-f1", "c1-g1", "d1-h1", "e1-i1"]
    assert state.export()["step"] == {"placed": "e1", "forfeits": []}
    ends, middle = state.copy(), state
    ends.act(0, "claim a1-e1")  # e1-i1 shares only e1, is then the one candidate, and wins
    assert [squares[0] for _, squares in ends.export()["sequences"]] == ["a1", "e1"]
    assert ends.outcome is not None
    assert ends.outcome.winners == (0,)
    middle.act(0, "claim c1-g1")  # whatever else there is shares two or more
    assert [squares[0] for _, squares in middle.export()["sequences"]] == ["c1"]
    assert middle.outcome is None
    assert middle.actors == (1,)


def test_SQ_10_crossing_lines_at_once() -> None:
    state = table("ADD", "CA", chips=("a1 b1 c1 d1 e2 e3 e4 e5",))
    state.act(0, "ADD@e1")
    assert claims(state) == ["claim a1-e1", "claim e1-e5"]
    state.act(0, "claim e1-e5")
    assert state.export()["sequences"] == [[0, line("e1", "e5").split()], [0, line("a1", "e1").split()]]
    assert state.outcome == ((0,), "sequences", None)


def test_SQ_10_three_lines_at_once_with_a_second_choice() -> None:
    state = table("ADD", "CA", "NY", chips=("a5 b5 c5 d5 e1 e2 e3 e4 a1 b2 c3 d4",), teams=3)
    state.act(0, "ADD@e5")
    assert claims(state) == ["claim a1-e5", "claim a5-e5", "claim e1-e5"]
    state.act(0, "claim a5-e5")  # three teams: the first wins, there is no second choice
    assert state.outcome == ((0,), "sequences", None)
    state = table("ADD", "CA", chips=("a5 b5 c5 d5 f5 e1 e2 e3 e4",))
    state.act(0, "ADD@e5")
    assert claims(state) == ["claim a5-e5", "claim b5-f5", "claim e1-e5"]
    state.act(0, "claim e1-e5")  # both windows of the row share e5 alone: the player chooses again
    assert claims(state) == ["claim a5-e5", "claim b5-f5"]
    assert state.actors == (0,)
    state.act(0, "claim b5-f5")
    assert state.outcome == ((0,), "sequences", None)


def test_SQ_10_six_in_a_row_and_what_the_choice_does_later() -> None:
    state = table("ADD ADD", "REMOVE REMOVE", chips=("a1 b1 c1 d1 f1",), deck="NY NY NJ NJ")
    state.act(0, "ADD@e1")
    assert claims(state) == ["claim a1-e1", "claim b1-f1"]
    left, right = state.copy(), state
    left.act(0, "claim a1-e1")
    right.act(0, "claim b1-f1")
    assert left.legal(1) == ["REMOVE@f1"]
    assert right.legal(1) == ["REMOVE@a1"]
    # Three more chips to the right complete e1-i1 after a1-e1, while after b1-f1 it shares two.
    for chosen, done in (("a1-e1", True), ("b1-f1", False)):
        later = table("ADD ADD", "CA", chips=("a1 b1 c1 d1 e1 f1 g1 h1",), sequences=((0, line(*chosen.split("-"))),))
        later.act(0, "ADD@i1")
        assert (later.outcome is not None) == done


def test_SQ_10_seven_in_a_row_and_what_the_choice_does_later() -> None:
    state = table("ADD", "CA", chips=("a1 b1 c1 d1 f1 g1",))
    state.act(0, "ADD@e1")
    assert claims(state) == ["claim a1-e1", "claim b1-f1", "claim c1-g1"]
    # Two more chips to the right complete e1-i1 after a1-e1; after c1-g1 it shares three.
    for chosen, done in (("claim a1-e1", True), ("claim c1-g1", False)):
        after = state.copy()
        after.act(0, chosen)
        fields = after.export()
        later = table("ADD", "CA").export() | {"sequences": fields["sequences"], "chips": fields["chips"] | {"h1": 0}}
        game = tesserae.load(later)
        game.act(0, "ADD@i1")
        assert (game.outcome is not None) == done


def test_SQ_10_eight_in_a_row() -> None:
    state = table("ADD", "CA", chips=("b1 c1 d1 f1 g1 h1 i1",))
    state.act(0, "ADD@e1")
    assert claims(state) == ["claim b1-f1", "claim c1-g1", "claim d1-h1", "claim e1-i1"]
    state.act(0, "claim e1-i1")
    assert state.outcome is None  # a1-e1 would share only e1, but there is no chip on a1


def test_SQ_10_windows_contain_the_chip_just_placed() -> None:
    state = table("ADD", "CA", chips=("a1 b1 c1 e1 f1 g1",))
    state.act(0, "ADD@d1")
    assert claims(state) == ["claim a1-e1", "claim b1-f1", "claim c1-g1"]
    assert rule(state, 0, "claim d1-h1") == "SQ-9"
    assert rule(state, 0, "claim e1-i1") == "SQ-10"
    # A full line elsewhere is none of it: b1-f1 shares four with a1-e1 and was left unclaimed.
    state = table("ADD", "CA", chips=("f1 a3 b3 c3 d3 f3",), sequences=(ROW,))
    state.act(0, "ADD@e3")
    assert claims(state) == ["claim a3-e3", "claim b3-f3"]
    assert rule(state, 0, "claim b1-f1") == "SQ-10"


def test_SQ_10_line_with_two_locked_own_chips_is_none() -> None:
    state = table("ADD", "CA", chips=("f1 g1",), sequences=(ROW,))
    state.act(0, "ADD@h1")  # d1-h1: d1 and e1 are locked
    assert len(state.export()["sequences"]) == 1
    assert state.actors == (1,)


def test_SQ_10_line_with_one_locked_own_chip_counts() -> None:
    state = table("ADD", "CA", chips=("f1 g1 h1",), sequences=(ROW,))
    state.act(0, "ADD@i1")
    assert state.export()["sequences"] == [[0, ROW[1].split()], [0, line("e1", "i1").split()]]
    assert state.outcome == ((0,), "sequences", None)


def test_SQ_10_refusing_the_line_that_shares_two() -> None:
    state = table("ADD", "CA", chips=("f1 g1 h2 h3 h4 h5 g2 f3 e4 d5",), sequences=(ROW,))
    state.act(0, "ADD@h1")
    assert claims(state) == ["claim h1-d5", "claim h1-h5"]
    assert rule(state, 0, "claim d1-h1") == "SQ-10"


def test_SQ_10_an_opponents_locked_chip_is_no_part_of_a_line() -> None:
    state = table("ADD", "CA", chips=("e2 e3 e5 e6",), sequences=((1, line("a1", "e1")),))
    state.act(0, "ADD@e4")  # e1 is the opponent's: e1-e5 is no line, e2-e6 is
    assert state.export()["sequences"] == [[1, ROW[1].split()], [0, line("e2", "e6").split()]]


def test_SQ_10_a_removed_chip_and_no_claim_after_remove() -> None:
    state = table("REMOVE", "CA", chips=("a1 b1 c1 d1", "e1"))
    state.act(0, "REMOVE@e1")
    assert state.export()["sequences"] == []
    assert state.actors == (1,)


def test_SQ_10_nothing_else_before_the_claim() -> None:
    state = table("ADD CA", "CA", chips=("a1 b1 c1 d1 f1",), deck="NY")
    state.act(0, "ADD@e1")
    assert state.legal(0, at="e1") == ["claim a1-e1", "claim b1-f1"]
    assert state.legal(0, at="a1") == ["claim a1-e1"]
    assert state.legal(0, at="g7") == []
    assert rule(state, 0, "CA@g7") == "SQ-10"
    assert rule(state, 0, "pass") == "SQ-10"
    assert rule(state, 1, "CA@g7") == "GE-7"
    assert state.export()["deck"] == ["NY"]  # no card is drawn yet
    state.act(0, "claim f1-b1")  # either end first
    assert state.export()["deck"] == []


def test_SQ_10_nothing_to_claim() -> None:
    assert rule(table("CA", "CA"), 0, "claim a1-e1") == "SQ-10"


def test_SQ_10_choice_is_asked_even_if_any_wins() -> None:
    state = table("ADD", "CA", chips=("a3 b3 c3 d3 f3",), sequences=(ROW,))
    state.act(0, "ADD@e3")
    assert state.outcome is None
    assert claims(state) == ["claim a3-e3", "claim b3-f3"]
    state.act(0, "claim b3-f3")
    assert state.outcome == ((0,), "sequences", None)


def test_SQ_11_two_teams_need_two() -> None:
    state = table("ADD", "CA", "NY", "NY", chips=("a1 b1 c1 d1",), deck="TX")
    state.act(0, "ADD@e1")
    assert state.outcome is None
    state = table("ADD", "CA", "NY", "NY", chips=("a3 b3 c3 d3",), sequences=(ROW,), deck="TX")
    state.act(0, "ADD@e3")
    assert state.outcome == ((0, 2), "sequences", None)
    assert state.export()["deck"] == ["TX"]  # no card is drawn
    assert state.actors == ()
    assert state.legal(0) == state.legal(None) == []
    assert rule(state, 0, "pass") == "GE-7"


def test_SQ_11_each_team_counts_its_own() -> None:
    state = table("ADD", "CA", chips=("a3 b3 c3 d3",), sequences=((1, line("a1", "e1")),))
    state.act(0, "ADD@e3")
    assert state.outcome is None


def test_SQ_11_three_teams_need_one_and_no_further_claim() -> None:
    state = table(*["CA"] * 2, *["NY"] * 2, "ADD", "TX", chips=("", "a1 b1 c1 d1 e2 e3 e4 e5"), teams=3, turn=4)
    state.act(4, "ADD@e1")
    state.act(4, "claim a1-e1")
    assert state.outcome == ((1, 4), "sequences", None)
    assert len(state.export()["sequences"]) == 1
    assert state.view(0)["outcome"] == {"winners": [1, 4], "reason": "sequences", "scores": None}
