"""Acting in steps, undoing them, and taking turns back."""

import random
from typing import Any

import pytest

import tesserae
from tesserae.games import game
from tesserae.play.commands import Accept, Act, Decline, Offer, Resign, Undo
from tesserae.play.foretelling import stage
from tesserae.play.standing import MARK
from tesserae.state import State
from tests.play.tables import ANN, BOB, CYD, HOUSE, STRANGER, Table

TAKEBACK = Offer("takeback")


def kings(table: Table) -> Table:
    """Four moves, each a turn by itself; then there is something to carry the kings, and turns have steps."""
    for seat, move in ((0, "+K@d1"), (1, "+K@d7"), (0, "+W@d1"), (1, "+W@d7")):
        table.act(seat, move)
    return table


def symbol(*players: str, **settings: Any) -> Table:
    return kings(Table("symbol", **settings).seat(*players))


# --- Acting ----------------------------------------------------------------------------------------------------------


def test_only_who_sits_there_acts() -> None:
    table = Table("consequence").seat(ANN, "bot:club")
    table.refused(Act(0, ["bM@b2"]), BOB, "MA-3")
    table.refused(Act(0, ["bM@b2"]), HOUSE, "MA-3")
    table.refused(Act(1, ["rS@b2"]), HOUSE, "GE-7")
    table.refused(Act(7, ["bM@b2"]), ANN, "MA-1")
    table.refused(Act(0, ["b2-b3"]), ANN, "CQ-2")
    table.refused(Act(0, ["nonsense"]), ANN, "GE-4")
    table.act(0, "bM@b2")
    table.refused(Act(1, ["rS@c3"]), ANN, "MA-3")
    table.act(1, "rS@c3")


def test_actions_are_kept_in_their_canonical_form() -> None:
    table = Table("consequence").seat(ANN, BOB)
    assert table.act(0, " BM @ b2 ")[0].data == {"action": "bM@b2"}


def test_each_move_says_with_which_move_its_turn_began() -> None:
    table = symbol(ANN, BOB)
    table.act(0, "+G@d2", "end")
    assert [move["turn"] for move in table.match.moves(None)] == [0, 1, 2, 3, 4, 4]
    assert table.match.news(1)["data"]["turn"] == 4
    table.act(1, "+G@d6")
    assert table.match.news(None)["data"]["turn"] == 6


def test_several_steps_at_once_all_or_none() -> None:
    table = symbol(ANN, BOB)
    table.refused(Act(0, ["+G@d2", "a9-z1"]), ANN, "GE-4")
    table.refused(Act(0, ["+G@d2", "+G@d2"]), ANN, "SY-42")
    table.refused(Act(0, ["+G@d2", "end", "+B@d2"]), ANN, "MA-33")
    events = table.act(0, "+G@d2", "end")
    assert [(event.kind, event.data["action"]) for event in events] == [("acted", "+G@d2"), ("acted", "end")]
    assert table.match.state is not None
    assert table.match.state.turn == 1
    table.check()


def test_trying_steps_out_changes_nothing() -> None:
    table = symbol(ANN, BOB)
    before = table.match.document(0, ANN)
    staged = stage(table.match.playing(), True, 0, ["+G@d2", "end"])
    assert staged.views[0]["board"]["d2"] == [0, "G"]
    assert [type(effect).__name__ for effect in staged.effects[0]] == ["Placed"]
    assert len(staged.effects) == 2
    assert staged.legal == []
    assert "end" in (stage(table.match.playing(), True, 0, ["+G@d2"]).legal or ())
    assert table.match.document(0, ANN) is before
    for seat, action, rule in ((0, "+G@d9", "GE-4"), (1, "+G@d2", "GE-7")):
        with pytest.raises(tesserae.Refused) as caught:
            stage(table.match.playing(), True, seat, [action])
        assert caught.value.rule == rule


def test_the_legal_actions_are_listed_for_the_own_seat() -> None:
    table = Table("consequence").seat(ANN, BOB)
    assert "bM@b2" in table.match.listed(0, ANN)["actions"]
    assert table.match.listed(1, BOB)["actions"] == []
    with pytest.raises(tesserae.Refused) as caught:
        table.match.listed(0, BOB)
    assert caught.value.rule == "MA-3"


# --- Undo ------------------------------------------------------------------------------------------------------------


def test_steps_of_the_turn_can_be_undone_one_by_one() -> None:
    table = symbol(ANN, BOB)
    before = table.match.document(0, ANN)["view"]
    table.refused(Undo(0), ANN, "MA-14")
    table.act(0, "+G@d1")
    assert table.table(0)["undo"] is True
    assert table.table(1)["undo"] is False
    table.refused(Undo(1), BOB, "MA-14")
    table.refused(Undo(0), BOB, "MA-3")
    table.do(Undo(0), ANN)
    assert table.match.document(0, ANN)["view"] == before
    assert table.table(0)["undo"] is False
    assert table.match.moves(0)[-1]["action"] == "+W@d7"
    table.act(0, "+W@d1", "end")
    table.refused(Undo(0), ANN, "MA-14")
    table.check()


def test_a_turn_that_has_ended_by_itself_cannot_be_undone() -> None:
    table = Table("symbol").seat(ANN, BOB)
    table.act(0, "+K@d1")
    table.refused(Undo(0), ANN, "MA-14")


def test_two_steps_undone_leave_the_turn_as_it_began() -> None:
    table = symbol(ANN, BOB)
    table.act(0, "+D@d1", "end")
    table.act(1, "+D@d7", "end")
    before = table.match.document(0, ANN)["view"]
    table.act(0, "+G@d1")
    table.act(0, "d1[KWD]-d2")
    table.do(Undo(0), ANN)
    table.do(Undo(0), ANN)
    assert table.match.document(0, ANN)["view"] == before
    table.refused(Undo(0), ANN, "MA-14")
    table.check()


@pytest.mark.parametrize(
    ("name", "action", "can"),
    [
        ("symbol", "d1[GW]-d3", True),
        ("symbol_chain", "take 4", False),
        ("symbol_chain", "flip c4", False),
        ("symbol_chain", "place c4", False),
        ("symbol_chain", "lay e5", False),
        ("symbol_chain", "ready", False),
        ("sequence", "IA@c4", False),
        ("sequence", "dead CA", False),
        ("sequence", "draw", False),
        ("sequence", "claim c1-g1", True),
        ("sequence", "forfeit CA", False),
        ("consequence", "bM@b2", True),
        ("consequence", "bM@b2>NE", False),
        ("consequence", "b2-c3", False),
    ],
)
def test_what_tells_nobody_anything(name: str, action: str, can: bool) -> None:
    assert game(name).forms.read(action).form.retractable is can


def test_SQ_10_a_claim_can_be_undone_while_there_are_more_but_the_card_was_shown() -> None:
    """Six in a row and six in a column, all but the chip where they cross."""
    table = Table("sequence").seat(ANN, BOB)
    row, column = [f"{file}5" for file in "abcdfg"], [f"e{rank}" for rank in (2, 3, 4, 6, 7, 8)]
    position = {
        "game": "sequence",
        "turn": 0,
        "hands": [["ADD", "CA"], ["NY"]],
        "deck": ["TX", "OH"],
        "chips": dict.fromkeys([*row, *column], 0),
        "sequences": [],
    }
    table.match.state = tesserae.load(position)
    table.act(0, "ADD@e5")
    assert table.match.playing().legal(0) != []
    assert all(action.startswith("claim") for action in table.match.playing().legal(0))
    table.refused(Undo(0), ANN, "MA-14")
    claims = table.match.playing().legal(0)
    table.act(0, next(claim for claim in claims if "5-" in claim))
    assert table.table(0)["undo"] is True
    table.refused(Undo(0), BOB, "MA-3")
    assert [event.data["count"] for event in table.match.decide(Undo(0), ANN, 0).events] == [1]


def closing(seed: int) -> Table | None:
    """A game of Consequence in which one places the rest, with two tiles or more to go."""
    table = Table("consequence", secret=bytes([seed] * 32)).seat(ANN, BOB)
    chance = random.Random(seed)
    while table.status == "playing":
        view = table.match.document(None, None)["view"]
        seat, actions = table.legal()
        if view["closing"] and len(view["hands"][seat]) > 1:
            return table
        table.act(seat, chance.choice(actions))
    return None


def test_CQ_8_a_closing_placement_can_be_undone_until_all_is_turned_up() -> None:
    table = next(filter(None, map(closing, range(1, 200))))
    seat, actions = table.legal()
    before = [table.match.document(number, person)["view"] for number, person in ((0, ANN), (1, BOB))]
    table.act(seat, actions[0])
    person = table.match.seats[seat].person
    assert table.table(seat)["undo"] is True
    table.do(Undo(seat), person)
    assert [table.match.document(number, who)["view"] for number, who in ((0, ANN), (1, BOB))] == before
    while table.status == "playing":
        seat, actions = table.legal()
        table.act(seat, actions[0])
    table.refused(Undo(seat), person, "MA-6")
    table.check()


def test_CQ_a_turn_ends_at_once() -> None:
    table = Table("consequence").seat(ANN, BOB)
    table.act(0, "bM@b2")
    table.refused(Undo(0), ANN, "MA-14")


# --- Taking back -----------------------------------------------------------------------------------------------------


def test_against_bots_whole_turns_are_taken_back_and_the_record_says_so() -> None:
    table = symbol(ANN, "bot:club")
    before = table.match.document(0, ANN)["view"]
    assert table.table(0)["takeback"] == "alone"
    table.act(0, "+G@d2", "end")
    table.act(1, "+G@d6", "end")
    events = table.do(TAKEBACK, ANN)
    assert [(event.kind, event.data["count"], event.data["how"]) for event in events] == [("undone", 4, "alone")]
    assert table.match.document(0, ANN)["view"] == before
    table.do(TAKEBACK, ANN)
    table.do(TAKEBACK, ANN)
    assert table.match.moves(0) == []
    table.refused(TAKEBACK, ANN, "MA-15")
    table.do(Resign(), ANN)
    assert "* 0 takeback 4\n* 0 takeback 2\n* 0 takeback 2\n* 0 resigned\n" in table.match.record()
    table.check()


def test_in_the_middle_of_a_turn_it_goes_back_to_its_beginning() -> None:
    table = symbol(ANN, "bot:club")
    table.act(0, "+G@d2")
    assert [event.data["count"] for event in table.do(TAKEBACK, ANN)] == [1]
    assert len(table.match.moves(0)) == 4
    table.check()


@pytest.mark.parametrize("name", ["consequence", "sequence", "symbol_chain"])
def test_against_bots_nothing_is_taken_back_where_things_are_hidden(name: str) -> None:
    table = Table(name).seat(ANN, "bot:club")
    table.refused(TAKEBACK, ANN, "MA-15")
    seat, actions = table.legal()
    table.act(seat, actions[0])
    assert table.table(0)["takeback"] is None
    table.refused(TAKEBACK, ANN, "MA-16")


def test_between_people_it_is_asked_and_granted() -> None:
    table = symbol(ANN, BOB)
    table.act(0, "+G@d2", "end")
    assert table.table(0)["takeback"] == "ask"
    table.refused(Accept("takeback"), BOB, "MA-21")
    offered = table.do(TAKEBACK, ANN)[0]
    assert table.table(1)["offers"]["takeback"] == {
        "seat": 0,
        "mine": False,
        "accepted": [],
        "waiting": [1],
        "to": offered.data["to"],
    }
    table.refused(TAKEBACK, ANN, "MA-19")
    table.refused(Accept("takeback"), ANN, "MA-21")
    table.refused(Accept("takeback"), STRANGER, "MA-21")
    table.refused(Accept("draw"), BOB, "MA-21")
    events = table.do(Accept("takeback"), BOB)
    assert [event.kind for event in events] == ["accepted", "undone"]
    assert events[1].data == {"to": offered.data["to"], "count": 2, "how": "granted"}
    assert table.table(0)["offers"] == {}
    assert len(table.match.moves(0)) == 4
    table.do(Resign(), BOB)
    assert "* 0 takeback 2\n" in table.match.record()
    table.check()


def test_a_wish_that_was_declined_can_be_uttered_again_after_a_move() -> None:
    table = symbol(ANN, BOB)
    table.do(TAKEBACK, ANN)
    table.do(Decline("takeback"), BOB)
    assert len(table.match.moves(0)) == 4
    table.refused(TAKEBACK, ANN, "MA-20")
    table.act(0, "+G@d2", "end")
    table.do(TAKEBACK, ANN)
    table.do(Decline("takeback"), ANN)
    assert table.kinds[-1] == "withdrawn"
    table.refused(Accept("takeback"), BOB, "MA-21")
    table.refused(Decline("takeback"), BOB, "MA-21")
    table.check()


def test_a_wish_lapses_when_somebody_acts() -> None:
    table = symbol(ANN, BOB)
    table.do(TAKEBACK, BOB)
    table.act(0, "+G@d2")
    table.refused(Accept("takeback"), ANN, "MA-21")
    table.check()


def test_all_others_must_grant_it() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, BOB, CYD)
    table.act(0, table.legal()[1][0])
    table.do(TAKEBACK, ANN)
    table.do(Accept("takeback"), CYD)
    table.refused(Accept("takeback"), CYD, "MA-21")
    assert table.table(1)["offers"]["takeback"]["waiting"] == [1]
    assert table.kinds[-1] == "accepted"
    table.do(Accept("takeback"), BOB)
    assert table.match.moves(0) == []
    table.check()


def test_round_one_screen_nobody_needs_to_be_asked() -> None:
    table = Table("consequence").seat(ANN, ANN)
    table.act(0, "bM@b2")
    table.act(1, "rS@c3")
    table.do(Offer("takeback", 0), ANN)
    assert table.match.moves(0) == []
    table.check()


def test_bots_at_the_table_do_not_stop_people_from_granting_it() -> None:
    table = Table("symbol_chain", seats=3).seat(ANN, "bot:club", BOB)
    table.act(0, table.legal()[1][0])
    table.do(TAKEBACK, ANN)
    table.do(Accept("takeback"), BOB)
    assert table.kinds[-1] == "undone"


def test_which_commands_are_stale() -> None:
    table = symbol(ANN, BOB)
    seen = table.match.number
    table.do(TAKEBACK, BOB)
    assert not table.match.stale(Act(0, ["end"]), seen)
    assert table.match.stale(Accept("takeback"), seen)
    assert not table.match.stale(Accept("takeback"), table.match.number)
    table.act(0, "+G@d2")
    assert table.match.stale(Act(0, ["end"]), seen)
    assert table.match.stale(Undo(0), seen)
    assert not table.match.stale(Resign(), seen)


def goes_on(state: State, action: str) -> bool:
    """Whether the game does, with another turn."""
    after = state.copy()
    after.act(state.turn, action)
    return after.outcome is None and after.turn != state.turn


def test_taking_back_is_no_slower_in_a_long_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is done where all tables are served, so it must not play the whole game again."""
    table = Table("symbol", options={"edition": "simple"}).seat(ANN, ANN)
    chance = random.Random(3)
    bytes_after = [table.match.playing().tobytes()]

    def move() -> None:
        state = table.match.playing()
        actions = state.legal(state.turn)
        chance.shuffle(actions)
        actions.sort(key=lambda action: "x" in action or "[" not in action)  # so that it goes on for long
        table.act(state.turn, next(action for action in actions if goes_on(state, action)))
        bytes_after[len(table.match.moves_made) :] = [table.match.playing().tobytes()]

    while len(table.match.moves_made) < 2 * MARK + 5:
        move()
    played: list[str] = []
    act = State.act

    def counted(state: State, seat: int | None, action: str) -> None:
        played.append(action)
        act(state, seat, action)

    monkeypatch.setattr(State, "act", counted)
    while len(table.match.moves_made) >= MARK:
        played.clear()
        table.do(TAKEBACK, ANN)
        assert len(played) < MARK
        assert table.match.playing().tobytes() == bytes_after[len(table.match.moves_made)]
    while len(table.match.moves_made) < MARK + 5:
        move()
    table.do(TAKEBACK, ANN)
    assert table.match.playing().tobytes() == bytes_after[len(table.match.moves_made)]
    table.check()
