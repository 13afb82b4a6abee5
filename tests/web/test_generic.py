"""A game of another package (tests/plugin), which brings no board: listed on the pages, played on the generic one."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.people import Person
from tests.web.serving import Server
from tests.web.test_pages import PHONE, accessible, fits

SQUARES = [f"{file}{rank}" for rank in range(1, 5) for file in "abcd"]


@pytest.fixture(scope="module")
def house(plugin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the package is installed."""
    server = Server(tmp_path_factory.mktemp("house"), PYTHONPATH=plugin)
    server.start()
    server.wait_until_compiled()
    yield server
    server.stop()


def sat(person: People, house: Server, **context: Any) -> Person:
    """Somebody at a table with a bot that plays at random."""
    ada = person(house, **context)
    ada.choose(animation=False)
    ada.table("treasure", ["me", "bot:random"])
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES))
    return ada


def may_act(ada: Person) -> bool:
    """Waits until it is our turn or the game is over; which of the two."""
    either = ada.page.locator(".result, [data-square][aria-label*='can be chosen']").first
    expect(either).to_be_attached()
    return ada.page.locator(".result").count() == 0


def dig(turn: int) -> str:
    """The square of a turn: first the own treasure is hidden, then all squares are dug up in order."""
    return "b2" if turn == 0 else SQUARES[turn - 1]


def finish(ada: Person) -> None:
    expect(ada.page.locator(".result")).to_be_visible()
    assert ada.page.locator(".move").count() > 2


def test_it_is_listed_and_its_rules_can_be_read(person: People, house: Server) -> None:
    ada = person(house)
    ada.page.goto("/")
    expect(ada.page.locator("main")).to_contain_text("Treasure")
    accessible(ada.page)
    ada.page.goto("/new")
    expect(ada.page.get_by_text("Treasure").first).to_be_visible()
    ada.page.goto("/rules/treasure")
    expect(ada.page.locator("main")).to_contain_text("TR-3")


def test_it_is_played_to_its_end_by_mouse(person: People, house: Server) -> None:
    ada = sat(person, house)
    accessible(ada.page)
    turn = 0
    while may_act(ada):
        square = ada.page.locator(f"[data-square={dig(turn)}]")
        square.click()
        ada.page.get_by_role("button", name="Confirm").click()
        turn += 1
        expect(ada.page.locator(".move").nth(2 * turn - 2)).to_be_attached()
    finish(ada)
    accessible(ada.page)


def test_it_is_played_to_its_end_by_keyboard(person: People, house: Server) -> None:
    ada = sat(person, house)
    turn = 0
    while may_act(ada):
        ada.page.locator(f"[data-square={dig(turn)}]").focus()
        for _ in range(2):  # choose it, and once more to send it
            ada.page.keyboard.press("Enter")
        turn += 1
        expect(ada.page.locator(".move").nth(2 * turn - 2)).to_be_attached()
    finish(ada)


def test_it_is_played_to_its_end_by_touch(person: People, house: Server) -> None:
    ada = sat(person, house, **PHONE)
    fits(ada.page)
    turn = 0
    while may_act(ada):
        ada.page.locator(f"[data-square={dig(turn)}]").tap()
        ada.page.get_by_role("button", name="Confirm").tap()
        turn += 1
        expect(ada.page.locator(".move").nth(2 * turn - 2)).to_be_attached()
    finish(ada)


def place(someone: Person, square: str) -> None:
    someone.page.locator(f"[data-square={square}]").click()
    someone.page.get_by_role("button", name="Confirm").click()


def opponents(person: People, house: Server) -> tuple[Person, Person]:
    """Two people at a table; chance says who of them begins, and is the first of the two here."""
    ada, bo = person(house), person(house)
    bo.sit(ada.table("treasure", ["me", "open"]))
    for someone in (ada, bo):
        expect(someone.page.locator("[data-square]")).to_have_count(len(SQUARES))
    expect(ada.page.locator(".sentence p")).to_be_visible()
    return (ada, bo) if ada.page.locator(".sentence .now").count() == 1 else (bo, ada)


def test_what_is_hidden_stays_hidden_and_what_happens_is_told(person: People, house: Server) -> None:
    first, second = opponents(person, house)
    for someone, square in ((first, "b2"), (second, "c3")):
        expect(someone.page.locator(".sentence .now")).to_be_attached()
        place(someone, square)
    expect(first.page.locator("#live")).to_contain_text("hides a treasure")
    assert not any(re.search(r"\bc3\b", frame) for frame in first.frames if '"legal"' not in frame)
    expect(first.page.locator("[data-square=c3]")).to_have_attribute("aria-label", re.compile("^c3, empty"))
    expect(first.page.locator(".sentence .now")).to_be_attached()
    place(first, "a1")
    expect(second.page.locator("#live")).to_contain_text("digs on a1: 4 steps away")
    expect(second.page.locator("[data-square=a1]")).to_have_attribute("aria-label", re.compile("4 steps away"))


def test_a_square_with_which_nothing_can_be_done_says_why(person: People, house: Server) -> None:
    first, second = opponents(person, house)
    for someone, square in ((first, "b2"), (second, "c3"), (first, "a1"), (second, "a1")):
        expect(someone.page.locator(".sentence .now")).to_be_attached()
        place(someone, square)
    expect(first.page.locator(".sentence .now")).to_be_attached()
    expect(first.page.locator(".summary dd")).to_have_text(["1", "1"])
    expect(first.page.locator(".mark.last")).to_have_count(1)
    first.page.locator("[data-square=a1]").click()
    expect(first.page.locator(".sentence")).to_contain_text("You have dug at a1 before.")
    expect(first.page.locator(".sentence")).to_contain_text("TR-3")
