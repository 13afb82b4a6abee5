"""The lab in the browser, from the link on the home page to the report."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.people import LAST
from tests.web.serving import Server
from tests.web.test_pages import PHONE, accessible, fits


@pytest.fixture(scope="module")
def open_lab(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that allows it. (`server` has compiled the games.)"""
    own = Server(tmp_path_factory.mktemp("lab"), "--lab")
    own.start()
    own.wait_until_compiled()
    yield own
    own.stop()


def test_a_study_from_the_home_page_to_its_report(person: People, open_lab: Server, tmp_path: Path) -> None:
    ada = person(open_lab)
    ada.page.goto("/")
    ada.page.get_by_role("link", name="Lab: test rules").click()
    ada.page.get_by_label("Game", exact=True).select_option("Consequence")
    ada.page.get_by_label("Open push-offs").check()
    ada.page.get_by_text("Single rules").click()
    ada.page.locator("#option-row_min").select_option("2")
    ada.page.get_by_label("How well the bots play").select_option("random")
    ada.page.get_by_label("Games of each rule set").fill("4")
    accessible(ada.page)
    ada.page.get_by_role("button", name="Begin").click()
    with ada.page.expect_download(timeout=LAST) as kept:
        ada.page.get_by_role("link", name="Keep the report").click(timeout=LAST)
    for rules in ("As printed", "Open push-offs"):
        expect(ada.page.get_by_role("heading", name=f"{rules}: 4 games")).to_be_visible()
    report = tmp_path / "report.html"
    kept.value.save_as(report)
    page = ada.context.new_page()
    page.goto(report.as_uri())
    expect(page.get_by_role("heading", name="Consequence in the lab", exact=True)).to_be_visible()
    expect(page.get_by_text("8 games between bots")).to_be_visible()
    expect(page.get_by_text("row_min=2, reveal_pushed=both")).to_be_visible()


def test_it_is_accessible_in_the_dark_and_fits_a_phone(person: People, open_lab: Server) -> None:
    ada = person(open_lab, color_scheme="dark", reduced_motion="reduce", **PHONE)
    ada.page.goto("/lab")
    ada.page.get_by_text("Single rules").click()
    expect(ada.page.locator(".error:visible")).to_have_count(0)  # not even an empty frame
    accessible(ada.page)
    fits(ada.page)
    ada.page.get_by_label("How well the bots play").select_option("random")
    ada.page.get_by_label("Games of each rule set").fill("2")
    ada.page.get_by_role("button", name="Begin").click()
    expect(ada.page.get_by_role("link", name="Keep the report")).to_be_visible(timeout=LAST)
    accessible(ada.page)
    fits(ada.page)


def test_it_is_not_offered_where_it_is_closed(person: People) -> None:
    ada = person()
    ada.page.goto("/")
    expect(ada.page.get_by_role("link", name="Party")).to_be_visible()  # the links are there
    expect(ada.page.get_by_role("link", name="Lab: test rules")).to_have_count(0)
