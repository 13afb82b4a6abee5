"""`tesserae arena`, run as its users run it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

import tesserae
from tesserae import record
from tesserae.cli import main
from tests.server.processes import PATIENT


def expected(number: int, names: tuple[str, str], simulations: int) -> tuple[int, ...]:
    """Who wins the game of that number between two levels at Consequence, played here and now."""
    state = tesserae.start("consequence", seed=number // 2)
    seated = names if number % 2 == 0 else names[::-1]
    bots = [tesserae.bot("consequence", level, simulations=simulations, seed=number) for level in seated]
    while state.actors:
        seat = state.actors[0]
        state.act(seat, bots[seat].choose(state, seat))
    assert state.outcome is not None
    return state.outcome.winners


def test_levels_are_rated(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [
        "arena",
        "consequence",
        "random",
        "novice",
        "club",
        "--games",
        "4",
        "--simulations",
        "20",
        "--workers",
        "1",
    ]
    assert main([*command, "--json", str(tmp_path / "results.json")]) == 0
    players = json.loads((tmp_path / "results.json").read_text())["players"]
    ratings = {player["name"]: player["rating"] for player in players}
    assert ratings["club"] == {"elo": 1500.0, "error": 0.0}
    assert ratings["random"]["elo"] < ratings["novice"]["elo"]
    text = capsys.readouterr().out
    for name, rating in ratings.items():
        row = next(line for line in text.splitlines() if f"| {name}" in line and "±" in line)
        assert row.split("|")[-2].strip() == f"{rating['elo']:.0f} ± {rating['error']:.0f}"
    monkeypatch.setattr("tesserae.lab.score.find_spec", lambda name: None)
    assert main([*command, "--json", str(tmp_path / "results.json")]) == 0
    assert all(one["rating"] is None for one in json.loads((tmp_path / "results.json").read_text())["players"])
    text = capsys.readouterr().out
    assert "±" not in text
    assert "install tesserae-games[lab]" in text


def test_a_match_gives_the_same_on_any_number_of_cores(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["arena", "consequence", "expert", "random", "--games", "5", "--simulations", "50"]
    found = []
    for workers in ("1", "2"):
        more = ["--workers", workers, "--json", str(tmp_path / workers), "--records", str(tmp_path / f"games{workers}")]
        assert main([*command, *more]) == 0
        results = json.loads((tmp_path / workers).read_text())
        for one in results["players"]:
            assert one.pop("seconds") > 0
        found.append(results)
    assert found[0] == found[1]
    winners = [expected(number, ("expert", "random"), 50) for number in range(6)]
    assert [tuple(game["outcome"]["winners"]) for game in results["games"]] == winners
    won = sum(winner == (number % 2,) for number, winner in enumerate(winners))
    drawn = sum(len(winner) != 1 for winner in winners)
    (pair,) = results["pairs"]
    assert (pair["won"], pair["drawn"], pair["lost"]) == (won, drawn, 6 - won - drawn)
    assert pair["score"] == (won + drawn / 2) / 6
    assert pair["interval"][0] < pair["score"] <= pair["interval"][1]
    text = capsys.readouterr().out
    assert "Consequence, 2 seats, 50 simulations a move, seed 0: 6 games" in text
    row = next(line for line in text.splitlines() if "| expert" in line)
    assert row.split("|")[2:5] == [
        f" {count:>{len(word)}} " for count, word in ((won, "won"), (drawn, "drawn"), (6 - won - drawn, "lost"))
    ]
    for game in results["games"]:
        loaded = record.read((tmp_path / "games2" / f"{game['number']:05}.txt").read_text())
        assert loaded.players == game["players"]
        final = loaded.final()
        assert final.outcome is not None
        assert final.outcome.export() == game["outcome"]
        assert len(final.history) == game["actions"]


def test_round_robin_with_options_and_teams(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    command = ["arena", "sequence", "random", "novice", "plain+simulations=2", "--seats", "6", "--teams", "3"]
    command += ["--games", "2", "--simulations", "4", "--seed", "9", "--json", str(file)]
    assert main(command) == 0
    results = json.loads(file.read_text())
    assert results["options"] == {"teams": 3}
    assert (results["seats"], results["seed"], results["played"]) == (6, 9, 18)
    assert [pair["players"] for pair in results["pairs"]] == [
        ["random", "novice"],
        ["random", "plain+simulations=2"],
        ["novice", "plain+simulations=2"],
    ]
    assert all(pair["won"] + pair["drawn"] + pair["lost"] == 6 for pair in results["pairs"])
    assert sum(one["won"] - one["lost"] for one in results["players"]) == 0
    for game in results["games"]:
        assert game["players"][:3] == game["players"][3:]
    assert "teams 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["consequence", "master", "genius"], "genius"),
        (["consequence", "master"], "two players"),
        (["consequence", "master", "club", "--games", "0"], "games"),
        (["consequence", "master", "club", "--workers", "0"], "--workers"),
        (["consequence", "master", "club", "--seconds", "-1"], "seconds"),
        (["consequence", "master", "club", "--simulations", "0"], "simulations"),
        (["consequence", "master", "club", "--seats", "3"], "2 players"),
        (["consequence", "master", "club", "--row-min", "9"], "from 1 to 3"),
        (["consequence", "master", "club", "--json", "/nowhere/results.json"], "/nowhere/results.json"),
        (["consequence", "master", "club", "--records", "."], "is not empty"),
    ],
)
def test_bad_input_gets_a_sentence_at_once(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "won" not in captured.out
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


# --- Stopping --------------------------------------------------------------------------------------------------------


@contextmanager
def long_arena(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """One that has played a game or two of many; of all its processes nothing may stay behind."""
    command = [sys.executable, "-m", "tesserae.cli", "arena", "consequence", "master", "plain", "--games", "1000"]
    command += ["--seconds", "0.02", "--workers", "2", "--json", "results.json", "--records", "games"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder, start_new_session=True
    ) as process:
        while len(list(folder.glob("games/*.txt"))) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        family = psutil.Process(process.pid).children(recursive=True)
        assert len(family) >= 2
        try:
            yield process
        finally:
            process.kill()  # or a test that failed would wait for all the games
    assert not psutil.wait_procs(family, timeout=PATIENT)[1]


def check_results(folder: Path, text: str) -> None:
    results = json.loads((folder / "results.json").read_text())
    assert results["planned"] == 1000
    assert results["played"] == len(results["games"]) == len(list(folder.glob("games/*.txt"))) >= 2
    assert f"stopped after {results['played']} of 1000 games" in text
    assert "| master" in text


@pytest.mark.parametrize("how", ["interrupt", "terminal", "terminate"])
def test_it_stops_with_what_it_has(how: str, tmp_path: Path) -> None:
    """Ctrl-C in a terminal goes to the workers as well; `kill` and `timeout` end it in the same way."""
    with long_arena(tmp_path) as process:
        match how:
            case "interrupt":
                process.send_signal(signal.SIGINT)
            case "terminal":
                os.killpg(process.pid, signal.SIGINT)
            case "terminate":
                process.send_signal(signal.SIGTERM)
        text, _ = process.communicate(timeout=PATIENT)
        assert process.returncode == 130
    assert "Traceback" not in text
    check_results(tmp_path, text)


def test_workers_do_not_outlive_it(tmp_path: Path) -> None:
    with long_arena(tmp_path) as process:
        process.kill()


def test_a_worker_that_dies_costs_nothing(tmp_path: Path) -> None:
    with long_arena(tmp_path) as process:
        arena = psutil.Process(process.pid)
        workers = [child for child in arena.children() if "tesserae.workers" in " ".join(child.cmdline())]
        assert len(workers) == 2
        before = len(list(tmp_path.glob("games/*.txt")))
        workers[0].kill()
        while len(list(tmp_path.glob("games/*.txt"))) < before + 4:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=PATIENT)
        assert process.returncode == 130
    check_results(tmp_path, text)


def test_the_score_is_shown_live_on_a_terminal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tesserae.cli", "arena", "consequence", "novice", "random", "--games", "4"]
    command += ["--simulations", "10"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "40"}
    ours, its = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, cwd=tmp_path, env=environment) as process:
        os.close(its)
        shown = b""
        with suppress(OSError):  # how a terminal says that nobody is there any more
            while some := os.read(ours, 4096):
                shown += some
        assert process.stdout is not None
        report = process.stdout.read()
        assert process.wait(PATIENT) == 0
    os.close(ours)
    assert b"0/4" in shown
    assert b"4/4" in shown
    assert b"| novice" in shown
    assert b"Elo" not in shown
    assert b"Elo" in report
