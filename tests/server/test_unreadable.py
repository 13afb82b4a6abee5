"""What a server finds in its store and cannot open: tables by other rules, damaged ones, a store of another version."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tesserae.play.events import Created, Event, write
from tests.play.tables import ANN, BOB, Table
from tests.server.laying import lay
from tests.server.processes import LOOSE, PATIENT, Serving, serving


def played() -> list[Event]:
    table = Table("consequence").seat(ANN, BOB)
    for _ in range(5):
        seat, actions = table.legal()
        table.act(seat, actions[0])
    return table.match.events


def change(database: str, statement: str, value: str) -> None:
    with closing(sqlite3.connect(database)) as store, store:
        store.execute(statement, [value])


def test_a_table_by_other_rules_is_refused(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    created, *rest = played()
    assert isinstance(created, Created)
    other = replace(created, rules_version=2)
    lay(database, "now", list(map(write, [created, *rest])))
    lay(database, "then", list(map(write, [created, *rest])))
    change(database, "UPDATE events SET event = ? WHERE table_id = 'then' AND number = 1", write(other))
    with serving(database, *LOOSE, games=("consequence",)) as server:
        assert server.get("/api/tables/now/view").json()["board"]
        answer = server.get("/api/tables/then/view")
        assert answer.status_code == 409
        assert answer.json()["rule"] == "MA-37"
        assert "rules of Consequence that have changed since" in answer.json()["text"]
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/then/live") as socket:
            told = json.loads(socket.recv())
        assert (told["t"], told["code"]) == ("error", "forbidden")
        assert "rules of Consequence that have changed since" in told["text"]


def test_what_goes_wrong_in_a_connection_is_logged_once_and_leaves_no_trace(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    lay(database, "damaged", list(map(write, played())))
    change(database, "UPDATE events SET event = ? WHERE number = 2", "{}")
    server = Serving(database, "--sockets", "3")
    try:
        for _ in range(5):  # more than there may be at a time
            with connect(f"ws://127.0.0.1:{server.port}/api/tables/damaged/live") as socket:
                told = json.loads(socket.recv())
                assert (told["t"], told["code"]) == ("error", "internal")
                with pytest.raises(ConnectionClosed):
                    socket.recv()
        assert "tesserae_sockets 0.0" in server.get("/metrics").text
    finally:
        server.stop()
    log = "".join(server.log)
    assert log.count("tesserae.live ERROR table damaged") == 5
    assert log.count("ValidationError: ") == 5
    assert log.count("ERROR") == 5


def test_a_store_of_another_version_is_refused_in_a_sentence(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    lay(database, "now", list(map(write, played())))
    change(database, "UPDATE alembic_version SET version_num = ?", "0003")
    command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", "0", "--database", database]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENT)
    sentence = "tesserae: database: it was written by another version of Tesserae; this one cannot read it\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
