"""A server whose rules of a game were edited: pages are there while it is being compiled, and wait for it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tesserae.engine import artefact
from tests.web.conftest import People
from tests.web.serving import Server

# Python runs this at the start of each process: workers, and so the compiler, wait until they may go on.
HOLD = """
import pathlib, sys, time
if any("tesserae.workers" in word for word in sys.orig_argv):
    while not pathlib.Path(__file__).with_name("go-on").exists():
        time.sleep(0.05)
"""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Server]:
    """Of a copy in which the rules of Consequence were edited, and kept at compiling them until there is a file
    `go-on`."""
    shutil.copytree(artefact.PACKAGE, tmp_path / "tesserae", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "tesserae" / "games" / "consequence" / "rules.py").open("a") as rules:
        rules.write("# edited\n")
    (tmp_path / "sitecustomize.py").write_text(HOLD)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    slow = Server(tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"), PYTHONPATH=path)
    slow.start()
    yield slow
    (tmp_path / "go-on").touch()
    slow.stop()


def test_a_game_that_is_still_being_compiled_is_waited_for(person: People, slow: Server, tmp_path: Path) -> None:
    """Without a single refused request: those would be errors in the console."""
    ada = person(slow)
    ada.page.goto("/")
    expect(ada.page.locator("[data-compiling=consequence]")).to_be_visible()
    ada.page.get_by_role("button", name="Consequence: Play a bot").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("Consequence is being prepared and starts by itself")
    (tmp_path / "go-on").touch()
    expect(ada.page.locator("[data-square]")).to_have_count(16, timeout=120_000)
    ada.page.close()
