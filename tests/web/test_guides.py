"""The first games can be played as they are written: every turn that a step accepts, and every reply to it."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tesserae.games import NAMES
from tesserae.state import State, load

GAMES = Path(__file__).parents[2] / "src" / "tesserae" / "games"
Step = dict[str, Any]


def steps(name: str) -> list[Step]:
    found: list[Step] = json.loads((GAMES / name / "web" / "guide.json").read_text("utf-8"))["steps"]
    return found


def turns(state: State, seat: int, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All that a seat can do until it is another's turn, as long as there is little of it; else its first steps."""
    found: list[tuple[str, ...]] = []
    for action in state.legal(seat):
        after = state.copy()
        after.act(seat, action)
        done = (*before, action)
        found.append(done)
        if seat in after.actors and len(done) < 2:
            found += turns(after, seat, done)
    return found


def accepted(state: State, step: Step) -> list[tuple[str, ...]]:
    patterns = [re.escape(" ".join(step["do"])), *step.get("accept", ())]
    fitting = {
        turn
        for turn in turns(state, step["seat"])
        if any(re.fullmatch(pattern, " ".join(turn)) for pattern in patterns)
    }
    return sorted(fitting | {tuple(step["do"])})


def played(state: State, seat: int, turn: tuple[str, ...], reply: list[tuple[int, str]]) -> State:
    after = state.copy()
    for action in turn:
        after.act(seat, action)
    for other, action in reply:
        after.act(other, action)
    return after


@pytest.mark.parametrize("name", NAMES)
def test_every_accepted_turn_and_every_reply_is_legal(name: str) -> None:
    guide = steps(name)
    assert 5 <= len(guide) <= 8
    states: list[State] = []
    for step in guide:
        if "position" in step:
            assert step["position"]["game"] == name
            states = [load(step["position"])]
        assert states, "the first step needs a position"
        after: list[State] = []
        for state in states:
            options = accepted(state, step)
            for pattern in step.get("accept", ()):
                assert any(re.fullmatch(pattern, " ".join(turn)) for turn in options), f"{pattern} fits nothing"
            after += [played(state, step["seat"], turn, step.get("reply", [])) for turn in options]
        states = after


@pytest.mark.parametrize("name", NAMES)
def test_something_else_could_be_done(name: str) -> None:
    """A step that accepts all there is teaches nothing, but for the choice of where to begin."""
    free = 0
    state: State | None = None
    for step in steps(name):
        if "position" in step:
            state = load(step["position"])
        assert state is not None
        first = {turn[0] for turn in accepted(state, step)}
        free += set(state.legal(step["seat"])) <= first
        state = played(state, step["seat"], tuple(step["do"]), step.get("reply", []))
    assert free <= 4


@pytest.mark.parametrize("name", NAMES)
def test_steps_have_names_of_their_own_and_a_side_to_learn(name: str) -> None:
    guide = steps(name)
    assert len({step["id"] for step in guide}) == len(guide)
    assert all(before["seat"] == after["seat"] for before, after in pairwise(guide))
    known = {"id", "position", "seat", "do", "accept", "marks", "arrows", "reply"}
    assert [step["id"] for step in guide if step.keys() - known] == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", NAMES)
def test_every_step_has_its_words(name: str, language: str) -> None:
    texts = json.loads((GAMES / name / "web" / "lang" / f"{language}.json").read_text("utf-8"))
    expected = {f"learn.{step['id']}.{part}" for step in steps(name) for part in ("see", "try", "why")}
    assert {key for key in texts if key.startswith("learn.")} == expected | {"learn.end"}
