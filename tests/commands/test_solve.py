"""`tesserae solve`, run as its users run it."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tesserae
from tesserae import record
from tesserae.cli import main
from tests.server.processes import PATIENT
from tests.solving import FAR, WON

SECRET = "tesserae: 1\ngame: consequence\n\n0 bM@b2\n1 rS@c3\n"


@pytest.fixture
def given(tmp_path: Path) -> Any:
    def write(position: object) -> str:
        file = tmp_path / "given"
        file.write_text(position if isinstance(position, str) else json.dumps(position))
        return str(file)

    return write


def solve(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["solve", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_win(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    assert main(["solve", given(WON), "--nodes", "5000"]) == 0
    text = capsys.readouterr().out
    assert "Won: player 2 can force a win in 2 turns, and no faster.\n  1. player 2: b3[B]-b5\n  2. player 1: " in text
    assert "\n  3. player 2: b5[B]-d3*e2\n" in text
    found = solve(capsys, given(WON), "--nodes", "5000")
    assert found["line"][0] == {"seat": 1, "action": "b3[B]-b5"}
    assert f"{found['positions']:,} positions were examined." in text
    assert [found[name] for name in ("game", "seat", "result", "win", "hold", "turns", "exact")] == [
        "symbol",
        1,
        "won",
        True,
        True,
        2,
        True,
    ]
    assert solve(capsys, given(WON), "--nodes", "5000") == found


def test_a_loss_a_draw_and_what_is_not_decided(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    assert solve(capsys, given(WON), "--seat", "0")["result"] == "lost"
    assert solve(capsys, given({**FAR, "quiet": 98}))["result"] == "draw"
    assert solve(capsys, given(FAR), "--nodes", "200")["result"] == "undecided"
    assert main(["solve", given(FAR), "--nodes", "1000"]) == 0
    text = capsys.readouterr().out
    assert "Not decided: whether player 1 can force a win, or must lose.\nNo win can be forced within " in text
    assert main(["solve", given(WON), "--seat", "0"]) == 0
    assert "Lost: whatever player 1 does, the game is lost in 2 turns of its own." in capsys.readouterr().out


def test_a_saved_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, given: Any) -> None:
    state = tesserae.load(WON)
    state.act(1, "c7[W]-c6")
    saved = record.write(state)
    assert solve(capsys, given(saved), "--after", "0", "--nodes", "5000")["result"] == "won"
    assert solve(capsys, given(saved), "--nodes", "100")["seat"] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(saved))
    assert solve(capsys, "-", "--after", "0", "--seat", "1", "--nodes", "5000")["result"] == "won"


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (WON, ["--seat", "2"], "--seat must be a number from 0 to 1, not 2"),
        (WON, ["--after", "0"], "--after: a position has no actions before it"),
        (WON, ["--nodes", "0"], "--nodes must be "),
        (WON, ["--seconds", "0"], "--seconds must be "),
        (WON, ["--seconds", "nan"], "--seconds must be "),
        (SECRET, [], "Consequence cannot be solved from here; that takes a position in which nothing is hidden"),
        ({**WON, "board": {}}, [], "player 1 has no king"),
        ({**WON, "outcome": {"winners": [0]}}, [], "a finished game cannot be loaded"),
        ("Dear diary,\n", [], "neither a position as JSON nor a saved game"),
    ],
)
def test_bad_input_gets_a_sentence(
    text: Any, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], given: Any
) -> None:
    assert main(["solve", given(text), *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_tiles_that_nobody_knows_cannot_be_solved(capsys: pytest.CaptureFixture[str], given: Any) -> None:
    state = tesserae.start("symbol_chain", seats=2, seed=1)
    assert main(["solve", given(record.write(state))]) == 2
    assert "Symbol Chain cannot be solved from here" in capsys.readouterr().err


def test_ctrl_c_gives_what_is_known_so_far(given: Any, tmp_path: Path) -> None:
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "tesserae.cli", "solve", given(FAR), "--nodes", str(10**9), "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, text=True, env=environment) as process:
        os.close(its)
        shown = b""
        while b"proving (Ctrl-C" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=PATIENT)
    os.close(ours)
    assert process.returncode == 0
    assert json.loads(text)["result"] == "undecided"
