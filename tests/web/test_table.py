"""The table in a browser: what the shell round the boards promises."""

import json
import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.processes import PATIENT
from tests.web.conftest import People, pair
from tests.web.people import Person
from tests.web.serving import Server

TYPING = {"typing": True, "animation": False, "pace": "instant"}


def board(page: Page) -> str:
    """The labels of all squares: what the board says to a screen reader."""
    return "\n".join(
        page.locator("[data-square]").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    )


def typing(person: People, server: Server | None = None) -> Person:
    someone = person(server)
    someone.choose(**TYPING)
    return someone


def test_one_click_starts_a_game_against_a_bot(person: People) -> None:
    ada = person()
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Symbol: Play a bot").click()
    expect(ada.page).to_have_url(re.compile(r"/t/\w+$"))
    expect(ada.page.locator("[data-square]")).to_have_count(49)
    expect(ada.page.locator(".seat.acts")).to_contain_text("You")


def test_one_click_makes_a_table_with_a_link_for_a_second_browser(person: People) -> None:
    ada, bo = person(), person()
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Symbol: Invite by link").click()
    link = ada.page.get_by_label("Link to this table").first
    expect(link).to_be_visible()
    bo.page.goto(link.input_value())
    bo.page.get_by_role("button", name="Sit down").click()
    for someone in (ada, bo):
        expect(someone.page.locator("[data-square]")).to_have_count(49)
    expect(bo.page.locator(".sentence")).to_contain_text("To act")
    ada.page.goto("/")
    expect(ada.page.get_by_role("region", name="My games")).to_contain_text("your turn")


def test_a_move_appears_in_both_browsers_and_survives_a_reload(person: People) -> None:
    ada, bo, _ = pair(person, "symbol", **TYPING)
    ada.type("+K@d1")
    expect(bo.page.locator(".moves")).to_contain_text("+K@d1")
    expect(bo.page.locator("[data-square=d1]")).to_have_attribute("aria-label", re.compile("king", re.I))
    bo.type("+K@d7")
    expect(ada.page.locator(".moves")).to_contain_text("+K@d7")
    before = board(ada.page)
    ada.page.reload()
    expect(ada.page.locator(".moves")).to_contain_text("+K@d7")
    assert board(ada.page) == before


def test_two_tabs_of_one_person_stay_in_step(person: People) -> None:
    ada = typing(person)
    ada.table("symbol", ["me", "me"])
    other = ada.open()
    other.goto(ada.page.url)
    ada.type("+K@c1")
    expect(other.locator(".moves")).to_contain_text("+K@c1")
    other.locator("#typed").fill("+K@c7")
    other.locator("#typed").press("Enter")
    expect(ada.page.locator(".moves")).to_contain_text("+K@c7")


def test_looking_back_does_not_hold_up_the_game(person: People) -> None:
    ada, bo, _ = pair(person, "symbol", **TYPING)
    ada.type("+K@d1")
    expect(bo.page.locator(".moves")).to_contain_text("+K@d1")
    ada.page.get_by_role("button", name="To the beginning").click()
    expect(ada.page.locator(".sentence")).to_contain_text("Looking back: after move 0 of 1")
    past = board(ada.page)
    assert "king" not in past.lower()
    bo.type("+K@d7")
    expect(ada.page.locator(".moves")).to_contain_text("+K@d7")
    assert board(ada.page) == past
    ada.page.get_by_role("button", name="Back to the present").click()
    expect(ada.page.locator("[data-square=d7]")).to_have_attribute("aria-label", re.compile("king", re.I))
    ada.page.reload()  # what happened before the page was opened can be looked at, too
    ada.page.get_by_role("button", name="+K@d1").click()
    expect(ada.page.locator(".sentence")).to_contain_text("after move 1 of 2")


def test_what_is_refused_is_said_with_the_rule(person: People) -> None:
    ada = typing(person)
    ada.table("symbol", ["me", "bot:novice"])
    ada.page.locator("#typed").fill("+K@d4")
    ada.page.locator("#typed").press("Enter")
    expect(ada.page.locator(".why")).to_contain_text("The king is placed on your own land; d4 is not.")
    expect(ada.page.locator(".why .rule")).to_have_text("SY-5")
    expect(ada.page.locator("#live")).to_contain_text("SY-5")


def test_undo_takes_a_step_back(person: People) -> None:
    ada = typing(person)
    ada.table("symbol", ["me", "me"])
    for action in ("+K@d1", "+K@d7", "+G@d1", "+G@d7", "+W@e1"):
        ada.type(action)
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.locator(".moves")).not_to_contain_text("+W@e1")
    ada.type("+W@c1", "end")
    expect(ada.page.locator(".moves")).to_contain_text("+W@c1")


def test_a_draw_is_offered_and_agreed(person: People) -> None:
    ada, bo, table = pair(person, "symbol", **TYPING)
    ada.type("+K@d1")
    bo.type("+K@d7")
    ada.page.get_by_role("button", name="Offer a draw").click()
    bo.page.get_by_role("button", name="Accept").click()
    expect(bo.page.locator(".told").first).to_have_text("You accepted the draw.")
    expect(ada.page.locator(".told").first).to_contain_text("accepted the draw.")
    for someone in (ada, bo):
        expect(someone.page.locator(".result")).to_have_text("A draw: agreed.")
        expect(someone.page.get_by_role("link", name="Download the record")).to_be_visible()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download the record").click()
    assert "+K@d1" in download.value.path().read_text("utf-8")
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page).not_to_have_url(re.compile(table))
    bo.page.get_by_role("button", name="Accept and play the next game").click()
    expect(bo.page).to_have_url(ada.page.url)


def test_resigning_asks_first(person: People) -> None:
    ada = typing(person)
    ada.table("symbol", ["me", "bot:novice"])
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Cancel").click()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".result")).to_contain_text("You resigned. Bot (novice) won.")


def test_chat_reaches_the_others_and_is_never_markup(person: People) -> None:
    ada, bo, _ = pair(person, "symbol")
    said = "<img src=x onerror=alert(1)> & hello"
    ada.page.get_by_label("Say something").fill(said)
    ada.page.get_by_label("Say something").press("Enter")
    expect(bo.page.locator(".chat .lines")).to_contain_text(said)


def test_a_spectator_sees_and_cannot_act(person: People) -> None:
    ada, cy = typing(person), typing(person)
    table = ada.table("symbol", ["me", "me"])
    cy.page.goto(f"/t/{table}")
    expect(cy.page.locator(".sentence")).to_contain_text("You are watching.")
    ada.type("+K@d1")
    expect(cy.page.locator(".moves")).to_contain_text("+K@d1")
    expect(cy.page.locator("#typed")).to_be_hidden()
    assert cy.page.get_by_role("button", name="Resign").count() == 0


def test_a_clock_runs_and_a_flag_falls(person: People) -> None:
    ada = person()
    ada.table("symbol", ["me", "me"], clock={"kind": "game", "seconds": 2, "increment": 0, "first": 0})
    clock = ada.page.locator("[data-clock='0']")
    expect(clock).to_have_text(re.compile(r"^0:0[01]\.\d$"))
    expect(ada.page.locator(".result")).to_contain_text("time ran out")


# --- The network ----------------------------------------------------------------------------------------------------


def test_a_lost_network_is_shown_and_nothing_is_lost(person: People) -> None:
    ada, bo, _ = pair(person, "symbol", **TYPING)
    ada.type("+K@d1")
    expect(bo.page.locator(".moves")).to_contain_text("+K@d1")
    bo.expected.append("ERR_INTERNET_DISCONNECTED")
    bo.context.set_offline(True)
    expect(bo.page.locator(".banner")).to_contain_text("The connection is lost.")
    bo.page.locator("#typed").fill("+K@d7")
    bo.page.locator("#typed").press("Enter")
    expect(bo.page.locator(".sentence")).to_contain_text("will be sent as soon as the connection is back")
    bo.context.set_offline(False)
    expect(bo.page.locator(".banner")).to_be_hidden()
    for someone in (ada, bo):
        expect(someone.page.locator(".moves")).to_contain_text("+K@d7")


def test_a_server_that_is_killed_in_mid_game_and_comes_back(person: People, own_server: Server) -> None:
    ada = typing(person, own_server)
    # Whatever the page was just loading ends in one of these ways.
    ada.expected.append("ERR_(CONNECTION_RE(FUSED|SET)|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE)|WebSocket connection")
    ada.table("symbol", ["me", "me"])
    ada.type("+K@d1")
    expect(ada.page.locator("#typed")).to_be_visible()  # for the second seat
    own_server.kill()
    expect(ada.page.locator(".banner")).to_contain_text("Trying to reconnect")
    ada.page.locator("#typed").fill("+K@d7")
    ada.page.locator("#typed").press("Enter")
    expect(ada.page.locator(".sentence")).to_contain_text("Your move is kept")
    own_server.start()
    own_server.wait_until_compiled()
    expect(ada.page.locator(".banner")).to_be_hidden()
    expect(ada.page.locator(".move")).to_have_text(["+K@d1", "+K@d7"])
    ada.type("+G@d2")
    expect(ada.page.locator(".moves")).to_contain_text("+G@d2")


def test_the_next_seat_is_shown_although_the_connection_was_lost_just_then(person: People) -> None:
    ada = typing(person)
    lost: list[str | bytes] = []

    def lose(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            if json.loads(message)["t"] == "look" and not lost:
                lost.append(message)
                socket.close()
            else:
                server.send(message)

        socket.on_message(hear)

    ada.page.route_web_socket(re.compile("/live"), lose)
    ada.table("symbol", ["me", "me"])
    ada.type("+K@d1")
    ada.type("+K@d7")
    expect(ada.page.locator(".move")).to_have_text(["+K@d1", "+K@d7"])
    assert lost


def test_a_server_that_cannot_write_says_so_and_goes_on(person: People, own_server: Server) -> None:
    ada = typing(person, own_server)
    ada.expected.append("ERR_CONNECTION_REFUSED")  # when the test is over
    ada.table("symbol", ["me", "me"])
    ada.type("+K@d1")
    banner = ada.page.locator(".banner")
    with closing(sqlite3.connect(own_server.folder / "tables.db", isolation_level=None, timeout=PATIENT)) as other:
        other.execute("BEGIN IMMEDIATE")
        ada.page.locator("#typed").fill("+K@d7")
        ada.page.locator("#typed").press("Enter")
        expect(banner).to_contain_text("At the moment the server cannot save anything.")
        expect(banner).to_have_count(1)
        expect(ada.page.locator(".move")).to_have_text(["+K@d1"])
        other.execute("ROLLBACK")
    expect(banner).to_be_hidden()
    expect(ada.page.locator(".move")).to_have_text(["+K@d1", "+K@d7"])


def test_a_table_that_does_not_exist_is_told_in_words(person: People) -> None:
    ada = person()
    ada.page.goto("/t/nosuchtable")
    expect(ada.page.get_by_role("alert")).to_have_text("There is no such table.")
    ada.page.goto("/t/nosuchtable")
    ada.page.get_by_role("button", name="Deutsch").click()
    expect(ada.page.get_by_role("alert")).to_have_text("Diesen Tisch gibt es nicht.")


def test_a_word_of_the_players_goes_into_the_shuffle(person: People) -> None:
    ada, bo = person(), person()
    table = ada.table("consequence", ["me", "open"])
    ada.page.get_by_text("A fair shuffle").click()
    ada.page.get_by_label("Your word").fill("marzipan")
    ada.page.get_by_role("button", name="Mix in").click()
    expect(ada.page.locator(".sentence")).not_to_contain_text("Sending")
    bo.sit(table)
    expect(bo.page.locator("[data-square]")).to_have_count(16)
    bo.page.get_by_role("button", name="Resign").click()
    bo.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download the record").click()
    assert "marzipan" in download.value.path().read_text("utf-8")


def test_the_owner_of_a_table_with_a_referee_fines_a_team(person: People) -> None:
    ada = person()
    ada.table("sequence", ["me", "bot:novice", "bot:novice", "bot:novice"], seats=4, referee=True)
    expect(ada.page.locator("[data-card]")).to_have_count(6)
    ada.page.get_by_role("button", name="Table talk: fine team 1").click()
    expect(ada.page.locator(".sentence")).to_contain_text("Penalty")
    ada.page.locator("[data-card]").first.click()
    expect(ada.page.locator("[data-card]").first).to_have_attribute("aria-pressed", "true")
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator("[data-card]")).to_have_count(5)


def test_what_is_chosen_stays_while_the_partner_acts(person: People) -> None:
    ada, bo = person(), person()
    table = ada.table("sequence", ["me", "bot:novice", "open", "bot:novice"], seats=4, referee=True)
    bo.sit(table)
    for someone in (ada, bo):
        expect(someone.page.locator("[data-card]")).to_have_count(6)
    ada.page.get_by_role("button", name="Table talk: fine team 1").click()
    for someone in (ada, bo):
        someone.page.locator("[data-card]").first.click()
    bo.page.get_by_role("button", name="Confirm").click()
    for someone in (ada, bo):
        expect(someone.page.locator(".moves")).to_contain_text("forfeit")
    expect(ada.page.locator("[data-card]").first).to_have_attribute("aria-pressed", "true")
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator("[data-card]")).to_have_count(5)
