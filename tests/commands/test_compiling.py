"""`tesserae compile --wasm`, run as its users run it."""

import json
from pathlib import Path

import pytest

from tesserae.bots.browser import files
from tesserae.cli import main
from tesserae.games import game as find
from tesserae.games import names


def test_a_game_is_written_as_webassembly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = names()[-1]
    assert main(["compile", name, "--wasm", "--output", str(tmp_path / "mine.wasm")]) == 0
    made = files(find(name))
    assert (tmp_path / "mine.wasm").read_bytes() == made.module.content
    assert (tmp_path / "mine.weights").read_bytes() == made.weights.content
    description = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    assert description == made.description | {"module": "mine.wasm", "weights": "mine.weights"}
    assert f"mine.wasm: {len(made.module.content) / 1000:.1f} kB" in capsys.readouterr().out


def test_without_a_name_it_is_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = names()[0]
    assert main(["compile", name, "--wasm"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}.{end}" for end in ("json", "wasm", "weights")]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--wasm"], "--wasm takes the name of one game"),
        ([*names()[:2], "--wasm"], "--wasm takes the name of one game"),
        ([names()[0], "--output", "x.wasm"], "--output is for --wasm only"),
        ([names()[0], "--wasm", "--output", "x.json"], "ends in .wasm"),
        ([names()[0], "--wasm", "--output", "/nowhere/x.wasm"], "/nowhere/x.wasm cannot be written"),
    ],
)
def test_what_is_not_possible_is_said(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", *options]) != 0
    assert said in capsys.readouterr().err
