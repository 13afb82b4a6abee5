"""How heavy a table is: what is loaded up to the first board and the first move, against a bot and by link."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People, pair
from tests.web.people import Person
from tests.web.players import SQUARES

MOST = 75_000  # bytes of code and styles, compressed as they travel; texts and the outlines of the states are no code


@pytest.mark.parametrize("game", SQUARES)
def test_a_table_is_light(person: People, game: str) -> None:
    ada = person()
    ada.choose(typing=True)
    table = ada.table(game, ["me", "bot:novice"])
    weigh(ada, table, game)


@pytest.mark.parametrize("game", SQUARES)
def test_a_table_by_link_is_light(person: People, game: str) -> None:
    ada, bo, table = pair(person, game, typing=True)
    weigh(ada, table, game)
    assert bo.weight() <= MOST


def weigh(ada: Person, table: str, game: str) -> None:
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    _, legal = ada.legal(table, 0, SQUARES[game])
    ada.type(legal[0])
    expect(ada.page.locator(".move").first).to_be_visible()
    weight = ada.weight()
    assert 20_000 < weight <= MOST
