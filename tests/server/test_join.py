"""`tesserae join` and `tesserae backup`, as people and scripts use them."""

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import Postgres
from tests.server.processes import LOOSE, PATIENT, ROOT, Serving, serving
from tests.server.wire import Device


def tesserae(*arguments: str, stdin: str = "") -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tesserae.cli", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    process.stdin.write(stdin)
    process.stdin.close()
    return process


def output(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    with process.stdout:
        text = process.stdout.read()
    process.wait(PATIENT)
    return text


def table(server: Serving, game: str, *players: str, **settings: Any) -> str:
    async def make() -> str:
        async with Device(server.base) as device:
            return await device.table(game, list(players), **settings)

    return f"{server.base}/t/{asyncio.run(make())}"


def duel(one: str, two: str, tmp_path: Path) -> None:
    """Two text clients play a whole game against each other."""
    clients = [
        tesserae("join", url, "--auto", "--name", name, "--cookie", str(tmp_path / f"{name}.json"))
        for name, url in (("Ann", one), ("Bob", two))
    ]
    texts = [output(client) for client in clients]
    for text, client in zip(texts, clients, strict=True):
        assert client.returncode == 0, text
        assert "plays" in text
        assert "wins (" in text or "A draw (" in text, text[-500:]
    assert texts[0].splitlines()[-2].split(" (")[-1] == texts[1].splitlines()[-2].split(" (")[-1]


def test_two_clients_play_a_game(server: Serving, tmp_path: Path) -> None:
    url = table(server, "consequence", "open", "open")
    duel(url, url, tmp_path)


def test_against_a_bot_with_typed_commands(server: Serving, tmp_path: Path) -> None:
    url = table(server, "consequence", "open", "bot:novice", bot_seconds=0.05)
    lines = ["?", "help", "? a1", "why rM@a1", "rM@a1", "hint", "board", "say hello", "bM@b2", "undo", "any", "draw"]
    text = output(tesserae("join", url, "--cookie", str(tmp_path / "c.json"), stdin="\n".join([*lines, "quit", ""])))
    assert "red tiles belong" in text or "(CQ-3)" in text
    assert "hello" in text
    assert "plays b?@b2" in text
    assert f"To continue: tesserae join {url}" in text
    again = output(tesserae("join", url, "--cookie", str(tmp_path / "c.json"), stdin="resign\n"))
    assert "wins (resigned" in again


def test_a_client_comes_back_when_the_server_does(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")
    server = Serving(database, *LOOSE).wait("consequence")
    url = table(server, "consequence", "open", "bot:novice", bot_seconds=0.2)
    client = tesserae("join", url, "--auto", "--cookie", str(tmp_path / "c.json"))
    assert client.stdout is not None
    before = ""
    while before.count("plays") < 3:
        before += client.stdout.readline()
    server.kill()
    server = Serving(database, *LOOSE, port=server.port)
    try:
        text = output(client)
        record = server.get(f"/api/tables/{url.rsplit('/', 1)[1]}/record").text
    finally:
        server.stop()
    assert client.returncode == 0, text
    assert "Connected again." in text
    assert "wins (" in text or "A draw (" in text, text[-500:]
    told = (before + text).count(" plays ")  # each move once: what was missed, and nothing twice
    assert told == len(re.findall(r"^[01] ", record, re.MULTILINE))


def test_two_processes_on_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.database()
    with (
        serving(database, *LOOSE, games=("consequence",)) as one,
        serving(database, *LOOSE, games=("consequence",)) as two,
    ):
        url = table(one, "consequence", "open", "open")
        duel(url, url.replace(one.base, two.base), tmp_path)
        bots = table(two, "consequence", "open", "bot:novice", bot_seconds=0.05)
        text = output(tesserae("join", bots, "--auto", "--cookie", str(tmp_path / "c.json")))
        assert "wins (" in text or "A draw (" in text


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "is not the address of a table"),
        ("http://127.0.0.1:9/t/abc", "does not answer"),
        ("{base}/t/nowhere", "There is no such table"),
    ],
)
def test_addresses_that_lead_nowhere(server: Serving, tmp_path: Path, url: str, says: str) -> None:
    client = tesserae("join", url.format(base=server.base), "--cookie", str(tmp_path / "c.json"))
    assert says in output(client)
    assert client.returncode == 2


def test_a_backup_of_what_is_served(tmp_path: Path) -> None:
    database, copy = str(tmp_path / "a.db"), tmp_path / "copy.db"
    with serving(database, *LOOSE, games=("consequence",)) as server:
        url = table(server, "consequence", "me", "bot:novice", bot_seconds=0.05)
        made = tesserae("backup", str(copy), "--database", database)
        assert "1 tables" in output(made)
        assert made.returncode == 0
        again = tesserae("backup", str(copy), "--database", database)
        assert "exists already" in output(again)
        assert again.returncode == 2
    store = sqlite3.connect(copy)
    assert store.execute("SELECT count(*) FROM events").fetchone()[0] > 2
    store.close()
    with serving(str(copy), *LOOSE, games=("consequence",)) as server:
        summary = server.get(f"/api/tables/{url.rsplit('/', 1)[1]}").json()
        assert summary["status"] == "playing"
    for bad, says in (("postgresql://x/y", "pg_dump"), (str(tmp_path / "none.db"), "there is no")):
        assert says in output(tesserae("backup", str(tmp_path / "b.db"), "--database", bad))
