"""After a game: the report with its chart, playing on from a moment; and hints on the board, in both languages."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import tesserae
from tesserae.games.effects import Effect, plain
from tesserae.games.words import say
from tests.web.conftest import People, launched
from tests.web.people import LAST, Person, box, boxes
from tests.web.serving import Server
from tests.web.test_pages import PHONE, accessible, fits

# Moon gives its sun away early on and resigns; both sides could have done better.
CONSEQUENCE = ["bM@b2", "rS@c3", "bM@a1", "rS@d4", "bo@d1", "ro@b1>W", "bM@b3", "rS@c2"]


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[str, Any]:
    """A game of both sides at one screen, given up by the moon: its table, and how the player is known."""
    ann = Person(launched(), server.base)
    table = ann.table("consequence", ["me", "me"])
    for number, action in enumerate(CONSEQUENCE):
        ann.act(table, number % 2, action)
    ann.page.locator(".curtain button").click()
    resign(ann)
    known = {"cookies": ann.context.cookies(), "origins": []}
    ann.context.close()
    ann.check()
    return table, known


def after(person: People, finished: tuple[str, Any], **context: Any) -> Person:
    """The player of that game, back at its table."""
    table, known = finished
    ann = person(storage_state=known, **context)
    ann.choose(typing=True, confirm=False)
    ann.page.goto(f"/t/{table}")
    expect(ann.page.locator(".result")).to_be_visible()
    return ann


def resign(ann: Person) -> None:
    ann.page.locator("[data-key=resign]").click()
    ann.page.locator("[data-key=yes]").click()
    ann.page.locator(".result").wait_for()


def open_report(page: Page) -> Locator:
    page.locator("[data-key=report]").click()
    report = page.locator(".report")
    report.locator(".slider").first.wait_for(timeout=LAST)
    return report


def bot_game(ann: Person, game: str, moves: int) -> str:
    """A game against a bot, by the hints, given up after so many own choices."""
    ann.choose(typing=True, confirm=False)
    table = ann.table(game, ["me", "bot:novice"])
    for _ in range(moves):
        ann.page.locator("#typed:visible, .result").first.wait_for()
        if ann.page.locator(".result").is_visible():
            return table
        seat = 0
        state = ann.messages("state")[-1]
        assert state["seat"] == seat
        _, actions = ann.legal(table, seat, [])
        ann.type(actions[0])
    ann.page.locator("#typed:visible, .result").first.wait_for()
    if not ann.page.locator(".result").is_visible():
        resign(ann)
    return table


def test_the_report_leads_to_its_moments(person: People, finished: tuple[str, Any]) -> None:
    ann = after(person, finished)
    page = ann.page
    report = open_report(page)
    slider = report.locator(".slider").first
    expect(slider).to_have_attribute("aria-valuemax", str(len(CONSEQUENCE)))
    expect(slider).to_have_attribute("aria-valuenow", str(len(CONSEQUENCE)))
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    expect(page.locator("[data-square=b2]")).to_have_accessible_name(re.compile("empty"))
    page.keyboard.press("ArrowRight")  # the focus has stayed
    expect(slider).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".move[aria-current]")).to_have_text(CONSEQUENCE[0])
    expect(page.locator("[data-square=b2]")).to_have_accessible_name(re.compile("moon", re.IGNORECASE))
    size = box(page, ".report .slider")
    slider.click(position={"x": size["width"] / 2, "y": size["height"] / 2})
    expect(slider).to_have_attribute("aria-valuenow", str(len(CONSEQUENCE) // 2))
    expect(page.locator(".move[aria-current]")).to_have_text(CONSEQUENCE[3])
    rows = report.locator("details").first.locator("tbody tr")
    assert rows.count() == len(CONSEQUENCE) + 1
    point = report.locator("[data-point]").first
    turn = int(point.get_attribute("data-point") or -1)
    point.click()
    expect(slider).to_have_attribute("aria-valuenow", str(turn))
    expect(page.locator(".advice > *").first).to_be_attached()
    slider.press("End")
    expect(page.locator(".advice")).to_have_count(0)


def test_belief_and_truth(person: People, finished: tuple[str, Any]) -> None:
    """After the first tile the sun knows of three faces that it may have, and the moon which one it is."""
    ann = after(person, finished)
    report = open_report(ann.page)
    report.locator(".slider").first.press("Home")
    report.locator(".slider").first.press("ArrowRight")
    facts = report.locator(".facts li")
    expect(facts.nth(0)).to_contain_text("1 of 1 tiles certain, only one world")
    expect(facts.nth(1)).to_contain_text("0 of 1 tiles certain, 3 worlds")
    cells = report.locator(".belief tbody td")
    expect(cells.nth(1)).to_have_text("100 %")
    expect(cells.nth(2)).to_have_text("33 %")


def test_playing_on_from_a_moment(person: People, finished: tuple[str, Any]) -> None:
    ann = after(person, finished)
    page = ann.page
    old = page.url
    button = page.locator("[data-key=play-on]")
    expect(button).to_be_enabled()  # the moon gave up, the game itself was not over
    page.locator("[data-key=first]").click()
    page.locator("[data-key=play-on-seat]").select_option("1")
    for _ in range(3):
        page.locator("[data-key=forward]").click()
    expect(page.locator("[data-key=play-on-seat]")).to_have_value("1")
    page.locator("[data-key=play-on-level]").select_option("novice")
    button.click()
    expect(page).not_to_have_url(old)
    page.locator("#typed:visible").wait_for()
    assert [move.inner_text() for move in page.locator(".move").all()] == ["b?@b2", "r?@c3", "b?@a1"]
    expect(page.locator("[data-key=takeback]")).to_have_count(0)
    expect(page.locator(".seat").nth(0)).to_contain_text("novice")
    page.locator("summary", has_text="More").or_(page.locator(".info summary")).first.click()
    expect(page.locator(".info a").first).to_have_attribute("href", re.sub(r"^https?://[^/]+", "", old))
    ann.type("rS@d4")
    expect(page.locator(".move")).to_have_count(5)


def test_symbol_chain_tells_how_good_the_memory_was(person: People) -> None:
    ann = person()
    bot_game(ann, "symbol_chain", 6)
    report = open_report(ann.page)
    expect(report).to_contain_text("sure points missed")
    expect(report.locator(".facts li")).to_have_count(2)


def test_symbol_shows_regions_and_pieces(person: People) -> None:
    ann = person()
    ann.choose(typing=True, confirm=False)
    ann.table("symbol", ["me", "bot:novice"])
    for actions in (["+K@d1"], ["+G@d1"]):
        ann.page.locator("#typed:visible").wait_for()
        ann.type(*actions)
    ann.page.locator("#typed:visible").wait_for()
    resign(ann)
    report = open_report(ann.page)
    expect(report.locator(".slider")).to_have_count(3)
    pieces = report.locator(".slider").nth(2)
    expect(pieces).to_have_attribute("aria-valuetext", re.compile("You 2"))


@pytest.mark.parametrize("game", ["symbol", "sequence", "consequence", "symbol_chain"])
def test_a_hint_on_the_board_and_in_words(game: str, person: People) -> None:
    ann = person()
    ann.choose(typing=True, confirm=False)
    ann.table(game, ["me", "bot:novice"])
    page = ann.page
    if game == "symbol":
        page.locator("#typed:visible").wait_for()
        ann.type("+K@d1")
    if game == "symbol_chain":
        page.locator("[data-ready]").click()
    page.locator("#typed:visible").wait_for()
    page.locator("[data-key=hint]").click()
    told = page.locator(".advises")
    expect(told).to_contain_text("A master:")
    expect(told).to_contain_text(re.compile("even|better|wins|lost"))
    best = ann.messages("hint")[-1]["candidates"][0]["action"]
    squares = re.findall(r"[a-j]\d+", best)
    if squares:
        square, ring = boxes(page, f"[data-square={squares[0]}]", ".advice rect")
        for edge in ("x", "y"):
            assert abs(square[edge] + square["width"] / 2 - ring[edge] - ring["width"] / 2) < 2
    else:
        expect(page.locator(".advised")).to_have_count(1)
    ann.type(best)
    expect(page.locator(".advice")).to_have_count(0)


TOLD = """async ([game, effects]) => {
  const { loadTexts } = await import("/static/js/i18n.js");
  await loadTexts(game, Promise.resolve({ name: game }));
  const { tell } = await import("/static/js/effects.js");
  return effects.map((effect) => tell(game, effect, (seat) => `Player ${seat + 1}`));
}"""


@pytest.mark.parametrize("game", ["symbol", "sequence", "consequence", "symbol_chain"])
def test_the_browser_says_what_the_terminal_says(game: str, person: People) -> None:
    """Everything that happens in a whole game, in the same words."""
    chance = random.Random(3)
    state = tesserae.start(game, seed=3)
    happened: list[Effect] = []
    while state.actors and len(state.history) < 300:
        seat = state.actors[0]
        action = chance.choice(state.legal(seat))
        happened += state.foretell(seat, action, None, foreseen=True)
        state.act(seat, action)
    ann = person()
    ann.page.goto("/")
    ann.page.locator("main h1, main h2").first.wait_for()
    told = ann.page.evaluate(TOLD, [game, plain(happened)])
    said = [say(state.game, effect, "en", lambda seat: f"Player {seat + 1}") for effect in happened]
    assert [one.replace(", and ", " and ") for one in told] == said


def test_accessible(person: People, finished: tuple[str, Any]) -> None:
    ann = after(person, finished)
    report = open_report(ann.page)
    report.locator("details summary").first.click()
    report.locator(".slider").first.press("Home")
    report.locator(".slider").first.press("ArrowRight")
    accessible(ann.page)


def test_on_a_phone_in_german(person: People) -> None:
    ann = person(locale="de-DE", **PHONE)
    bot_game(ann, "symbol_chain", 4)
    page = ann.page
    expect(page.locator("[data-key=play-on]")).to_have_text("Von hier gegen den Computer weiterspielen")
    report = open_report(page)
    expect(report).to_contain_text("Wendepunkte")
    fits(page)


def test_a_german_hint(person: People) -> None:
    ann = person(locale="de-DE")
    ann.choose(typing=True)
    ann.table("consequence", ["me", "bot:novice"])
    ann.page.locator("[data-key=hint]").click()
    expect(ann.page.locator(".advises")).to_contain_text("Ein Meister:")
