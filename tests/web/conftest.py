from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.processes import PATIENT
from tests.web import chromium
from tests.web.people import Person
from tests.web.serving import Server

# Without a sandbox, because tests may be run by root, as in containers; only our own pages are opened. Without the two
# pages that Chromium loads in each window for its address field, which nobody sees. (The list of features replaces
# Playwright's, of which the others are.)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,HttpsUpgrades,MediaRouter,OptimizationHints",
]

HERE = Path(__file__).parent

expect.set_options(timeout=PATIENT * 1000)  # milliseconds, as for all else that is awaited

running = ExitStack()  # the browser, while there is one


@pytest.fixture(scope="module")
def browser() -> Browser:
    """One for all files of this folder that a process tests in a row."""
    return launched()


@cache
def launched() -> Browser:
    playwright = running.enter_context(sync_playwright())
    browser = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=ARGUMENTS)
    running.callback(browser.close)
    return browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """The browser is gone before the tests of other folders: while Playwright's loop runs in a thread, they could not
    run another."""
    try:
        yield
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(HERE):
            launched.cache_clear()
            running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that do not end it."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    server.wait_until_compiled()
    yield server
    server.stop()


@pytest.fixture
def own_server(server: Server, tmp_path: Path) -> Iterator[Server]:
    """One that the test may stop. (`server` has compiled the games.)"""
    own = Server(tmp_path)
    own.start()
    own.wait_until_compiled()
    yield own
    if own.process is not None:
        own.stop()


People = Callable[..., Person]


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[People]:
    """Makes people; at the end of the test nothing may have gone wrong in their browsers."""
    made: list[Person] = []

    def make(server: Server | None = None, **context: Any) -> Person:
        made.append(Person(browser, (server or request.getfixturevalue("server")).base, **context))
        return made[-1]

    yield make
    for someone in made:
        someone.context.close()
    for someone in made:
        someone.check()


def pair(person: People, game: str, **chosen: Any) -> tuple[Person, Person, str]:
    """Two browsers with these settings at one table."""
    ada, bo = person(), person()
    for someone in (ada, bo):
        someone.choose(**chosen)
    table = ada.table(game, ["me", "open"])
    bo.sit(table)
    expect(bo.page.locator(".seat", has_text="You")).to_be_visible()  # asked beside the page, it would be too early
    return ada, bo, table
