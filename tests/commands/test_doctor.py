"""`tesserae doctor` and `tesserae completion`, and the help of every command."""

import argparse
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tesserae import cli
from tesserae.cli import main
from tesserae.commands import doctor


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """With any port that is free."""
    code = main(["doctor", "--port", "0", *arguments])
    return code, capsys.readouterr().out


def test_all_is_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, told = report(capsys, "--database", str(tmp_path / "tables.db"))
    assert code == 0
    assert "does not exist yet; the server will create it" in told
    assert told.endswith("Everything works.\n")


def test_a_file_that_is_no_database(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("a letter to my aunt " * 100)
    code, told = report(capsys, "--database", str(file))
    assert code == 1
    assert "! database" in told
    assert "is this a database of Tesserae?" in told


def test_a_database_that_does_not_answer(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as busy:  # bound, and nobody listens
        busy.bind(("127.0.0.1", 0))
        code, told = report(capsys, "--database", f"postgresql://127.0.0.1:{busy.getsockname()[1]}/tesserae")
    assert code == 1
    assert "PostgreSQL cannot be reached" in told


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["doctor", "--port", str(port), "--database", str(tmp_path / "a.db")]) == 1
    assert f"! port                   {port}: Address already in use" in capsys.readouterr().out


def test_a_cache_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    [finding] = doctor.cache()
    assert finding.wrong
    assert "XDG_CACHE_HOME" in finding.advice


def test_a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    finding = doctor.postgres("postgresql://127.0.0.1/tesserae")
    assert finding.wrong
    assert "tesserae-games[postgres]" in finding.advice


def test_the_completion_of_bash_knows_every_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out)
    words = "COMP_WORDS=(tesserae war); COMP_CWORD=1; _shtab_tesserae; echo ${COMPREPLY[@]}"
    done = subprocess.run(
        ["bash", "-c", f"source {script}; {words}"],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.stdout.split() == ["warmup"]


def commands() -> dict[str, argparse.ArgumentParser]:
    [chosen] = (action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(chosen.choices)


@pytest.mark.parametrize("name", commands())
def test_the_help_of_every_command_ends_with_examples_that_it_understands(name: str) -> None:
    epilog = commands()[name].epilog
    assert epilog is not None
    lines = epilog.splitlines()
    assert lines[0] == "examples:"
    assert len(lines) > 1
    for line in lines[1:]:
        words = line.split(" > ")[0].split()
        assert words[:2] == ["tesserae", name]
        cli.parser().parse_args(words[1:])


def test_researching_loads_no_server() -> None:
    code = (
        "import sys, tesserae, tesserae.envs, tesserae.bots, tesserae.record; from tesserae.envs import Batch;"
        "print([name for name in ('litestar', 'uvicorn', 'sqlalchemy', 'alembic', 'asyncpg') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
