"""Clocks: who is charged for what time, and what happens when it is over."""

from typing import Any

from tesserae.play.commands import Accept, Act, Offer, Undo
from tests.play.tables import ANN, BOB, CYD, DAN, Table

DAY = 86_400_000
TEN = {"kind": "game", "seconds": 10, "increment": 2, "first": 0}


def timed(game: str, *players: str, clock: dict[str, Any] = TEN, **settings: Any) -> Table:
    return Table(game, clock=clock, **settings).seat(*players)


def left(table: Table) -> tuple[list[int | None], list[int]]:
    clock = table.table(0)["clock"]
    return clock["left"], clock["running"]


def test_no_clock() -> None:
    table = Table("consequence").seat(ANN, BOB)
    assert table.table(0)["clock"] is None
    assert table.match.due is None
    assert table.match.tick(10**15).events == []


def test_who_moves_pays_and_gets_the_increment() -> None:
    table = timed("consequence", ANN, BOB)
    assert table.table(0)["clock"] == {"left": [10_000, 10_000], "running": [0], "at": 0}
    table.act(0, "bM@b2", after=3_000)
    assert left(table) == ([9_000, 10_000], [1])
    table.act(1, "rS@c3", after=4_000)
    assert left(table) == ([9_000, 8_000], [0])
    assert table.match.due == 16_000
    table.check()


def test_the_first_turn_is_not_charged_for_a_while() -> None:
    table = timed("consequence", ANN, BOB, clock={**TEN, "first": 60})
    assert table.table(0)["clock"] == {"left": [10_000, 10_000], "running": [0], "at": 60_000}
    table.act(0, "bM@b2", after=59_000)
    assert left(table) == ([12_000, 10_000], [1])
    assert table.match.due == 59_000 + 60_000 + 10_000
    table.act(1, "rS@c3", after=63_000)
    assert left(table) == ([12_000, 9_000], [0])  # three seconds longer than that
    assert table.match.due == table.now + 12_000
    table.act(0, "bS@a1", after=5_000)
    assert left(table) == ([9_000, 9_000], [1])
    table.check()


def test_the_increment_is_for_the_turn_not_for_each_step() -> None:
    table = timed("symbol", ANN, BOB)
    for seat, move in ((0, "+K@d1"), (1, "+K@d7"), (0, "+W@d1"), (1, "+W@d7")):
        table.act(seat, move)
    assert left(table)[0] == [14_000, 14_000]
    table.act(0, "+G@d2", after=1_000)
    assert left(table) == ([14_000, 14_000], [0])
    table.act(0, "end", after=1_000)
    assert left(table) == ([14_000, 14_000], [1])
    table.act(1, "+G@d6", after=500)
    table.do(Undo(1), BOB, after=500)
    table.act(1, "+W@d6", "end", after=1_000)
    assert left(table) == ([14_000, 14_000], [0])
    table.check()


def test_flag_fall_loses() -> None:
    table = timed("consequence", ANN, BOB)
    assert table.match.tick(9_999).events == []
    table.refused(Act(0, ["bM@b2"]), ANN, "MA-24", after=10_000)
    table.now = 10_000
    events = table.happen(table.match.tick(table.now))
    assert [(event.kind, event.seat) for event in events] == [("flagged", 0), ("ended", None)]
    assert table.table(0)["result"] == {"winners": [1], "reason": "time", "scores": None}
    assert table.match.due is None
    assert table.match.tick(20_000).events == []
    assert "* 0 time\n" in table.match.record()
    table.check()


def test_a_move_in_the_last_moment_counts() -> None:
    table = timed("consequence", ANN, BOB)
    table.act(0, "bM@b2", after=9_999)
    assert left(table) == ([2_001, 10_000], [1])


def test_flag_fall_can_hand_the_seat_to_a_bot() -> None:
    table = timed("consequence", ANN, BOB, flag="bot", substitute="novice")
    events = table.happen(table.match.tick(10_000))
    assert [event.kind for event in events] == ["flagged", "replaced"]
    assert table.match.thinkers == [(0, "novice", 1.0)]
    assert table.match.due is None
    table.now = 10_000
    table.act(0, "bM@b2", after=60_000)
    assert table.table(1)["clock"] == {"left": [None, 10_000], "running": [1], "at": 70_000}
    table.happen(table.match.tick(80_000))
    assert table.table(1)["result"]["reason"] == "time"
    table.check()


def test_with_three_sides_flag_fall_never_ends_the_game_of_the_others() -> None:
    table = timed("symbol_chain", ANN, BOB, CYD, seats=3)
    for seat in (0, 1, 2):
        table.act(seat, "ready")
    table.happen(table.match.tick(10_000))
    assert table.status == "playing"
    assert table.match.seats[0].kind == "bot"
    table.check()


def test_a_server_that_was_down_does_not_charge_it() -> None:
    table = timed("consequence", ANN, BOB)
    table.act(0, "bM@b2", after=1_000)
    table.happen(table.match.pause(3_000, 1_000_000))
    assert table.match.due == 1_008_000
    table.now = 1_000_000
    table.act(1, "rS@c3", after=1_000)
    assert left(table) == ([11_000, 9_000], [0])
    assert table.match.pause(5, 5).events == []
    table.check()


def test_a_pause_before_the_move_is_nobodys() -> None:
    table = timed("consequence", ANN, BOB)
    table.now = 9_000
    table.act(0, "bM@b2")
    table.happen(table.match.pause(2_000, 4_000))
    table.act(1, "rS@c3", after=1_000)
    assert left(table) == ([3_000, 11_000], [0])


def test_days_for_each_move() -> None:
    table = timed("consequence", ANN, BOB, clock={"kind": "move", "days": 3})
    assert table.match.due == 3 * DAY
    table.act(0, "bM@b2", after=2 * DAY)
    assert table.match.due == 5 * DAY
    table.act(1, "rS@c3", after=1)
    assert table.match.due == 5 * DAY + 1
    assert left(table)[0][0] == 3 * DAY
    table.happen(table.match.tick(5 * DAY + 1))
    assert table.table(0)["result"]["winners"] == [1]
    table.check()


def test_bots_have_no_clock() -> None:
    table = timed("consequence", "bot:club", ANN)
    assert table.match.due is None
    table.act(0, "bM@b2", after=60_000)
    assert table.table(1)["clock"] == {"left": [None, 10_000], "running": [1], "at": 60_000}
    table.check()


def test_taking_back_gives_no_time_back() -> None:
    table = timed("symbol", ANN, BOB)
    table.act(0, "+K@d1", after=4_000)
    table.do(Offer("takeback"), ANN)
    table.do(Accept("takeback"), BOB, after=3_000)
    assert left(table) == ([8_000, 7_000], [0])
    table.check()


def test_SQ_15_those_who_must_forfeit_are_charged() -> None:
    table = timed("sequence", ANN, BOB, CYD, DAN, seats=4, referee=True)
    table.act(None, "penalty 1", after=1_000, person=ANN)
    assert left(table) == ([9_000, 10_000, 10_000, 10_000], [1, 3])
    for seat in (1, 3):
        table.act(seat, table.match.playing().legal(seat)[0], after=1_000)
    assert left(table) == ([9_000, 9_000, 10_000, 8_000], [0])
    table.check()


def test_two_flags_at_once_both_seats_are_handed_over() -> None:
    table = timed("sequence", ANN, BOB, CYD, DAN, seats=4, referee=True, flag="bot")
    table.act(None, "penalty 1", person=ANN)
    events = table.happen(table.match.tick(20_000))
    assert [(event.kind, event.seat) for event in events] == [
        ("flagged", 1),
        ("replaced", 1),
        ("flagged", 3),
        ("replaced", 3),
    ]
    table.check()


def test_before_the_game_no_clock_runs() -> None:
    table = Table("symbol", clock=TEN, choose_forces=True).seat(ANN, BOB)
    assert table.match.due is None
    assert table.match.pause(0, 1_000).events == []
