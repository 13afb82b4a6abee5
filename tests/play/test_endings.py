"""Draws, resignation, abandonment, chat: what people agree on, and what they leave behind."""

import pytest

from tesserae.play import Match
from tesserae.play.commands import Accept, Act, Chat, Decline, Offer, Rename, Resign, Sit, Vote
from tests.play.tables import ANN, BOB, CYD, DAN, EVE, STRANGER, Table, stored

DRAW = Offer("draw")


def result(table: Table) -> tuple[list[int], str]:
    found = table.table(None)["result"]
    return found["winners"], found["reason"]


# --- Draws -----------------------------------------------------------------------------------------------------------


def test_GE_6_a_draw_is_offered_and_accepted() -> None:
    table = Table("consequence").seat(ANN, BOB)
    assert table.table(0)["draw"] is True
    table.do(DRAW, ANN)
    table.refused(DRAW, BOB, "MA-19")
    table.act(0, "bM@b2")
    events = table.do(Accept("draw"), BOB)
    assert [event.kind for event in events] == ["accepted", "ended"]
    assert result(table) == ([], "agreed")
    view = table.match.document(0, ANN)["view"]
    assert (view["actors"], view["outcome"]["reason"], view["board"]["b2"]) == ([], "agreed", "bM")
    table.refused(Act(1, ["rS@c3"]), BOB, "MA-6")
    table.refused(DRAW, ANN, "MA-6")
    table.check()


def test_an_offer_lapses_when_the_other_side_acts() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.act(0, "bM@b2")
    table.do(DRAW, ANN)
    table.act(1, "rS@c3")
    table.refused(Accept("draw"), BOB, "MA-21")
    table.do(DRAW, ANN)
    table.check()


def test_a_declined_draw_is_not_offered_again_before_a_move() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.do(DRAW, ANN)
    table.do(Decline("draw"), BOB)
    table.refused(DRAW, ANN, "MA-20")
    table.do(DRAW, BOB)
    table.do(Decline("draw"), BOB)
    table.act(0, "bM@b2")
    table.do(DRAW, ANN)
    table.check()


def test_GE_6_draws_are_for_two_sides() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB, CYD)
    assert table.table(0)["draw"] is False
    table.refused(DRAW, ANN, "MA-17")
    Table("sequence", seats=3).seat(ANN, BOB, CYD).refused(DRAW, ANN, "MA-17")
    Table("symbol_chain", seats=2).seat(ANN, BOB).do(DRAW, ANN)


def test_in_teams_everybody_must_agree() -> None:
    table = Table("sequence", seats=4).seat(ANN, BOB, CYD, "bot:club")
    table.do(DRAW, ANN)
    table.do(Accept("draw"), CYD)
    assert table.status == "playing"
    table.do(Accept("draw"), BOB)
    assert result(table) == ([], "agreed")
    table.check()


def test_bots_do_not_agree_to_draws() -> None:
    table = Table("symbol").seat(ANN, "bot:club")
    assert table.table(0)["draw"] is False
    table.refused(DRAW, ANN, "MA-18")
    Table("sequence", seats=4).seat(ANN, "bot:club", BOB, "bot:club").refused(DRAW, ANN, "MA-18")


def test_round_one_screen_a_draw_needs_no_answer() -> None:
    table = Table("symbol").seat(ANN, ANN)
    table.do(DRAW, ANN)
    assert result(table) == ([], "agreed")
    table.check()


def test_spectators_offer_nothing() -> None:
    table = Table("symbol").seat(ANN, BOB)
    table.refused(DRAW, STRANGER, "MA-7")
    table.refused(Offer("draw", 1), ANN, "MA-3")
    table.refused(Resign(), STRANGER, "MA-7")
    table.refused(Resign(1), ANN, "MA-3")


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [(["+K@d1"], ([0], "regions")), (["+K@d1", "+K@d7"], ([], "agreed"))],
)
def test_SY_52_regions_decide_an_agreed_draw(moves: list[str], outcome: tuple[list[int], str]) -> None:
    table = Table("symbol", options={"region_tiebreak": True}).seat(ANN, BOB)
    for seat, move in enumerate(moves):
        table.act(seat, move)
    table.do(DRAW, BOB)
    table.do(Accept("draw"), ANN)
    assert result(table) == outcome
    assert "* - agreed\n" in table.match.record()
    table.check()


def test_without_SY_52_regions_do_not_count() -> None:
    table = Table("symbol").seat(ANN, BOB)
    table.act(0, "+K@d1")
    table.do(DRAW, BOB)
    table.do(Accept("draw"), ANN)
    assert result(table) == ([], "agreed")


# --- Resigning -------------------------------------------------------------------------------------------------------


def test_GE_6_who_resigns_loses() -> None:
    table = Table("symbol").seat(ANN, BOB)
    events = table.do(Resign(), BOB)
    assert [event.kind for event in events] == ["resigned", "ended"]
    assert result(table) == ([0], "resigned")
    table.refused(Resign(), ANN, "MA-6")
    table.check()


def test_a_team_resigns() -> None:
    table = Table("sequence", seats=6, options={"teams": 3}).seat(ANN, BOB, CYD, DAN, EVE, "bot:club")
    table.do(Resign(), BOB)
    assert table.kinds[-1] == "replaced"
    table = Table("sequence", seats=4).seat(ANN, BOB, CYD, DAN)
    table.do(Resign(), CYD)
    assert result(table) == ([1, 3], "resigned")
    table.check()


def test_in_a_team_the_seat_can_be_handed_to_a_bot() -> None:
    table = Table("sequence", seats=4, leaver="bot", substitute="casual").seat(ANN, BOB, CYD, DAN)
    hand = table.match.document(0, ANN)["view"]["hand"]
    events = table.do(Resign(), ANN)
    assert [event.kind for event in events] == ["resigned", "replaced"]
    assert table.table(1)["seats"][0] == {"kind": "bot", "level": "casual", "team": 0}
    assert table.match.thinkers == [(0, "casual", 1.0)]
    with pytest.raises(ValueError, match="not your seat"):
        table.match.document(0, ANN)
    table.act(0, table.match.playing().legal(0)[0])
    assert table.match.state is not None
    assert hand
    table.refused(Resign(), ANN, "MA-7")
    table.check()


def test_with_three_sides_the_others_play_on_until_nobody_is_left() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB, CYD)
    table.do(Resign(), ANN)
    table.do(Resign(), CYD)
    assert table.status == "playing"
    table.do(Resign(), BOB)
    assert result(table) == ([0, 2], "resigned")
    record = table.match.record()
    assert "* 0 bot club\n* 2 bot club\n* 1 resigned\n" in record
    assert "players: Ann, Bob, Cyd\n" in record
    table.check()


def test_with_two_who_play_for_themselves_the_option_for_teams_means_nothing() -> None:
    table = Table("sequence", leaver="bot").seat(ANN, BOB)
    table.do(Resign(), ANN)
    assert result(table) == ([1], "resigned")


# --- Vanishing -------------------------------------------------------------------------------------------------------


def vanish(table: Table, person: str) -> None:
    table.happen(table.match.presence(person, False, table.now))


def test_a_vanished_player_is_replaced_by_vote_of_the_others() -> None:
    table = Table("symbol_chain", seats=3, absent=60).seat(ANN, BOB, CYD)
    table.refused(Vote(0), BOB, "MA-22")
    vanish(table, ANN)
    assert table.table(1)["seats"][0]["here"] is False
    assert table.table(1)["gone"] == [table.now, None, None]
    table.refused(Vote(0), BOB, "MA-22", after=59_999)
    table.do(Vote(0), BOB, after=60_000)
    table.refused(Vote(0), BOB, "MA-23")
    table.refused(Vote(0), STRANGER, "MA-7")
    table.refused(Vote(9), CYD, "MA-1")
    assert table.table(1)["votes"] == [[1], [], []]
    events = table.do(Vote(0), CYD)
    assert [event.kind for event in events] == ["voted", "replaced"]
    assert events[1].data == {"level": "club", "why": "gone"}
    assert table.match.seats[0].kind == "bot"
    assert table.table(1)["gone"] == []
    table.check()


def test_coming_back_ends_the_vote() -> None:
    table = Table("symbol_chain", seats=3, absent=60).seat(ANN, BOB, CYD)
    vanish(table, ANN)
    assert table.match.presence(ANN, False, table.now).events == []
    table.do(Vote(0), BOB, after=60_000)
    table.happen(table.match.presence(ANN, True, table.now))
    assert table.match.presence(ANN, True, table.now).events == []
    assert table.table(1)["votes"] == []
    table.refused(Vote(0), CYD, "MA-22", after=60_000)
    assert table.match.presence(STRANGER, False, table.now).events == []
    table.check()


def test_others_who_are_away_too_need_not_vote() -> None:
    table = Table("symbol_chain", seats=4, absent=10).seat(ANN, BOB, CYD, "bot:club")
    vanish(table, ANN)
    vanish(table, CYD)
    table.do(Vote(0), BOB, after=10_000)
    assert table.match.seats[0].kind == "bot"
    table.do(Vote(2), BOB)
    assert table.match.seats[2].kind == "bot"
    table.refused(Vote(3), BOB, "MA-22")
    table.check()


def test_time_in_which_nobody_was_served_does_not_make_one_absent() -> None:
    table = Table("symbol", absent=60).seat(ANN, BOB)
    vanish(table, ANN)
    table.happen(table.match.pause(table.now + 1_000, table.now + 101_000))
    table.refused(Vote(0), BOB, "MA-22", after=159_000)
    table.do(Vote(0), BOB, after=160_000)
    assert table.match.seats[0].kind == "bot"
    table.check()


# --- Talking ---------------------------------------------------------------------------------------------------------


def test_players_and_spectators_talk() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.do(Chat("  hello\n<b>you</b>  "), ANN)
    table.do(Chat("nice"), STRANGER)
    assert [(said["seat"], said["name"], said["text"]) for said in table.match.chats()] == [
        (0, "Ann", "hello <b>you</b>"),
        (None, "Stranger", "nice"),
    ]
    for text in ("", "   ", "x" * 301, "a\x07", "a\u202eb"):
        table.refused(Chat(text), ANN, "MA-30")
    table.do(Chat("x" * 300), ANN)
    table.do(Chat("👩‍🚀 é"), ANN)
    table.check()


def test_SQ_15_team_mates_do_not_talk_while_they_play() -> None:
    table = Table("sequence", seats=4)
    for seat, person in enumerate((ANN, BOB, CYD)):
        table.do(Sit(seat), person)
    table.do(Chat("good luck"), ANN)
    table.do(Sit(3), DAN)
    assert table.table(0)["chat"] is False
    assert table.table(None, STRANGER)["chat"] is True
    table.refused(Chat("I have Texas"), ANN, "SQ-15")
    table.refused(Rename("I have Texas"), ANN, "SQ-15")
    table.do(Chat("exciting"), STRANGER)
    table.do(Resign(), ANN)
    table.do(Chat("well played"), ANN)
    table.check()


def test_SQ_15_two_who_play_for_themselves_may_talk() -> None:
    Table("sequence").seat(ANN, BOB).do(Chat("hello"), ANN)


def test_SQ_15_the_referee_is_the_owner_where_the_table_has_one() -> None:
    table = Table("sequence", seats=4, owner=EVE, referee=True)
    for seat, person in enumerate((ANN, BOB, CYD, DAN)):
        table.do(Sit(seat), person)
    table.refused(Act(None, ["penalty 1"]), ANN, "MA-4")
    table.refused(Act(None, ["penalty 7"]), EVE, "SQ-15")
    table.act(None, "penalty 1", person=EVE)
    assert table.match.document(None, None)["view"]["forfeits"] == [1, 3]
    table.refused(Act(None, ["penalty 0"]), EVE, "SQ-15")
    for seat in (3, 1):
        table.act(seat, table.match.playing().legal(seat)[0])
    table.act(0, table.match.playing().legal(0)[0])
    table.check()
    Table("sequence", seats=4).seat(ANN, BOB, CYD, DAN).refused(Act(None, ["penalty 1"]), ANN, "MA-32")


def test_chat_does_not_change_what_is_seen_of_the_game() -> None:
    table = Table("consequence").seat(ANN, BOB)
    before = table.match.document(0, ANN)
    table.do(Chat("hello"), BOB)
    assert table.match.document(0, ANN) is before
    assert Match.replay(stored(table.match.events)).document(0, ANN) == before
