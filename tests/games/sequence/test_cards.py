"""SQ-2 to SQ-8, SQ-12, SQ-13: the cards, what each does, exchanging, reshuffling, passing."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.engine.rng import seed_rng, shuffle
from tests.games.sequence.helpers import ALL_CARDS, ALL_STATES, TABLES, full_board, line, rule, table


def test_SQ_2_cards_and_board() -> None:
    fields = tesserae.start("sequence", seed=1).export()
    assert sorted(sum(fields["hands"], fields["deck"])) == ALL_CARDS
    assert len(ALL_CARDS) == 108
    layout = tesserae.start("sequence", seed=1).view(0)["layout"]
    assert Counter(" ".join(layout).split()) == dict.fromkeys(ALL_STATES, 2)
    assert layout[0].startswith("NY KY NJ")
    assert layout[9].endswith("IA OR RI")
    state = table("NY RI MT", "CA")
    assert state.legal(0) == ["MT@a1", "MT@i2", "NY@a10", "NY@h9", "RI@h7", "RI@j1"]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_SQ_3_hands_are_dealt_round_the_table(seats: int, options: dict[str, Any]) -> None:
    size = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}[seats]
    cards = np.repeat(np.arange(52), [2] * 50 + [4, 4])
    rng = np.zeros(4, np.int64)
    seed_rng(rng, 99, 0)
    shuffle(cards, 108, rng)
    deck = [[*ALL_STATES, "ADD", "REMOVE"][card] for card in cards]
    hands: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(size):
        for hand in hands:
            hand.append(deck.pop())
    fields = tesserae.start("sequence", seats, 99, **options).export()
    assert fields["hands"] == [sorted(hand) for hand in hands]
    assert fields["deck"] == deck
    assert fields["turn"] == 0
    assert fields["discards"] == [[]] * seats


def test_SQ_4_play_then_draw_then_next_seat() -> None:
    state = table("CA", "NY", "TX", deck="OH WA")
    state.act(0, "CA@f3")
    fields = state.export()
    assert fields["hands"] == [["WA"], ["NY"], ["TX"]]
    assert fields["deck"] == ["OH"]
    assert fields["discards"] == [["CA"], [], []]
    assert (fields["turn"], fields["turns"]) == (1, 1)
    assert rule(state, 0, "WA@b2") == "GE-7"
    state.act(1, "NY@h9")
    state.act(2, "TX@a3")
    assert state.actors == (0,)


def test_SQ_4_cards_are_drawn_by_themselves() -> None:
    assert rule(table("CA", "NY"), 0, "draw") == "SQ-4"
    assert rule(table("CA", "NY"), 1, "draw") == "SQ-4"


def test_SQ_5_state_card() -> None:
    state = table("CA", "CA", chips=("f3",), deck="NY NY")
    assert state.legal(0) == ["CA@g7"]
    assert state.legal(0, at="g7") == ["CA@g7"]
    assert state.legal(0, at="f3") == []
    assert rule(state, 0, "CA@f3") == "SQ-5"
    assert rule(state, 0, "CA@a1") == "SQ-5"
    assert rule(state, 0, "NY@h9") == "SQ-5"
    state.act(0, "CA@g7")
    assert state.export()["chips"] == {"f3": 0, "g7": 0}
    assert rule(state, 1, "CA@g7") == "SQ-5"  # dead now


def test_SQ_5_two_of_a_kind_are_one_action() -> None:
    assert table("CA CA", "NY").legal(0) == ["CA@f3", "CA@g7"]


def test_SQ_6_add_on_any_open_space() -> None:
    state = table("ADD ADD", "NY", chips=("a1", "j10"))
    assert len(state.legal(0)) == 98
    assert state.legal(0, at="c4") == ["ADD@c4"]
    assert rule(state, 0, "ADD@a1") == "SQ-6"
    assert rule(state, 0, "ADD@j10") == "SQ-6"
    assert rule(table("CA", "NY"), 0, "ADD@a1") == "SQ-6"
    state.act(0, "ADD@c4")
    assert state.export()["chips"]["c4"] == 0


def test_SQ_7_remove_takes_off_an_opposing_chip_and_places_nothing() -> None:
    state = table("REMOVE", "NY", chips=("f3 a1", "g7 h9"))
    assert state.legal(0) == ["REMOVE@g7", "REMOVE@h9"]
    assert state.legal(0, at="g7") == ["REMOVE@g7"]
    assert state.legal(0, at="f3") == state.legal(0, at="c4") == []
    state.act(0, "REMOVE@g7")
    assert state.export()["chips"] == {"a1": 0, "f3": 0, "h9": 1}
    assert state.actors == (1,)


def test_SQ_7_remove_on_locked_own_team_mates_and_no_chip() -> None:
    state = table("REMOVE", "CA", "NY", "TX", chips=("a3", "f1"), sequences=((1, line("a1", "e1")),))
    assert state.legal(0) == ["REMOVE@f1"]
    assert rule(state, 0, "REMOVE@c1") == "SQ-7"
    assert rule(state, 0, "REMOVE@a3") == "SQ-7"
    assert rule(state, 0, "REMOVE@j10") == "SQ-7"
    mate = table("CA", "NY", "REMOVE", "TX", chips=("a3", "f1"), turn=2)
    assert mate.legal(2) == ["REMOVE@f1"]
    assert rule(mate, 2, "REMOVE@a3") == "SQ-7"
    assert rule(table("CA", "NY", chips=("", "a1")), 0, "REMOVE@a1") == "SQ-7"


def test_SQ_7_remove_against_both_other_teams() -> None:
    assert table("CA", "REMOVE", "NY", chips=("a1", "b1", "c1"), turn=1).legal(1) == ["REMOVE@a1", "REMOVE@c1"]


def test_SQ_8_dead_card_is_exchanged_once_before_the_play() -> None:
    state = table("CA OH", "NY", chips=("f3", "g7"), deck="TX WA")
    assert state.view(0)["dead"] == ["CA"]
    assert state.legal(0) == ["OH@c7", "OH@j4", "dead CA"]
    state.act(0, "dead CA")
    fields = state.export()
    assert fields["hands"] == [["OH", "WA"], ["NY"]]
    assert fields["discards"] == [["CA"], []]
    assert fields["exchanged"] is True
    assert (fields["turn"], fields["turns"], "step" in fields) == (0, 0, False)
    state.act(0, "WA@b2")
    assert state.export()["exchanged"] is False


def test_SQ_8_what_is_not_dead() -> None:
    state = table("CA ADD", "NY", chips=("f3",))
    assert rule(state, 0, "dead CA") == "SQ-8"
    assert rule(state, 0, "dead TX") == "SQ-8"
    assert rule(state, 0, "dead ADD") == "SQ-8"
    assert "dead CA" not in state.legal(0)


def test_SQ_8_two_dead_cards() -> None:
    state = table("CA NY OH", "TX", chips=("f3 h9", "g7 a10"), deck="WA WA")
    state.act(0, "dead NY")
    assert rule(state, 0, "dead CA") == "SQ-8"
    state.act(0, "OH@c7")
    state.act(1, "TX@a3")
    assert "dead CA" in state.legal(0)  # in the next turn


def test_SQ_8_remove_revives_a_dead_card() -> None:
    state = table("REMOVE", "CA", chips=("f3", "g7"), deck="NY")
    assert state.view(1)["dead"] == ["CA"]
    state.act(0, "REMOVE@g7")
    assert state.view(1)["dead"] == []
    assert state.legal(1) == ["CA@g7"]


def test_SQ_8_replacement_at_once_also_with_draw_manual() -> None:
    state = table("CA OH", "NY", chips=("f3", "g7"), deck="TX WA", draw="manual")
    state.act(0, "dead CA")
    assert state.export()["hands"][0] == ["OH", "WA"]
    assert state.export()["owed"] == []


def test_SQ_8_replacement_of_an_empty_deck_may_be_the_card_itself() -> None:
    state = table("CA", "TX", chips=("f3", "g7"))
    state.act(0, "dead CA")
    assert state.export()["hands"][0] == ["CA"]
    assert state.legal(0) == ["pass"]


def test_SQ_12_not_reshuffled_when_the_last_card_is_taken() -> None:
    state = table("CA", "NY", deck="WA", discards=[["OH"], ["TX"]])
    state.act(0, "CA@f3")
    assert state.export()["deck"] == []
    assert state.export()["discards"] == [["OH", "CA"], ["TX"]]


def test_SQ_12_reshuffled_exactly_when_needed_with_the_card_just_played() -> None:
    drawn = set()
    for seed in range(60):
        position = table("CA", "NY", discards=[["OH"], ["TX", "WA"]]).export()
        state = tesserae.load(position, seed)
        state.act(0, "CA@f3")
        fields = state.export()
        assert fields["discards"] == [[], []]
        assert sorted(fields["hands"][0] + fields["deck"]) == ["CA", "OH", "TX", "WA"]
        assert len(fields["deck"]) == 3
        drawn.add(fields["hands"][0][0])
    assert drawn == {"CA", "OH", "TX", "WA"}


def test_SQ_12_reshuffled_for_a_dead_card_too() -> None:
    state = table("CA", "NY", chips=("f3", "g7"), discards=[["OH"], ["TX"]])
    state.act(0, "dead CA")
    fields = state.export()
    assert fields["discards"] == [[], []]
    assert sorted(fields["hands"][0] + fields["deck"]) == ["CA", "OH", "TX"]


def test_SQ_12_nothing_to_reshuffle_no_card() -> None:
    state = table("CA", "NY", draw="manual", owed=[1])
    state.act(1, "draw")
    assert state.export()["hands"] == [["CA"], ["NY"]]
    assert state.export()["owed"] == []
    # Drawn by itself there always is one: the card just played.
    state = table("CA", "NY")
    state.act(0, "CA@f3")
    assert state.export()["hands"][0] == ["CA"]


def test_SQ_13_pass_is_refused_with_a_playable_card() -> None:
    assert rule(table("CA", "NY"), 0, "pass") == "SQ-13"


def test_SQ_13_hand_of_unplayable_cards_passes_without_drawing() -> None:
    state = table("REMOVE REMOVE", "NY", chips=("a1",), deck="WA")
    assert state.legal(0) == ["pass"]
    state.act(0, "pass")
    fields = state.export()
    assert fields["deck"] == ["WA"]
    assert (fields["passes"], fields["turn"], fields["turns"]) == (1, 1, 1)
    state.act(1, "NY@h9")
    assert state.export()["passes"] == 0


def test_SQ_13_empty_hand_passes() -> None:
    assert table("", "NY").legal(0) == ["pass"]


def test_SQ_13_must_exchange_first() -> None:
    state = table("CA NY", "TX", chips=("f3 h9", "g7 a10"), deck="CA", discards=[["OH"], []])
    assert state.legal(0) == ["dead CA", "dead NY"]
    assert rule(state, 0, "pass") == "SQ-13"
    state.act(0, "dead NY")
    assert state.legal(0) == ["pass"]  # two CA now, both dead, but one exchange a turn
    state.act(0, "pass")
    assert state.export()["passes"] == 0


def test_SQ_13_full_board_stuck_when_all_pass_in_a_row() -> None:
    state = table("ADD", "ADD", "ADD", "ADD", chips=full_board())
    for seat in range(3):
        state.act(seat, "pass")
        assert state.outcome is None
    state.act(3, "pass")
    assert state.outcome == ((), "stuck", None)


def test_SQ_13_full_board_remove_goes_on() -> None:
    state = table("ADD", "REMOVE", chips=full_board(), passes=1, turn=1, deck="CA")
    assert len(state.legal(1)) == 50
    state.act(1, state.legal(1)[0])
    assert state.export()["passes"] == 0


def test_SQ_13_an_exchange_in_between_is_no_pass_in_a_row() -> None:
    state = table("ADD", "CA", chips=full_board(), deck="NY TX")
    state.act(0, "pass")
    state.act(1, "dead CA")
    assert state.export()["passes"] == 0
    state.act(1, "pass")
    assert state.export()["passes"] == 0
    state.act(0, "pass")
    assert state.export()["passes"] == 1
    assert state.outcome is None


def test_SQ_13_quiet_after_a_thousand_turns() -> None:
    state = table("CA", "NY", turns=998, deck="OH OH")
    state.act(0, "CA@f3")
    assert state.outcome is None
    state.act(1, "NY@h9")
    assert state.outcome == ((), "quiet", None)
    assert state.export()["turns"] == 1000


def test_SQ_13_a_win_in_the_thousandth_turn_is_a_win() -> None:
    state = table("ADD", "CA", chips=("a3 b3 c3 d3",), sequences=((0, line("a1", "e1")),), turns=999)
    state.act(0, "ADD@e3")
    assert state.outcome == ((0,), "sequences", None)
