"""What is shown of a game of Symbol: views, the terminal, numbers for learning."""

import json
import random

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.games import game as find
from tesserae.games.symbol import text
from tesserae.games.symbol.board import LAND
from tesserae.games.symbol.notation import FORMS
from tesserae.games.symbol.opinion import TRAITS, traits
from tesserae.games.symbol.rules import OBSERVATION
from tests.games.symbol.helpers import game, play, simple
from tests.games.symbol.wild import wild_position


def test_GE_3_everybody_sees_everything_but_the_generator() -> None:
    state = game({"d2": "KGW", "e5": "kd"}, reserve=("GG", "RD"))
    views = [state.view(seat) for seat in (0, 1, None)]
    for view in views:
        json.dumps(view)
        assert {**view, "seat": None} == views[2]
    assert not state.hidden(0)["rng"].any()
    assert state.view(0)["board"] == {"d2": [0, "KGW"], "e5": [1, "KD"]}
    assert state.view(0)["step"] is None
    assert state.view(0)["edition"] == "full"


def test_SY_1_browsers_are_told_the_terrain_and_the_forces() -> None:
    facts = find("symbol").facts()
    assert [name in ("land", "shore") for name in facts["terrain"]] == [bool(LAND >> 7 * rank & 1) for rank in range(7)]
    state = tesserae.start("symbol", seed=0, forces=[facts["forces"]["standard"]] * 2)
    assert state.options["forces"] is None  # the standard ones
    assert {facts["forces"]["standard"].count(colour) * 2 for colour in "GBWRD"} == {facts["box"]}
    json.dumps(facts)


def test_imagining_gives_the_generator_new_numbers() -> None:
    state = game({"d4": "W"})
    hidden = state.hidden(0)
    contract.imagine(hidden, 0, np.array([1, 2, 3, 4], np.int64))
    assert hidden["rng"].any()
    contract.hide(hidden, 0)
    assert hidden.tobytes() == state.hidden(0).tobytes()


def test_the_allowance_is_what_the_player_to_move_can_still_add() -> None:
    assert tesserae.start("symbol", seed=0).view(0)["allowance"] == 0
    assert simple({"d4": "W"}, reserve=("G", "")).view(0)["allowance"] == 1
    state = game({"d2": "KW", "a1": "W", "a4": "W"}, reserve=("GG", "G"))
    assert state.view(0)["allowance"] == 2
    play(state, "+G@d2")
    assert state.view(0)["allowance"] == 1
    state = game({"d4": "W", "d5": "k"})
    play(state, "d4[W]-d5")
    assert state.view(0)["allowance"] == 0


def test_the_board_in_the_terminal() -> None:
    state = game({"d2": "KGGW", "e5": "rd"}, reserve=("GBB", "W"))
    drawn = text.draw(state.view(0), False)
    lines = drawn.split("\n")
    assert lines[0].split() == list("ab|cde|fg")
    assert lines[6].split() == ["3", "~", "~", "|", "~", "~", "~", "|", "~", "~", "3"]
    assert "K2GW" in lines[8]
    assert lines[8].startswith("  2")
    assert "rd" in lines[4]
    assert "► player 1  reserve G 2B" in drawn
    assert "  player 2  reserve w" in drawn
    assert "reinforcements left in this turn: 1, if it uses the king's square" in drawn


def test_the_terminal_shows_regions_and_who_controls_them() -> None:
    lines = text.draw(game({"d2": "K", "e5": "kr"}).view(0), False).split("\n")
    at = next(i for i, line in enumerate(lines) if "regions" in line)
    assert [line.split() for line in lines[at : at + 4]] == [
        ["regions", "ab", "cde", "fg"],
        ["67", "-", "-", "-"],
        ["345", "-", "2", "-"],
        ["12", "-", "1", "-"],
    ]


def test_the_terminal_shows_the_turn_under_way() -> None:
    state = game({"d2": "KWWDD", "a1": "BR", "a4": "R"}, reserve=("GG", "W"))
    play(state, "d2[WD]-d4")
    drawn = text.draw(state.view(0), False)
    assert "this turn uses d2, where KWWDD stood; WD rests on d4" in drawn
    assert "reinforcements left in this turn: 2\n" in drawn
    assert " KWD " in drawn
    state = game({"d2": "KWD", "c4": "d", "a1": "BR", "a4": "R"}, reserve=("GG", "W"), blast_center=False)
    play(state, "d2!")
    assert "there was an explosion" in text.draw(state.view(0), False)
    state = game({"d1": "KWD", "d3": "d", "a1": "BR", "a4": "R"}, reserve=("GG", "W"))
    play(state, "d1[W]-d3")
    assert "nothing of what moved is left" in text.draw(state.view(0), False)


def test_the_terminal_says_that_the_king_is_to_be_placed() -> None:
    state = tesserae.start("symbol", seed=0)
    assert "the king is to be placed" in text.draw(state.view(0), False)
    play(state, "+K@d1", "+K@d7")
    assert "the king is to be placed" not in text.draw(state.view(0), False)


def test_the_terminal_warns_of_draws() -> None:
    state = simple({"d1": "W", "d7": "w"}, quiet=85)
    play(state, "d1[W]-d2", "d7[W]-d6", "d2[W]-d1", "d6[W]-d7")
    drawn = text.draw(state.view(0), False)
    assert "89 quiet turns" in drawn
    assert "second time" in drawn


def test_colour_adds_nothing_but_colour() -> None:
    rng = random.Random(1)
    for _ in range(20):
        view = tesserae.load(wild_position(rng)).view(0)
        painted = text.draw(view, True)
        for code in (*text.PAINT.values(), text.PLAIN):
            painted = painted.replace(code, "")
        assert painted == text.draw(view, False)
        assert not any(line.endswith(" ") for line in painted.split("\n"))


@pytest.mark.parametrize(
    ("action", "heading"),
    [("+G@c2", "add G"), ("d1[GW]-d3", "d1"), ("d2*d3", "d2"), ("d3!", "d3"), ("end", "end"), ("pass", "pass")],
)
def test_actions_are_listed_by_square(action: str, heading: str) -> None:
    assert text.heading(FORMS.read(action)) == heading


def test_a_square_tells_what_its_pieces_can_do() -> None:
    state = game({"d2": "KGW", "e5": "rd"})
    assert state.inspect(0, "d2")["text"].startswith("d2: player 1's KGW. K is carried")
    assert "pushes every enemy" in state.inspect(0, "e5")["text"]
    assert state.inspect(0, "d4") == {"text": "d4: empty, water"}
    assert state.inspect(0, "d1") == {"text": "d1: empty, land"}


# --- Numbers -------------------------------------------------------------------------------------------------------


def planes(state: tesserae.State, seat: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    out = np.full(int(np.prod(OBSERVATION)), 7.0)
    contract.observe(state.hidden(None if seat < 0 else seat), seat, out)
    return out.reshape(OBSERVATION)


def test_planes_show_both_sides_from_the_seat() -> None:
    state = game({"d2": "KGGW", "e5": "kd"}, reserve=("GBB", "W"), quiet=50)
    own, other = planes(state, 0), planes(state, 1)
    assert own[0, 1, 3] == own[3, 1, 3] == pytest.approx(1 / 3)
    assert own[1, 1, 3] == pytest.approx(2 / 3)
    assert own[11, 4, 4] == other[5, 4, 4] == pytest.approx(1 / 3)
    assert (own[14] == [[1.0] * 7] * 2 + [[0.0] * 7] * 3 + [[1.0] * 7] * 2).all()
    rest, rest1 = own[15].ravel(), other[15].ravel()
    assert rest[:10].tolist() == pytest.approx([1 / 15, 2 / 15, 0, 0, 0, 0, 0, 1 / 15, 0, 0])
    assert rest[10:20].tolist() == pytest.approx([0, 1, 0, 0, 0.5, 1 / 3, 1 / 9, 1 / 9, 0, 0])
    assert rest1[10:12].tolist() == [1, 0]
    assert (planes(state, -1) == own).all()


def test_planes_show_the_turn_under_way() -> None:
    state = game({"d2": "KWWDD", "a1": "BR", "a4": "R"}, reserve=("GG", "W"))
    play(state, "d2[WD]-d4")
    own = planes(state, 0)
    assert np.argwhere(own[12]).tolist() == [[1, 3]]
    assert np.argwhere(own[13]).tolist() == [[3, 3]]
    rest = own[15].ravel()
    assert rest[13] == 0.5
    assert rest[18:32].tolist() == pytest.approx([1, 0, 1 / 3, 0, 0, 2 / 3, 0, 2 / 3, 0, 0, 0, 1 / 3, 0, 1 / 3])


def opinion(state: tesserae.State) -> float:
    out = np.zeros(2)
    contract.evaluate(state.hidden(0), out)
    assert out[0] == -out[1]
    assert -1 <= out[0] <= 1
    return float(out[0])


def counted(state: tesserae.State, seat: int) -> dict[str, float]:
    out = np.full(len(TRAITS), np.nan)
    traits(state.raw()[0], seat, out)
    return dict(zip(TRAITS, out.tolist(), strict=True))


def test_an_opinion_prefers_material_and_safety() -> None:
    assert abs(opinion(tesserae.start("symbol", seed=0))) < 0.1
    assert opinion(game({"d4": "GW", "d6": "g"})) > opinion(game({"d4": "W", "d6": "g"}))
    assert opinion(game({"d4": "W", "d6": "gw"})) < opinion(game({"d4": "W", "d6": "w"}))
    # A king under attack: by a move, by a strike, by a black; worst if the other side is to move.
    for board in ({"d2": "W", "d3": "k"}, {"d1": "R", "d2": "k"}, {"d2": "G", "d3": "k"}, {"d3": "B", "d2": "k"}):
        assert opinion(game(board, turn=0)) > opinion(game(board, turn=1))
        assert opinion(game(board, turn=0)) > 0.4
    assert opinion(game({"d4": "d", "d5": "K"}, turn=1)) < -0.4


@pytest.mark.parametrize(
    ("board", "threatened"),
    [
        ({"d2": "W", "d4": "k"}, True),
        ({"d2": "W", "d5": "k"}, False),
        ({"d2": "W", "d3": "r", "d4": "k"}, False),  # something stands in the way
        ({"d1": "G", "d3": "k"}, True),  # a step, then a strike
        ({"d5": "B", "d1": "k"}, False),  # not the first land that it meets
        ({"d4": "B", "d2": "k"}, True),
        ({"d4": "D", "e5": "k"}, True),
        ({"d4": "D", "f5": "k"}, False),
        ({"d4": "DW", "g4": "k"}, True),  # comes along, and explodes
        ({"d4": "R", "d6": "k"}, True),  # comes near, and pushes
        ({"d4": "R", "d6": "kw"}, False),  # what is pushed with something that moves may survive
        ({"d4": "R", "d7": "k"}, False),
    ],
    ids=str,
)
def test_threats_to_a_king_are_seen(board: dict[str, str], threatened: bool) -> None:
    first = game({"a1": "K", **board}, reserve=("G", "G"))
    assert counted(first, 1)["king_lost"] == threatened
    assert counted(first, 1)["king_threatened"] == 0
    assert counted(first, 0)["king_lost"] == 0
    later = game({"a1": "K", **board}, reserve=("G", "G"), turn=1)
    assert counted(later, 1)["king_threatened"] == threatened
    assert counted(later, 1)["king_lost"] == 0


def test_after_its_movement_a_side_waits_for_the_other() -> None:
    state = game({"d2": "KW", "c3": "W", "d7": "k"}, reserve=("GG", "W"))
    assert counted(state, 0)["next"] == 1
    play(state, "d2[W]-d4")
    assert state.actors == (0,)
    assert (counted(state, 0)["next"], counted(state, 1)["next"]) == (0, 1)


def test_traits_are_counted() -> None:
    state = game({"d2": "KGW", "c2": "GD", "d4": "b"}, reserve=("BB", "W"))
    own, other = counted(state, 0), counted(state, 1)
    assert [own[colour] for colour in "GBWRD"] == [2, 0, 1, 0, 1]
    assert [own[f"reserve_{colour}"] for colour in "GBWRD"] == [0, 2, 0, 0, 0]
    assert own["regions"] == 1
    assert (own["guards"], own["besiegers"], own["king_rides"]) == (1, 1, 1)
    assert other["lost"] == 1
    assert other["threatened"] == 0


def test_an_opinion_of_a_finished_game_is_its_result() -> None:
    state = game({"d4": "W", "d5": "k"})
    play(state, "d4[W]-d5")
    assert opinion(state) == 1
    state = game({"d4": "w", "d5": "K"}, turn=1)
    play(state, "d4[W]-d5")
    assert opinion(state) == -1
    state = game({"d4": "D", "d5": "w"})
    play(state, "d4!")
    assert opinion(state) == 0


def test_returns_are_one_minus_one_or_nothing() -> None:
    for board, turn, action, expected in (
        ({"d4": "W", "d5": "k"}, 0, "d4[W]-d5", [1, -1]),
        ({"d4": "w", "d5": "K"}, 1, "d4[W]-d5", [-1, 1]),
        ({"d4": "D", "d5": "w"}, 0, "d4!", [0, 0]),
    ):
        state = game(board, turn)
        play(state, action)
        out = np.full(2, 9.0)
        contract.returns(state.raw(), out)
        assert out.tolist() == expected
