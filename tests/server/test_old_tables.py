"""What older versions have written can still be read, and is still the same game; where the rules of a game have
changed too much, it is refused in so many words."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tesserae import record
from tesserae.errors import BadRecord
from tesserae.play import Match
from tesserae.play.events import read
from tesserae.server.limits import Limits
from tesserae.server.service import Service
from tests.server.laying import lay
from tests.server.old_tables import FOLDER
from tests.server.processes import LOOSE, Serving, serving

OUTDATED = FOLDER / "symbol_chain-1.jsonl"  # from before everybody said `ready` (SC-4)
OLD = sorted(file for file in FOLDER.glob("*.jsonl") if file != OUTDATED)


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_an_old_table_is_read_as_it_was(file: Path) -> None:
    match = Match.replay([read(line) for line in file.read_text().splitlines()])
    kept = file.with_suffix(".txt").read_text()
    assert match.record() == kept
    assert record.read(kept).final().history == record.read(match.record()).final().history


def test_a_record_by_rules_that_are_no_more_is_refused() -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(OUTDATED.with_suffix(".txt").read_text())
    assert "line 11: this game was played by rules of Symbol Chain that have changed since" in str(caught.value)


def test_old_tables_are_served_and_outdated_ones_refused(tmp_path: Path) -> None:
    assert len(OLD) >= 3
    database = str(tmp_path / "old.db")
    for file in OLD:
        lay(database, file.stem, file.read_text().splitlines())
    lay(database, OUTDATED.stem, OUTDATED.read_text().splitlines(), readable=5)
    with serving(database, *LOOSE, games=("symbol", "symbol_chain", "sequence", "consequence")) as server:
        for file in OLD:
            text = server.get(f"/api/tables/{file.stem}/record").text
            assert text == file.with_suffix(".txt").read_text()
        answer = server.get(f"/api/tables/{OUTDATED.stem}/record")
        assert answer.status_code == 409
        assert answer.json()["rule"] == "MA-37"
        assert "rules of Symbol Chain that have changed since" in answer.json()["text"]
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{OUTDATED.stem}/live") as socket:
            told = json.loads(socket.recv())
        assert (told["t"], told["code"]) == ("error", "forbidden")
        assert "rules of Symbol Chain that have changed since" in told["text"]


def test_seats_that_an_older_version_had_moved_to_another_device(tmp_path: Path) -> None:
    database = str(tmp_path / "old.db")
    table = OLD[0]
    lay(database, table.stem, table.read_text().splitlines()[:10])
    with closing(sqlite3.connect(database)) as store, store:
        store.execute("INSERT INTO holders VALUES (?, 'ann', 'cyd')", (table.stem,))

    async def load() -> list[str | None]:
        service = await Service.open(database, 1, Limits())
        try:
            found = await service.table(table.stem)
            assert found is not None
            return await found.read_settled(lambda match: [seat.person for seat in match.seats])
        finally:
            await service.close()

    assert asyncio.run(load()) == ["cyd", "bob"]
    assert asyncio.run(load()) == ["cyd", "bob"]
    with closing(sqlite3.connect(database)) as store:
        assert store.execute("SELECT count(*) FROM holders").fetchone() == (0,)


def test_what_goes_wrong_in_a_connection_is_logged_once_and_leaves_no_trace(tmp_path: Path) -> None:
    database = str(tmp_path / "old.db")
    lay(database, "damaged", OLD[0].read_text().splitlines())
    with closing(sqlite3.connect(database)) as store, store:
        store.execute("UPDATE events SET event = '{}' WHERE number = 2")
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
