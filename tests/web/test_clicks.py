"""Playing by mouse and by finger: a first move of each game, and what a click on the impossible answers."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import People
from tests.web.people import Person
from tests.web.players import SQUARES

PHONE = {"viewport": {"width": 375, "height": 740}, "has_touch": True, "is_mobile": True}
DEVICES = pytest.mark.parametrize("device", [{}, PHONE], ids=["mouse", "finger"])


def at(someone: Person, selector: str) -> Locator:
    return someone.page.locator(selector).first


def press(someone: Person, selector: str, device: object) -> None:
    expect(someone.page.locator(".sentence .now")).to_be_attached()
    if device:
        at(someone, selector).tap()
    else:
        at(someone, selector).click()


def confirm(someone: Person) -> None:
    someone.page.get_by_role("button", name="Confirm").click()


@DEVICES
def test_symbol(person: People, device: dict[str, object]) -> None:
    ada = person(**device)
    ada.table("symbol", ["me", "me"])
    press(ada, "[data-square=d4]", device)
    expect(ada.page.locator(".why")).to_contain_text("The king is placed on your own land; d4 is not.")
    expect(ada.page.locator(".why .rule")).to_have_text("SY-5")
    press(ada, "[data-square=d1]", device)
    confirm(ada)
    expect(ada.page.locator(".moves")).to_contain_text("+K@d1")
    press(ada, "[data-square=c7]", device)
    confirm(ada)
    expect(ada.page.locator(".moves")).to_contain_text("+K@c7")


@DEVICES
def test_symbol_chain(person: People, device: dict[str, object]) -> None:
    ada = person(**device)
    ada.table("symbol_chain", ["me", "me"])
    press(ada, "[data-ready]", device)
    expect(ada.page.locator(".stacks.live")).to_be_visible()  # both seats have said it
    expect(ada.page.locator(".overlay .front")).to_have_count(0)  # and all tiles are turned down
    press(ada, "button[data-stack='2']", device)
    confirm(ada)
    expect(ada.page.locator(".moves")).to_contain_text("take 2")
    tile = ada.page.evaluate(
        "[...document.querySelectorAll('[data-square]')].find((s) => /face down/.test(s.ariaLabel)).dataset.square"
    )
    press(ada, f"[data-square={tile}]", device)
    expect(ada.page.locator(".moves")).to_contain_text(f"flip {tile}")


@DEVICES
def test_sequence(person: People, device: dict[str, object]) -> None:
    ada = person(**device)
    table = ada.table("sequence", ["me", "bot:novice"])
    card = at(ada, "[data-card]:not([data-card=REMOVE]):not([data-card=ADD])")
    code = card.get_attribute("data-card")
    press(ada, f"[data-card={code}]", device)
    _, legal = ada.legal(table, 0, SQUARES["sequence"])
    spaces = [action.split("@")[1] for action in legal if action.startswith(f"{code}@")]
    press(ada, f"[data-square={spaces[0]}]", device)
    confirm(ada)
    expect(ada.page.locator(".move").first).to_have_text(f"{code}@{spaces[0]}")


@DEVICES
def test_consequence(person: People, device: dict[str, object]) -> None:
    ada = person(**device)
    ada.table("consequence", ["me", "bot:novice"])
    press(ada, "[data-square=b2]", device)
    expect(ada.page.locator(".why .rule")).to_have_text("CQ-3")
    press(ada, "[data-tile=bM]", device)
    press(ada, "[data-square=b2]", device)
    expect(ada.page.get_by_role("group", name="About to be done")).to_contain_text(re.compile("b2"))
    ada.page.get_by_role("button", name="Cancel").click()
    expect(ada.page.get_by_role("button", name="Confirm")).to_have_count(0)
    press(ada, "[data-tile=bM]", device)
    press(ada, "[data-square=b2]", device)
    confirm(ada)
    expect(ada.page.locator(".move").first).to_have_text("b?@b2")
    expect(ada.page.locator(".move")).to_have_count(2)  # the bot has answered


def test_without_confirming_a_click_is_a_move(person: People) -> None:
    ada = person()
    ada.choose(confirm=False)
    ada.table("symbol", ["me", "bot:novice"])
    ada.page.locator("[data-square=d1]").click()
    expect(ada.page.locator(".move").first).to_have_text("+K@d1")


AT_ONCE = """(selectors) => {
  for (const selector of selectors)
    document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


def reinforcing(ada: Person) -> None:
    """At a table where two pieces may be added in this turn, with one in hand."""
    ada.choose(typing=True, animation=False)
    ada.table("symbol", ["me", "me"])
    for turn in ("+K@c2", "+K@e6", "+W@b1", "+W@e7", "+W@c3", "+W@d7"):
        ada.type(turn)
    ada.page.locator("button.piece-of[data-key=G]").click()


def reinforced(person: People, then: str) -> Person:
    """One piece is added, and before the next square is answered the turn is confirmed."""
    ada = person()
    reinforcing(ada)
    ada.page.locator("[data-square=c1]").click()
    expect(ada.page.locator(".proposal .words")).to_contain_text("Added on c1: a green piece")
    ada.page.evaluate(AT_ONCE, [f"[data-square={then}]", "[data-key=confirm]"])
    return ada


def test_clicks_faster_than_the_answers_are_all_taken(person: People) -> None:
    ada = person()
    reinforcing(ada)
    ada.page.evaluate(AT_ONCE, ["[data-square=c1]", "[data-square=d1]"])  # no answer can come between the two
    expect(ada.page.locator(".proposal .words")).to_contain_text(re.compile("on c1: a green.*on d1: a green"))


def test_a_confirmation_faster_than_the_answer_confirms_all(person: People) -> None:
    ada = reinforced(person, "d1")
    expect(ada.page.locator(".moves")).to_contain_text(re.compile(r"\+G@c1\s*\+G@d1"))


def test_what_is_refused_is_not_confirmed_with_the_rest(person: People) -> None:
    ada = reinforced(person, "g7")
    expect(ada.page.locator(".why")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Confirm")).to_be_visible()
    expect(ada.page.locator(".moves")).not_to_contain_text("+G@c1")
