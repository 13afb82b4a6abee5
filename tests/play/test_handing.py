"""Seats on other devices: a person may have those of several people, and whoever gave one away can take it back."""

import pytest

from tesserae.play import Refused
from tesserae.play.commands import Offer, Rename, Return, Vote
from tests.play.tables import ANN, BOB, CYD, DAN, EVE, Table


def holders(table: Table) -> list[str | None]:
    return [seat.person for seat in table.match.seats]


def hand(table: Table, person: str, to: str) -> int:
    """How many events that is."""
    return len(table.happen(table.match.hand_over(person, to, table.now)))


def back(table: Table, person: str) -> None:
    table.happen(table.match.take_back(person, table.now))


def test_one_device_may_have_the_seats_of_several() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB, CYD)
    assert hand(table, ANN, CYD) == 1
    assert hand(table, BOB, CYD) == 1
    assert hand(table, ANN, DAN) == 0  # there is nothing left to give
    assert hand(table, CYD, CYD) == 0
    assert holders(table) == [CYD, CYD, CYD]
    assert [seat["name"] for seat in table.table()["seats"]] == ["Ann", "Bob", "Cyd"]
    table.do(Rename("Cydney"), CYD)  # the others keep their names
    assert [seat["name"] for seat in table.table()["seats"]] == ["Ann", "Bob", "Cydney"]
    assert table.match.document(None, ANN)["table"]["given"] == [0]
    assert "given" not in table.match.document(None, CYD)["table"]
    assert table.match.members == [CYD, ANN, BOB]
    back(table, BOB)
    assert holders(table) == [CYD, BOB, CYD]
    back(table, ANN)
    assert holders(table) == [ANN, BOB, CYD]
    assert all(not seat.givers for seat in table.match.seats)
    table.check()


def test_whoever_had_it_can_take_it_back_from_whoever_has_it() -> None:
    table = Table("consequence").seat(ANN, BOB)
    for giver, to in ((ANN, CYD), (CYD, DAN), (DAN, EVE)):
        hand(table, giver, to)
    assert table.match.owner == EVE
    back(table, CYD)
    assert (holders(table), table.match.owner) == ([CYD, BOB], CYD)
    for nobody in (CYD, DAN, EVE, BOB):
        with pytest.raises(Refused) as refused:
            back(table, nobody)
        assert refused.value.rule == "MA-7"
    back(table, ANN)
    assert (holders(table), table.match.owner) == ([ANN, BOB], ANN)
    assert table.match.owners == ()
    table.check()


def test_what_was_between_two_is_settled_anew() -> None:
    table = Table("symbol").seat(ANN, BOB)
    table.act(0, "+K@d1")
    table.act(1, "+K@d7")
    table.do(Offer("draw"), ANN)
    table.happen(table.match.presence(ANN, False, table.now))
    hand(table, ANN, CYD)
    assert table.match.offers == {}
    assert table.match.gone == {}
    assert table.match.owner == CYD
    seat, legal = table.legal()
    table.act(seat, legal[0])
    table.check()


def test_a_seat_that_a_bot_keeps_moves_too_and_private_tables_let_them_in() -> None:
    table = Table("symbol_chain", seats=3, watch=False).seat(ANN, BOB, CYD)
    table.happen(table.match.presence(ANN, False, table.now))
    table.now += 3_600_000
    for person in (BOB, CYD):
        table.do(Vote(0), person)
    assert table.match.seats[0].left == ANN
    table.match.check_look(None, ANN)  # or nobody could come back
    hand(table, ANN, DAN)
    assert table.match.seats[0].left == DAN
    table.do(Return(), DAN)
    assert holders(table) == [DAN, BOB, CYD]
    table.match.check_look(None, ANN)  # to take it back
    with pytest.raises(Refused):
        table.match.check_look(None, EVE)
    back(table, ANN)
    assert holders(table) == [ANN, BOB, CYD]
    table.check()
