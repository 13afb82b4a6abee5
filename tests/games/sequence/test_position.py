"""Positions: what is exported can be loaded, and what cannot be is refused with the field that is wrong."""

import json
from typing import Any

import pytest

import tesserae
from tesserae.errors import BadOption, BadPosition
from tests.games.sequence.helpers import ALL_CARDS, full_board, line, position, table

ROW = (0, line("a1", "e1"))


def test_positions_the_example_of_the_rules() -> None:
    example = {
        "game": "sequence",
        "options": {"teams": 2},
        "turn": 0,
        "hands": [["CA", "ADD"], ["NY"]],
        "deck": ["TX"],
        "discards": [["OH"], []],
        "chips": {"c4": 0, "d4": 1, "a1": 0, "b1": 0, "c1": 0, "d1": 0, "e1": 0},
        "sequences": [[0, ["a1", "b1", "c1", "d1", "e1"]]],
        "exchanged": False,
        "owed": [],
        "passes": 0,
        "turns": 7,
        "outcome": None,
    }
    exported = tesserae.load(json.dumps(example)).export()
    chips = {"a1": 0, "b1": 0, "c1": 0, "d1": 0, "e1": 0, "c4": 0, "d4": 1}
    assert exported == example | {"options": {}, "hands": [["ADD", "CA"], ["NY"]], "chips": chips}
    assert list(exported["chips"]) == list(chips)


def test_positions_fields_that_may_be_left_out() -> None:
    fields = {"game": "sequence", "turn": 1, "hands": [["CA"], ["NY"]], "deck": [], "chips": {}, "sequences": []}
    assert tesserae.load(fields).export() == {
        **fields,
        "options": {},
        "discards": [[], []],
        "exchanged": False,
        "owed": [],
        "passes": 0,
        "turns": 0,
        "outcome": None,
    }
    for field in ("turn", "hands", "deck", "chips", "sequences"):
        with pytest.raises(BadPosition) as caught:
            tesserae.load({name: value for name, value in fields.items() if name != field})
        assert caught.value.field == field


def test_positions_an_exchange_can_be_loaded() -> None:
    state = table("CA", "NY", chips=("f3", "g7"), exchanged=True)
    assert state.legal(0) == ["pass"]
    assert state.export()["exchanged"] is True


def test_positions_sequences_may_cross_and_be_named_from_either_end() -> None:
    column = line("c5", "c1")
    state = table("ADD", "NY", sequences=(ROW, (1, line("a9", "e5"))), chips=("", "c9"))
    assert [squares[0] for _, squares in state.export()["sequences"]] == ["a1", "e5"]
    with pytest.raises(BadPosition, match="won already"):
        table("ADD", "NY", sequences=(ROW, (0, column)))


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("turn", {"turn": 2}),
        ("turn", {"turn": True}),
        ("turns", {"turns": 1000}),
        ("turns", {"turns": -1}),
        ("passes", {"passes": 2}),
        ("passes", {"passes": 1, "exchanged": True}),
        ("exchanged", {"exchanged": 1}),
        ("owed", {"owed": [0]}),
        ("owed", {"owed": 0}),
        ("owed", {"owed": [2], "options": {"draw": "manual"}}),
        ("owed", {"owed": [True], "options": {"draw": "manual"}}),
        ("owed", {"owed": [1, 1], "options": {"draw": "manual"}}),
        ("hands", {"hands": {}}),
        ("hands[0]", {"hands": ["CA", []]}),
        ("hands[1]", {"hands": [[], ["XX"]]}),
        ("hands[1]", {"hands": [["CA", "CA"], ["CA"]]}),
        ("hands[0]", {"hands": [["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DE"], []]}),
        (
            "hands[1]",
            {"hands": [[], ["AK", "AL", "AR", "AZ", "CA", "CO", "CT"]], "owed": [1], "options": {"draw": "manual"}},
        ),
        ("deck", {"deck": ["ADD"] * 5}),
        ("deck", {"deck": ["ca"]}),
        ("deck", {"deck": None}),
        ("discards", {"discards": [[]]}),
        ("discards", {"discards": "CA"}),
        ("discards[1]", {"discards": [[], ["REMOVE", 3]]}),
        ("discards[1]", {"discards": [["CA"], ["CA"]]}),
        ("chips", {"chips": []}),
        ("chips", {"chips": {"k1": 0}}),
        ("chips.a1", {"chips": {"a1": 2}}),
        ("chips.a1", {"chips": {"a1": None}}),
        ("sequences", {"sequences": {}}),
        ("sequences[0]", {"sequences": [0]}),
        ("sequences[0]", {"sequences": [[2, ["a1", "b1", "c1", "d1", "e1"]]]}),
        ("sequences[0]", {"sequences": [[0, ["a1", "b1", "c1", "d1", "e1"]]]}),
        ("sequences[0]", {"sequences": [[0, ["a1", "b1", "c1", "d1"]]]}),
        ("sequences[0]", {"sequences": [[0, ["a1", "b1", "c1", "d1", "z1"]]]}),
        ("sequences[0]", {"sequences": [[0, ["a1", "b1", "c1", "d1", "f1"]]]}),
        ("layout", {"layout": []}),
        ("layout", {"options": {"board": "shuffled"}}),
        ("step", {"step": {}}),
        ("outcome", {"outcome": {"winners": [0]}}),
        ("bored", {"bored": 1}),
        ("options", {"options": []}),
    ],
)
def test_positions_refused(field: str, change: dict[str, Any]) -> None:
    good = position("CA", "NY")
    tesserae.load(good)
    with pytest.raises(BadPosition) as caught:
        tesserae.load(good | change)
    assert caught.value.field == field


def test_positions_sequences_that_cannot_be() -> None:
    wrong_team = position("CA", "NY", sequences=(ROW,))
    wrong_team["chips"]["c1"] = 1
    with pytest.raises(BadPosition, match="chips of the team"):
        tesserae.load(wrong_team)
    with pytest.raises(BadPosition, match="at most one"):
        table("CA", "NY", "MN", "TX", sequences=(ROW, (0, line("b1", "f1"))))
    with pytest.raises(BadPosition, match="won already"):
        table("CA", "NY", "MN", sequences=(ROW,))
    # A full line that shares two chips with a sequence is none (SQ-10).
    assert table("CA", "NY", chips=("f1",), sequences=(ROW,)).actors == (0,)


def test_SQ_10_a_loaded_line_of_five_is_claimed_only_with_a_new_chip_in_it() -> None:
    elsewhere = table("CA WA", "NY", chips=(ROW[1],))
    elsewhere.act(0, next(action for action in elsewhere.legal(0) if action.startswith("CA@")))
    assert elsewhere.export()["sequences"] == []
    longer = table("CA WA", "NY", chips=(ROW[1],))
    longer.act(0, "WA@f1")
    assert longer.export()["sequences"] == [[0, ["b1", "c1", "d1", "e1", "f1"]]]


def test_positions_every_card_somewhere_and_a_full_board() -> None:
    cards = " ".join(ALL_CARDS)
    state = table("", "", chips=full_board(), deck=cards)
    assert state.export()["deck"] == cards.split()
    state = table("", "", discards=[cards.split(), []])
    assert state.view(0)["discards"] == [cards.split(), []]


def test_positions_number_of_players() -> None:
    with pytest.raises(BadOption, match="players"):
        table("CA", "NY", "MN", "TX", "OH")
    with pytest.raises(BadOption, match="teams"):
        table("CA", "NY", teams=3)


def layout() -> list[str]:
    rows: list[str] = tesserae.start("sequence", 2, 4, board="shuffled").export()["layout"]
    return rows


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows[:9], "ten lines"),
        (lambda rows: [*rows[:9], "CA"], "ten lines"),
        (lambda rows: [rows[0].replace(rows[0].split()[0], "XX"), *rows[1:]], "'XX' is not a state"),
        (lambda rows: [" ".join(["CA"] * 10), *rows[1:]], "must have two spaces"),
        (lambda rows: [" ".join(sorted(" ".join(rows).split())[i : i + 10]) for i in range(0, 100, 10)], "too near"),
    ],
)
def test_positions_layouts_that_cannot_be(change: Any, says: str) -> None:
    good = position("CA", "NY", board="shuffled", layout=layout())
    assert tesserae.load(good).export()["layout"] == layout()
    with pytest.raises(BadPosition, match=says):
        tesserae.load(good | {"layout": change(layout())})
