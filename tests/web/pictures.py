"""Pictures of every page and of each game in mid-play: `python -m tests.web.pictures [FOLDER [NAME ...]]`.

They go to docs/pictures unless another folder is named; without names all are taken.
"""

import functools
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web import chromium
from tests.web.people import Person
from tests.web.players import SQUARES
from tests.web.serving import Server

DEVICES: dict[str, dict[str, Any]] = {
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "375": {"viewport": {"width": 375, "height": 740}, "has_touch": True, "is_mobile": True},
}
STEPS = {"symbol": 12, "symbol_chain": 9, "sequence": 12, "consequence": 5}  # own choices before the picture


def advance(someone: Person, steps: int) -> None:
    """Let a good bot choose for the person too, so that the position looks like one."""
    for _ in range(steps):
        someone.page.locator("#typed:visible, .result").first.wait_for()
        if someone.page.locator(".result").is_visible():
            return
        someone.page.get_by_role("button", name="Hint").click()
        someone.page.locator(".advice").wait_for(state="attached")
        someone.type(someone.messages("hint")[-1]["candidates"][0]["action"])
        someone.page.wait_for_timeout(150)


def waiting(ada: Person) -> str:
    return f"/t/{ada.table('consequence', ['me', 'open'])}"


@functools.cache
def played(game: str, ada: Person) -> str:
    for _ in range(9):  # some games end early
        table = ada.table(game, ["me", "bot:master"], bot_seconds=0.4)
        advance(ada, STEPS[game])
        if not ada.page.locator(".result").is_visible():
            break
    return f"/t/{table}"


@functools.cache
def finished(ada: Person) -> str:
    table = ada.table("consequence", ["me", "bot:club"], bot_seconds=0.2)
    while not ada.page.locator(".result").is_visible():
        advance(ada, 1)
        ada.page.locator("#typed:visible, .result").first.wait_for()
    return f"/t/{table}"


def party(ada: Person) -> str:
    return played("sequence", ada).replace("/t/", "/party/")


def lobby(ada: Person) -> str:
    return f"/party/{ada.table('sequence', ['me'] + ['open'] * 5, seats=6, party=True)}"


def join(ada: Person) -> str:
    """By its code to a table at which two others sit already."""
    table = ada.table("sequence", ["open"] * 6, seats=6, party=True)
    code = ada.context.request.get(f"/api/tables/{table}/code").json()["code"]
    browser = ada.context.browser
    assert browser is not None
    for seat, name in enumerate(("Bo", "Cy")):
        other = Person(browser, ada.base)
        other.context.request.put("/api/me", data={"name": name})
        assert other.context.request.post(f"/api/tables/{table}/join", data={"seat": seat}).ok
        other.context.close()
    return f"/j/{code}"


# Where each picture is taken; what has to be played for it is played by Ada.
PLACES: dict[str, Callable[[Person], str]] = {
    "home": lambda ada: "/",
    "new": lambda ada: "/new?game=symbol",
    "settings": lambda ada: "/settings",
    "rules": lambda ada: "/rules/symbol#SY-20",
    "learn": lambda ada: "/learn/symbol",
    "join": join,
    "waiting": waiting,
    **{game: functools.partial(played, game) for game in SQUARES},
    "party": party,
    "lobby": lobby,
    "after": finished,
    "report": finished,
}


def third_step(page: Page) -> None:
    for _ in range(2):
        page.locator("[data-key=skip]").click()
        page.wait_for_timeout(300)


def open_report(page: Page) -> None:
    page.locator("[data-key=report]").click()
    page.locator(".report .slider").first.wait_for(timeout=90_000)
    page.locator("[data-point]").first.click()
    page.locator(".report").evaluate("report => report.scrollIntoView()")


# What is done there before the picture.
THEN: dict[str, Callable[[Page], None]] = {"learn": third_step, "report": open_report}


def take(folder: Path, names: list[str], browser: Browser, base: str) -> None:
    ada = Person(browser, base, reduced_motion="reduce")
    ada.choose(typing=True)
    ada.context.request.put("/api/me", data={"name": "Ada"})
    addresses = {name: PLACES[name](ada) for name in names}
    kept: Any = {"cookies": ada.context.cookies(), "origins": []}
    for device, context in DEVICES.items():
        for theme in ("light", "dark"):
            other = Person(browser, base, color_scheme=theme, storage_state=kept, reduced_motion="reduce", **context)
            for name, address in addresses.items():
                other.page.goto(address)
                other.page.locator("main > *").first.wait_for(state="attached")
                other.page.wait_for_timeout(900)
                if name in THEN:
                    THEN[name](other.page)
                    other.page.wait_for_timeout(500)
                other.page.screenshot(path=folder / f"{name}-{device}-{theme}.png")
            other.context.close()
            other.check()


def main() -> None:
    where = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    where.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        server.wait_until_compiled()
        browser = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=["--no-sandbox"])
        take(where, sys.argv[2:] or list(PLACES), browser, server.base)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
