"""Each game to its end: by two browsers, against a bot, and by two people at one screen."""

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import People, pair
from tests.web.people import Person
from tests.web.players import CHOOSERS, LONG, SQUARES, may_rush, near_the_end, rush
from tests.web.serving import Server

GAMES = list(CHOOSERS)
MOST = 400  # actions after which a game should be over
PATIENCE = 120  # seconds within which somebody should be able to act
QUICK = {"typing": True, "animation": False, "confirm": True, "pace": "instant"}


def turn(someone: Person) -> bool:
    """Whether the page lets its player act."""
    return someone.page.locator("#typed").is_visible()


def over(someone: Person) -> bool:
    return someone.page.locator(".result").count() > 0


def review(someone: Person) -> None:
    """After the end: a result with its reason, every step to look at, the record."""
    page = someone.page
    expect(page.locator(".result")).to_contain_text(re.compile(r"won: |A draw: "))
    moves = page.locator(".move").count()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".sentence")).to_contain_text(re.compile("won: |A draw: "))
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator(".move").first).to_have_attribute("aria-current", "step")
    page.locator(".move").nth(moves - 1).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.path().read_text("utf-8").count("\n") > moves / 4
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_by_link(server: Server, person: People, game: str) -> None:
    if game in LONG:
        people = [person(), person()]
        for someone in people:
            someone.choose(**QUICK)
        table = near_the_end(server, game, people, left=20)
    else:
        *people, table = pair(person, game, **QUICK)
    for someone in people:
        expect(someone.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    choose = CHOOSERS[game]()
    acted, patience = 0, time.monotonic() + PATIENCE
    while not over(people[0]):
        assert time.monotonic() < patience, "nobody can act"
        assert acted < MOST
        for seat, someone in enumerate(people):
            if not turn(someone):
                continue
            view, legal = someone.legal(table, seat, SQUARES[game])
            if seat in view["actors"]:
                someone.type(choose(view, seat, legal))
                acted, patience = acted + 1, time.monotonic() + PATIENCE
    for someone in people:
        review(someone)


@pytest.mark.parametrize("game", GAMES)
def test_against_a_bot(server: Server, person: People, game: str) -> None:
    ada = person()
    ada.choose(**QUICK)
    late = game in LONG
    table = near_the_end(server, game, [ada], 20, bots=1) if late else ada.table(game, ["me", "bot:novice"])
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    choose = CHOOSERS[game]()
    for _ in range(MOST):
        expect(ada.page.locator("#typed:visible, .result").first).to_be_attached()
        if over(ada):
            break
        view, legal = ada.legal(table, 0, SQUARES[game])
        if 0 in view["actors"]:
            ada.type(choose(view, 0, legal))
    review(ada)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_at_one_screen(server: Server, person: People, game: str) -> None:
    ada = person()
    ada.choose(**QUICK)
    late = game == "sequence"
    table = near_the_end(server, game, [ada, ada], 12) if late else ada.table(game, ["me", "me"])
    choose = CHOOSERS[game]()
    page, rushed = ada.page, False
    for acted in range(MOST):
        curtain = page.locator(".curtain button")
        hide = page.get_by_role("button", name="Hide the screen")
        ready = "#typed:visible, .result:visible, .curtain button:visible, [data-key=hide]:visible"
        expect(page.locator(ready).first).to_be_visible()
        if over(ada):
            break
        if hide.is_visible():
            hide.click()
            expect(curtain).to_be_visible()
        if curtain.is_visible():
            assert page.locator("[data-square], [data-tile], [data-card], .move").count() == 0  # nothing to see
            assert not page.locator("#live").inner_text().strip()  # nor to hear
            curtain.click()
            expect(page.locator("#typed")).to_be_visible()
        seat = ada.messages("state")[-1]["seat"]
        view, legal = ada.legal(table, seat, SQUARES[game])
        if not rushed and may_rush(game, acted, view):
            rush(ada, table, choose)
            rushed = True
        elif seat in view["actors"]:
            ada.type(choose(view, seat, legal))
    review(ada)


def test_the_curtain_comes_before_anything_else(person: People) -> None:
    """However long its code takes to load."""
    ada = person()
    ada.choose(**QUICK)

    def late(route: Route) -> None:
        ada.page.wait_for_timeout(700)
        route.continue_()

    ada.page.route("**/hot_seat.js", late)
    ada.table("sequence", ["me", "me"])
    first = ada.page.locator("#typed:visible, [data-card], .curtain button")
    expect(first.first).to_be_visible()
    assert first.all_inner_texts() == ["I am Player 1: show the board"]


def test_hidden_faces_are_in_no_frame_and_on_no_page(person: People) -> None:
    """Consequence: what one has placed is known to that one alone, until the end (GE-3)."""
    ada, bo, _ = pair(person, "consequence", **QUICK)
    ada.type("bM@b2")
    expect(bo.page.locator(".moves")).to_contain_text("b?@b2")
    bo.type("rS@c3")
    expect(ada.page.locator(".moves")).to_contain_text("r?@c3")
    ada.type("bo@a1")
    expect(bo.page.locator(".moves")).to_contain_text("b?@a1")
    for someone, hidden in ((ada, ("rS", "rM", "ro")), (bo, ("bM", "bS", "bo"))):
        received = "\n".join(someone.frames)
        page = someone.page.content()
        known = [face for face in hidden if re.search(f'[">]{face}["@<]', received + page)]
        assert known == []
        assert '"secret":null' in received
        assert not re.search(r'"seed":"?\d', received)


def test_hidden_cards_are_in_no_frame_and_on_no_page(person: People) -> None:
    """Sequence: nobody sees another hand, nor the deck."""
    ada, bo, table = pair(person, "sequence", **QUICK)
    expect(bo.page.locator("[data-card]")).to_have_count(7)
    received = "\n".join(ada.frames + bo.frames)
    assert '"hand_sizes":[7,7]' in received
    assert re.findall(r'"(?:hands|deck)":[^n]|"(?:hands|deck)"\],[^n]', received) == []
    mine = {button.get_attribute("data-card") for button in ada.page.locator("[data-card]").all()}
    theirs = {button.get_attribute("data-card") for button in bo.page.locator("[data-card]").all()}
    _, legal = ada.legal(table, 0, SQUARES["sequence"])
    assert {action.split("@")[0] for action in legal if "@" in action} <= mine
    assert mine != theirs
