"""The board that docs/guides/add-a-game.md shows for a game of another package which wants one of its own."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import People
from tests.web.serving import Server
from tests.web.test_generic import opponents, place

PAGE = (Path(__file__).parents[2] / "docs" / "guides" / "add-a-game.md").read_text("utf-8")
(BOARD,) = re.findall(r"^```js\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def house(plugin: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the package is installed, with that board."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(plugin, folder / "installed")
    (folder / "installed" / "tesserae_treasure" / "web" / "board.js").write_text(BOARD, "utf-8")
    server = Server(folder, PYTHONPATH=str(folder / "installed"))
    server.start()
    server.wait_until_compiled()
    yield server
    server.stop()


def test_the_board_of_the_tutorial_works(person: People, house: Server) -> None:
    first, second = opponents(person, house)
    for someone, square in ((first, "b2"), (second, "c3"), (first, "a1")):
        expect(someone.page.locator(".sentence .now")).to_be_attached()
        place(someone, square)
    expect(second.page.locator("[data-square=a1]")).to_have_attribute("aria-label", "a1, 4")
    expect(second.page.locator(".generic")).to_have_count(0)
    expect(second.page.locator(".sentence .now")).to_be_attached()
    for _ in range(2):  # chosen again, it is done
        second.page.locator("[data-square=a1]").click()
    expect(first.page.locator(".mark.last")).to_have_count(1)
    expect(first.page.locator(".sentence .now")).to_be_attached()
    first.page.locator("[data-square=a1]").click()
    expect(first.page.locator(".sentence")).to_contain_text("You have dug at a1 before.")
