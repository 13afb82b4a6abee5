"""Before the first turn of Symbol Chain: all look at the starting tiles, in any order, on nobody's time (SC-4)."""

from tesserae.play.commands import Accept, Act, Offer, Resign, Vote
from tesserae.play.events import Acted, Undone
from tests.play.tables import ANN, BOB, CYD, DAN, HOUSE, Table

TEN = {"kind": "game", "seconds": 10, "increment": 2, "first": 0}


def ready_seats(table: Table) -> list[int]:
    found: list[int] = table.match.document(None, table.match.owner)["view"]["ready"]
    return found


def test_looking_is_charged_to_nobody() -> None:
    table = Table("symbol_chain", clock=TEN).seat(ANN, BOB)
    assert table.match.due is None
    table.act(0, "ready", after=60_000)
    assert table.match.due is None
    assert table.match.tick(10**9).events == []
    table.act(1, "ready", after=600_000)
    assert table.table(0)["clock"] == {"left": [10_000, 10_000], "running": [0], "at": 660_000}
    table.act(0, "take 2", after=3_000)
    flip = table.legal()[1][0]
    table.act(0, flip, after=1_000)
    assert table.table(0)["clock"]["left"][0] in (6_000, 8_000)  # with the increment if the flip ended the turn
    table.check()


def test_being_ready_and_the_first_turn_are_two_things() -> None:
    table = Table("symbol_chain").seat(ANN, BOB)
    table.act(1, "ready")
    table.refused(Act(0, ["ready", "take 2"]), ANN, "MA-33")
    table.act(0, "ready")
    table.act(0, "take 2")
    table.do(Offer("takeback", 0), ANN)
    assert [event.count for event in table.do(Accept("takeback"), BOB) if isinstance(event, Undone)] == [1]


def test_days_for_each_move_begin_with_the_first_turn() -> None:
    table = Table("symbol_chain", clock={"kind": "move", "days": 1}).seat(ANN, BOB)
    assert table.match.due is None
    table.act(1, "ready", after=10)
    table.act(0, "ready", after=10)
    assert table.match.due == 20 + 86_400_000


def test_at_one_screen_it_is_said_once_for_all_own_seats() -> None:
    table = Table("symbol_chain", seats=4).seat(ANN, BOB, ANN, ANN)
    events = table.act(2, "ready")
    assert [(event.seat, event.action) for event in events if isinstance(event, Acted)] == [
        (2, "ready"),
        (0, "ready"),
        (3, "ready"),
    ]
    assert ready_seats(table) == [0, 2, 3]
    table.act(1, "ready")
    assert table.match.actors == (0,)
    assert [move["action"] for move in table.match.moves(0)] == ["ready"] * 4
    table.check()


def test_a_bot_says_it_for_itself() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, "bot:club", "bot:novice")
    assert [seat for seat, _, _ in table.match.thinkers] == [1, 2]
    table.act(1, "ready", person=HOUSE)
    assert ready_seats(table) == [1]
    table.check()


def test_who_says_it_at_the_same_moment_is_not_too_late() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB, CYD)
    seen = table.match.number
    table.act(1, "ready")
    assert not table.match.stale(Act(2, ["ready"]), seen)
    table.act(2, "ready")
    table.act(0, "ready")
    assert table.match.stale(Act(0, ["take 2"]), seen)


def test_at_a_party_a_bot_says_it_for_one_who_is_away() -> None:
    table = Table("symbol_chain", seats=3, party=True).seat(BOB, CYD, DAN)
    table.act(0, "ready")
    table.happen(table.match.presence(CYD, False, table.now))
    events = table.happen(table.match.tick(table.now + 60_000))
    assert [(event.kind, event.seat) for event in events] == [("replaced", 1)]
    assert [seat for seat, _, _ in table.match.thinkers] == [1]


def test_one_who_is_away_while_all_look_can_be_voted_out() -> None:
    """With a clock nobody's time runs, so this is the way on at any other table."""
    table = Table("symbol_chain", seats=3, clock=TEN, absent=60).seat(ANN, BOB, CYD)
    table.act(0, "ready")
    table.act(1, "ready")
    table.happen(table.match.presence(CYD, False, table.now))
    table.refused(Vote(2), ANN, "MA-22", after=59_000)
    table.do(Vote(2), ANN, after=60_000)
    assert [event.kind for event in table.do(Vote(2), BOB)] == ["voted", "replaced"]
    assert [seat for seat, _, _ in table.match.thinkers] == [2]
    table.act(2, "ready", person=HOUSE)
    assert table.match.actors == (0,)
    assert table.table(0)["clock"]["left"][:2] == [10_000, 10_000]
    table.check()


def test_one_who_resigns_while_all_look_keeps_nobody_waiting() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB, CYD)
    table.act(0, "ready")
    table.act(1, "ready")
    table.do(Resign(2), CYD)
    table.act(2, "ready", person=HOUSE)
    assert table.match.actors == (0,)
    table.check()
