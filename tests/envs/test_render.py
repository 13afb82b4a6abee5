"""Pictures of games: every game has its own, a game without one is shown as its terminal board."""

import random
from xml.etree import ElementTree

import numpy as np
import pytest

from tesserae.envs import render
from tesserae.games.modules import Environment
from tests.envs.tables import FEW, Table
from tests.walks import walk

a_few = pytest.mark.parametrize("table", FEW, ids=str)


@a_few
def test_every_game_draws_itself_at_any_moment(table: Table) -> None:
    state = table.start(3)
    assert state.game.environment().picture is not None
    drawn = set()
    for _ in walk(state, random.Random(1), often=0.1):
        picture = render.render(state, "svg")
        ElementTree.fromstring(picture)
        drawn.add(picture)
    assert len(drawn) > 2


@a_few
def test_what_a_seat_does_not_see_is_not_in_its_picture(table: Table) -> None:
    """Pictures are drawn from views: of worlds that are equal to a seat they are equal."""
    from tests.envs.tables import Twin

    twin = Twin(table, 4)
    chance = random.Random(2)
    module = twin.state.game.environment().picture
    assert module is not None
    for _ in range(6):
        for seat in range(table.seats):
            pictures = {module.draw(state.view(seat)) for state in (twin.state, twin.world(seat, chance))}
            assert len(pictures) == 1
        if twin.seat is not None:
            twin.choose(chance.choice(twin.offered()))


@a_few
def test_pixels(table: Table) -> None:
    image = render.render(table.start(1), "rgb_array")
    assert image.dtype == np.uint8
    assert image.shape[1:] == (render.WIDTH, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 10


def test_a_game_without_a_picture_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    state = FEW[0].start(1)
    monkeypatch.setitem(vars(state.game), "environment", Environment)
    drawn = ElementTree.fromstring(render.svg(state))
    texts = [element.text or "" for element in drawn.iter() if element.tag.endswith("text")]
    assert texts == state.game.text.draw(state.reveal(), False).splitlines()


def test_text_and_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    state = FEW[0].start(1)
    assert render.render(state, None) is None
    text = render.render(state, "ansi")
    assert text == state.game.text.draw(state.reveal(), False)
    assert render.render(state, "human") is None
    assert capsys.readouterr().out == text + "\n"
