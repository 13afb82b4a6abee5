"""A party table: who is waited for in vain is replaced by a bot, and may come back."""

import json
from typing import Any

import pytest

from tesserae import record
from tesserae.play import Match, Refused
from tesserae.play.commands import Act, Bot, Chat, Offer, Resign, Return, SetWord, Sit, Start, Vote
from tesserae.play.seeing import told
from tests.play.tables import ANN, BOB, CYD, DAN, HOUSE, STRANGER, Table, stored


def party(**settings: Any) -> Table:
    """Sequence with three at a table that Ann's screen shows; she has no seat."""
    return Table("sequence", seats=3, party=True, **settings).seat(BOB, CYD, DAN)


def leave(table: Table, person: str) -> None:
    table.happen(table.match.presence(person, False, table.now))


def move(table: Table, after: int = 1_000) -> None:
    seat, actions = table.legal()
    table.act(seat, actions[0], after=after)


def test_the_owner_starts_without_a_seat() -> None:
    table = Table("sequence", seats=3, party=True)
    table.do(Bot(0, "novice"), ANN)
    table.refused(Start(), BOB, "MA-4")
    table.do(Start("random"), ANN)
    assert table.status == "playing"
    assert table.table(None, ANN)["owner"] is True
    assert table.match.members == [ANN]  # it is her table all the same


def test_one_who_is_waited_for_in_vain_is_replaced() -> None:
    table = party()
    leave(table, BOB)
    assert table.match.due == 60_000
    assert table.match.tick(59_999).events == []
    events = table.happen(table.match.tick(60_000))
    assert [(event.kind, event.seat, event.data) for event in events] == [
        ("replaced", 0, {"level": "club", "why": "gone"})
    ]
    assert table.match.due is None
    assert table.table(None, ANN)["seats"][0] == {"kind": "bot", "level": "club", "team": None, "name": "Bob"}
    assert [seat for seat, _, _ in table.match.thinkers] == [0]
    assert table.match.members == [CYD, DAN, BOB, ANN]
    table.check()


def test_a_phone_that_sleeps_is_given_its_time_when_its_turn_comes() -> None:
    table = party(absent=30)
    leave(table, CYD)
    table.now = 500_000
    assert table.match.tick(table.now).events == []  # it is Bob's turn, so nobody waits for Cyd
    move(table)
    assert table.match.due == table.now + 30_000
    table.happen(table.match.tick(table.now + 30_000))
    assert table.match.seats[1].kind == "bot"


def test_nobody_is_replaced_while_nobody_waits() -> None:
    table = party()
    for person in (BOB, CYD, DAN):
        leave(table, person)
    assert table.match.due is None
    table.now = 500_000
    table.happen(table.match.presence(CYD, True, table.now))
    assert table.match.due == table.now + 60_000  # Bob's turn; only now somebody waits for him


def test_one_who_returns_finds_the_others_with_their_time() -> None:
    table = party()
    leave(table, BOB)
    table.happen(table.match.tick(60_000))
    table.now = 70_000
    table.act(0, table.legal()[1][0], person=HOUSE)
    leave(table, CYD)
    leave(table, DAN)
    table.now = 500_000
    assert table.match.due is None
    table.do(Return(), BOB)
    assert table.match.due == 560_000
    table.check()


def test_at_other_tables_nobody_is_replaced_without_a_vote() -> None:
    table = Table("sequence", seats=3).seat(BOB, CYD, DAN)
    leave(table, BOB)
    assert table.match.due is None
    assert table.match.tick(10**9).events == []
    table.refused(Vote(0), CYD, "MA-22", after=119_999)
    table.do(Vote(0), CYD, after=120_000)
    table.do(Vote(0), DAN)
    table.do(Return(), BOB)  # but whoever was voted out may come back as well
    assert table.match.seats_of(BOB) == [0]
    table.check()


def test_the_time_of_a_restart_is_nobodys_absence() -> None:
    table = party()
    leave(table, BOB)
    table.happen(table.match.pause(10_000, 50_000))
    assert table.match.due == 100_000
    table.check()


def test_the_seat_comes_back_as_it_is_by_then() -> None:
    table = party()
    match = table.match
    leave(table, BOB)
    table.now = 60_000
    table.happen(match.tick(table.now))
    with pytest.raises(Refused):
        match.document(0, BOB)
    table.refused(Act(0, [table.legal()[1][0]]), BOB, "MA-3")
    assert match.state is not None
    table.do(Act(0, [table.legal()[1][0]]), HOUSE)  # the bot plays, and draws a card that Bob has not seen
    for stranger in (STRANGER, ANN, CYD):
        table.refused(Return(), stranger, "MA-34")
    events = table.do(Return(), BOB)
    assert [(event.kind, event.seat, event.data) for event in events] == [("returned", 0, {})]
    assert match.document(0, BOB)["view"] == match.state.view(0)
    assert table.table(0)["seats"][0]["name"] == "Bob"
    assert table.table(0)["seats"][0]["here"] is True
    table.refused(Return(), BOB, "MA-34")
    with pytest.raises(Refused):  # what the bot was still thinking about
        match.decide(Act(0, ["pass"]), HOUSE, table.now)
    table.check()


def test_all_own_seats_come_back_at_once() -> None:
    table = Table("sequence", seats=4, party=True).seat(BOB, CYD, BOB, CYD)
    leave(table, BOB)
    table.now = 60_000
    table.happen(table.match.tick(table.now))
    table.act(0, table.legal()[1][0], person=HOUSE)
    move(table, 0)
    table.now += 60_000
    table.happen(table.match.tick(table.now))
    assert table.match.seats_of(BOB) == []
    assert table.match.gone == {}
    assert [event.seat for event in table.do(Return(), BOB)] == [0, 2]
    table.check()


def test_who_gave_up_does_not_come_back() -> None:
    table = party()
    table.do(Resign(), BOB)
    assert table.match.seats[0].kind == "bot"
    table.refused(Return(), BOB, "MA-34")
    assert BOB not in table.match.members


def test_return_is_for_a_game_under_way() -> None:
    table = Table("consequence", party=True).seat(BOB)
    table.refused(Return(), BOB, "MA-6")


def test_the_clock_stands_while_a_bot_plays_and_goes_on_afterwards() -> None:
    table = party(clock={"kind": "game", "seconds": 100, "increment": 5, "first": 0})
    leave(table, BOB)
    table.now = 60_000
    table.happen(table.match.tick(table.now))
    assert table.match.clock is not None
    assert table.match.clock.left[0] == 40_000
    assert table.table(None, ANN)["clock"]["left"][0] is None
    for seat in range(3):
        table.act(seat, table.legal()[1][0], after=1_000, person=HOUSE if seat == 0 else None)
    assert table.match.clock.left == [40_000, 104_000, 104_000]  # the bot had no clock, and nothing added to it
    table.do(Return(), BOB, after=7_000)
    assert table.match.clock.running == (0,)
    assert table.match.due == table.now + 40_000
    table.check()


def test_a_flag_falls_before_a_bot_is_called() -> None:
    table = party(clock={"kind": "game", "seconds": 60, "first": 0}, flag="bot")
    leave(table, BOB)
    events = table.happen(table.match.tick(60_000))
    assert [event.kind for event in events] == ["flagged", "replaced"]
    table.refused(Return(), BOB, "MA-34")  # the time is over


def test_offers_and_votes_when_somebody_comes_back() -> None:
    table = Table("sequence", seats=4, party=True).seat(ANN, BOB, CYD, DAN)
    leave(table, ANN)
    table.now = 60_000
    table.happen(table.match.tick(table.now))
    table.do(Offer("draw"), BOB)
    assert table.table(1)["offers"]["draw"]["waiting"] == [2, 3]
    table.do(Return(), ANN)
    assert table.table(1)["offers"]["draw"]["waiting"] == [0, 2, 3]  # who is back is asked as well
    table.refused(Vote(0), BOB, "MA-22", after=60_000)
    table.refused(Chat("psst"), ANN, "SQ-15")
    table.check()


def test_undoing_goes_with_the_seat() -> None:
    table = Table("symbol", party=True).seat(BOB, CYD)
    for seat, action in ((0, "+K@d1"), (1, "+K@d7"), (0, "+W@d1"), (1, "+W@d7")):
        table.act(seat, action)
    leave(table, BOB)
    table.now = 60_000
    table.happen(table.match.tick(table.now))
    table.act(0, "+G@d1", person=HOUSE)
    table.do(Return(), BOB)
    assert table.table(0)["undo"] is True  # the turn goes on, in which the bot began
    assert table.table(0)["takeback"] == "ask"


def test_the_next_game_keeps_the_seat_too() -> None:
    table = Table("consequence", party=True, best_of=3).seat(BOB, CYD)
    leave(table, BOB)
    table.happen(table.match.tick(60_000))
    table.do(Resign(), CYD)
    following = table.match.rematch(CYD, 70_000, bytes(32))
    assert following.status == "playing"
    assert following.leavers == {BOB}
    news = [told(following, event, None) for event in following.events]
    assert '"bob"' not in json.dumps(news)
    assert following.document(None, None)["table"]["seats"][1]["name"] == "Bob"
    following.evolve(*following.decide(Return(), BOB, 80_000))
    assert following.seats_of(BOB) == [1]
    assert Match.replay(stored(following.events)).seats == following.seats


def test_the_screen_may_ask_for_the_next_game() -> None:
    table = Table("consequence", party=True).seat(BOB, CYD)
    table.do(Resign(), CYD)
    with pytest.raises(Refused) as caught:
        table.match.rematch(STRANGER, 0, bytes(32))
    assert caught.value.rule == "MA-7"
    following = table.match.rematch(ANN, 0, bytes(32))
    assert following.status == "waiting"
    assert [(seat.person, seat.ready) for seat in following.seats] == [(CYD, False), (BOB, False)]
    table.happen(table.match.continued("next", ANN, 0))
    assert table.table(0)["next"] == "next"
    assert table.match.events[-1].seat is None
    table.check()


def test_the_owner_of_another_table_needs_a_seat_for_that() -> None:
    table = Table("consequence").seat(BOB, CYD)
    table.do(Resign(), CYD)
    with pytest.raises(Refused) as caught:
        table.match.rematch(ANN, 0, bytes(32))
    assert caught.value.rule == "MA-7"


def test_a_latecomer_gets_the_seat_of_a_bot_and_the_record_says_when() -> None:
    table = Table("consequence", party=True).seat(BOB, "bot:novice")
    table.act(0, "bM@b2")
    table.act(1, "rM@c3", person=HOUSE)
    seed = table.match.seed
    table.refused(Sit(1), BOB, "MA-5")  # would see both hands
    table.refused(Sit(0), CYD, "MA-2")
    table.refused(Sit(5), CYD, "MA-1")
    table.do(Sit(None, "a word that comes too late"), CYD)
    assert table.match.seats_of(CYD) == [1]
    assert table.match.seed == seed
    assert table.match.document(1, CYD)["view"] == table.match.playing().view(1)
    table.refused(Act(1, ["r?@a1"]), HOUSE, "MA-3")  # what the bot thought about is past
    assert table.table(0)["seats"][1]["name"] == "Cyd"
    table.refused(Sit(), DAN, "MA-8")
    table.act(0, "bS@c2")
    table.do(Resign(), CYD)
    table.check()
    text = table.match.record()
    assert "\n\n* 1 bot novice\n0 bM@b2\n1 rM@c3\n* 1 back\n0 bS@c2\n* 1 resigned\n" in text
    assert record.read(text).players == ["Bob", "Cyd"]
    assert record.read(text).result(record.read(text).final()) == table.match.outcome


def test_a_seat_that_is_kept_is_not_given_away() -> None:
    table = Table("sequence", party=True, seats=3).seat(BOB, CYD, "bot:novice")
    leave(table, BOB)
    table.happen(table.match.tick(60_000))
    table.refused(Sit(0), DAN, "MA-2")
    table.refused(Sit(2), BOB, "MA-5")
    table.do(Sit(), DAN)
    assert table.match.seats_of(DAN) == [2]
    table.do(Return(), BOB)
    table.check()


def test_whoever_gave_up_gets_no_other_hand() -> None:
    table = Table("sequence", party=True, seats=3).seat(BOB, CYD, "bot:novice")
    table.do(Resign(), BOB)  # of three sides: the others play on
    for seat in (0, 2, None):
        table.refused(Sit(seat), BOB, "MA-5")
    table.do(Sit(0), DAN)
    table.do(Resign(), CYD)
    table.do(Resign(), DAN)
    assert record.read(table.match.record()).players[0] == "Bob, Dan"


def test_whose_seat_is_kept_in_the_next_game_gets_no_other() -> None:
    table = Table("sequence", party=True, seats=4).seat(BOB, "bot:novice", CYD, "bot:novice")
    leave(table, BOB)
    table.happen(table.match.tick(60_000))
    table.do(Resign(), CYD)
    following = table.match.rematch(CYD, 70_000, bytes(32))
    assert following.status == "playing"
    assert BOB in [seat.left for seat in following.seats]
    with pytest.raises(Refused, match="begun"):
        following.decide(Sit(), BOB, 70_001, "Bob")
    assert following.decide(Sit(), DAN, 70_001, "Dan").events


def test_only_a_party_lets_latecomers_in() -> None:
    table = Table("consequence").seat(BOB, "bot:novice")
    table.refused(Sit(1), CYD, "MA-5")


def test_the_record_says_who_was_away() -> None:
    table = Table("consequence", party=True).seat(BOB, CYD)
    table.refused(SetWord("late"), BOB, "MA-5")
    leave(table, BOB)
    table.happen(table.match.tick(60_000))
    table.act(0, "bM@b2", person=HOUSE)
    table.do(Return(), BOB)
    table.act(1, "rM@c3")
    table.do(Resign(), BOB)
    text = table.match.record()
    assert "* 0 bot club\n0 bM@b2\n* 0 back\n1 rM@c3\n* 0 resigned\n" in text
    assert record.read(text).players == ["Bob", "Cyd"]
    assert record.read(text).result(record.read(text).final()) == table.match.outcome
