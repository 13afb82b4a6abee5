"""A game from another package that brings no board, played in the browser to its end on the generic one."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.people import Person
from tests.web.serving import Server
from tests.web.test_pages import accessible, fits

SQUARES = [f"{file}{rank}" for rank in range(1, 5) for file in "abcd"]


@pytest.fixture(scope="module")
def house(plugin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("generic"), PYTHONPATH=plugin)
    server.start()
    server.wait_until_compiled()
    yield server
    server.stop()


def cell(someone: Person, square: str) -> str:
    return someone.page.locator(f"[data-square={square}]").get_attribute("aria-label") or ""


def by_mouse(someone: Person, square: str) -> None:
    someone.page.locator(f"[data-square={square}]").click()
    someone.page.get_by_role("button", name="Confirm").click()


def by_touch(someone: Person, square: str) -> None:
    someone.page.locator(f"[data-square={square}]").tap()
    someone.page.get_by_role("button", name="Confirm").tap()


def by_keyboard(someone: Person, square: str) -> None:
    """With the arrow keys from a1, then Enter twice: chosen, and chosen again."""
    someone.page.locator("[data-square=a1]").focus()
    for _ in range("abcd".index(square[0])):
        someone.page.keyboard.press("ArrowRight")
    for _ in range(int(square[1]) - 1):
        someone.page.keyboard.press("ArrowUp")
    expect(someone.page.locator(f"[data-square={square}]")).to_be_focused()
    someone.page.keyboard.press("Enter")
    expect(someone.page.locator(".proposal")).to_be_visible()
    someone.page.keyboard.press("Enter")


@pytest.mark.parametrize("how", [by_mouse, by_touch, by_keyboard])
def test_a_game_is_played_to_its_end(person: People, house: Server, how: Callable[[Person, str], None]) -> None:
    ada = person(house, has_touch=how is by_touch)
    ada.table("treasure", ["me", "bot:random"])
    page = ada.page
    expect(page.locator("[data-square]")).to_have_count(len(SQUARES))
    expect(page.locator(".sentence")).to_contain_text("Choose a square")
    how(ada, "b2")
    expect(page.locator("[data-square=b2]")).to_have_attribute("aria-label", re.compile("^b2, treasure of You"))
    for square in SQUARES:
        expect(page.locator(".sentence .now, .sentence .result")).to_be_visible()
        if page.locator(".sentence .result").count():
            break
        if "can be chosen" not in cell(ada, square):  # one's own treasure is not dug for
            continue
        how(ada, square)
        expect(page.locator(".sentence .proposal")).to_have_count(0)
        expect(page.locator(".sentence .now, .sentence .result")).to_be_visible()
    expect(page.locator(".sentence .result")).to_contain_text(re.compile("found"))


def test_what_is_hidden_stays_hidden_and_what_happens_is_told(person: People, house: Server) -> None:
    ada, bo = person(house), person(house)
    table = ada.table("treasure", ["me", "open"])
    bo.sit(table)
    for someone, square in ((ada, "b2"), (bo, "c3")):
        expect(someone.page.locator(".sentence .now")).to_be_visible()
        by_mouse(someone, square)
    expect(ada.page.locator("#live")).to_contain_text("hides a treasure")
    assert "c3" not in "".join(frame for frame in ada.frames if '"legal"' not in frame)
    expect(ada.page.locator("[data-square=c3]")).to_have_attribute("aria-label", re.compile("^c3, empty"))
    by_mouse(ada, "a1")
    expect(bo.page.locator("#live")).to_contain_text("digs on a1: 4 steps away")
    expect(bo.page.locator("[data-square=a1]")).to_have_attribute("aria-label", re.compile("4 steps away"))


def test_its_texts_are_its_own_in_both_languages(person: People, house: Server) -> None:
    ada = person(house, locale="de-DE")
    ada.page.goto("/")
    expect(ada.page.locator(".game h2", has_text="Treasure")).to_be_visible()
    ada.page.goto("/new?game=treasure")
    expect(ada.page.locator("form")).to_contain_text(re.compile("Schatz"))
    ada.page.goto("/rules/treasure")
    expect(ada.page.locator("article h1")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 375])
def test_it_is_accessible(person: People, house: Server, width: int) -> None:
    ada = person(house, viewport={"width": width, "height": 740}, reduced_motion="reduce")
    ada.table("treasure", ["me", "bot:random"])
    expect(ada.page.locator(".sentence")).to_contain_text("Choose a square")
    ada.page.locator("[data-square=b2]").click()
    expect(ada.page.locator(".proposal")).to_be_visible()
    accessible(ada.page)
    fits(ada.page)
