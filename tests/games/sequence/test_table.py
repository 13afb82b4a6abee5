"""SQ-1, SQ-14, SQ-15: teams, drawing by hand, penalties; and the shuffled board."""

from typing import Any

import pytest

import tesserae
from tesserae.errors import BadOption
from tests.games.sequence.helpers import ALL_STATES, TABLES, line, rule, table


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_SQ_1_teams(seats: int, options: dict[str, Any]) -> None:
    state = tesserae.start("sequence", seats, 5, **options)
    teams = options.get("teams", 3 if seats in (3, 9) else 2)
    assert state.view(0)["teams"] == teams
    assert state.view(0)["options"] == options
    last = seats - 1  # of the last team, as every last seat
    won = table(
        *[""] * last,
        "ADD",
        chips=("",) * (teams - 1) + ("a3 b3 c3 d3",),
        sequences=((teams - 1, line("a1", "e1")),) if teams == 2 else (),
        turn=last,
        **options,
    )
    won.act(last, "ADD@e3")
    assert won.outcome is not None
    assert won.outcome.winners == tuple(seat for seat in range(seats) if seat % teams == teams - 1)
    assert won.game.teams(won.options, seats) == teams


@pytest.mark.parametrize("seats", [6, 12])
def test_SQ_1_six_and_twelve_choose(seats: int) -> None:
    usual = tesserae.start("sequence", seats, 5)
    two = tesserae.start("sequence", seats, 5, teams=2)
    three = tesserae.start("sequence", seats, 5, teams=3)
    assert usual.tobytes() == two.tobytes()
    assert two.export()["options"] == {}
    assert three.export()["options"] == {"teams": 3}
    assert tesserae.load(three.export()).export() == three.export()


@pytest.mark.parametrize(("seats", "teams"), [(2, 3), (3, 2), (4, 3), (8, 3), (9, 2), (10, 3)])
def test_SQ_1_no_other_number_of_teams(seats: int, teams: int) -> None:
    with pytest.raises(BadOption, match="teams"):
        tesserae.start("sequence", seats, teams=teams)
    assert tesserae.start("sequence", seats, teams=5 - teams).export()["options"] == {}


@pytest.mark.parametrize("seats", [0, 1, 5, 7, 11, 13])
def test_SQ_1_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(BadOption, match="players"):
        tesserae.start("sequence", seats)


@pytest.mark.parametrize("teams", [0, 1, 4, True, 2.0, "two", None])
def test_SQ_1_bad_teams(teams: object) -> None:
    with pytest.raises(BadOption, match="teams"):
        tesserae.start("sequence", 6, teams=teams)


def test_SQ_1_teams_as_text() -> None:
    option = tesserae.start("sequence", 6).game.options[0]
    for value in (2, 3, "usual"):
        assert option.read(option.write(value)) == value
    with pytest.raises(BadOption):
        option.read("4")


def manual(*hands: str, **more: Any) -> Any:
    return table(*hands, draw="manual", deck="OH OH WA WA TX TX", **more)


def test_SQ_14_turn_passes_on_and_a_card_is_owed() -> None:
    state = manual("CA MT", "NY", "MN", "PA")
    state.act(0, "CA@f3")
    assert state.actors == (0, 1)
    assert state.export()["owed"] == [0]
    assert len(state.export()["deck"]) == 6
    assert state.legal(0) == ["draw"]
    assert rule(state, 0, "MT@a1") == "GE-7"
    assert rule(state, 0, "pass") == "GE-7"
    assert rule(state, 1, "draw") == "SQ-14"
    state.act(0, "draw")
    assert state.export()["hands"][0] == ["MT", "TX"]
    assert state.export()["owed"] == []
    assert rule(state, 0, "draw") == "SQ-14"
    assert state.actors == (1,)


def test_SQ_14_drawn_out_of_turn_just_before_it_is_lost() -> None:
    state = manual("CA", "NY", "MN", "PA")
    state.act(0, "CA@f3")
    state.act(1, "NY@h9")
    assert state.export()["owed"] == [0, 1]
    assert state.actors == (0, 1, 2)
    state.act(0, "draw")
    assert state.export()["owed"] == [1]
    state.act(1, "draw")
    assert [len(hand) for hand in state.export()["hands"]] == [1, 1, 1, 1]


def test_SQ_14_lost_when_the_next_player_has_played_and_drawn() -> None:
    state = manual("CA", "NY", "MN", "PA")
    state.act(0, "CA@f3")
    state.act(1, "NY@h9")
    state.act(1, "draw")
    assert state.export()["owed"] == []
    assert state.actors == (2,)
    assert rule(state, 0, "draw") == "SQ-14"
    assert state.export()["hands"][0] == []


def test_SQ_14_only_the_seat_before_loses() -> None:
    state = manual("CA", "NY", "MN", "PA")
    for seat, play in enumerate(("CA@f3", "NY@h9", "MN@b6")):
        state.act(seat, play)
    state.act(2, "draw")
    assert state.export()["owed"] == [0]
    state.act(0, "draw")
    assert [len(hand) for hand in state.export()["hands"]] == [1, 0, 1, 1]


def test_SQ_14_who_stands_later_in_the_list_loses_nothing() -> None:
    state = manual("CA", "NY", "MN", "PA", owed=[3, 1, 2])
    state.act(3, "draw")  # 2 stands behind it
    assert state.export()["owed"] == [1, 2]
    state = manual("CA", "NY", "MN", "PA", owed=[3, 0])
    state.act(0, "draw")  # the seat before 0 is 3
    assert state.export()["owed"] == []


def test_SQ_14_playing_again_loses_the_older_card() -> None:
    state = manual("CA MT", "NY MN")
    state.act(0, "CA@f3")
    state.act(1, "NY@h9")
    assert state.legal(0) == ["MT@a1", "MT@i2", "draw"]
    state.act(0, "MT@a1")
    assert state.export()["owed"] == [1, 0]
    state.act(0, "draw")  # 1 stands before 0, which is next to it: 1 loses its card
    assert state.export()["owed"] == []
    assert [len(hand) for hand in state.export()["hands"]] == [1, 1]


def test_SQ_14_older_card_is_lost_with_the_play_not_with_the_claim() -> None:
    state = manual("ADD", "NY", chips=("a1 b1 c1 d1 f1",), owed=[0])
    state.act(0, "ADD@e1")
    assert state.export()["owed"] == []
    assert state.actors == (0,)
    assert rule(state, 0, "draw") == "SQ-14"
    state.act(0, "claim a1-e1")
    assert state.export()["owed"] == [0]


def test_SQ_14_drawing_while_another_chooses_a_claim() -> None:
    state = manual("ADD", "NY", chips=("a1 b1 c1 d1 f1",), owed=[1])
    state.act(0, "ADD@e1")
    assert state.actors == (0, 1)
    state.act(1, "draw")
    assert len(state.export()["hands"][1]) == 2
    assert state.legal(0) == ["claim a1-e1", "claim b1-f1"]


def test_SQ_14_replacement_of_a_dead_card_is_no_draw() -> None:
    state = manual("CA", "NY", "MN", chips=("f3", "g7"), owed=[2, 0])
    state.act(0, "dead CA")
    assert state.export()["owed"] == [2, 0]


def test_SQ_14_passing_keeps_what_is_owed() -> None:
    state = manual("", "NY", owed=[0])
    assert state.legal(0) == ["draw", "pass"]
    state.act(0, "pass")
    assert state.export()["owed"] == [0]
    state.act(0, "draw")
    assert state.export()["hands"][0] == ["TX"]


def test_SQ_14_no_card_is_owed_after_the_winning_claim() -> None:
    state = manual("ADD", "CA", chips=("a3 b3 c3 d3",), sequences=((0, line("a1", "e1")),))
    state.act(0, "ADD@e3")
    assert state.outcome is not None
    assert state.export()["owed"] == []


def test_SQ_14_full_list_of_debts() -> None:
    """All twelve are owed a card when seat 0 plays again: its older one goes, the new one stands last."""
    hands = ["CA", *[""] * 11]
    state = manual(*hands, owed=list(range(12)))
    assert state.actors == tuple(range(12))
    state.act(0, "CA@f3")
    assert state.export()["owed"] == [*range(1, 12), 0]


def test_SQ_15_every_member_with_cards_forfeits_one_in_any_order() -> None:
    state = table("CA", "NY", "MN MT", "PA", "", "RI", deck="OH OH")
    assert state.legal(None) == ["penalty 0", "penalty 1"]
    state.act(None, "penalty 0")
    assert state.actors == (0, 2)  # 4 has no cards
    assert state.export()["step"] == {"placed": None, "forfeits": [0, 2]}
    assert state.view(1)["forfeits"] == [0, 2]
    assert state.legal(2) == ["forfeit MN", "forfeit MT"]
    state.act(2, "forfeit MT")
    assert rule(state, 2, "forfeit MN") == "SQ-15"
    assert rule(state, 0, "CA@f3") == "SQ-15"
    assert state.legal(0, at="f3") == []
    assert rule(state, 0, "forfeit NY") == "SQ-15"
    state.act(0, "forfeit CA")
    fields = state.export()
    assert fields["hands"] == [[], ["NY"], ["MN"], ["PA"], [], ["RI"]]
    assert fields["discards"] == [["CA"], [], ["MT"], [], [], []]
    assert fields["deck"] == ["OH", "OH"]
    assert "step" not in fields
    assert state.legal(0) == ["pass"]


def test_SQ_15_only_the_referee_and_nothing_else() -> None:
    state = table("CA CA", "NY", "MN", "PA")
    assert rule(state, 0, "penalty 1") == "SQ-15"
    assert rule(state, 1, "penalty 0") == "SQ-15"
    assert rule(state, None, "CA@f3") == "SQ-15"
    assert rule(state, None, "pass") == "SQ-15"
    assert rule(state, None, "penalty 2") == "SQ-15"
    assert rule(state, None, "penalty 7") == "SQ-15"
    assert rule(state, 0, "forfeit CA") == "SQ-15"
    assert rule(state, 1, "forfeit NY") == "SQ-15"  # forfeits have nothing to do with turns
    assert state.legal(None, at="f3") == []
    assert table("CA", "NY", "MN").legal(None) == ["penalty 0", "penalty 1", "penalty 2"]


def test_SQ_15_not_while_forfeits_are_open() -> None:
    state = table("CA", "NY")
    state.act(None, "penalty 0")
    assert state.legal(None) == []
    assert rule(state, None, "penalty 1") == "SQ-15"
    assert rule(state, 1, "NY@h9") == "SQ-15"
    state.act(0, "forfeit CA")
    assert state.legal(None) == ["penalty 0", "penalty 1"]


def test_SQ_15_two_of_a_kind_are_one_choice() -> None:
    state = table("CA CA", "NY")
    state.act(None, "penalty 0")
    assert state.legal(0) == ["forfeit CA"]


def test_SQ_15_a_team_without_cards_owes_nothing() -> None:
    state = table("", "NY")
    state.act(None, "penalty 0")
    assert state.actors == (0,)
    assert state.legal(0) == ["pass"]
    assert state.history == [(None, "penalty 0")]


def test_SQ_15_while_someone_is_to_draw() -> None:
    state = manual("CA", "NY MN", owed=[0])
    state.act(None, "penalty 1")
    assert state.actors == (1,)
    assert rule(state, 0, "draw") == "SQ-15"
    state.act(1, "forfeit NY")
    assert state.actors == (0,)
    assert "draw" in state.legal(0)
    state.act(0, "draw")
    assert state.export()["hands"] == [["CA", "TX"], ["MN"]]


def test_SQ_15_in_the_middle_of_a_turn() -> None:
    state = table("ADD CA", "NY", chips=("a1 b1 c1 d1 f1",), deck="OH")
    state.act(0, "ADD@e1")
    state.act(None, "penalty 0")
    assert state.export()["step"] == {"placed": "e1", "forfeits": [0]}
    assert state.legal(0) == ["forfeit CA"]
    state.act(0, "forfeit CA")
    assert state.legal(0) == ["claim a1-e1", "claim b1-f1"]
    state.act(0, "claim a1-e1")
    assert state.export()["hands"][0] == ["OH"]  # the card of the turn, none for the forfeit


def test_SQ_15_hands_stay_smaller() -> None:
    state = tesserae.start("sequence", 2, 1)
    state.act(None, "penalty 0")
    state.act(0, state.legal(0)[0])
    assert state.view(1)["hand_sizes"] == [6, 7]
    state.act(0, next(action for action in state.legal(0) if "@" in action))
    assert state.view(1)["hand_sizes"] == [6, 7]


def test_SQ_15_penalty_is_no_turn() -> None:
    state = table("REMOVE REMOVE", "REMOVE REMOVE")
    state.act(0, "pass")
    state.act(None, "penalty 1")
    state.act(1, "forfeit REMOVE")
    assert (state.export()["passes"], state.export()["turns"], state.export()["turn"]) == (1, 1, 1)
    state.act(1, "pass")
    assert state.outcome == ((), "stuck", None)
    assert rule(state, None, "penalty 0") == "GE-7"


def test_SQ_2_shuffled_board_keeps_a_states_spaces_apart() -> None:
    layouts = set()
    for seed in range(25):
        state = tesserae.start("sequence", 2, seed, board="shuffled")
        layout = state.export()["layout"]
        layouts.add(tuple(layout))
        check_layout(layout)
        assert tesserae.load(state.export()).export() == state.export()
    assert len(layouts) == 25
    check_layout(tesserae.start("sequence", 2, 1).view(0)["layout"])  # and so does the printed one
    assert "layout" not in tesserae.start("sequence", 2, 1).export()


def check_layout(layout: list[str]) -> None:
    rows = [row.split() for row in layout]
    for state in ALL_STATES:
        (rank, file), (other_rank, other_file) = (
            (r, f) for r, row in enumerate(rows) for f, code in enumerate(row) if code == state
        )
        ranks, files = abs(rank - other_rank), abs(file - other_file)
        assert max(ranks, files) >= 4
        assert 0 not in (ranks, files)
        assert ranks != files


def test_SQ_5_on_a_shuffled_board() -> None:
    state = tesserae.start("sequence", 2, 3, board="shuffled")
    rows = state.view(0)["layout"][::-1]
    for action in state.legal(0):
        card, square = action.split("@")
        if card in ALL_STATES:
            assert rows[int(square[1:]) - 1].split()["abcdefghij".index(square[0])] == card
