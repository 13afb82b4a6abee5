"""The `tesserae` command, run as its users run it."""

import io
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

import tesserae
from tesserae import record
from tesserae.cli import main
from tesserae.games import games
from tesserae.games.game import Preset


def run(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(arguments)


def test_games_lists_every_game_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    text = capsys.readouterr().out
    for game in games():
        assert game.name in text
        for preset in game.presets:
            assert f"--preset {preset.name}: {preset.title}. {preset.about}" in text
        for option in game.options:
            assert option.name in text
            assert option.help in text


@pytest.mark.parametrize(
    ("game", "preset"),
    [(game.name, preset) for game in games() for preset in game.presets],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_preset_starts_a_game(
    game: str, preset: Preset, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The person leaves at once; the game is saved, and has the options of the preset."""
    file = tmp_path / "game.txt"
    monkeypatch.chdir(tmp_path)
    assert (
        run(monkeypatch, "quit\n", "play", game, "--preset", preset.name, "--bot", "random", "--save", str(file)) == 0
    )
    beginning = record.read(file.read_text()).beginning
    assert dict(preset.options).items() <= beginning.options.items()
    assert preset.seats in (None, beginning.seats)


def test_options_stand_above_the_preset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    wanted = ("--preset", "open_pushes", "--reveal-pushed", "receiver", "--row-min", "2", "--save", str(file))
    assert run(monkeypatch, "quit\n", "play", "consequence", *wanted, "--bot", "random") == 0
    beginning = record.read(file.read_text()).beginning
    assert (beginning.options["reveal_pushed"], beginning.options["row_min"]) == ("receiver", 2)


def first_legal(seed: int) -> str:
    """The lines that a person types who always takes the first legal action against the random bot."""
    state, bot, typed = tesserae.start("consequence", seed=seed), tesserae.bot("consequence", "random", seed=seed), []
    while state.actors:
        seat = state.actors[0]
        action = state.legal(seat)[0] if seat == 0 else bot.choose(state, seat)
        state.act(seat, action)
        if seat == 0:
            typed.append(action)
    return "\n".join(typed) + "\n"


def test_a_whole_game_against_the_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    assert (
        run(monkeypatch, first_legal(5), "play", "consequence", "--bot", "random", "--seed", "5", "--save", str(file))
        == 0
    )
    text = capsys.readouterr().out
    assert "wins (" in text or "A draw (" in text
    assert record.read(file.read_text()).final().outcome is not None
    assert main(["replay", "--check", str(file)]) == 0
    assert "all legal" in capsys.readouterr().out


def test_the_bots_tiles_are_not_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(
        monkeypatch,
        "\n".join(first_legal(5).splitlines()[:4]),
        "play",
        "consequence",
        "--bot",
        "random",
        "--seed",
        "5",
        "--save",
        "/dev/null",
    )
    text = capsys.readouterr().out
    told = [line for line in text.splitlines() if "plays" in line]
    assert told
    assert "  A red tile is placed on" in text  # what it did, as far as one may know
    for line in told:
        assert not any(tile in line for tile in ("rS", "rM", "ro", "bS", "bM", "bo"))


def test_listing_and_explaining(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = "?\n? bM\n? zz\nhelp\n\nwhy bM@b2>N\nwhy bM@b2\nbM@e9\nboard\nsave mine.txt\nquit\n"
    assert run(monkeypatch, typed, "play", "consequence", "--seed", "1") == 0
    text = capsys.readouterr().out
    assert "bM: 16, such as bM@a1" in text
    assert "bM@a1 bM@a2" in text
    assert "Nothing is listed under zz" in text
    assert "(CQ-2)" in text
    assert "bM@b2 is allowed." in text
    assert "(GE-4)" in text
    assert "To continue: tesserae play --resume consequence-1.txt" in text
    assert (tmp_path / "mine.txt").exists()
    assert run(monkeypatch, "bM@b2\n", "play", "--resume", "consequence-1.txt") == 0
    assert record.read((tmp_path / "consequence-1.txt").read_text()).actions[0] == (0, "bM@b2")


def test_two_people_do_not_see_each_others_tiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = "\nbM@b2\n\n\nrS@c3\n\n\n"
    run(monkeypatch, typed, "play", "consequence", "--people", "2", "--seed", "1")
    screens = capsys.readouterr().out.split("\n" * 30)
    sun = next(screen for screen in screens if "Sun, take the keyboard" in screen)
    assert "► Sun  rM" in sun
    assert not any(tile in sun.split("\n\n", 1)[1] for tile in ("bM ", "bS ", "bo "))


def test_replay_shows_everything_or_what_a_seat_saw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text("tesserae: 1\ngame: consequence\n\n0 bM@b2\n1 rS@c3\n")
    assert run(monkeypatch, "", "replay", str(file)) == 0
    assert "[rS]" in capsys.readouterr().out
    assert run(monkeypatch, "", "replay", "--seat", "0", str(file)) == 0
    text = capsys.readouterr().out
    assert "[r?]" in text
    assert "The game is not over." in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "consequence", "--row-min", "7"], "from 1 to 3"),
        (["play", "consequence", "--seats", "5"], "2 players"),
        (["play", "consequence", "--preset", "free"], "the presets are: printed, open_pushes, memory_aid"),
        (["play", "consequence", "--people", "5"], "--people"),
        (["play", "consequence", "--seed", "-4"], "seed"),
        (["play", "consequence", "--bot", "genius"], "novice, casual, club"),
        (["play", "--seconds", "0", "consequence"], "seconds"),
        (["play", "--resume", "nowhere.txt"], "nowhere.txt"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_a_damaged_or_binary_record_gets_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("tesserae: 1\ngame: consequence\n\n0 bM@b2\n1 rS@b2\n")
    assert main(["replay", "--check", str(file)]) == 2
    assert "line 5" in capsys.readouterr().err
    assert main(["replay", "--seat", "4", str(file)]) == 2
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(file)]) == 2
    file.write_text("tesserae: 1\ngame: consequence\nplayers: Ann, Bob\n\n0 bM@b2\n")
    assert main(["play", "--resume", str(file)]) == 2
    assert "Ann, Bob" in capsys.readouterr().err


def until_it_waits(process: subprocess.Popen[str]) -> None:
    """A process that has asked, until it reads the answer: before that, Python would note a signal and still read."""
    asleep = 0
    while asleep < 3:
        asleep = asleep + 1 if psutil.Process(process.pid).status() == psutil.STATUS_SLEEPING else 0
        time.sleep(0.05)


def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "tesserae.cli", "play", "consequence", "--seed", "1"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        text = ""
        while "Moon>" not in text:
            text += process.stdout.read(1)
        until_it_waits(process)
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert "To continue: tesserae play --resume consequence-1.txt" in rest
        assert "Traceback" not in rest
        assert process.wait() == 0
    assert (tmp_path / "consequence-1.txt").exists()


def test_bots_of_a_level_play_and_are_named_in_the_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    arguments = ["--people", "0", "--bot", "novice", "--seconds", "0.01", "--save", str(file)]
    assert run(monkeypatch, "", "play", "consequence", *arguments) == 0
    assert "Sun (novice) plays" in capsys.readouterr().out
    loaded = record.read(file.read_text())
    assert loaded.players == ["novice", "novice"]
    assert loaded.final().outcome is not None
    file.write_text("tesserae: 1\ngame: consequence\nplayers: person, casual\n\n0 bM@b2\n")
    assert run(monkeypatch, "quit\n", "play", "--seconds", "0.01", "--resume", str(file)) == 0
    assert "Sun (casual) plays" in capsys.readouterr().out
    assert record.read(file.read_text()).players == ["person", "casual"]


def test_ctrl_c_stops_a_bot_that_thinks(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "tesserae.cli", "play", "consequence", "--seed", "1", "--people", "0"]
    command += ["--bot", "master", "--seconds", "600"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    ours, its = pty.openpty()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=its, text=True, cwd=tmp_path, env=environment
    ) as process:
        os.close(its)
        shown = b""
        while b"is thinking" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        rest = process.stdout.read()
        assert "To continue: tesserae play --resume consequence-1.txt" in rest
        assert process.wait() == 0
        with suppress(OSError):  # how a terminal says that nobody is there any more
            while some := os.read(ours, 4096):
                shown += some
    os.close(ours)
    assert b"Traceback" not in shown


def test_warmup_names_what_it_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warmup"]) == 0
    assert "Ready after" in capsys.readouterr().out


def test_count_counts_sequences(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["count", "consequence", "--depth", "1", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "bM@a1: 1" in lines
    assert len(lines) == 49
    assert lines[-1].startswith("48 sequences of 1 actions")
    position = '{"game": "consequence", "turn": 1, "hands": [["bM"], ["rS"]], "board": {}}'
    assert run(monkeypatch, position, "count", "consequence", "-", "--depth", "2") == 0
    assert capsys.readouterr().out.startswith("240 sequences of 2 actions")  # 16 squares, then 15
    file = tmp_path / "position.json"
    file.write_text(position)
    assert main(["count", "symbol", str(file), "--depth", "2"]) == 2
    assert "not of symbol" in capsys.readouterr().err
    assert main(["count", "consequence", "--depth", "0"]) == 2
    assert "--depth" in capsys.readouterr().err


def test_a_person_may_act_out_of_turn_and_the_referee_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    state = tesserae.start("sequence", seed=5, draw="manual")
    typed = [state.legal(0)[0], "draw", "referee penalty 0", "forfeit nothing", "", "quit"]
    arguments = ["play", "sequence", "--draw", "manual", "--seed", "5", "--people", "1", "--save", str(file)]
    arguments += ["--bot", "random"]
    assert run(monkeypatch, "\n".join(typed) + "\n", *arguments) == 0
    history = record.read(file.read_text()).actions
    assert history[:2] == [(0, typed[0]), (0, "draw")]
    assert (None, "penalty 0") in history
    assert "GE-4" in capsys.readouterr().out


def test_a_game_that_cannot_be_saved_where_it_should_be_is_saved_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    nowhere = str(tmp_path / "nowhere" / "game.txt")
    typed = "bM@b2\nsave " + nowhere + "\nsave a\0b\nquit\n"
    assert run(monkeypatch, typed, "play", "consequence", "--seed", "5", "--save", nowhere) == 0
    text = capsys.readouterr().out
    assert text.count("The game cannot be written") == 3
    assert text.endswith("To continue: tesserae play --resume consequence-5.txt\n")
    assert record.read((tmp_path / "consequence-5.txt").read_text()).final().history[0] == (0, "bM@b2")
    assert run(monkeypatch, "", "play", "consequence", "--people", "0", "--seed", "6", "--save", nowhere) == 0
    assert record.read((tmp_path / "consequence-6.txt").read_text()).final().outcome is not None


def test_a_game_that_cannot_be_saved_at_all_does_not_promise_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "consequence-5.txt").mkdir()
    assert run(monkeypatch, "quit\n", "play", "consequence", "--seed", "5") == 0
    text = capsys.readouterr().out
    assert text.count("The game cannot be written") == 1
    assert "To go on" not in text


def test_a_record_from_an_editor_that_marks_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("\ufefftesserae: 1\ngame: consequence\n\n0 bM@b2\n", "utf-8")
    assert main(["replay", "--check", str(file)]) == 0


def shell(command: str, directory: Path, **environment: str) -> tuple[int, str]:
    """The exit code of a shell's command line, in which $T is `tesserae`, and all that was printed."""
    tesserae_command = f"{sys.executable} -m tesserae.cli"
    done = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=directory,
        env={**os.environ, "LC_ALL": "C.UTF-8", "T": tesserae_command, **environment},
    )
    return done.returncode, done.stdout.decode()


def test_closed_streams_are_empty_ones(tmp_path: Path) -> None:
    code, text = shell("$T play consequence --seed 1 <&-", tmp_path)
    assert code == 0
    assert text.endswith("To continue: tesserae play --resume consequence-1.txt\n")
    assert shell("$T replay consequence-1.txt <&- >&-", tmp_path) == (0, "")


def test_output_that_nobody_reads_is_no_complaint(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("tesserae: 1\ngame: consequence\n\n0 bM@b2\n")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "tesserae.cli", "replay", "game.txt"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path)
    os.close(writing)
    assert (done.returncode, done.stderr) == (2, b"")
    code, text = shell("$T games > /dev/full", tmp_path)
    assert (code, text) == (2, "tesserae: output: No space left on device\n")


def test_a_terminal_without_all_letters(tmp_path: Path) -> None:
    code, text = shell("$T games", tmp_path, PYTHONIOENCODING="ascii")
    assert code == 0
    assert "on 7?7" in text


def test_bytes_that_are_no_text_end_the_game_cleanly(tmp_path: Path) -> None:
    code, text = shell(
        r"printf '\xff\n' | $T play consequence --seed 1", tmp_path, PYTHONIOENCODING="utf-8:strict", PYTHONUTF8="0"
    )
    assert code == 0
    assert text.endswith("To continue: tesserae play --resume consequence-1.txt\n")


def test_people_at_one_screen_are_ready_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """SC-4, said once for all."""
    monkeypatch.chdir(tmp_path)
    run(monkeypatch, "ready\n?\nquit\n", "play", "symbol_chain", "--people", "2", "--seed", "3")
    shown = capsys.readouterr().out
    assert "remember the board" in shown
    assert "player 1: take a tile" in shown
    assert "take 2" in shown
