"""The guides, played through on their boards as a newcomer would."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tesserae.games import NAMES
from tests.web.conftest import People
from tests.web.people import Person
from tests.web.players import SQUARES
from tests.web.test_catalogue import own
from tests.web.test_guides import Step, steps
from tests.web.test_pages import PHONE, accessible, fits

GAMES = [game for game in SQUARES if game in NAMES]
LANGUAGES = {"symbol": "en-US", "symbol_chain": "en-US", "sequence": "de-DE", "consequence": "en-US"}
TEXTS = {
    tag: own(tag, "") | {f"{game}.{key}": text for game in GAMES for key, text in own(tag, game).items()}
    for tag in ("en", "de")
}


def begin(person: People, game: str, **context: Any) -> Person:
    ada = person(reduced_motion="reduce", **context)
    ada.page.goto(f"/learn/{game}")
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    return ada


def square(someone: Person, name: str) -> None:
    someone.page.locator(f"[data-square={name}]").click()


def confirm(someone: Person) -> None:
    someone.page.locator("[data-key=confirm]").click()


def symbol(someone: Person, actions: list[str]) -> None:
    for action in actions:
        if action.startswith("+") and action[1] != "K":
            someone.page.locator(f".reserve button[data-key={action[1]}]").click()
        for name in re.findall(r"[a-g][1-7]", action):
            square(someone, name)
        if action.endswith("!"):
            someone.page.locator(".deeds [data-key=explode]").click()
        expect(someone.page.locator(".proposal .words")).to_contain_text(re.findall(r"[a-g][1-7]", action)[-1])
    confirm(someone)


def symbol_chain(someone: Person, actions: list[str]) -> None:
    for action in actions:
        word, _, what = action.partition(" ")
        expect(someone.page.locator(".board-host")).to_have_attribute("aria-busy", "false")
        if word == "ready":
            someone.page.locator("[data-ready]").click()
        if word == "take":
            someone.page.locator(f"button[data-stack='{what}']").click()
        for name in re.findall(r"[a-g][1-7]", what):
            square(someone, name)
        if word not in ("ready", "flip"):
            confirm(someone)


def sequence(someone: Person, actions: list[str]) -> None:
    for action in actions:
        card, _, where = action.removeprefix("dead ").partition("@")
        someone.page.locator(f"[data-card={card}]").first.click()
        if where:
            square(someone, where)
        else:
            someone.page.locator(".choices button").click()
    confirm(someone)


def consequence(someone: Person, actions: list[str]) -> None:
    east = {"b2": "c2"}
    for action in actions:
        if "@" in action:
            tile, where = action.split("@")
            someone.page.locator(f".hand [data-tile={tile}]").first.click()
            square(someone, where[:2])
            if where.endswith(">E"):
                square(someone, east[where[:2]])
        else:
            for name in action.split("-"):
                square(someone, name)
    confirm(someone)


PLAY = {"symbol": symbol, "symbol_chain": symbol_chain, "sequence": sequence, "consequence": consequence}


def lesson(someone: Person, game: str, step: Step, language: str) -> None:
    panel = someone.page.locator(f".lesson[data-step={step['id']}]")
    expect(panel).to_have_attribute("data-phase", "do")
    expect(panel).to_contain_text(TEXTS[language][f"{game}.learn.{step['id']}.see"])
    expect(someone.page.locator(".sentence .now")).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_from_beginning_to_end(person: People, game: str) -> None:
    language = LANGUAGES[game][:2]
    ada = begin(person, game, locale=LANGUAGES[game])
    guide = steps(game)
    for n, step in enumerate(guide):
        lesson(ada, game, step, language)
        PLAY[game](ada, step["do"])
        told = ada.page.locator(".lesson .told")
        expect(told).to_have_text(TEXTS[language][f"{game}.learn.{step['id']}.why"])
        expect(ada.page.locator("[data-key=next]")).to_be_focused()
        if n == 1:
            ada.page.reload()  # it goes on where it was
            lesson(ada, game, guide[2], language)
            continue
        ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".lesson")).to_contain_text(TEXTS[language][f"{game}.learn.end"])
    expect(ada.page.get_by_role("link", name=TEXTS[language]["learn.read"])).to_have_attribute("href", f"/rules/{game}")
    ada.page.locator("[data-key=play]").click()
    expect(ada.page).to_have_url(re.compile("/t/"))
    expect(ada.page.locator(".seat")).to_have_count(2)


@pytest.mark.parametrize("game", GAMES)
def test_guides_are_accessible(person: People, game: str) -> None:
    ada = begin(person, game)
    accessible(ada.page)
    ada.page.locator("[data-key=show]").click()
    expect(ada.page.locator(".told")).to_be_visible()
    accessible(ada.page)


@pytest.mark.parametrize("game", GAMES)
def test_guides_fit_a_phone(person: People, game: str) -> None:
    ada = begin(person, game, **PHONE)
    fits(ada.page)


def test_what_is_allowed_but_not_meant_is_answered_kindly_and_what_is_not_allowed_says_why(person: People) -> None:
    ada = begin(person, "symbol")
    for step in steps("symbol")[1:3]:
        ada.page.locator("[data-key=skip]").click()
        lesson(ada, "symbol", step, "en")
    square(ada, "d3")
    square(ada, "d4")
    confirm(ada)
    expect(ada.page.locator(".kindly")).to_have_text(TEXTS["en"]["symbol.learn.take.try"])
    assert "white" in str(ada.page.locator("[data-square=d3]").get_attribute("aria-label"))  # nothing has happened
    square(ada, "d3")
    square(ada, "d6")
    expect(ada.page.locator(".why .rule")).to_have_text(re.compile(r"^SY-1\d$"))
    with ada.page.expect_popup() as opened:
        ada.page.locator(".why .rule").click()
    rule = opened.value.locator(".law:target")
    expect(rule).to_be_visible()
    square(ada, "d5")  # white is still in hand
    confirm(ada)
    expect(ada.page.locator(".told")).to_be_visible()


def test_the_board_is_busy_while_an_answer_is_on_its_way(person: People) -> None:
    ada = begin(person, "symbol_chain")
    board = ada.page.locator(".board-host")
    expect(board).to_have_attribute("aria-busy", "false")
    held: list[Route] = []
    ada.page.route("**/api/study", lambda route: held.append(route), times=1)
    ada.page.locator("[data-key=show]").click()
    expect(board).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(ada.page.locator(".told")).to_be_visible()
    expect(board).to_have_attribute("aria-busy", "false")


def test_steps_can_be_skipped_gone_back_to_and_shown(person: People) -> None:
    ada = begin(person, "symbol_chain")
    panel = ada.page.locator(".lesson")
    for id in ("flip", "place"):  # the game goes on as if they had been done
        ada.page.locator("[data-key=skip]").click()
        expect(panel).to_have_attribute("data-step", id)
    expect(ada.page.locator("[data-square=e5]")).to_have_attribute("aria-label", re.compile("black circle"))
    ada.page.locator("[data-key=back]").click()
    expect(panel).to_have_attribute("data-step", "flip")
    expect(ada.page.locator("[data-square=e5]")).to_have_attribute("aria-label", re.compile("face down"))
    ada.page.locator("[data-key=show]").click()
    expect(panel).to_have_attribute("data-phase", "told")
    ada.page.get_by_role("link", name="Leave the guide").click()
    expect(ada.page.get_by_role("link", name="Symbol Chain: Learn")).to_be_visible()
    ada.page.get_by_role("link", name="Symbol Chain: Learn").click()
    expect(panel).to_have_attribute("data-step", "place")  # resumed
    ada.page.goto("/learn/chess")
    expect(ada.page.get_by_role("alert")).to_be_visible()
