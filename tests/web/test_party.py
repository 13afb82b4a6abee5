"""A party: one shared screen, everybody's phone."""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tesserae.play import Match, Settings
from tesserae.play.settings import Past
from tests.web.conftest import People
from tests.web.people import Person, boxes
from tests.web.players import CHOOSERS, SQUARES
from tests.web.serving import Server
from tests.web.test_pages import PHONE, accessible, fits, settle

TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
NAMES = ("Ada", "Bo", "Cy")
SEED = 1  # with some others the board fills up, and nobody ever gets five in a line
MOST = 250  # actions after which a game of Sequence should be over
PATIENCE = 120  # seconds, of which a player may be missed for thirteen


def party(screen: Person, game: str = "sequence", seats: int = 3, **settings: Any) -> tuple[str, str]:
    """A table shown by the screen, and its code."""
    table = screen.table(game, ["open"] * seats, seats=seats, party=True, **settings)
    return table, shown(screen, table)


def shown(screen: Person, table: str) -> str:
    """The code of a table that the screen shows."""
    screen.page.goto(f"/party/{table}")
    code = screen.page.locator(".party-code")
    expect(code).to_have_text(re.compile(r"^[A-Z]{5}$"))
    return code.inner_text()


def dealt(server: Server, seats: int, **settings: Any) -> str:
    """A party table for a game of Sequence that ends soon, as the tests play."""
    past = Past(SEED, [], "another")
    return server.lay(Match.create(Settings("sequence", seats=seats, past=past, **settings), "nobody", 1, bytes(32)))


def join(phone: Person, address: str, name: str) -> None:
    phone.page.goto(address)
    phone.page.get_by_label("Your name").fill(name)
    phone.page.get_by_role("button", name="Join the game").click()
    expect(phone.page).to_have_url(re.compile(r"/t/\w+$"))


def quick(phone: Person) -> Person:
    phone.choose(typing=True, animation=False)
    return phone


def hands(value: Any) -> list[Any]:
    """Whatever a message says about cards in hands, wherever it says so."""
    if isinstance(value, dict):
        found = [hand for key in ("hand", "hands") if (hand := value.get(key)) is not None]
        for path, *changed in value.get("changes", []):
            found += [one for one in changed if one is not None and {"hand", "hands"} & set(map(str, path))]
        return found + [hand for part in value.values() for hand in hands(part)]
    return [hand for part in value for hand in hands(part)] if isinstance(value, list) else []


def test_three_phones_play_on_a_shared_screen_and_one_drops_out(server: Server, person: People) -> None:
    screen = person(**TELEVISION)
    phones = [quick(person(**PHONE)) for _ in NAMES]
    table = dealt(server, len(NAMES), party=True, absent=10, bot_seconds=0.05)
    code = shown(screen, table)
    chairs = screen.page.locator(".party-chairs li")
    picture = screen.page.get_by_role("img", name=f"QR code to join: {screen.base}/j/{code}")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    spellings = (f"/j/{code}", f"/j/{code.lower()[:3]}%20{code.lower()[3:]}", f"/j/{code.lower()}-")
    for number, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        expect(chairs.nth(number)).to_have_text(re.compile("Free seat"))
        join(phone, spellings[number], name)
        if number < 2:
            expect(chairs.nth(number)).to_have_text(re.compile(name))
    expect(screen.page.locator("[data-square]")).to_have_count(100)  # all are there, so it has begun
    pressable = screen.page.locator(".party button:visible:not(.pile), .party a")
    expect(pressable).to_have_text(["Full screen", "Leave the shared screen"])

    choose, made, away = CHOOSERS["sequence"](), 0, False
    kept: dict[str, Any] = {}
    patience = time.monotonic() + PATIENCE
    result = screen.page.locator(".party-turn p").first
    while not re.search("won: |A draw: ", result.inner_text()):
        assert time.monotonic() < patience, "nobody can act"
        assert made < MOST
        for seat, phone in enumerate(phones):
            if (seat == 2 and away) or not phone.page.locator("#typed").is_visible():
                continue
            expect(screen.page.locator(".party-name")).to_have_text([NAMES[seat]])
            view, legal = phone.legal(table, seat, SQUARES["sequence"])
            action = choose(view, seat, legal)
            phone.type(action)
            made, patience = made + 1, time.monotonic() + PATIENCE
            if "@" in action:
                square = action.split("@")[1]
                words = re.compile(rf"^{NAMES[seat]} .*\b{square}\b")
                told = screen.page.locator(".party-last li").filter(has_text=words)
                expect(told.first).to_be_visible()  # twice, if a chip was taken off and set again
        if made > 6 and not kept:
            kept = {"cookies": phones[2].context.cookies(), "origins": []}
            phones[2].context.close()
            away = True
        if away and screen.page.locator(".party-seats li").nth(2).inner_text() == "Bot for Cy":
            expect(screen.page.locator(".party-seats li").nth(0)).to_have_attribute("aria-current", "true")
            back = phones[2] = quick(person(storage_state=kept, **PHONE))
            back.page.goto(f"/j/{code}")
            expect(back.page).to_have_url(re.compile(f"/t/{table}$"))
            expect(back.page.locator(".hand .card")).to_have_count(6)
            expect(screen.page.locator(".party-seats li").nth(2)).to_have_text("Cy")
            away = False
        screen.page.wait_for_timeout(50)
    assert kept, "nobody dropped out"
    assert not away, "nobody came back"
    messages = [json.loads(frame) for frame in screen.frames]
    ended = next(n for n, message in enumerate(messages) if message.get("kind") == "ended")
    assert ended > made
    assert [hand for message in messages[:ended] for hand in hands(message)] == []
    own = [json.loads(frame) for frame in phones[0].frames]
    assert [hand for message in own for hand in hands(message)] != []  # the search finds what there is to find

    phones[0].page.get_by_role("button", name="Rematch").click()
    expect(screen.page).not_to_have_url(re.compile(table))
    expect(screen.page.locator(".party-chairs li").filter(has_text="not ready yet")).to_have_count(2)


def test_the_screen_that_makes_the_table_starts_it_without_a_seat(person: People) -> None:
    screen, phone = person(), person(**PHONE)
    screen.page.goto("/")
    screen.page.get_by_role("link", name="Party").click()
    expect(screen.page).to_have_url(re.compile("game=sequence"))  # the game for the most players
    screen.page.get_by_label("Players", exact=True).select_option("4")
    expect(screen.page.get_by_role("group", name="Who plays")).to_be_hidden()
    screen.page.get_by_role("button", name="Open the shared screen").click()
    code = screen.page.locator(".party-code").inner_text()
    expect(screen.page.get_by_role("button", name="Start")).to_have_count(0)  # nobody is here yet
    phone.page.goto("/")
    phone.page.get_by_role("link", name="Join with a code").click()
    phone.page.get_by_label("The code on the shared screen").fill(f"{code[:2]} {code[2:].lower()}")
    phone.page.get_by_role("button", name="Find the table").click()
    phone.page.get_by_label("Your name").fill("Bo")
    phone.page.get_by_label("Team 2").check()
    phone.page.get_by_role("button", name="Join the game").click()
    expect(screen.page.locator(".party-chairs li").nth(1)).to_contain_text("Bo")
    screen.page.get_by_role("button", name="Start with 3 bots").click()
    expect(screen.page.locator("[data-square]")).to_have_count(100)
    expect(phone.page.locator(".hand .card")).to_have_count(6)
    expect(screen.page.locator(".party-name")).to_have_text(["Bo"])  # the bot before has moved
    screen.page.goto("/")
    expect(screen.page.get_by_role("region", name="My games")).to_contain_text("Bo")


def test_the_screen_asks_for_another_game_and_all_phones_follow(person: People) -> None:
    screen, phones = person(**TELEVISION), [person(**PHONE), person(**PHONE)]
    table, code = party(screen, "symbol", 2)
    for phone, name in zip(phones, NAMES, strict=False):
        join(phone, f"/j/{code}", name)
    for someone in (screen, *phones):  # opened any later, it would be a look at a table of the past
        expect(someone.page.locator("[data-square]")).to_have_count(49)
    phones[0].page.get_by_role("button", name="Resign").click()
    phones[0].page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    screen.page.get_by_role("button", name="Rematch").click()
    expect(screen.page).not_to_have_url(re.compile(table))
    following = screen.page.url.split("/")[-1]
    for phone in phones:
        expect(phone.page).to_have_url(re.compile(f"/t/{following}$"))
        phone.page.get_by_role("button", name="Ready").click()
    for someone in (screen, *phones):
        expect(someone.page.locator("[data-square]")).to_have_count(49)


def test_a_latecomer_takes_the_place_of_a_bot(person: People) -> None:
    screen, ada, bo = person(**TELEVISION), person(**PHONE), person(**PHONE)
    _, code = party(screen, seats=3)
    join(ada, f"/j/{code}", "Ada")
    screen.page.get_by_role("button", name="Start with 2 bots").click()
    expect(screen.page.locator(".party-seats")).to_contain_text(f"code {code}")
    screen.page.reload()
    expect(screen.page.locator(".party-seats")).to_contain_text(f"code {code}")
    bo.page.goto(f"/j/{code}")
    expect(bo.page.get_by_text("You take the place of a bot.")).to_be_visible()
    expect(bo.page.get_by_role("link", name="Watch the game")).to_be_visible()
    join(bo, f"/j/{code}", "Bo")
    expect(bo.page.locator(".hand .card")).to_have_count(6)
    expect(screen.page.locator(".party-seats li")).to_have_text(["Ada", "Bo", re.compile("^Bot ")])


def test_a_card_and_its_spaces_by_buttons_above_the_board(person: People) -> None:
    screen, phone = person(), person(**PHONE)
    _, code = party(screen, seats=2)
    join(phone, f"/j/{code}", "Ada")
    screen.page.get_by_role("button", name="Start with one bot").click()
    cards = phone.page.locator(".hand .card")
    expect(cards).to_have_count(7)
    status, hand, board = boxes(phone.page, ".status", ".hand", ".board")
    assert status["y"] < hand["y"] < board["y"]
    fits(phone.page)
    for card in cards.all():
        card.click()
        if phone.page.locator("[data-space]").count():
            break
    space = phone.page.locator("[data-space]").first
    square, name = space.get_attribute("data-space"), card.get_attribute("aria-label")
    space.click()
    phone.page.get_by_role("button", name="Confirm").click()
    expect(screen.page.locator(".party-last")).to_contain_text(f"Ada plays {name}. A chip is put on {square}.")
    expect(screen.page.locator(f"[data-square={square}]")).to_have_attribute("aria-label", re.compile("team 1"))


@pytest.mark.parametrize("game", [game for game in SQUARES if game != "sequence"])
def test_every_game_opens_on_the_screen(person: People, game: str) -> None:
    screen, phone = person(**TELEVISION), quick(person(**PHONE))
    table, code = party(screen, game, 2)
    join(phone, f"/j/{code}", "Ada")
    screen.page.get_by_role("button", name="Start with one bot").click()
    for someone in (screen, phone):
        expect(someone.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    expect(screen.page.locator(".party-name")).to_have_text(["Ada"])
    view, legal = phone.legal(table, 0, SQUARES[game])
    phone.type(CHOOSERS[game]()(view, 0, legal))
    expect(screen.page.locator(".party-last li").filter(has_text=re.compile("^Ada[: ]")).first).to_be_visible()
    assert screen.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the screen must be scrolled"
    fits(phone.page)


def test_any_table_can_be_shown_on_a_screen(person: People) -> None:
    """One that is no party has no code, and none is asked for."""
    ada = person()
    table = ada.table("consequence", ["me", "bot:novice"])
    ada.page.goto(f"/party/{table}")
    expect(ada.page.locator("[data-square]")).to_have_count(16)
    expect(ada.page.locator(".party-seats li")).to_have_count(2)


def test_the_screen_keeps_its_distance_from_the_own_seat(person: People) -> None:
    """Who plays in another tab of the same browser does not show the own cards on the screen."""
    ada = person()
    shown: list[str] = []
    ada.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: shown.append(str(frame))))
    _, code = party(ada, seats=2)
    other = ada.open()
    other.goto(f"/j/{code}")
    other.get_by_role("button", name="Join the game").click()
    ada.page.get_by_role("button", name="Start with one bot").click()
    expect(other.locator(".hand .card")).to_have_count(7)
    expect(ada.page.locator("[data-square]")).to_have_count(100)
    expect(ada.page.locator(".party .card")).to_have_count(0)
    ada.page.reload()
    expect(ada.page.locator("[data-square]")).to_have_count(100)
    assert any('"kind":"started"' in frame for frame in shown)
    assert [hand for frame in shown for hand in hands(json.loads(frame))] == []


def test_party_pages_are_accessible_and_speak_german(person: People) -> None:
    screen = person(reduced_motion="reduce", locale="de-DE", **TELEVISION)
    phone = person(reduced_motion="reduce", locale="de-DE", **PHONE)
    screen.page.goto("/new?game=sequence&party")
    expect(screen.page.get_by_label("Party: Dies ist der gemeinsame Bildschirm")).to_be_checked()
    accessible(screen.page)
    _, code = party(screen, seats=4)
    expect(screen.page.get_by_text("und eingeben:")).to_be_visible()
    accessible(screen.page)
    phone.page.goto(f"/j/{code}")
    expect(phone.page.get_by_text("Dein Team")).to_be_visible()
    accessible(phone.page)
    fits(phone.page)
    phone.page.get_by_label("Dein Name").fill("Ada")
    phone.page.get_by_role("button", name="Mitspielen").click()
    expect(phone.page.get_by_text("Du hast einen Platz.")).to_be_visible()
    accessible(phone.page)
    screen.page.get_by_role("button", name="Mit 3 Computern starten").click()
    expect(screen.page.locator(".party-turn")).to_contain_text("ist am Zug")
    accessible(screen.page)
    expect(phone.page.locator(".hand .card")).to_have_count(6)
    accessible(phone.page)
    for width, height in ((1280, 720), (375, 740)):
        screen.page.set_viewport_size({"width": width, "height": height})
        fits(screen.page, 24)  # there is nothing to press on the board
        accessible(screen.page)


def test_a_code_that_leads_nowhere_says_so(person: People) -> None:
    ada = person(**PHONE)
    ada.expected.append("404")
    ada.page.goto("/j/nope")
    expect(ada.page.get_by_role("alert")).to_have_text("This code leads to no table.")
    settle(ada.page)
    accessible(ada.page)
    ada.page.get_by_role("button", name="Deutsch").click()
    expect(ada.page.get_by_role("alert")).to_have_text("Dieser Code führt zu keinem Tisch.")


def test_a_full_table_can_be_watched(person: People) -> None:
    screen, ada, bo, late = person(), person(**PHONE), person(**PHONE), person(**PHONE)
    _, code = party(screen, "consequence", 2)
    join(ada, f"/j/{code}", "Ada")
    join(bo, f"/j/{code}", "Bo")
    late.page.goto(f"/j/{code}")
    expect(late.page.get_by_text("All seats are taken.")).to_be_visible()
    late.page.get_by_role("link", name="Watch the game").click()
    expect(late.page.locator("[data-square]")).to_have_count(16)


def test_a_phone_that_is_still_loading_follows_to_the_next_game(person: People) -> None:
    screen, ada, bo = person(**TELEVISION), person(**PHONE), person(**PHONE)
    table, code = party(screen, "symbol", 2)
    held: list[Route] = []
    bo.page.route(re.compile(r"symbol/(\w+/)?board\.js"), lambda route: held.append(route))
    for phone, name in zip((ada, bo), NAMES, strict=False):
        join(phone, f"/j/{code}", name)
    while not (held and bo.messages("state")):  # opened any later, it would be a look at a table of the past
        bo.page.wait_for_timeout(50)
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    screen.page.get_by_role("button", name="Rematch").click()
    expect(ada.page).not_to_have_url(re.compile(table))
    expect(bo.page).to_have_url(re.compile(table))
    for route in held:
        route.continue_()
    bo.page.unroute_all()
    expect(bo.page).to_have_url(ada.page.url)
    bo.page.get_by_role("button", name="Ready").click()
    ada.page.get_by_role("button", name="Ready").click()
    expect(bo.page.locator("[data-square]")).to_have_count(49)
