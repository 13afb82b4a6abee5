"""The army builder on the new-table page: both armies side by side, and out of one box what is left in it (SY-4)."""

import re

from playwright.sync_api import Locator, expect

from tests.web.conftest import People
from tests.web.test_presets import options_of_the_table


def army(page: Locator, player: int) -> Locator:
    return page.get_by_role("group", name=re.compile(f"^Player {player}"))


def step(page: Locator, player: int, colour: str, which: str) -> Locator:
    return army(page, player).get_by_role("button", name=f"One {colour} {which}")


def test_out_of_one_box_armies_differ_only_by_exchange(person: People) -> None:
    ada = person()
    ada.page.goto("/new?game=symbol&preset=one_box")
    page = ada.page.locator("form")
    ada.page.get_by_text("Single rules").click()
    ada.page.locator("#option-forces > summary").click()
    start = ada.page.get_by_role("button", name="Start")
    box = ada.page.locator(".army-box")
    expect(box).to_contain_text("nothing")
    expect(step(page, 1, "green", "more")).to_be_disabled()
    step(page, 2, "green", "less").click()  # it lies in the box now, and player 2 has one too few
    expect(box).to_contain_text("green 1")
    expect(start).to_be_disabled()
    step(page, 1, "white", "less").click()
    step(page, 1, "green", "more").click()
    expect(start).to_be_disabled()
    step(page, 2, "white", "more").click()
    expect(box).to_contain_text("nothing")
    expect(start).to_be_enabled()
    start.click()
    assert options_of_the_table(ada) == {"supply": "one_set", "forces": ["GGGGBBBWWRRRDDD", "GGBBBWWWWRRRDDD"]}


def test_a_ready_made_army_leaves_the_rest_to_the_other(person: People) -> None:
    ada = person()
    ada.page.goto("/new?game=symbol&preset=one_box")
    ada.page.get_by_text("Single rules").click()
    ada.page.locator("#option-forces > summary").click()
    army(ada.page.locator("form"), 2).get_by_role("button", name="Land army").click()
    ada.page.get_by_role("button", name="Start").click()
    found = options_of_the_table(ada)
    assert found["forces"] == ["BBBBWWWRRRRDDDD", "GGGGGGBBWWWRRDD"]


def test_other_options_build_the_armies_anew(person: People) -> None:
    """Eight pieces a side instead of fifteen, in whichever order one asks for them."""
    ada = person()
    ada.page.goto("/new?game=symbol")
    ada.page.get_by_text("Single rules").click()
    ada.page.locator("#option-forces > summary").click()
    army(ada.page.locator("form"), 1).get_by_role("button", name="Fleet").click()
    with ada.page.expect_response(lambda answer: '"unlimited":true' in (answer.request.post_data or "")) as checked:
        ada.page.locator("#option-unlimited").check()
    assert checked.value.json()["problem"] is None  # the fleet of fifteen pieces is forgotten
    ada.page.locator("#option-forces > summary").click()
    army(ada.page.locator("form"), 1).get_by_role("button", name="Fleet").click()
    ada.page.get_by_role("button", name="Start").click()
    assert options_of_the_table(ada) == {"unlimited": True, "forces": ["GBBBBWRD", "GGBBWWRD"]}


def test_armies_carry_the_names_of_the_players(person: People) -> None:
    ada = person()
    assert ada.context.request.put("/api/me", data={"name": "Ada"}).ok
    ada.page.goto("/new?game=symbol")
    ada.page.get_by_text("Single rules").click()
    ada.page.locator("#option-forces > summary").click()
    names = ada.page.locator(".builders strong")
    expect(names).to_have_text(["Player 1: Ada", "Player 2: Bot (casual)"])
    ada.page.locator("#seat-1").select_option("open")
    expect(names.nth(1)).to_have_text("Player 2: Free seat")
    expect(army(ada.page.locator("form"), 2)).to_have_accessible_name("Player 2: Free seat")
    ada.page.locator("#seat-1").select_option("me")
    expect(names).to_have_text(["Player 1", "Player 2"])  # who they are, they know


def test_who_sits_down_sees_both_armies_first(person: People) -> None:
    """Out of one box, sitting down is agreeing to the exchange (SY-4)."""
    ada, bo = person(), person(locale="de-DE")
    forces = ["GGGGBBBWWRRRDDD", "GGBBBWWWWRRRDDD"]
    table = ada.table("symbol", ["me", "open"], options={"supply": "one_set", "forces": forces})
    bo.page.goto(f"/t/{table}")
    seats = bo.page.locator(".seat")
    expect(seats.nth(0)).to_contain_text("4 grüne Steine, 3 blaue Steine, 2 weiße Steine, 3 rote Steine und 3 Äther")
    expect(seats.nth(1)).to_contain_text("2 grüne Steine, 3 blaue Steine, 4 weiße Steine, 3 rote Steine und 3 Äther")
    for place in (seats.nth(0), bo.page.locator("[data-brought='0']")):
        expect(place.locator(".brought .picture")).to_have_count(5)
        expect(place.locator(".brought")).to_have_text("43233")  # beside the pictures
    expect(bo.page.locator("main")).not_to_contain_text("GG")
    bo.page.get_by_role("button", name="Hinsetzen und spielen").click()
    expect(bo.page.locator("[data-square]").first).to_be_visible()
    expect(seats.nth(1)).not_to_contain_text("Steine")  # they stand in the reserves now
    move = bo.page.evaluate("async () => (await import('/static/games/symbol/board.js')).describe('d1[GGW]-d2')")
    assert move == "zieht 2 grüne Steine und Weiß von d1 nach d2"


def test_an_army_that_is_not_complete_cannot_be_chosen_at_the_table(person: People) -> None:
    """Each side builds its own, which the other does not see yet."""
    ada = person()
    ada.table("symbol", ["me", "bot:random"], choose_forces=True)
    ready = ada.page.get_by_role("button", name="Ready")
    ada.page.get_by_role("button", name="One green less").click()
    expect(ready).to_be_disabled()
    ada.page.get_by_role("button", name="One white more").click()
    ready.click()
    expect(ada.page.get_by_role("group", name="Reserve of You").locator(".piece-of")).to_have_text(list("123433"))
