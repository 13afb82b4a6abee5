"""Rematches and series: a chain of tables."""

from typing import Any

import pytest

from tesserae import Refused
from tesserae.play import Match
from tesserae.play.commands import Accept, Force, Leave, Offer, Ready, Resign, Start
from tests.play.tables import ANN, BOB, CYD, DAN, STRANGER, Table, stored

FORCE, OTHER = "GGGGGBBBBBWWWWW", "WWWWWRRRRRDDDDD"


def following(table: Table, person: str = ANN, secret: bytes = bytes(32)) -> Table:
    """The table of the next game."""
    other = object.__new__(Table)
    other.match = table.match.rematch(person, table.now, secret)
    other.now = table.now
    table.happen(table.match.continued("next", person, table.now))
    other.check()
    return other


def names(table: Table) -> list[str]:
    return [seat.name or seat.level for seat in table.match.seats]


def series(table: Table) -> tuple[int, list[int], bool]:
    found: dict[str, Any] = table.table(None)["series"]
    return found["game"], found["wins"], found["over"]


def test_the_starter_alternates_and_everybody_must_be_ready() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.do(Resign(), ANN)
    again = following(table)
    assert names(again) == ["Bob", "Ann"]
    assert again.status == "waiting"
    assert [seat["ready"] for seat in again.table(0)["seats"]] == [False, True]
    again.do(Ready(word="tea"), BOB)
    assert again.status == "playing"
    assert again.table(0)["seats"][0]["word"] == "tea"
    assert again.match.commitment != table.match.commitment
    again.check()


def test_a_rematch_with_bots_begins_at_once() -> None:
    table = Table("consequence").seat(ANN, "bot:novice")
    table.do(Resign(), ANN)
    again = following(table)
    assert names(again) == ["novice", "Ann"]
    assert again.status == "playing"


def test_who_does_not_want_leaves_and_a_bot_can_do() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.do(Resign(), ANN)
    again = following(table)
    again.do(Leave(), BOB)
    again.do(Start(level="novice"), ANN)
    assert again.status == "playing"
    again.check()


def test_a_rematch_is_for_players_after_the_game_and_once() -> None:
    table = Table("consequence").seat(ANN, BOB)
    for person, rule in ((ANN, "MA-28"), (STRANGER, "MA-28")):
        with pytest.raises(Refused) as caught:
            table.match.rematch(person, 0, bytes(32))
        assert caught.value.rule == rule
    table.do(Resign(), ANN)
    with pytest.raises(Refused) as caught:
        table.match.continued("next", STRANGER, 0)
    assert caught.value.rule == "MA-7"
    following(table)
    assert table.table(0)["next"] == "next"
    for again in (lambda: table.match.rematch(BOB, 0, bytes(32)), lambda: table.match.continued("x", BOB, 0)):
        with pytest.raises(Refused) as caught:
            again()
        assert caught.value.rule == "MA-29"
    table.check()


def test_best_of_three_is_over_when_nobody_can_catch_up() -> None:
    table = Table("consequence", best_of=3).seat(ANN, BOB)
    assert series(table) == (1, [0, 0], False)
    table.do(Resign(), BOB)
    assert series(table) == (1, [1, 0], False)
    second = following(table)
    assert series(second) == (2, [0, 1], False)
    second.do(Ready(), BOB)
    second.do(Resign(), BOB)
    assert series(second) == (2, [0, 2], True)
    third = following(second, BOB)
    assert series(third) == (1, [0, 0], False)
    assert names(third) == ["Ann", "Bob"]


def test_draws_count_for_nobody_and_a_series_may_end_level() -> None:
    table = Table("consequence", best_of=3).seat(ANN, ANN)
    for game in range(1, 4):
        assert series(table)[0] == game
        table.do(Offer("draw"), ANN)
        last, table = table, following(table)
    assert series(last) == (3, [0, 0], True)
    assert series(table) == (1, [0, 0], False)


def test_SY_4_given_forces_go_with_their_players() -> None:
    table = Table("symbol", options={"forces": [FORCE, OTHER]}).seat(ANN, "bot:club")
    table.do(Resign(), ANN)
    again = following(table)
    assert again.match.document(None, None)["view"]["reserve"] == [OTHER, FORCE]
    assert names(again) == ["club", "Ann"]


def test_SY_4_chosen_forces_stay_in_a_series_and_are_chosen_anew_after_it() -> None:
    table = Table("symbol", best_of=3, choose_forces=True).seat(ANN, BOB)
    table.do(Force(0, FORCE), ANN)
    table.do(Force(1, OTHER), BOB)
    table.do(Resign(), ANN)
    second = following(table)
    second.do(Ready(), BOB)
    assert second.status == "playing"
    assert second.match.document(None, None)["view"]["reserve"] == [OTHER, FORCE]
    second.do(Resign(), ANN)
    assert series(second) == (2, [2, 0], True)
    third = following(second)
    third.do(Ready(), BOB)
    assert third.status == "choosing"


def test_SY_4_standard_forces_that_were_chosen_stay_too() -> None:
    table = Table("symbol", best_of=3, choose_forces=True).seat(ANN, "bot:club")
    table.do(Force(0, "GGGBBBWWWRRRDDD"), ANN)
    table.do(Resign(), ANN)
    assert following(table).match.status == "playing"


def test_teams_stay_together() -> None:
    table = Table("sequence", seats=4, best_of=3).seat(ANN, BOB, CYD, DAN)
    table.do(Resign(), BOB)
    assert series(table) == (1, [1, 0, 1, 0], False)
    again = following(table)
    assert names(again) == ["Bob", "Cyd", "Dan", "Ann"]
    assert series(again) == (2, [0, 1, 0, 1], False)
    teams = {seat["name"]: seat["team"] for seat in again.table(None)["seats"]}
    assert teams["Ann"] == teams["Cyd"] != teams["Bob"] == teams["Dan"]


def test_the_next_match_replays() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.do(Offer("draw"), ANN)
    table.do(Accept("draw"), BOB)
    again = following(table, BOB)
    assert Match.replay(stored(again.match.events)).status == "waiting"
