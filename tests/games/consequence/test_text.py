"""The board for a terminal."""

import re

import tesserae
from tesserae.games.consequence import text
from tesserae.games.consequence.notation import FORMS
from tests.games.consequence.helpers import moments, play, table


def test_a_board_without_colour() -> None:
    state = play(table({"b2": "bM", "c3": "ro"}, options={"memory_aid": True}), "bo@c2")
    lines = text.draw(state.view(0), colour=False).splitlines()
    assert lines[0].split() == lines[5].split() == ["a", "b", "c", "d"]
    assert [line.split() for line in lines[1:5]] == [
        ["4", ".", ".", ".", ".", "4"],
        ["3", ".", ".", "r?", ".", "3"],
        ["2", ".", "b?", "[bo]", ".", "2"],
        ["1", ".", ".", ".", ".", "1"],
    ]
    assert len({len(line) for line in lines[1:5]}) == 1  # columns stay in line
    assert lines[6].split() == ["Moon", "bM", "rM"]
    assert lines[7].split() == ["►", "Sun", "b?", "r?"]


def test_the_columns_are_under_their_letters() -> None:
    state = table({f"{file}1": "ro" for file in "abc"} | {"d1": "bo"}, last={"added": "b1"})
    lines = text.draw(state.view(None), colour=False).splitlines()
    for file, tile in zip("abcd", ("r?", "r?", "r?", "b?"), strict=True):
        column = lines[0].index(file)
        assert lines[4][column : column + 2] == tile


def test_colour_adds_nothing_but_escapes() -> None:
    for state in moments(4, memory_aid=True):
        for seat in (0, 1, None):
            plain, coloured = (text.draw(state.view(seat), colour=colour) for colour in (False, True))
            assert "\033" not in plain
            assert re.sub(r"\033\[\d+m", "", coloured) == plain
            if state.export()["board"]:
                assert coloured != plain
                assert coloured.count("\033[0m") == len(re.findall(r"\033\[9[14]m", coloured))


def test_nothing_hidden_is_drawn() -> None:
    """What is drawn for a spectator has no face, and for a seat only those of its hand, before the end."""
    for state in moments(6):
        if state.outcome:
            continue
        assert not re.search(r"\b[br][MSo]\b", text.draw(state.view(None), colour=False))
        for seat in range(2):
            if state.view(seat)["last"]["pushed"]:
                continue
            drawn = re.findall(r"\b[br][MSo]\b", text.draw(state.view(seat), colour=False))
            assert sorted(drawn) == state.export()["hands"][seat]


def test_what_was_pushed_off_and_the_closing_are_told() -> None:
    state = play(table({"d4": "bM"}, hands=[["bo"], ["rS"]]), "bo@c4>E")
    assert "pushed off the board: bM" in text.draw(state.view(1), colour=False)
    assert "pushed off the board: b?" in text.draw(state.view(0), colour=False)
    assert "closing" in text.draw(state.view(0), colour=False)
    assert "Moon -" in text.draw(state.view(0), colour=False)
    play(state, "rS@a1", "bM@a2")
    assert "closing" not in text.draw(state.view(0), colour=False)


def heading(action: str) -> str:
    return text.heading(FORMS.read(action))


def test_headings_group_by_tile_and_by_square() -> None:
    assert heading("bM@b2") == heading("bM@c3>NE") == "bM"
    assert heading("b2-c3") == "move b2"
    state = tesserae.start("consequence")
    assert {heading(action) for action in state.legal(0)} == {"bM", "bS", "bo"}
