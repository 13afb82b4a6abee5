"""Before the game: seats, bots, words, forces, and when it begins."""

import msgspec
import pytest

from tesserae import BadOption
from tesserae.play import Match, Settings
from tesserae.play.commands import (
    Act,
    Bot,
    Chat,
    Command,
    Force,
    Leave,
    Ready,
    Rename,
    Resign,
    SetWord,
    Sit,
    Start,
    Undo,
)
from tesserae.play.events import Paused
from tesserae.play.seeing import told
from tests.play.tables import ANN, BOB, CYD, HOUSE, SECRET, STRANGER, Table

FORCE, OTHER = "GGGGGBBBBBWWWWW", "RRRRRDDDDDWWWWW"


def test_it_begins_when_the_last_seat_is_taken() -> None:
    table = Table("consequence")
    table.do(Sit(), ANN)
    assert table.status == "waiting"
    assert table.match.document(0, ANN)["view"] is None
    events = table.do(Sit(), BOB)
    assert [event.kind for event in events] == ["sat", "started"]
    assert table.status == "playing"
    assert table.match.document(1, BOB)["view"]["seat"] == 1
    table.check()


def test_the_owner_fills_the_rest_with_bots() -> None:
    table = Table("symbol_chain", seats=4)
    table.do(Sit(2), ANN)
    table.do(Sit(0), BOB)
    table.refused(Start(), BOB, "MA-4")
    table.refused(Start(level="wizard"), ANN, "MA-11")
    table.do(Start(level="casual"), ANN)
    assert [seat.kind for seat in table.match.seats] == ["person", "bot", "person", "bot"]
    assert table.status == "playing"
    table.check()


def test_several_people_at_one_screen() -> None:
    table = Table("consequence").seat(ANN, ANN)
    assert table.status == "playing"
    assert [seat["mine"] for seat in table.table(0)["seats"]] == [True, True]
    table.act(0, "bM@b2")
    table.act(1, "rS@c3")
    assert table.match.moves(0)[1]["action"] == "r?@c3"
    assert table.match.moves(1)[1]["action"] == "r?@c3"  # a table shows what lies face down to nobody
    table.check()
    aided = Table("consequence", options={"memory_aid": True}).seat(ANN, ANN)
    aided.act(0, "bM@b2")
    assert [aided.match.moves(seat)[0]["action"] for seat in (0, 1, None)] == ["bM@b2", "b?@b2", "b?@b2"]


def test_who_plays_alone() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, ANN, "bot:club")
    assert table.match.alone(ANN)
    assert not table.match.alone(STRANGER)
    assert not Table("consequence").seat(ANN, BOB).match.alone(ANN)


def test_bots_only() -> None:
    table = Table("consequence")
    table.do(Start(level="random"), ANN)
    assert table.match.thinkers == [(0, "random", 1.0)]
    table.act(0, "bM@b2")
    assert table.match.thinkers == [(1, "random", 1.0)]
    table.refused(Act(1, ["rS@c3"]), ANN, "MA-3")
    table.check()


def test_taking_a_seat_is_refused() -> None:
    table = Table("consequence")
    table.refused(Sit(2), ANN, "MA-1")
    table.refused(Sit(0), HOUSE, "MA-3")
    table.do(Sit(0), ANN)
    table.refused(Sit(0), BOB, "MA-2")
    table.refused(Bot(0, "club"), ANN, "MA-2")
    table.refused(Bot(1, "club"), BOB, "MA-4")
    table.do(Bot(1, "club"), ANN)
    table.refused(Sit(), CYD, "MA-5")
    table.refused(Start(), ANN, "MA-5")
    table.refused(Leave(), ANN, "MA-5")
    table.refused(SetWord("late"), ANN, "MA-5")


def test_leaving_before_the_game() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB)
    table.refused(Leave(), STRANGER, "MA-7")
    table.refused(Leave(0), BOB, "MA-3")
    table.refused(Leave(2), ANN, "MA-3")
    table.do(Leave(), BOB)
    table.do(Bot(1, "club"), ANN)
    table.do(Leave(1), ANN)
    table.do(Sit(1), CYD)
    table.do(Leave(1), ANN)
    assert [seat.kind for seat in table.match.seats] == ["person", "open", "open"]
    table.check()


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 31, "a\u202eb", "a\x00b", "\ufeff", "\u3164", "\u115f", "\uffa0", "\u2800", "\u00ad"),
        *(
            "\u200b",
            "\u200d",
            "\ufe0f",
            "\u0301",
            "\U000e0041",
            "\U0001d173",
            "Ann\u3164",
            "A\ufeffnn",
            "Ann\U000e0041",
        ),
    ],
)
def test_names_are_for_reading(name: str) -> None:
    match = Match.create(Settings("consequence"), ANN, 0, SECRET)
    with pytest.raises(ValueError, match="characters") as caught:
        match.decide(Sit(), ANN, 0, name)
    assert getattr(caught.value, "rule", None) == "MA-9"
    table = Table("consequence").seat(ANN)
    table.refused(Rename(name), ANN, "MA-9")


@pytest.mark.parametrize(
    "name",
    ["Zo\u00eb", "Zoe\u0308", "\u2764\ufe0f", "\U0001f469\u200d\U0001f680", "\u0645\u06cc\u200c\u0631", "7", "?"],
)
def test_names_in_all_scripts(name: str) -> None:
    table = Table("consequence").seat(ANN)
    table.do(Rename(name), ANN)
    assert table.table()["seats"][0]["name"] == name


def test_a_new_name() -> None:
    table = Table("consequence").seat(ANN, ANN)
    table.do(Rename("  Ann\n Other "), ANN)
    assert [seat["name"] for seat in table.table()["seats"]] == ["Ann Other"] * 2
    table.refused(Rename("Bob"), BOB, "MA-7")
    table.check()


@pytest.mark.parametrize("command", [Act(0, ["bM@b2"]), Undo(0), Resign()])
def test_nothing_is_played_before_the_game(command: Command) -> None:
    Table("consequence").seat(ANN).refused(command, ANN, "MA-6")


def test_words_change_the_deal() -> None:
    deals = []
    for word in ("tea", "coffee", ""):
        table = Table("sequence")
        table.do(Sit(0), ANN)
        table.do(SetWord("first"), ANN)
        table.do(SetWord(word), ANN)
        table.do(Sit(1, word="rum"), BOB)
        assert [seat["word"] for seat in table.table()["seats"]] == [word, "rum"]
        deals.append(table.match.document(0, ANN)["view"]["hand"])
    assert len({tuple(deal) for deal in deals}) == 3


def test_a_word_of_one_who_left_is_forgotten() -> None:
    table = Table("sequence", seats=3)
    table.do(Sit(1, word="mine"), BOB)
    table.do(Leave(), BOB)
    table.do(Sit(1), CYD)
    assert table.table(1)["seats"][1]["word"] == ""
    table.refused(SetWord("x" * 41), CYD, "MA-10")
    table.refused(SetWord("x"), BOB, "MA-7")


# --- SY-4: forces ----------------------------------------------------------------------------------------------------


def test_SY_4_forces_are_hidden_until_both_have_chosen() -> None:
    table = Table("symbol", choose_forces=True).seat(ANN, BOB)
    assert table.status == "choosing"
    table.refused(Act(0, ["+K@d1"]), ANN, "MA-6")
    table.refused(Force(1, FORCE), ANN, "MA-3")
    table.refused(Force(0, "GG"), ANN, "MA-12")
    table.refused(Sit(), CYD, "MA-8")
    table.do(Force(0, FORCE.lower()), ANN)
    assert [seat["ready"] for seat in table.table(1)["seats"]] == [True, False]
    assert FORCE not in msgspec.json.encode(table.match.document(1, BOB)).decode()
    assert FORCE not in msgspec.json.encode(table.match.document(None, STRANGER)).decode()
    assert table.table(0)["seats"][0]["force"] == FORCE
    forced = table.match.events[-1]
    assert told(table.match, forced, 1)["data"] == {}
    assert told(table.match, forced, 0)["data"] == {"force": FORCE}
    events = table.do(Force(1, OTHER), BOB)
    assert [event.kind for event in events] == ["force", "started"]
    assert table.match.document(1, BOB)["view"]["reserve"] == [FORCE, "WWWWWRRRRRDDDDD"]
    assert told(table.match, forced, 1)["data"] == {"force": FORCE}
    assert table.table(1)["options"] == {"forces": [FORCE, "WWWWWRRRRRDDDDD"]}
    table.check()


def test_SY_4_a_force_can_be_chosen_anew_while_the_other_thinks() -> None:
    table = Table("symbol", choose_forces=True).seat(ANN, BOB)
    table.do(Force(0, FORCE), ANN)
    table.do(Force(0, OTHER), ANN)
    table.do(Force(1, FORCE), BOB)
    assert table.match.document(None, None)["view"]["reserve"][0] == "WWWWWRRRRRDDDDD"


def test_SY_4_a_bot_has_the_standard_force() -> None:
    table = Table("symbol", choose_forces=True, options={"unlimited": True}).seat(ANN, "bot:club")
    table.refused(Force(0, FORCE), ANN, "MA-12")
    table.do(Force(0, "RRRRDDDD"), ANN)
    assert table.match.document(0, ANN)["view"]["reserve"] == ["RRRRDDDD", "GGBBWWRD"]
    table.check()


def test_SY_4_who_leaves_while_forces_are_chosen_opens_the_seat_and_all_choose_again() -> None:
    table = Table("symbol", choose_forces=True).seat(ANN, BOB)
    table.do(Force(0, FORCE), ANN)
    table.do(Leave(), BOB)
    assert table.status == "waiting"
    table.refused(Force(0, FORCE), ANN, "MA-13")
    table.do(Sit(1), CYD)
    assert table.status == "choosing"
    assert table.table(0)["seats"][0]["force"] is None
    table.check()


def test_SY_4_both_standard_forces_can_be_chosen() -> None:
    table = Table("symbol", choose_forces=True).seat(ANN, BOB)
    table.do(Force(0, "GGGBBBWWWRRRDDD"), ANN)
    table.do(Force(1, "DDDRRRWWWBBBGGG"), BOB)
    assert table.status == "playing"
    table.check()


# --- Settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "chess"},
        {"game": "symbol", "seats": 3},
        {"game": "symbol", "options": {"edition": "huge"}},
        {"game": "symbol", "best_of": 2},
        {"game": "symbol", "substitute": "wizard"},
        {"game": "symbol", "referee": True},
        {"game": "consequence", "choose_forces": True},
        {"game": "symbol", "choose_forces": True, "options": {"forces": [FORCE, FORCE]}},
    ],
)
def test_settings_that_do_not_go_together(settings: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        Match.create(msgspec.convert(settings, Settings), ANN, 0, SECRET)


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "symbol", "colour": "red"},
        {"game": "symbol", "clock": {"kind": "sand"}},
        {"game": "symbol", "clock": {"kind": "game", "seconds": 0}},
        {"game": "symbol", "clock": {"kind": "move", "days": 3, "increment": 1}},
        {"game": "symbol", "flag": "explode"},
        {"game": "symbol", "best_of": 0},
        {"seats": 2},
    ],
)
def test_settings_that_cannot_be_read(settings: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(settings, Settings)


def test_commands_come_over_the_wire() -> None:
    text = b'{"t":"act","seat":0,"actions":["d1[GW]-d3","end"]}'
    assert msgspec.json.decode(text, type=Command) == Act(0, ["d1[GW]-d3", "end"])
    assert msgspec.json.decode(b'{"t":"word","word":"tea"}', type=Command) == SetWord("tea")
    for bad in (b'{"t":"cheat"}', b'{"t":"act","seat":-1,"actions":[""]}', b'{"t":"act","seat":0,"actions":[]}', b"{}"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(bad, type=Command)


def test_events_that_do_not_follow_each_other() -> None:
    table = Table("consequence").seat(ANN, BOB)
    events = table.match.events
    for wrong in ([], events[1:], [events[0], events[2]], [events[0], events[0]]):
        with pytest.raises(ValueError, match="event"):
            Match.replay(wrong)
    with pytest.raises(ValueError, match="cannot follow"):
        table.match.evolve([Paused(0, 1, number=99)])


def test_the_secret_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Match.create(Settings("consequence"), ANN, 0, b"short")


def test_ready_is_only_for_those_who_are_not() -> None:
    table = Table("consequence").seat(ANN)
    table.refused(Ready(), ANN, "MA-31")
    table.refused(Ready(), BOB, "MA-7")


def test_nobody_else_may_look_on() -> None:
    table = Table("consequence", watch=False).seat(ANN, BOB)
    for seat, person, rule in ((None, STRANGER, "MA-25"), (None, None, "MA-25"), (0, BOB, "MA-3"), (0, None, "MA-3")):
        with pytest.raises(ValueError, match=r"\.") as caught:
            table.match.document(seat, person)
        assert getattr(caught.value, "rule", None) == rule
    assert table.match.document(None, BOB)["view"]["seat"] is None
    table.refused(Chat("hello"), STRANGER, "MA-25")
