"""Treasure: what every game must do, and its own rules, by their ids."""

import random

import pytest

import tesserae
from tesserae.conformance import CHECKS, Check
from tesserae.games import game

HIDDEN = {"game": "treasure", "first": 0, "treasures": ["a1", "c3"], "dug": [[], []]}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_does_what_every_game_must(check: Check) -> None:
    for seed in range(5):
        check(game("treasure"), 2, random.Random(seed))


def test_TR_1_the_lot_decides_who_begins() -> None:
    assert {tesserae.start("treasure", seed=seed).actors for seed in range(20)} == {(0,), (1,)}


def test_TR_2_who_hides_is_told_of_but_not_where() -> None:
    state = tesserae.load({**HIDDEN, "treasures": [None, None]})
    assert state.legal(0) == sorted(f"hide {file}{rank}" for file in "abcd" for rank in range(1, 5))
    state.act(0, "hide b2")
    assert state.view(0)["grid"]["pieces"] == {"b2": [{"owner": 0, "letter": "T", "glyph": "◆"}]}
    assert state.view(1)["grid"]["pieces"] == {}
    assert state.view(1)["hidden"] == [True, False]
    state.act(1, "hide b2")
    refused = state.why(0, "hide c3")
    assert refused is not None
    assert refused.rule == "TR-2"


def test_TR_3_nobody_digs_twice_on_a_square() -> None:
    state = tesserae.load({**HIDDEN, "dug": [["b2"], ["d4"]]})
    with pytest.raises(tesserae.Refused, match="You have dug at b2 before") as caught:
        state.act(0, "dig b2")
    assert caught.value.rule == "TR-3"
    state.act(0, "dig d4")


@pytest.mark.parametrize(("measure", "told"), [("steps", "3"), ("king", "2")])
def test_TR_4_who_digs_is_told_how_far_it_is(measure: str, told: str) -> None:
    state = tesserae.load({**HIDDEN, "options": {"measure": measure}})
    state.act(0, "dig b1")
    assert state.view(None)["grid"]["pieces"] == {"b1": [{"owner": 0, "letter": told}]}


def test_TR_5_both_dig_equally_often() -> None:
    state = tesserae.load(HIDDEN)
    state.act(0, "dig c3")
    assert state.actors == (1,)
    twin = state.copy()
    state.act(1, "dig b1")
    assert state.outcome == ((0,), "found", None)
    assert state.view(1)["grid"]["pieces"]["a1"] == [{"owner": 0, "letter": "T", "glyph": "◆"}]
    twin.act(1, "dig a1")
    assert twin.outcome == ((), "both", None)
