"""What an action did, as data and in words: what holds for every game."""

from typing import Any

import msgspec
import pytest

import tesserae
from tesserae import Refused
from tesserae.games import NAMES
from tesserae.games.effects import Ended, Kind, Said, plain
from tesserae.state import ALL, effects_between


@pytest.mark.parametrize("name", NAMES)
def test_effects_are_told_and_can_be_read_back(name: str) -> None:
    state = tesserae.start(name, seed=3)
    for _ in range(12):
        seat = state.actors[0]
        action = state.legal(seat)[0]
        told = [state.foretell(seat, action, viewer) for viewer in (seat, None, ALL)]
        before = state.copy()
        state.act(seat, action)
        done = [effects_between(before, state, seat, action, viewer) for viewer in (seat, None, ALL)]
        assert told == done
        for effects in done:
            assert effects
            assert msgspec.convert(plain(effects), list[Kind]) == effects


@pytest.mark.parametrize("name", NAMES)
def test_the_end_comes_last(name: str) -> None:
    state = tesserae.start(name, seed=5)
    while state.actors:
        before, seat = state.copy(), state.actors[0]
        state.act(seat, state.legal(seat)[-1])
        effects = effects_between(before, state, seat, state.history[-1][1], ALL)
        ends = [effect for effect in effects if isinstance(effect, Ended)]
        assert ends == ([effects[-1]] if state.outcome else [])
    assert state.outcome is not None
    last: Any = effects[-1]
    assert (last.cause, tuple(last.winners)) == (state.outcome.reason, state.outcome.winners)


def test_foretelling_changes_nothing_and_refuses_what_is_illegal() -> None:
    state = tesserae.start("symbol")
    before = state.tobytes()
    with pytest.raises(Refused, match="king"):
        state.foretell(0, "+G@d1", None)
    state.foretell(0, "+K@d1", None)
    assert state.tobytes() == before
    assert state.history == []


def test_an_imagined_game_looks_the_same_to_its_seat() -> None:
    state = tesserae.start("sequence", seed=4)
    other = state.imagined(0, seed=9)
    assert other.view(0) == state.view(0)
    assert other.tobytes() != state.tobytes()


def test_most_games_say_nothing_of_a_square() -> None:
    state = tesserae.start("consequence", seed=4)
    assert state.inspect(0, "b2") == {}
    with pytest.raises(Refused, match="is not a square"):
        state.inspect(0, "z9")


def test_the_wire_form_leaves_out_what_is_not_there() -> None:
    assert plain([Said("pass", 0)]) == [{"kind": "said", "cause": "pass", "seat": 0}]
