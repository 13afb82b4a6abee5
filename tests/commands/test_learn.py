"""`tesserae learn`, run as its users run it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tesserae.cli import main
from tesserae.engine.net import load
from tests.server.processes import PATIENT

TINY = ["--width", "4", "--games", "8", "--simulations", "4", "--passes", "1", "--anchor", "0"]
TINY += ["--gate", "16", "--gate-simulations", "3", "--on", "here"]


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert main(["learn", "consequence", "--rounds", "1", "--seed", "5", *TINY, "--out", str(out)]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0].startswith("round  samples   loss")
    assert "log loss of games held out" in text
    assert "curves.svg" in text
    assert main(["learn", "consequence", "--resume", str(out), "--rounds", "2", "--on", "here"]) == 0
    again, apart = [load(out / f"round-00{n}" / "newest.npz")[0] for n in (1, 2)]
    assert again.first.tobytes() != apart.first.tobytes()
    whole = tmp_path / "whole"
    assert main(["learn", "consequence", "--rounds", "2", "--seed", "5", *TINY, "--out", str(whole)]) == 0
    assert load(whole / "round-002" / "newest.npz")[0].first.tobytes() == apart.first.tobytes()
    assert (out / "curves.svg").read_text("utf-8").startswith("<svg")
    plan = json.loads((out / "run.json").read_text("utf-8"))
    assert (plan["game"], plan["seed"], plan["games"], plan["given"]) == ("consequence", 5, 8, {})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hours", "0"], "--hours must be "),
        (["--hours", "nan"], "--hours must be "),
        (["--rounds", "0"], "--rounds must be "),
        (["--rounds", "1", "--games", "0"], "--games must be "),
        (["--rounds", "1", "--mix", "2"], "--mix must be "),
        (["--rounds", "1", "--row-min", "7"], "row_min"),
        (["--rounds", "1", "--seats", "3"], "is for 2 players"),
        (["--rounds", "1", "--on", "mars"], "--on must be "),
        (["--rounds", "1", "--resume", "nowhere"], "nothing was learned in nowhere"),
        (["--rounds", "1", "--resume", "a", "--out", "b"], "--out: a run is resumed in its own folder"),
    ],
)
def test_what_is_not_possible(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["learn", "consequence", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_run_of_another_game_or_with_other_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert main(["learn", "consequence", "--hours", "1e-9", *TINY, "--out", str(out)]) == 0
    assert f"No round was finished; continue with --resume {out}" in capsys.readouterr().out
    assert main(["learn", "sequence", "--resume", str(out), "--rounds", "1"]) == 2
    assert "is a run of consequence, not of sequence" in capsys.readouterr().err
    assert main(["learn", "consequence", "--resume", str(out), "--rounds", "1", "--width", "9"]) == 2
    assert "leave out --width" in capsys.readouterr().err
    assert main(["learn", "consequence", "--rounds", "1", "--out", str(out)]) == 2
    assert f"{out} is not empty; to continue the run in it, use --resume {out}" in capsys.readouterr().err


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["learn", "chess", "--rounds", "1"])
    assert "invalid choice: 'chess'" in capsys.readouterr().err


def test_ctrl_c_keeps_what_there_is(tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "tesserae.cli", "learn", "consequence", "--hours", "1", *TINY, "--out", str(out)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    end = time.monotonic() + 240
    while not (out / "rounds.jsonl").exists() and time.monotonic() < end and run.poll() is None:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    text, errors = run.communicate(timeout=PATIENT)
    assert run.returncode == 130, errors
    assert text.startswith("round  samples")
    assert "Traceback" not in errors
    assert main(["learn", "consequence", "--resume", str(out), "--rounds", "1", "--on", "here"]) == 0
