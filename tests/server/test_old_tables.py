"""What older versions have written can still be read, and is still the same game."""

from pathlib import Path

import pytest

from tesserae import record
from tesserae.play import Match
from tesserae.play.events import read
from tests.server.laying import lay
from tests.server.old_tables import FOLDER
from tests.server.processes import LOOSE, serving

OLD = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_an_old_table_is_read_as_it_was(file: Path) -> None:
    match = Match.replay([read(line) for line in file.read_text().splitlines()])
    kept = file.with_suffix(".txt").read_text()
    assert match.record() == kept
    assert record.read(kept).final().history == record.read(match.record()).final().history


def test_old_tables_are_served(tmp_path: Path) -> None:
    assert len(OLD) >= 4
    database = str(tmp_path / "old.db")
    for file in OLD:
        lay(database, file.stem, file.read_text().splitlines())
    with serving(database, *LOOSE, games=("symbol", "symbol_chain", "sequence", "consequence")) as server:
        for file in OLD:
            text = server.get(f"/api/tables/{file.stem}/record").text
            assert text == file.with_suffix(".txt").read_text()
