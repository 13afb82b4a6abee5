"""Records as arrays: what they say is what the records say, in both formats; damaged ones are refused by name."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import read_records
from tesserae import record
from tesserae.cli import main
from tesserae.envs import export
from tests.envs.tables import FEW, Table, Twin
from tests.walks import walk

a_few = pytest.mark.parametrize("table", FEW, ids=str)


def played(table: Table, folder: Path, seeds: range) -> list[Path]:
    """Files with random games of a table."""
    files = []
    for seed in seeds:
        state = table.start(seed)
        for _ in walk(state, random.Random(seed), often=0):
            pass
        files.append(folder / f"{seed}.txt")
        files[-1].write_text(record.write(state), "utf-8")
    return files


@a_few
def test_columns_are_what_was_played(table: Table, tmp_path: Path) -> None:
    files = played(table, tmp_path, range(2))
    columns, about = export.load(files)
    assert set(columns) == set(export.SCHEMA)
    assert json.loads(about["options"]) == table.start(0).game.changed(table.start(0).options)
    assert (columns["legal"][np.arange(len(columns["choice"])), columns["choice"]]).all()
    row = 0
    for number, file in enumerate(files):
        loaded = record.read(file.read_text("utf-8"))
        twin = Twin(table, number)
        final = export.results(loaded, loaded.final())
        for move, (seat, action) in enumerate(loaded.actions):
            if seat is None:  # the referee chooses nothing here
                twin.state.act(None, action)
                continue
            length = len(twin.state.history)
            twin.seat = seat
            while len(twin.state.history) == length:
                got: dict[str, Any] = {name: column[row] for name, column in columns.items()}
                assert (got["game"], got["move"], got["seat"]) == (number, move, seat)
                assert twin.state.game.notation.write(got["action"]) == action
                assert np.allclose(got["observation"], twin.observation(seat).ravel(), atol=1e-5)
                assert np.flatnonzero(got["legal"]).tolist() == twin.offered()
                assert got["result"] == np.float32(final[seat])
                assert abs(got["value"]) <= 1
                twin.choose(int(got["choice"]))
                row += 1
        assert final == twin.returns()
    assert row == len(columns["choice"])


@pytest.mark.parametrize("suffix", export.SUFFIXES)
def test_both_formats_hold_the_same(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = played(FEW[-1], tmp_path, range(2))
    to = tmp_path / f"games{suffix}"
    assert main(["export", *map(str, files), "--to", str(to)]) == 0
    assert "choices of 2 games of sequence" in capsys.readouterr().out
    columns, about = export.load(files)
    again, said = read_records.read(to)
    assert said == about
    for name, column in columns.items():
        assert again[name].shape == column.shape
        assert np.array_equal(again[name].astype(column.dtype), column)
    assert read_records.main([str(to)]) == len(columns["choice"])


def test_games_that_were_given_up_or_not_finished(tmp_path: Path) -> None:
    state = FEW[0].start(1)
    seat = state.actors[0]
    state.act(seat, state.legal(seat)[0])
    file = tmp_path / "game.txt"
    file.write_text(record.write(state), "utf-8")
    columns, _ = export.load([file])
    assert np.isnan(columns["result"]).all()
    file.write_text(record.write(state) + "* 1 resigned\n", "utf-8")
    columns, _ = export.load([file])
    assert columns["result"].tolist() == [1.0]
    file.write_text(record.write(state) + "* - agreed\n", "utf-8")
    columns, _ = export.load([file])
    assert columns["result"].tolist() == [0.0]


def test_what_cannot_be_exported_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = played(FEW[-1], tmp_path, range(1))[0]
    other = tmp_path / "other.txt"
    other.write_text(record.write(FEW[0].start(1)), "utf-8")
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(good.read_text("utf-8").replace("\n\n", "\n\n0 nonsense\n", 1), "utf-8")
    to = str(tmp_path / "out.npz")
    for arguments, words in (
        ([str(good), str(other), "--to", to], "but those before are of sequence"),
        ([str(damaged), "--to", to], "damaged.txt: line"),
        ([str(other), "--to", to], "there is no action in these records"),
        ([str(good), "--to", "out.csv"], "the name must end in .npz or .parquet"),
    ):
        assert main(["export", *arguments]) == 2
        assert words in capsys.readouterr().err
    assert not Path(to).exists()
