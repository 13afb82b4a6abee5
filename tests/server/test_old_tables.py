"""What older versions have written can still be read, and is still the same game; where the rules of a game have
changed too much, it is refused in so many words."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tesserae import record
from tesserae.errors import BadRecord
from tesserae.play import Match
from tesserae.server.store import Append, Entry, Row, Store
from tesserae.server.summary import listing
from tesserae.server.table import decode_event
from tests.server.old_tables import FOLDER
from tests.server.processes import LOOSE, serving

OUTDATED = FOLDER / "symbol_chain-1.jsonl"  # from before everybody said `ready` (SC-4)
OLD = sorted(file for file in FOLDER.glob("*.jsonl") if file != OUTDATED)


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_an_old_table_is_read_as_it_was(file: Path) -> None:
    match = Match.replay([decode_event(line) for line in file.read_text().splitlines()])
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

    async def fill() -> None:
        store = await Store.open(database)
        for file in (*OLD, OUTDATED):
            lines = file.read_text().splitlines()
            events = [decode_event(line) for line in lines]
            match = Match.replay([event for event in events if file != OUTDATED or event.number <= 5])
            rows = [Row(number, None, line) for number, line in enumerate(lines, 1)]
            done: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
            store.append(
                Append([Entry(file.stem, rows, listing(file.stem, match), list(match.people))], done.set_result)
            )
            assert await done
        await store.close()

    asyncio.run(fill())
    with serving(database, *LOOSE, games=("symbol", "symbol_chain", "sequence", "consequence")) as server:
        for file in OLD:
            text = httpx.get(f"{server.base}/api/tables/{file.stem}/record").text
            assert text == file.with_suffix(".txt").read_text()
        answer = httpx.get(f"{server.base}/api/tables/{OUTDATED.stem}/record")
        assert answer.status_code == 409
        assert answer.json()["rule"] == "MA-37"
        assert "rules of Symbol Chain that have changed since" in answer.json()["text"]
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{OUTDATED.stem}/live") as socket:
            told = json.loads(socket.recv())
        assert (told["t"], told["code"]) == ("error", "forbidden")
        assert "rules of Symbol Chain that have changed since" in told["text"]
