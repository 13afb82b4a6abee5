"""`tesserae hint`, and `hint` at the table, run as their users run them."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import tesserae
from tesserae.cli import main
from tests.server.processes import PATIENT

SAVED = "tesserae: 1\ngame: consequence\n\n0 bM@b2\n1 rS@c3\n"
POSITION = {"game": "consequence", "turn": 1, "hands": [["bM"], ["rS"]], "board": {}}


@pytest.fixture
def saved(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(SAVED)
    return str(file)


def hint(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["hint", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_saved_game_as_the_seat_sees_it(capsys: pytest.CaptureFixture[str], saved: str) -> None:
    assert main(["hint", saved, "--simulations", "2000"]) == 0
    text = capsys.readouterr().out
    found = hint(capsys, saved, "--simulations", "2000")
    assert "[r?]" in text
    assert "rS@c3" not in text
    best = found["candidates"][0]
    assert f"Moon: {best['text']} (master, 2,000 simulations)" in text
    assert f"Expected: Moon {best['values'][0]:+.2f}, Sun {best['values'][1]:+.2f}" in text
    rows = [line.split() for line in text.splitlines() if "%" in line]
    assert [(row[0], int(row[1].replace(",", ""))) for row in rows] == [
        (candidate["text"], candidate["visits"]) for candidate in found["candidates"][:10]
    ]
    assert f"{len(found['candidates']) - 10} more were considered." in text


def test_json_has_all_that_was_thought(capsys: pytest.CaptureFixture[str], saved: str) -> None:
    found = hint(capsys, saved, "--simulations", "500", "--level", "expert")
    state = tesserae.start("consequence", seed=0)
    state.act(0, "bM@b2")
    state.act(1, "rS@c3")
    thoughts = tesserae.bot("consequence", "expert", simulations=500, seed=0).think(state, 0)
    assert found == {
        "game": "consequence",
        "seat": 0,
        "level": "expert",
        "simulations": thoughts.simulations,
        "candidates": [{"text": c.text, "visits": c.visits, "values": list(c.values)} for c in thoughts.candidates],
        "line": [{"seat": seat, "action": action} for seat, action in thoughts.line],
    }


def test_what_the_seat_cannot_see_changes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = set()
    for tile in ("rS", "rM", "ro"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(SAVED.replace("rS", tile)))
        assert main(["hint", "-", "--simulations", "300"]) == 0
        texts.add(capsys.readouterr().out)
    assert len(texts) == 1


def test_an_earlier_moment_of_a_saved_game(capsys: pytest.CaptureFixture[str], saved: str) -> None:
    found = hint(capsys, saved, "--simulations", "50", "--after", "1")
    assert found["seat"] == 1
    assert {candidate["text"][:2] for candidate in found["candidates"]} & {"rS", "rM", "ro"}
    assert hint(capsys, saved, "--simulations", "50", "--after", "0")["seat"] == 0


def test_moments_of_a_game_with_a_takeback(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(SAVED + "* 1 takeback 1\n")
    assert hint(capsys, str(file), "--simulations", "50")["seat"] == 1  # the last action was taken back
    file.write_text(SAVED + "* 0 takeback 2\n0 bM@b2\n")
    assert hint(capsys, str(file), "--simulations", "50")["seat"] == 1
    assert hint(capsys, str(file), "--simulations", "50", "--after", "2")["seat"] == 0
    assert hint(capsys, str(file), "--simulations", "50", "--after", "1")["seat"] == 1


def test_a_position(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(POSITION))
    found = hint(capsys, str(file), "--simulations", "50", "--seat", "1")
    assert found["seat"] == 1
    assert {candidate["text"][:2] for candidate in found["candidates"]} == {"rS"}
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(POSITION)))
    assert hint(capsys, "-", "--simulations", "50") == found


def test_where_several_may_act_one_must_be_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = tesserae.start("sequence", seed=5, draw="manual")
    state.act(0, state.legal(0)[0])
    assert len(state.actors) > 1
    file = tmp_path / "game.txt"
    file.write_text(tesserae.record.write(state))
    assert main(["hint", str(file)]) == 2
    assert "--seat: must be given; to act: 0 (player 1), 1 (player 2)" in capsys.readouterr().err
    assert hint(capsys, str(file), "--seat", "1", "--simulations", "20")["seat"] == 1


def finished() -> str:
    state = tesserae.start("consequence", seed=4)
    one = tesserae.bot("consequence", "random", seed=1)
    while state.actors:
        state.act(state.actors[0], one.choose(state, state.actors[0]))
    return tesserae.record.write(state)


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (SAVED, ["--seat", "1"], "--seat: 1 is not to act; to act: 0 (Moon)"),
        (SAVED, ["--seat", "7"], "--seat: 7 is not to act"),
        (SAVED, ["--after", "3"], "--after must be a whole number from 0 to 2, not 3"),
        (SAVED, ["--after", "-1"], "--after must be a whole number from 0 to 2, not -1"),
        (SAVED, ["--level", "genius"], "novice, casual, club"),
        (SAVED, ["--level", "random"], "does not think"),
        (SAVED, ["--seconds", "0"], "seconds"),
        (SAVED, ["--simulations", "0"], "simulations"),
        (SAVED + "0 bM@b2\n", [], "line 6: bM@b2 is refused by CQ-3"),
        (json.dumps(POSITION), ["--after", "0"], "--after: a position has no actions before it"),
        (json.dumps(POSITION)[:-1], [], "position: not JSON"),
        (json.dumps({**POSITION, "game": "chess"}), [], "chess"),
        (json.dumps({**POSITION, "outcome": {"winners": [0]}}), [], "a finished game cannot be loaded"),
        ("[1, 2]", [], "neither a position as JSON nor a saved game"),
        ("Dear diary,\n", [], "neither a position as JSON nor a saved game"),
        ("", [], "neither a position as JSON nor a saved game"),
        (finished, [], "the game is over"),
    ],
)
def test_bad_input_gets_a_sentence(
    text: Any, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "given"
    file.write_text(text if isinstance(text, str) else text())
    assert main(["hint", str(file), *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_files_that_are_not_there_or_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["hint", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
    (tmp_path / "picture").write_bytes(bytes(range(256)))
    assert main(["hint", str(tmp_path / "picture")]) == 2
    assert "not a text file" in capsys.readouterr().err


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


@contextmanager
def thinking(folder: Path, typed: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command that shows on a terminal that it has begun to think."""
    ours, its = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "tesserae.cli", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=its,
        text=True,
        cwd=folder,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    ) as process:
        os.close(its)
        assert process.stdin is not None
        process.stdin.write(typed)
        process.stdin.flush()
        shown = b""
        while b"thinking (Ctrl-C" not in shown:
            shown += os.read(ours, 4096)
        yield process
    os.close(ours)


def test_ctrl_c_gives_what_was_thought_so_far(saved: str, tmp_path: Path) -> None:
    with thinking(tmp_path, "", "hint", saved, "--seconds", "600", "--json") as process:
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=PATIENT)
        assert process.returncode == 0
    found = json.loads(text)
    assert sum(candidate["visits"] for candidate in found["candidates"]) == found["simulations"] > 0


def test_ctrl_c_at_a_hint_does_not_end_the_game(tmp_path: Path) -> None:
    command = ["play", "consequence", "--seed", "1", "--seconds", "600", "--bot", "random"]
    with thinking(tmp_path, "hint\n", *command) as process:
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate("bM@b2\nquit\n", timeout=PATIENT)
        assert process.returncode == 0
    assert "simulations)" in text
    saved = tesserae.record.read((tmp_path / "consequence-1.txt").read_text())
    assert saved.actions[0] == (0, "bM@b2")


def test_a_hint_at_the_table_is_a_move_that_can_be_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\nquit\n"))
    assert main(["play", "consequence", "--seed", "1", "--seconds", "0.05"]) == 0
    told = next(line for line in capsys.readouterr().out.splitlines() if "simulations)" in line)
    assert told.startswith("Moon: ")
    assert told.split()[1] in tesserae.start("consequence", seed=1).legal(0)
