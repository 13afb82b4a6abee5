"""Every page: accessible in both themes, on a phone, by keyboard alone, in German, and with nothing from elsewhere."""

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import People
from tests.web.people import Person
from tests.web.players import SQUARES
from tests.web.serving import Server

GAMES = list(SQUARES)
PAGES = ["/", "/new", "/settings", "/rules", "/j", "/t/nosuchtable", "/lab"]
PHONE = {"viewport": {"width": 375, "height": 740}, "has_touch": True, "is_mobile": True}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # the rules of axe that depend on colours
AT_ONCE = """() => { // the other theme, without transitions from one colour to the next
  const style = new CSSStyleSheet();
  style.replaceSync("*, *::before, *::after { transition: none !important }");
  document.adoptedStyleSheets.push(style);
}"""
TARGET = 32  # pixels that a finger needs

# What can be pressed and is too small for a finger, or reaches beyond the screen.
SMALL = """least => [...document.querySelectorAll("a, button, select, input, summary, [data-square]")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip"))
  .map((one) => {
    const label = one.id && document.querySelector(`label[for="${one.id}"]`);
    const box = one.getBoundingClientRect();
    const more = ["checkbox", "radio"].includes(one.type) && label ? label.getBoundingClientRect() : box;
    return [one, Math.max(box.width, more.width), Math.max(box.height, more.height), box.left, box.right];
  })
  .filter(([, width, height, left, right]) =>
    width && (width < least || height < least || left < -1 || right > innerWidth + 1))
  .map(([one, ...box]) => `${one.outerHTML.slice(0, 90)} ${box.map(Math.round)}`)"""


def settle(page: Page) -> None:
    """Until the page is drawn."""
    expect(page.locator("main > *").first).to_be_attached()
    page.wait_for_load_state("networkidle")


def accessible(page: Page) -> None:
    """In both themes, between which only colours differ."""
    themes: tuple[tuple[Literal["dark", "light"], dict[str, Any]], ...] = (("dark", COLOURS), ("light", {}))
    page.evaluate(AT_ONCE)
    for theme, options in themes:
        page.emulate_media(color_scheme=theme)
        results = Axe().run(page, options={"resultTypes": ["violations"], **options})
        assert results.violations_count == 0, f"{theme}: {results.generate_report()}"


def fits(page: Page, least: int = TARGET) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), "the page is wider than the screen"
    assert page.evaluate(SMALL, least) == []


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_accessible(person: People, path: str) -> None:
    ada = person(reduced_motion="reduce")
    ada.page.goto(path)
    settle(ada.page)
    for details in ada.page.locator("details > summary").all():
        details.click()
    accessible(ada.page)


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_accessible(person: People, game: str) -> None:
    ada = person(reduced_motion="reduce")
    ada.table(game, ["me", "open"])
    expect(ada.page.get_by_label("Link to this table").first).to_be_visible()
    accessible(ada.page)
    ada.table(game, ["me", "bot:novice"])
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    ada.page.get_by_text("Link and details").click()
    accessible(ada.page)
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".result")).to_be_visible()
    accessible(ada.page)


@pytest.mark.parametrize("path", PAGES)
def test_pages_fit_a_phone(person: People, path: str) -> None:
    ada = person(**PHONE)
    ada.page.goto(path)
    settle(ada.page)
    for details in ada.page.locator("details > summary").all():
        details.click()
    fits(ada.page)


@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_a_phone(person: People, game: str) -> None:
    ada = person(**PHONE)
    ada.table(game, ["me", "bot:novice"])
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    fits(ada.page, TARGET)


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere(person: People, server: Server) -> None:
    ada = person()
    answer = ada.page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?! type=.application/json.)(?![^>]*src=)|<style|\sstyle=|\son\w+=", answer.text())


def test_german_by_the_browser_and_by_choice(person: People) -> None:
    ada = person(locale="de-DE")
    ada.page.goto("/")
    expect(ada.page.get_by_role("button", name="Symbol: Gegen Computer")).to_be_visible()
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    ada.choose(typing=True)
    ada.table("symbol", ["me", "bot:novice"])
    ada.page.locator("#typed").fill("+K@d4")
    ada.page.locator("#typed").press("Enter")
    expect(ada.page.locator(".why")).to_contain_text(
        "Der König wird auf das eigene Land gesetzt; d4 gehört nicht dazu."
    )
    ada.page.get_by_role("button", name="English").click()
    expect(ada.page.get_by_role("button", name="Resign")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Resign")).to_be_visible()


def test_settings_are_kept_and_in_force_in_every_tab(person: People) -> None:
    ada = person()
    ada.page.goto("/settings")
    other = ada.open()
    other.goto("/settings")
    ada.page.get_by_label("Colours").select_option("dark")
    for page in (ada.page, other):
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert ada.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 22, 19)"
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("Your name").press("Tab")
    expect(ada.page.get_by_text("You are now called Ada.")).to_be_visible()
    ada.table("symbol", ["me", "bot:novice"])
    expect(ada.page.locator(".seat", has_text="You")).to_contain_text("Ada")


def test_a_new_table_with_everything_changed(person: People) -> None:
    ada = person()
    ada.page.goto("/new?game=sequence")
    ada.page.get_by_label("Players", exact=True).select_option("6")
    for summary in ada.page.locator("form > details > summary").all():
        summary.click()
    ada.page.get_by_label("Teams", exact=True).select_option("3")
    ada.page.get_by_label("Time", exact=True).select_option("10+5")
    ada.page.get_by_label("Series").select_option("3")
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.locator(".seat")).to_have_count(6)
    expect(ada.page.locator(".info")).to_contain_text("10 min + 5 s · Teams: three")
    expect(ada.page.locator(".info")).to_contain_text("Game 1 of at most 3")
    expect(ada.page.locator("[data-clock='0']")).to_have_text(re.compile(r"^\d+:\d\d$"))


def press_until(someone: Person, key: str, selector: str, most: int = 80) -> None:
    """Press a key until what matches has the focus."""
    for _ in range(most):
        if someone.page.evaluate("s => Boolean(document.activeElement?.matches(s))", selector):
            return
        someone.page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached by {key}")


def test_a_move_by_keyboard_alone(person: People) -> None:
    """From the home page to a move, with the focus always to be seen."""
    ada = person(reduced_motion="reduce")
    ada.page.goto("/")
    settle(ada.page)
    press_until(ada, "Tab", "[aria-label='Consequence: Play a bot']")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-square]")).to_have_count(16)
    expect(ada.page.locator(".seat.acts")).to_contain_text("You")
    press_until(ada, "Tab", "[data-tile]")
    ada.page.keyboard.press("Enter")
    press_until(ada, "Shift+Tab", "[data-square]")
    assert ada.page.locator("[data-square][tabindex='0']").count() == 1
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowUp")
    square = ada.page.evaluate("document.activeElement.getAttribute('data-square')")
    ada.page.keyboard.press("Enter")
    press_until(ada, "Tab", "[data-key=confirm]")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".move").first).to_contain_text(f"@{square}")
    expect(ada.page.locator("#live")).to_contain_text(re.compile(square))
