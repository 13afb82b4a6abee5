"""The forms of actions: what is written is read again, and what is no action is refused."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tesserae
from tesserae.games import game, names
from tesserae.games.actions import Action, Form, Forms
from tesserae.games.game import Game
from tesserae.games.lexicon import squeeze
from tests.games.vectors import FILE, vectors

BUILT_IN = [game(name) for name in names()]
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "piece": st.text("KGBWbrMSo?", min_size=1, max_size=9),
    "direction": st.sampled_from(["N", "NE", "sw"]),
    "number": st.integers(0, 99),
}
SQUARE = st.one_of(st.from_regex("[a-j][1-9][0-9]?", fullmatch=True), st.just("?"))

games = st.sampled_from(BUILT_IN)


def some(name: str) -> st.SearchStrategy[Any]:
    """Values of a field."""
    return VALUES.get(name, SQUARE)


def moment(declared: Game, seed: int, actions: int) -> tesserae.State:
    """A game after some random actions, of any number of seats."""
    chance = random.Random(seed)
    state = tesserae.start(declared.name, chance.choice(declared.seats), seed)
    for _ in range(actions):
        if state.actors:
            seat = chance.choice(state.actors)
            state.act(seat, chance.choice(state.legal(seat)))
    return state


@given(games, st.integers(0, 2**32), st.integers(0, 60))
def test_every_legal_action_is_read_and_written_alike(declared: Game, seed: int, actions: int) -> None:
    state = moment(declared, seed, actions)
    for seat in (*state.actors, None):
        for text in state.legal(seat):
            assert str(declared.forms.read(text)) == text
            assert declared.notation.write(declared.notation.parse(text)) == text
            assert [form.verb for form in declared.forms if form.pattern.fullmatch(text)] == [
                declared.forms.read(text).verb
            ]


@given(games, st.data())
def test_what_is_written_is_read(declared: Game, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(list(declared.forms)))
    values = [data.draw(some(name)) for name in form.fields]
    action = declared.forms.read(form.write(*values))
    assert action.form is form
    assert [action.value(name) for name in form.fields] == values


@given(games, st.text() | st.text("abcdefg1234567+-@[]*!> ?dplayendhi", max_size=12))
def test_junk_is_refused(declared: Game, text: str) -> None:
    """What can be read is an action that was written in another way."""
    if declared.forms.find(text) is None:
        with pytest.raises(ValueError, match="is not an action; actions are: "):
            declared.forms.read(text)
    refused = refusal(declared, text)
    if refused is None:
        assert sorted(squeeze(declared.notation.write(declared.notation.parse(text)))) == sorted(squeeze(text))
    else:
        assert refused.rule == "GE-4" or refused.rule.startswith(declared.prefix)
        assert str(refused)


def refusal(declared: Game, text: str) -> tesserae.Refused | None:
    try:
        declared.notation.parse(text)
    except tesserae.Refused as refused:
        return refused
    return None


@given(games, st.data())
def test_a_beginning_says_what_the_whole_says(declared: Game, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(list(declared.forms)))
    text = form.write(*[data.draw(some(name)) for name in form.fields])
    begun = declared.forms.begun(text[: data.draw(st.integers(0, len(text)))])
    whole = declared.forms.read(text)
    if begun is not None:
        known = {name: begun.value(name) for name in begun.form.fields if begun.value(name) not in ("", None)}
        assert known.items() <= {name: whole.value(name) for name in form.fields}.items()


def test_fields_have_names() -> None:
    forms = Forms(Form("shot", "{from}[{piece}]-{to}*{target}>{direction} {number}"))
    action = forms.read("a1[KG]-b2*c13>NE 7")
    assert action == Action(forms["shot"], "KG", "a1", "b2", "c13", "NE", 7)
    assert (action.verb, action.squares) == ("shot", ["a1", "b2", "c13"])
    assert forms.read("a1[?]-?*c3>N 0").squares == ["a1", "c3"]


def test_others_are_told_what_is_declared() -> None:
    forms = Forms(Form("hide", "hide {to}", hides={"to": 0}), Form("put", "{piece}@{to}", hides={"piece": 1}))
    assert forms.public("hide b2") == forms.public("hide ?") == "hide ?"
    assert forms.public("bM@c3") == forms.public("b?@c3") == "b?@c3"
    assert Forms(Form("dig", "dig {to}")).public("dig b2") == "dig b2"


@pytest.mark.parametrize(
    "fields", [{"text": "{square}"}, {"text": "{to}-{to}"}, {"text": "{}"}, {"text": "{to}", "hides": {"piece": 0}}]
)
def test_a_form_that_is_not_possible(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(fields["text"]))):
        Form("move", **fields)


def test_verbs_are_different() -> None:
    with pytest.raises(ValueError, match="the same verb"):
        Forms(Form("move", "{to}"), Form("move", "{from}"))


def test_the_browser_is_tested_with_the_same_forms() -> None:
    """Otherwise: python -m tests.games.vectors"""
    written = vectors()
    assert json.loads(FILE.read_text("utf-8")) == written
    for name, told in written.items():
        assert {action["verb"] for action in told["actions"]} == {form.verb for form in game(name).forms}
