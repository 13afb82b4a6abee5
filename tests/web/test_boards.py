"""What the boards of Consequence, Sequence and Symbol Chain promise beyond a first click."""

import re

from playwright.sync_api import Locator, expect

from tests.web.conftest import People
from tests.web.people import Person


def square(someone: Person, name: str) -> Locator:
    return someone.page.locator(f"[data-square={name}]")


def label(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def meet(person: People, game: str) -> tuple[Person, Person, str]:
    """Two people at one table; moves can also be typed."""
    ada, bo = person(), person()
    for someone in (ada, bo):
        someone.choose(typing=True)
    table = ada.table(game, ["me", "open"])
    bo.page.goto(f"/t/{table}")
    bo.page.get_by_role("button", name="Sit down").click()
    return ada, bo, table


def test_a_push_is_previewed_and_its_face_stays_secret(person: People) -> None:
    ada, bo, _ = meet(person, "consequence")
    ada.type("bM@b2")
    bo.type("rS@c2")
    expect(square(ada, "c2")).to_have_attribute("aria-label", label("just added"))
    ada.page.locator("[data-tile=bo]").first.click()
    square(ada, "a2").click()
    square(ada, "b2").hover()
    expect(ada.page.locator(".arrow.push")).to_have_count(3)  # the new tile, and the two in front of it
    expect(square(ada, "b2")).to_have_attribute("aria-label", label("push east$"))
    square(ada, "b2").click()
    expect(ada.page.locator(".proposal")).to_contain_text("is shifted from c2 to d2")
    square(ada, "b2").click()  # picked again: it is sent
    expect(bo.page.locator(".moves")).to_contain_text("b?@a2>E")
    expect(square(bo, "d2")).to_have_attribute("aria-label", label("red tile"))
    expect(square(bo, "b2")).to_have_attribute("aria-label", label("blue tile.*just added"))
    assert not re.search(r"\bb[MSo]\b", bo.page.content() + "".join(bo.frames))


def test_what_would_fall_off_is_shown_and_what_may_not_is_refused(person: People) -> None:
    ada, bo, _ = meet(person, "consequence")
    ada.type("bM@b1")
    bo.type("rS@a1")
    expect(ada.page.locator(".move")).to_have_count(2)
    ada.page.locator("[data-tile=bo]").first.click()
    square(ada, "c1").click()
    square(ada, "b1").click()  # pushes west: a1, just added, would fall off
    expect(ada.page.locator(".why .rule")).to_have_text("CQ-6")
    square(ada, "b2").click()
    square(ada, "b1").click()
    expect(ada.page.locator(".arrow.off")).to_have_count(1)
    expect(ada.page.locator(".coming")).to_have_count(1)  # in the hand that gets it
    expect(ada.page.locator(".proposal")).to_contain_text("on b1 is pushed off the board, into the hand of")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".proposal")).to_have_count(0)


def test_a_tile_is_placed_by_keyboard_alone(person: People) -> None:
    ada = person()
    ada.table("consequence", ["me", "bot:novice"])
    expect(square(ada, "a1")).to_have_attribute("tabindex", "0")
    ada.page.locator("[data-tile]").first.focus()
    for key in ("ArrowRight", "Enter", "Shift+Tab", "ArrowUp", "ArrowRight", "ArrowRight", "Enter", "Enter"):
        ada.page.keyboard.press(key)
    expect(ada.page.locator(".move").first).to_have_text("b?@c2")


def test_pointing_at_a_card_shows_its_two_spaces(person: People) -> None:
    ada = person()
    ada.table("sequence", ["me", "bot:novice"])
    card = ada.page.locator("[data-card]:not([data-card=REMOVE]):not([data-card=ADD])").first
    card.hover()
    expect(ada.page.locator(".mark.hint")).to_have_count(2)
    card.click()
    expect(ada.page.locator(".mark.target")).to_have_count(2)
    expect(ada.page.locator("[data-square][aria-label*='can be played here']")).to_have_count(2)
    ada.page.locator("[data-square]:not([aria-label*='can be played here'])").first.click()
    expect(ada.page.locator(".why .rule")).to_have_text("SQ-5")


def test_a_tile_shows_its_face_only_while_it_lies_open(person: People) -> None:
    ada = person()
    ada.table("symbol_chain", ["me", "me"])
    faces = ada.page.locator(".overlay .front")
    expect(faces).to_have_count(9)
    ada.page.locator("[data-ready]").click()  # once, for both seats
    expect(faces).to_have_count(0)
    ada.page.locator("[data-stack='2']").click()
    ada.page.locator("[data-stack='2']").click()  # picked again: it is sent
    expect(faces).to_have_count(0)
    expect(ada.page.locator(".chain li")).to_have_count(2)
    assert not re.search(
        "black|white|grey",
        "".join(ada.page.locator("[data-square]").evaluate_all("all => all.map((one) => one.ariaLabel)")),
    )
    hidden = ada.page.locator("[data-square][aria-label*='face down']")
    hidden.first.click()
    expect(ada.page.locator("#live")).to_contain_text(re.compile("On .. is (a|the) (black|white|grey)"))
    expect(faces).to_have_count(1)
    expect(ada.page.locator(".chain .done, .chain .missed")).to_have_count(1)
