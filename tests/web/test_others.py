"""What the others did is seen: told, drawn, kept in a list that follows the game, at a pace that one can follow."""

import re
import time

from playwright.sync_api import expect

import tesserae
from tesserae.play.settings import Past
from tests.web.conftest import People, pair
from tests.web.people import Person
from tests.web.players import seat_at
from tests.web.serving import Server

TYPING = {"typing": True, "animation": False, "pace": "instant"}
OPENING = ("+K@d2", "+K@d6", "+W@d3", "+B@d5")
STACKS = ("+K@d2", "+K@d6", "+W@d2", "+W@d6")  # in the turns that follow there is something to end


def two_at_one_screen(person: People, game: str, *turns: str, **context: object) -> Person:
    """One browser with both seats, after these turns."""
    ada = person(**context)
    ada.choose(**TYPING)
    ada.table(game, ["me", "me"])
    for turn in turns:
        ada.type(*turn.split("; "))
    return ada


def test_the_turn_of_the_other_side_is_told_and_drawn_until_the_own_next_step(person: People) -> None:
    ada = two_at_one_screen(person, "symbol", *OPENING, "d3[W]-d5")
    news, drawn = ada.page.locator(".news"), ada.page.locator(".past")
    for _ in range(2):  # also after a reload, when the effects have to be asked for
        expect(news).to_contain_text("Player 1: Captured on d5: a blue piece. From d3 to d5: a white piece.")
        expect(news).to_be_visible()
        expect(drawn.locator(".arrow.go")).to_have_count(1)
        expect(drawn.locator(".gone")).to_have_count(1)
        above = "document.querySelector('.past').parentElement.lastElementChild.matches('.past')"
        assert ada.page.evaluate(above)  # over stacks, however high
        ada.page.reload()
    expect(drawn.locator(".gone")).to_have_count(1)
    ada.page.locator("button.piece-of[data-key=G]").click()
    ada.page.locator("[data-square=e7]").click()
    expect(ada.page.locator(".proposal .words")).to_contain_text("Added on e7")
    expect(news).to_be_hidden()
    expect(drawn.locator(".gone")).to_have_count(0)


def test_an_explosion_is_drawn_with_its_area(person: People) -> None:
    turns = ("+K@d1", "+K@d6", "+W@c2", "+W@d7", "+D@b3", "+G@e7", "b3!")
    ada = two_at_one_screen(person, "symbol", *turns)
    drawn = ada.page.locator(".past")
    expect(drawn.locator(".burst")).to_have_count(1)
    expect(drawn.locator(".blast")).to_have_count(9)
    expect(ada.page.locator(".past .gone")).to_have_count(1)  # white on c2; black itself burst
    expect(ada.page.locator(".news")).to_contain_text("b3")


def test_a_chip_set_and_removed_between_two_looks_is_seen(server: Server, person: People) -> None:
    """By the effects of what several others did, and with the cards that they played."""
    seed, chip = 13, "KS@b8"  # a deal in which the second of three players can remove it
    deal = tesserae.start("sequence", seats=3, seed=seed)
    deal.act(0, chip)
    past = Past(seed, list(deal.history), "another")
    ada, others = person(), person()
    table = seat_at(server, "sequence", past, [others, others, ada])
    others.act(table, 1, "REMOVE@b8")
    ada.page.reload()
    news = ada.page.locator(".news")
    expect(news).to_contain_text(re.compile("plays Kansas.*b8.*plays .*chip on b8 is taken off"))
    expect(ada.page.locator(".past .plus")).to_have_count(1)
    expect(ada.page.locator(".past .gone")).to_have_count(1)
    ada.page.locator("[data-card]").first.click()
    ada.page.keyboard.press("ArrowLeft")  # after a click on a card, too, it steps through the game
    expect(ada.page.locator(".sentence")).to_contain_text("after move 1 of 2")


def test_pushes_and_what_falls_off_are_drawn(person: People) -> None:
    ada, bo, _ = pair(person, "consequence", **TYPING)
    ada.type("bM@b2")
    expect(bo.page.locator(".past .plus")).to_have_count(1)
    expect(bo.page.locator(".news")).to_contain_text("placed on b2, face down")
    bo.type("rS@c3")
    expect(bo.page.locator(".past .plus")).to_have_count(0)
    ada.type("bo@a1>NE")
    expect(bo.page.locator(".past .arrow.push")).to_have_count(3)
    expect(bo.page.locator(".news")).to_contain_text("shifted from c3 to d4")
    bo.type("rS@a4")
    ada.type("bS@a1>NE")
    expect(bo.page.locator(".past .arrow.off")).to_have_count(1)
    expect(bo.page.locator(".news")).to_contain_text("pushed off the board")


def test_the_list_of_moves_follows_the_game_and_a_moment_has_an_address(person: People) -> None:
    turns = [f"+{piece}@{square}; end" for piece in "GR" for square in ("c1", "c7", "d1", "d7", "e1", "e7")]
    ada = two_at_one_screen(person, "symbol", *STACKS, *turns, viewport={"width": 1280, "height": 1000})
    page = ada.page
    moves = page.locator(".move")
    for height in (1000, 800):
        page.set_viewport_size({"width": 1280, "height": height})
        expect(moves.last).to_be_in_viewport()
        wait_for_move(ada, "last")
        page.evaluate("localStorage.setItem('tesserae.settings', '{}')")  # without a field for typing there is room
        page.reload()
    page.get_by_role("button", name="To the beginning").click()
    expect(page).to_have_url(re.compile("#0$"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#1$"))
    wait_for_move(ada, "first")
    page.goto(page.url.replace("#1", "#3"))
    expect(page.locator(".sentence")).to_contain_text("after move 3 of")
    page.reload()
    expect(page.locator(".sentence")).to_contain_text("after move 3 of")
    expect(moves.nth(2)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Back to the present").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))


def wait_for_move(someone: Person, which: str) -> None:
    """Until the first or last move can be seen in its list, which is scrolled when its size has changed."""
    inside = """which => {
      const list = document.querySelector(".moves");
      const all = list.querySelectorAll(".move");
      const move = all[which === "last" ? all.length - 1 : 0].getBoundingClientRect();
      const box = list.getBoundingClientRect();
      return move.top >= box.top - 1 && move.bottom <= box.bottom + 1;
    }"""
    someone.page.wait_for_function(inside, arg=which)


def test_arrows_step_through_the_game_after_a_click_on_the_board(person: People) -> None:
    ada = two_at_one_screen(person, "symbol", *OPENING)
    page = ada.page
    page.locator("[data-square=d2]").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".sentence")).to_contain_text("after move 3 of 4")
    page.keyboard.press("End")
    expect(page.locator(".sentence")).not_to_contain_text("Looking back")
    for way in ("Escape", "a click outside"):
        page.locator("#typed").focus()
        page.keyboard.press("Shift+Tab")  # into the moves, and on to the board
        while not page.evaluate("document.activeElement.matches('[data-square]')"):
            page.keyboard.press("Shift+Tab")
        here = page.evaluate("document.activeElement.dataset.square")
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.dataset.square") != here  # by keyboard one walks on it
        if way == "Escape":
            page.keyboard.press("Escape")
        else:
            page.locator(".info h2").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".sentence")).to_contain_text("after move 3 of 4")
        page.keyboard.press("End")
        expect(page.locator(".sentence")).not_to_contain_text("Looking back")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("one move back or forward")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_after_a_reload_moves_are_told_by_what_they_did(person: People) -> None:
    ada = two_at_one_screen(person, "symbol", *OPENING, "d3[W]-d5")
    ada.page.reload()
    ada.page.get_by_role("button", name="+W@d3").hover()
    expect(ada.page.locator(".told")).to_contain_text("Added on d3: a white piece.")
    expect(ada.page.locator(".told")).not_to_contain_text("Captured")
    ada.page.get_by_role("button", name="d3[W]-d5").hover()
    expect(ada.page.locator(".told")).to_contain_text("Captured on d5: a blue piece.")


def test_words_in_the_list_of_moves_are_in_our_language(person: People) -> None:
    ada = two_at_one_screen(person, "symbol", *STACKS, "+G@d2; end", locale="de-DE")
    expect(ada.page.locator(".move").last).to_have_text("Ende")
    ada.page.locator(".move").first.hover()
    expect(ada.page.locator(".told")).to_contain_text("d2")
    expect(ada.page.locator(".told")).not_to_contain_text("Du: ")


def test_bots_move_at_a_pace_that_is_a_setting(person: People) -> None:
    """How long each pace is, and that bots wait for each other, is tested in tests/js/paced.test.mjs."""
    waits = {}
    for pace in ("instant", "calm"):
        ada = person()
        ada.choose(typing=True, animation=False, pace=pace)
        ada.table("symbol", ["me", "bot:random"])
        began = time.monotonic()
        ada.type("+K@d2")
        expect(ada.page.locator(".move")).to_have_count(2)
        waits[pace] = time.monotonic() - began
    assert waits["calm"] >= 2
    ada.page.goto("/settings")
    ada.page.get_by_label("Pace of bots").select_option("instant")
    assert ada.page.evaluate("JSON.parse(localStorage.getItem('tesserae.settings')).pace") == "instant"


RECORD = """() => {
  window.lasting = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    lasting.push(how.duration);
    return animate.call(this, frames, how);
  };
}"""


def test_the_speed_of_movements_is_a_setting(person: People) -> None:
    ada = person()
    ada.choose(typing=True)
    ada.table("symbol", ["me", "me"])
    lasting = {}
    turns = iter(("+K@d2", "+K@d6", "+W@d3"))
    for speed in ("quick", "normal", "slow"):
        ada.page.evaluate("speed => import('/static/js/settings.js').then((one) => one.choose('speed', speed))", speed)
        ada.page.evaluate(RECORD)
        ada.type(next(turns))
        ada.page.wait_for_function("() => lasting.length > 0")
        lasting[speed] = ada.page.evaluate("Math.max(...lasting)")
    assert 0 < 4 * lasting["quick"] == 2 * lasting["normal"] == lasting["slow"]
    ada.page.goto("/settings")
    choice = ada.page.get_by_label("Speed of movements")
    expect(choice).to_have_value("slow")
    choice.select_option("quick")
    assert ada.page.evaluate("JSON.parse(localStorage.getItem('tesserae.settings')).speed") == "quick"
