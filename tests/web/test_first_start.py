"""The first start: pages are there while a game is still being compiled, and wait for it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from playwright.sync_api import expect

from tesserae.engine import cache as compiled  # which points Numba there
from tesserae.server import compiling
from tests.web.conftest import People
from tests.web.serving import Server

# Python runs this at the start of each process: that of the compiler waits, as on a slow machine, until it may go on.
HOLD = f"""
import pathlib, sys, time
if {compiling.__name__!r} in sys.orig_argv:
    while not pathlib.Path(__file__).with_name("go-on").exists():
        time.sleep(0.05)
"""


@pytest.fixture
def slow(server: Server, tmp_path: Path) -> Iterator[Server]:
    """Yet to compile Consequence, and kept at it until there is a file `go-on`. (`server` has done so.)"""
    assert compiled.is_warm("consequence")
    cache = tmp_path / "cache"
    left_out = shutil.ignore_patterns("consequence.warm")
    shutil.copytree(numba.config.CACHE_DIR, cache, ignore=left_out, copy_function=os.symlink)
    (tmp_path / "sitecustomize.py").write_text(HOLD)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    slow = Server(tmp_path, NUMBA_CACHE_DIR=str(cache), PYTHONPATH=path)
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
