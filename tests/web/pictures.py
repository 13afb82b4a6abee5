"""Pictures of every page and of each game in mid-play, for docs/pictures: `python -m tests.web.pictures [FOLDER]`."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

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


def take(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        server.wait_until_compiled()
        browser = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=["--no-sandbox"])
        ada = Person(browser, server.base, reduced_motion="reduce")
        ada.choose(typing=True)
        ada.context.request.put("/api/me", data={"name": "Ada"})
        addresses = {"home": "/", "new": "/new?game=symbol", "settings": "/settings"}
        addresses["waiting"] = f"/t/{ada.table('consequence', ['me', 'open'])}"
        for game in SQUARES:
            for _ in range(9):  # some games end early
                table = ada.table(game, ["me", "bot:master"], bot_seconds=0.4)
                advance(ada, STEPS[game])
                if not ada.page.locator(".result").is_visible():
                    break
            addresses[game] = f"/t/{table}"
        addresses["party"] = addresses["sequence"].replace("/t/", "/party/")
        addresses["lobby"] = f"/party/{ada.table('sequence', ['me'] + ['open'] * 5, seats=6, party=True)}"
        table = ada.table("consequence", ["me", "bot:club"], bot_seconds=0.2)
        while not ada.page.locator(".result").is_visible():
            advance(ada, 1)
            ada.page.locator("#typed:visible, .result").first.wait_for()
        addresses["after"] = f"/t/{table}"
        kept = {"cookies": ada.context.cookies(), "origins": []}
        for device, context in DEVICES.items():
            for theme in ("light", "dark"):
                other = Person(
                    browser, server.base, color_scheme=theme, storage_state=kept, reduced_motion="reduce", **context
                )
                for name, address in addresses.items():
                    other.page.goto(address)
                    other.page.locator("main > *").first.wait_for(state="attached")
                    other.page.wait_for_timeout(900)
                    other.page.screenshot(path=folder / f"{name}-{device}-{theme}.png")
                other.context.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    where = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    where.mkdir(parents=True, exist_ok=True)
    take(where)
