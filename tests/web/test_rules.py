"""The rulebook in the browser: read, followed, tried out, printed."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tesserae import rulebook
from tests.web.conftest import People
from tests.web.people import Person
from tests.web.test_pages import PHONE, accessible


def read(someone: Person, name: str, rest: str = "") -> None:
    someone.page.goto(f"/rules/{name}{rest}")
    expect(someone.page.locator(".text h1")).to_be_visible()


def figure(someone: Person, kind: str, key: str) -> Locator:
    """A board of the page, once it is drawn."""
    found = someone.page.locator(f"figure[data-{kind}='{key}']").first
    found.scroll_into_view_if_needed()
    expect(found.locator("[data-square]").first).to_be_visible()
    expect(found.locator(".waits")).to_have_count(0)
    return found


@pytest.mark.parametrize("name", ["symbol", "symbol_chain", "sequence", "consequence", "table", "sources"])
def test_pages_are_accessible(person: People, name: str) -> None:
    ada = person(reduced_motion="reduce")
    read(ada, name)
    page = rulebook.page("en", name)
    for kind, keys in (("board", page.diagrams), ("try", page.tries)):
        if keys:
            figure(ada, kind, keys[0])
    accessible(ada.page)


@pytest.mark.parametrize("name", rulebook.pages())
def test_every_board_of_every_page_is_drawn_and_fits_a_phone(person: People, name: str) -> None:
    ada = person(reduced_motion="reduce", locale="de-DE", **PHONE)
    read(ada, name)
    page = rulebook.page("de", name)
    expect(ada.page.locator(".text h1")).to_have_text(page.title)
    for found in ada.page.locator("figure").all():
        found.scroll_into_view_if_needed()
        expect(found.locator("[data-square]").first).to_be_visible()
    expect(ada.page.locator("figure.try .sentence > *")).to_have_count(len(page.tries))
    assert ada.page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_a_rule_is_found_by_its_id_and_references_lead_on(person: People) -> None:
    ada = person()
    read(ada, "symbol", "#SY-20")
    rule = ada.page.locator("#SY-20")
    expect(rule).to_be_in_viewport()
    assert ada.page.evaluate("document.querySelector(':target').id") == "SY-20"
    heading = ada.page.locator(".text h1").element_handle()
    assert heading is not None
    ada.page.locator(".text a[href='#SY-26']").first.click()
    expect(ada.page.locator("#SY-26")).to_be_in_viewport()
    assert heading.evaluate("node => node.isConnected")  # the page was not drawn anew
    ada.page.locator(".text a[href^='/rules/common#GE-']").first.click()
    expect(ada.page.locator(".law:target")).to_be_in_viewport()
    expect(ada.page.locator(".text h1")).to_have_text(rulebook.page("en", "common").title)
    ada.page.go_back()
    expect(ada.page.locator("#SY-26")).to_be_visible()


def test_from_page_to_page_and_in_the_other_language(person: People) -> None:
    ada = person()
    ada.page.goto("/")
    ada.page.get_by_role("link", name="Rules", exact=True).click()
    ada.page.get_by_role("link", name="Symbol Chain", exact=True).click()
    expect(ada.page.locator("#SC-5")).to_be_visible()
    ada.page.get_by_role("navigation", name="Contents").get_by_role("link", name="Notation").click()
    expect(ada.page.get_by_role("heading", name="Notation")).to_be_in_viewport()
    ada.page.get_by_role("button", name="Deutsch").click()
    expect(ada.page.locator("#SC-5")).to_contain_text("Plättchen")
    ada.page.get_by_role("link", name="Weiter: Sequence").click()
    expect(ada.page.locator("#SQ-1")).to_be_visible()


def test_a_rule_is_tried_out_and_nothing_else(person: People) -> None:
    ada = person(reduced_motion="reduce")
    read(ada, "symbol")
    found = figure(ada, "try", "king-first")
    found.locator("[data-square=d4]").click()
    expect(found.locator(".why")).to_contain_text("The king is placed on your own land")
    expect(found.locator(".why .rule")).to_have_attribute("href", "/rules/symbol#SY-5")
    found.locator("[data-square=d1]").click()
    found.get_by_role("button", name="Confirm").click()
    expect(found.locator("[data-square=d1]")).to_have_attribute("aria-label", re.compile("king"))
    expect(found.locator(".sentence")).to_contain_text("Set the board up again")
    found.get_by_role("button", name="Set up again").click()
    expect(found.locator("[data-square=d1]")).not_to_have_attribute("aria-label", re.compile("king"))
    other = figure(ada, "try", "moving")
    other.locator(".reserve button").first.click()
    expect(other.locator(".kindly")).to_contain_text("only this one rule")


def test_on_paper_there_are_all_diagrams_and_nothing_to_press(person: People) -> None:
    ada = person(color_scheme="dark")
    read(ada, "consequence")
    expect(ada.page.locator("figure.diagram").first).to_be_visible()
    ada.page.emulate_media(media="print")
    ada.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    diagrams = len(rulebook.page("en", "consequence").diagrams)
    expect(ada.page.locator("figure.diagram .grid:visible")).to_have_count(diagrams)
    assert ada.page.locator("figure.try:visible, nav:visible, header:visible").count() == 0
    # The tiles of a hand in a diagram are buttons, too; on paper they are what they show.
    buttons, drawn = (ada.page.locator(f"{where}button:visible").count() for where in ("", "figure.diagram "))
    assert buttons == drawn
    assert ada.page.evaluate("getComputedStyle(document.querySelector('.text')).color") == "rgb(36, 34, 30)"


def test_while_a_game_is_compiled_its_rules_can_be_read(person: People) -> None:
    """The server says of such a game that there is nothing to show yet; so it does here, twice."""
    ada = person()
    asked = 0

    def not_yet(route: Route) -> None:
        nonlocal asked
        asked += 1
        answer = route.fetch()
        page = answer.json()
        for board in page["boards"].values() if asked < 3 else ():
            board["view"] = None
        route.fulfill(response=answer, json=page)

    ada.page.route("**/api/rulebook/**", not_yet)
    read(ada, "consequence")
    expect(ada.page.locator("#CQ-1")).to_be_visible()
    assert ada.page.locator("[data-square]").count() == 0
    figure(ada, "board", rulebook.page("en", "consequence").diagrams[0])
    assert asked == 3


def test_the_rule_of_a_refusal_at_a_table(person: People) -> None:
    ada = person()
    ada.table("symbol", ["me", "bot:novice"])
    ada.page.locator("[data-square=d4]").click()
    with ada.page.expect_popup() as opened:
        ada.page.locator(".why .rule").click()
    expect(opened.value.locator("#SY-5")).to_be_in_viewport()
    with ada.page.expect_popup() as opened:
        ada.page.get_by_role("link", name="Rules of this game").click()
    expect(opened.value.locator(".text h1")).to_have_text("Symbol")
