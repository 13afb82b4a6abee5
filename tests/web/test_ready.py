"""Symbol Chain begins when everybody has looked at the starting tiles (SC-4): by link, at one screen, at a party."""

from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.people import Person
from tests.web.test_pages import PHONE
from tests.web.test_party import TELEVISION, join, party

STARTING = 9


def tiles_up(someone: Person, n: int) -> None:
    expect(someone.page.locator(".tile")).to_have_count(STARTING)
    expect(someone.page.locator(".tile.up")).to_have_count(n)


def say_ready(someone: Person) -> None:
    button = someone.page.get_by_role("button", name="I am ready")
    button.click()
    expect(button).to_have_count(0)


def four(person: People, **context: Any) -> list[Person]:
    everybody = [person(**context) for _ in range(4)]
    for someone in everybody:
        someone.choose(animation=False)
    return everybody


def test_four_by_link_must_all_be_ready(person: People) -> None:
    everybody = four(person)
    table = everybody[0].table("symbol_chain", ["me", "open", "open", "open"], seats=4)
    for someone in everybody[1:]:
        someone.page.goto(f"/t/{table}")
        someone.page.get_by_role("button", name="Sit down").first.click()
    for someone in everybody:
        tiles_up(someone, STARTING)
    for someone in reversed(everybody):  # in any order: here the one who will begin is the last
        someone.page.locator('[data-stack="2"]').click()  # nobody begins while another still looks
        expect(someone.page.locator("a.rule", has_text="SC-4")).to_be_visible()
        for other in everybody:
            tiles_up(other, STARTING)
        say_ready(someone)
    for someone in everybody:
        tiles_up(someone, 0)
    ada = everybody[0]
    ada.page.locator('[data-stack="2"]').click()
    ada.page.get_by_role("button", name="Confirm").click()
    expect(everybody[2].page.locator(".chain li")).to_have_count(2)  # the sequence of the tile that was taken


def test_at_one_screen_it_is_said_once_for_all_own_seats(person: People) -> None:
    ada = person()
    ada.choose(animation=False)
    ada.table("symbol_chain", ["me", "me", "bot:random"], seats=3)
    tiles_up(ada, STARTING)
    say_ready(ada)
    tiles_up(ada, 0)


def test_at_one_screen_who_begins_stays_the_one_who_is_looked_through(person: People) -> None:
    """Else a stack that is clicked at once is clicked as somebody else, and nothing happens."""
    ada = person()
    ada.table("symbol_chain", ["me", "me"])
    say_ready(ada)
    news = ada.page.locator(".news")
    expect(news).to_contain_text("the starting tiles are turned face down")
    expect(news).not_to_contain_text("is turned face down")  # nine times
    ada.page.locator('.stacks.live [data-stack="2"]').click()
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator(".chain li")).to_have_count(2)
    assert [message["seat"] for message in ada.messages("state")] == [0]


def test_at_a_party_each_phone_says_it(person: People) -> None:
    screen, *phones = [person(**TELEVISION), *four(person, **PHONE)]
    screen.choose(animation=False)
    _, code = party(screen, "symbol_chain", seats=4)
    for phone, name in zip(phones, ("Ada", "Bo", "Cy", "Di"), strict=True):
        join(phone, f"/j/{code}", name)
    tiles_up(screen, STARTING)
    for phone in phones[1:]:
        say_ready(phone)
    expect(screen.page.get_by_text("Ready: Bo, Cy, Di.")).to_be_visible()
    tiles_up(screen, STARTING)
    say_ready(phones[0])
    tiles_up(screen, 0)
    tiles_up(phones[2], 0)
