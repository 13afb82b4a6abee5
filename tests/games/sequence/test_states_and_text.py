"""The fifty states as data, and the game on a terminal."""

import json
import re
from importlib.resources import files

import tesserae
from tesserae.games.sequence.notation import FORMS
from tesserae.games.sequence.states import states
from tesserae.games.sequence.text import draw, heading
from tests.games.sequence.helpers import ALL_STATES, full_board, line, table


def test_states_are_complete() -> None:
    data = json.loads((files("tesserae.games.sequence") / "web" / "states.json").read_text("utf-8"))
    assert [state["code"] for state in data["states"]] == ALL_STATES == list(states())
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in data["groups"].values())
    assert {state["group"] for state in data["states"]} == set(data["groups"])
    for state in data["states"]:
        assert all(state[key] for key in ("name", "capital"))
    assert len({state["name"] for state in data["states"]}) == 50
    assert len({state["capital"] for state in data["states"]}) == 50
    for language, california in (("en", "California"), ("de", "Kalifornien")):
        texts = json.loads((files("tesserae.games.sequence") / "web" / "lang" / f"{language}.json").read_text("utf-8"))
        assert all(texts[f"piece.{code}"] for code in ALL_STATES)
        assert texts["piece.CA"] == california
    assert states()["NY"]["capital"] == "Albany"


def test_states_outlines_are_small_closed_and_in_their_box() -> None:
    outlines = [state["outline"] for state in states().values()]
    assert sum(map(len, outlines)) <= 60_000
    for outline in outlines:
        rings = outline.split("z")[:-1]
        assert outline.endswith("z")
        for ring in rings:
            match = re.fullmatch(r"M([-\d. ]+)l([-\d. ]+)", ring)
            assert match is not None
            start, steps = match.groups()
            x, y = map(float, start.split())
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", steps)]
            assert len(numbers) >= 4
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                assert -0.1 <= x <= 100.1
                assert -0.1 <= y <= 100.1
                x, y = x + dx, y + dy


def test_text_board_and_what_each_card_can_do() -> None:
    state = table(
        "CA CA OH NY ADD REMOVE",
        "TX",
        chips=("f3 g7 j4", "c4"),
        sequences=((1, line("a1", "e1")),),
        deck="WA",
        discards=[["HI"], []],
    )
    plain = draw(state.view(0), colour=False)
    assert "\033" not in plain
    rows = plain.splitlines()
    assert rows[0].split() == list("abcdefghij")
    assert rows[1].split()[:3] == ["10", "NY", "KY"]
    assert rows[10].split()[:6] == ["1", "[MT■]", "[NC■]", "[WY■]", "[VA■]", "[ND■]"]
    assert "IA■" in rows[7]
    assert "CA●" in rows[8]
    assert "► ● player 1 (you): 6 cards, last discard HI" in plain
    assert "  ■ player 2: 1 card" in plain
    assert "deck: 1 card" in plain
    assert "CA California ×2: dead" in plain
    assert "OH Ohio: c7" in plain
    assert "NY New York: h9 a10" in plain
    assert "ADD: a chip on any of 91 open spaces" in plain
    assert "REMOVE: takes off c4" in plain
    colourful = draw(state.view(0), colour=True)
    assert re.sub("\033\\[\\d+m", "", colourful) == plain
    assert "California" not in draw(state.view(1), colour=False)
    assert "Texas" not in draw(state.view(None), colour=False)


def test_text_columns_line_up() -> None:
    for chips in ((), full_board()):
        rows = draw(table("", "", chips=chips).view(0), colour=False).splitlines()[1:11]
        assert [row[:3].strip() for row in rows] == [str(rank) for rank in range(10, 0, -1)]
        assert [row[64:] for row in rows] == [str(rank) for rank in range(10, 0, -1)]


def test_text_says_what_is_open() -> None:
    state = table("ADD CA", "REMOVE", chips=("a1 b1 c1 d1 f1",), draw="manual", owed=[1])
    assert "■ player 2: 1 card, owed a card" in draw(state.view(0), colour=False)
    state.act(0, "ADD@e1")
    assert "to be claimed, through e1: a1-e1, b1-f1" in draw(state.view(1), colour=False)
    state.act(None, "penalty 0")
    assert "player 1: 1 card, last discard ADD, must forfeit a card" in draw(state.view(1), colour=False)
    assert "REMOVE: nothing to take off" in draw(table("REMOVE", "").view(0), colour=False)


def test_text_headings() -> None:
    actions = ("CA@f3", "REMOVE@a1", "dead CA", "claim a1-e1", "forfeit CA", "draw", "pass")
    assert [heading(FORMS.read(action)) for action in actions] == [
        "CA",
        "REMOVE",
        "dead",
        "claim",
        "forfeit",
        "draw",
        "pass",
    ]
    state = tesserae.start("sequence", 2, 1)
    assert {heading(FORMS.read(action)) for action in state.legal(0)} == {
        action.split("@")[0] for action in state.legal(0)
    }
