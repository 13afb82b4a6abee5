"""Coming together: by a link, for a rematch, on another device, to watch; and what is told when it is one's turn."""

import json
import re

import pytest
from playwright.sync_api import expect

from tesserae.games import NAMES
from tests.web.conftest import People, pair
from tests.web.people import Person, boxes, styles

# What reaches out of its card to the left or right.
BESIDE = """([card, parts]) => {
  const { left, right } = document.querySelector(card).getBoundingClientRect();
  const out = (box) => box.left < left || box.right > right;
  const all = [...document.querySelectorAll(`${card} ${parts}`)];
  return all.filter((one) => out(one.getBoundingClientRect())).map((one) => one.outerHTML);
}"""


# Whether the style sheets of a look are in force: that of the shell and those of the games.
DRESSED = """([look, count]) => look === "plain"
  || [...document.styleSheets].filter(({ href }) => href?.endsWith(`/look-${look}.css`)).length === count"""
# All colours of a picture.
COLOURS = """all => all.map((one) => [...one.querySelectorAll("svg *")]
  .map((part) => [getComputedStyle(part).fill, getComputedStyle(part).stroke]).join(" "))"""


def named(someone: Person, name: str) -> Person:
    assert someone.context.request.put("/api/me", data={"name": name}).ok
    return someone


def resign(someone: Person) -> None:
    someone.page.get_by_role("button", name="Resign").click()
    someone.page.locator("[data-key=yes]").click()
    expect(someone.page.locator(".result")).to_be_visible()


def test_a_guest_gives_a_name_and_sits_down_with_one_button(person: People) -> None:
    ada, bo = named(person(), "Ada"), person(viewport={"width": 375, "height": 667})
    table = ada.table("sequence", ["me", "open"])
    bo.page.goto(f"/t/{table}")
    expect(bo.page.get_by_role("heading", name="Ada invites you to a game of Sequence")).to_be_visible()
    expect(ada.page.locator(".info")).to_contain_text("One person is watching")
    expect(bo.page.locator(".info")).not_to_contain_text("watching")  # nobody else is
    expect(bo.page.locator(".chat")).to_be_hidden()  # nothing was said, and who does not sit here says nothing
    sit, link, _ = boxes(bo.page, ".sitting .large", ".copyable", ".qr")
    assert sit["height"] >= 48
    assert sit["y"] < link["y"]  # the link comes second
    picture = bo.page.locator(".qr")
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth > 0)")
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down and play").click()
    expect(ada.page.locator(".seats")).to_contain_text("Bo")
    expect(bo.page.locator("[data-card]").first).to_be_visible()
    for someone in (ada, bo):
        expect(someone.page.locator(".info")).to_contain_text("no clock")
        expect(someone.page.locator(".info")).not_to_contain_text("watching")  # the guest has sat down
        expect(someone.page.locator(".sentence")).not_to_contain_text("Sending")


@pytest.mark.parametrize(("games", "button"), [(1, "Rematch"), (3, "Next game of the series")])
def test_the_one_who_accepts_the_next_game_has_the_seat_and_is_ready(person: People, games: int, button: str) -> None:
    ada, bo = person(), named(person(), "Bo")
    bo.sit(ada.table("consequence", ["me", "open"], best_of=games))
    expect(bo.page.locator("[data-square]")).to_have_count(16)
    resign(ada)
    ada.page.get_by_role("button", name=button).click()
    expect(ada.page.get_by_role("heading", name="Waiting until Bo is ready")).to_be_visible()
    bo.page.get_by_role("button", name="Accept and play the next game").click()
    for someone in (ada, bo):
        expect(someone.page.locator("[data-square]")).to_have_count(16)
        expect(someone.page.locator(".seat.acts")).to_have_count(1)


def test_a_seat_comes_to_another_device_only_when_that_is_wanted(person: People) -> None:
    ada, phone = person(), person()
    phone.choose(typing=True)
    table = ada.table("symbol", ["me", "bot:novice"])
    ada.page.get_by_text("Link and details").click()
    ada.page.get_by_role("button", name="Move my seat to another device").click()
    link = ada.page.get_by_label("Your seat on another device")
    expect(link).to_be_visible()
    address = link.input_value()
    assert f"/seat/{table}#" in address
    assert ada.page.get_by_label("Link to this table").input_value().endswith(f"/t/{table}")
    assert ada.page.evaluate(BESIDE, [".info", ".copyable > *"]) == []  # all of it is inside
    phone.page.goto(address.removeprefix(ada.base))
    expect(phone.page.get_by_role("heading", name="Your seat comes to this device")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Resign")).to_be_visible()  # nothing has happened yet
    phone.page.get_by_role("button", name="Take the seat here").click()
    phone.type("+K@d1")
    expect(ada.page.get_by_text("Your seat is on another device now.")).to_be_visible()
    ada.page.get_by_role("button", name="Bring it back here").click()
    for someone, resigns in ((ada, 1), (phone, 0)):
        expect(someone.page.get_by_role("button", name="Resign")).to_have_count(resigns)
        expect(someone.page.get_by_role("button", name="Bring it back here")).to_have_count(0)


def test_a_word_for_the_shuffle_explains_itself(person: People) -> None:
    ada = person()
    ada.table("sequence", ["me", "open"])
    expect(ada.page.locator("#word")).to_have_count(0)  # few want it
    ada.page.get_by_text("A fair shuffle").click()
    expect(ada.page.get_by_text("nobody, not even the server, can have chosen it")).to_be_visible()
    ada.page.get_by_label("Your word").fill("tulip")
    ada.page.get_by_role("button", name="Mix in").click()
    expect(ada.page.locator(".sentence")).not_to_contain_text("Sending")


def test_any_clock_can_be_typed(person: People) -> None:
    ada = person()
    ada.page.clock.install()
    ada.page.goto("/new?game=symbol")
    clock = ada.page.get_by_label("Time", exact=True)
    expect(clock).to_be_visible()
    texts = clock.locator("option").all_inner_texts()
    assert {"1 min + 0 s", "30 min + 20 s", "one day a turn", "7 days a turn"} <= set(texts)
    clock.select_option("custom days …")
    ada.page.get_by_label("days for each turn").fill("31")
    ada.page.get_by_role("button", name="Start").click()
    assert not ada.page.get_by_label("days for each turn").evaluate("one => one.validity.valid")
    ada.page.get_by_label("days for each turn").fill("30")
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.locator(".info")).to_contain_text("30 days a turn")
    ada.page.goto("/new?game=symbol")
    clock.select_option("custom minutes …")
    ada.page.get_by_label("minutes each").fill("180")
    ada.page.get_by_label("extra seconds a turn").fill("45")
    ada.page.locator("#seat-1").select_option("me")  # the own clock rests after the move
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.locator(".info")).to_contain_text("180 min + 45 s")
    left = ada.page.locator("[data-clock='0']")
    expect(left).to_have_text("3:00:00")
    ada.page.clock.fast_forward(10_000)
    ada.page.evaluate("async () => void (await import('/static/js/table/clocks.js'))")  # as drawing the clocks does
    assert left.inner_text() == "3:00:00"  # the first move is not charged
    ada.page.locator("[data-square=d2]").click()
    ada.page.locator("[data-key=confirm]").click()
    expect(left).to_have_text("3:00:45")


def test_my_games_are_in_order_with_pictures_and_can_be_filtered_and_removed(person: People) -> None:
    ada, bo = named(person(), "Ada"), named(person(), "Bo")
    mine = ada.table("symbol", ["me", "bot:novice"])
    waits = ada.table("consequence", ["me", "open"])
    bo.sit(waits)
    expect(bo.page.locator("[data-square]").first).to_be_visible()
    ada.act(waits, 0, "bM@b2")
    over = ada.table("consequence", ["me", "bot:novice"])  # the latest of them, and yet the last
    resign(ada)
    ada.page.goto("/")
    lines = ada.page.get_by_role("region", name="My games").locator(".line")
    expect(lines).to_have_count(3)
    assert [line.get_attribute("data-table") for line in lines.all()] == [mine, waits, over]
    expect(lines.nth(0)).to_contain_text("your turn")
    expect(lines.nth(1)).to_contain_text("Bo")
    expect(lines.nth(2)).to_contain_text("You lost")
    expect(lines.nth(2)).to_contain_text("Bot (novice)")
    expect(lines.nth(2)).to_contain_text(re.compile(r"\d\d? [AP]M"))  # today
    for line in lines.all():
        line.scroll_into_view_if_needed()
        expect(line.locator(".miniature svg")).to_be_visible()
    expect(lines.nth(1).get_by_role("button")).to_have_count(0)  # a game with another person stays
    lines.nth(2).get_by_role("button").click()
    expect(lines).to_have_count(2)
    ada.page.get_by_label("Show games of").select_option("Symbol")
    expect(lines).to_have_count(1)
    ada.page.reload()
    expect(lines).to_have_count(2)


def test_games_that_may_be_watched_are_listed_and_their_pictures_live(person: People) -> None:
    ada, cy = named(person(), "Ada"), person()
    cy.page.clock.install()
    table = ada.table("consequence", ["me", "me"], listed=True)
    hidden = ada.table("consequence", ["me", "me"])
    cy.page.goto("/")
    games = cy.page.get_by_role("region", name="Games to watch")
    line = games.locator(f"[data-table='{table}']")
    expect(line).to_be_visible()
    expect(games.locator(f"[data-table='{hidden}']")).to_have_count(0)
    line.scroll_into_view_if_needed()
    expect(line.locator("svg")).to_be_visible()
    expect(line.locator(".disc")).to_have_count(0)
    ada.act(table, 0, "bM@b2")
    cy.page.clock.run_for(10_000)
    expect(line.locator(".disc")).to_have_count(1)


def test_the_tab_shows_whose_turn_it_is_and_a_notification_tells_it(person: People) -> None:
    ada, bo, table = pair(person, "consequence")
    icon = ada.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
    assert ada.page.title().startswith("●")
    expect(bo.page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon.svg")
    bo.page.goto("/settings")  # what tells it need not be the tab of the table
    bo.page.clock.install()
    bo.page.evaluate("""() => {
      window.told = [];
      window.Notification = class { constructor(title, how) { told.push([title, how.body, how.tag]); } };
      Notification.requestPermission = async () => "granted";
    }""")
    notify = bo.page.get_by_label("Notify me when it is my turn")
    expect(notify).not_to_be_checked()  # it must be asked for
    notify.check()
    bo.page.get_by_label("Sounds").check()
    assert json.loads(bo.page.evaluate("localStorage.getItem('tesserae.settings')"))["notify"]
    with bo.page.expect_response("**/api/tables"):
        bo.page.clock.run_for(10_000)
    ada.act(table, 0, "bM@b2")
    with bo.page.expect_request("**/js/sound.js"):
        bo.page.clock.run_for(10_000)
    bo.page.wait_for_function("() => told.length === 1")
    assert bo.page.evaluate("told")[0][::2] == ["It is your turn", table]
    bo.page.goto("/")
    expect(bo.page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon-turn.svg")


def test_without_permission_there_is_no_notification(person: People) -> None:
    ada = person()
    ada.page.goto("/settings")
    notify = ada.page.get_by_label("Notify me when it is my turn")
    expect(notify).not_to_be_checked()
    ada.page.evaluate("Notification.requestPermission = async () => 'denied'")
    notify.click()
    expect(ada.page.get_by_role("alert")).to_contain_text("The browser does not allow it.")
    expect(notify).not_to_be_checked()
    assert not json.loads(ada.page.evaluate("localStorage.getItem('tesserae.settings')"))["notify"]


def test_every_board_has_three_looks(person: People) -> None:
    """As the settings show them, in small."""
    ada = person()
    ada.page.goto("/settings")
    samples = ada.page.locator(".samples .miniature")
    expect(samples).to_have_count(len(NAMES))
    seen: list[list[str]] = []
    for look in ("plain", "contrast", "print"):
        ada.page.get_by_label("Boards").select_option(look)
        for number in range(len(NAMES)):
            expect(samples.nth(number).locator("svg")).to_be_visible()
        ada.page.wait_for_function(DRESSED, arg=[look, len(NAMES) + 1])  # those of the games and the common one
        seen.append(samples.evaluate_all(COLOURS))
    for of_one_game in zip(*seen, strict=True):
        assert len(set(of_one_game)) == 3


def test_a_look_is_fetched_when_it_is_chosen(person: People) -> None:
    ada = person()
    ada.table("consequence", ["me", "bot:novice"])
    square = ada.page.locator(".ground rect").first
    expect(square).to_be_visible()
    assert not any("look-" in url for url in ada.requests)
    seen = set()
    for look in ("plain", "contrast", "print"):
        ada.page.evaluate("(look) => localStorage.setItem('tesserae.settings', JSON.stringify({ look }))", look)
        ada.page.reload()
        expect(square).to_be_visible()
        seen.add(tuple(styles(ada.page, ".ground rect", "fill", "stroke")))
    assert len(seen) == 3
    for name in ("contrast", "print"):
        assert [url for url in ada.requests if url.endswith(f"/consequence/look-{name}.css")]
