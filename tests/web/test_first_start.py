"""The first start: pages are there while the games are still being compiled."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import numba
from playwright.sync_api import expect

from tesserae.engine import warmup  # which points Numba at the cache
from tesserae.server import compiling
from tests.web.conftest import People
from tests.web.serving import Server

PATIENCE = 60  # seconds until the compiler has been started


def compiler(server: Server, game: str) -> int:
    """The process that compiles a game for the server."""
    assert server.process is not None
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], check=True, capture_output=True, text=True).stdout
        for line in listed.splitlines()[1:]:
            pid, parent, command = line.split(None, 2)
            if int(parent) == server.process.pid and command.endswith(f"{compiling.__name__} {game}"):
                return int(pid)
        time.sleep(0.02)
    raise TimeoutError(f"nobody compiles {game}")


def test_a_game_that_is_still_being_compiled_is_waited_for(person: People, server: Server, tmp_path: Path) -> None:
    """Without a single refused request: those would be errors in the console. (`server` has compiled the games.)"""
    cache = tmp_path / "cache"
    assert warmup.is_warm("consequence")
    shutil.copytree(numba.config.CACHE_DIR, cache, ignore=shutil.ignore_patterns("consequence.warm"))
    slow = Server(tmp_path, NUMBA_CACHE_DIR=str(cache))
    slow.start()
    try:
        held = compiler(slow, "consequence")
        os.kill(held, signal.SIGSTOP)
        ada = person(slow)
        ada.page.goto("/")
        expect(ada.page.locator("[data-compiling=consequence]")).to_be_visible()
        ada.page.get_by_role("button", name="Consequence: Play a bot").click()
        expect(ada.page.get_by_role("alert")).to_contain_text("Consequence is being prepared and starts by itself")
        os.kill(held, signal.SIGCONT)
        expect(ada.page.locator("[data-square]")).to_have_count(16, timeout=60_000)
        ada.page.close()
    finally:
        slow.stop()
