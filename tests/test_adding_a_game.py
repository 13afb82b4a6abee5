"""docs/guides/add-a-game.md shows the game of tests/plugin, file by file, and its commands do what it says."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"
PAGE = (Path(__file__).parents[1] / "docs" / "guides" / "add-a-game.md").read_text("utf-8")
SHOWN = dict(re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) for line in block.splitlines()
]
INSTALL = "pip install -e ."
SERVE = "tesserae serve --port 0"


def test_every_file_is_shown_as_it_is() -> None:
    files = {path.relative_to(PLUGIN).as_posix(): path for path in PLUGIN.rglob("*") if path.is_file()}
    there = {name: path.read_text("utf-8") for name, path in files.items() if "__pycache__" not in name}
    assert there.pop("src/tesserae_treasure/py.typed") == ""
    assert there == SHOWN


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made by somebody who has the page alone."""
    folder = tmp_path_factory.mktemp("treasure")
    for name, text in SHOWN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "src" / "tesserae_treasure" / "py.typed").touch()
    return folder


@pytest.fixture(scope="module")
def environment(folder: Path) -> dict[str, str]:
    """Where `pip install -e .` was run: in a place of its own, so that no other test has the game."""
    assert INSTALL in COMMANDS
    place = folder / "installed"
    alone = ["--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(place)]
    subprocess.run([sys.executable, "-m", "pip", "install", "-qq", *alone, str(folder)], check=True)
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return {**os.environ, "PYTHONPATH": str(place), "PATH": path}


@pytest.mark.parametrize("command", [line for line in COMMANDS if line not in (INSTALL, SERVE)])
def test_commands_do_what_the_page_says(folder: Path, environment: dict[str, str], command: str) -> None:
    words = shlex.split(command)
    settings = [word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word)]
    words = words[len(settings) :]
    script = [sys.executable, "-m", "tesserae.cli"] if words[0] == "tesserae" else [sys.executable, "-m", words[0]]
    done = subprocess.run(
        [*script, *words[1:]],
        cwd=folder,
        env={**environment, **dict(settings)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    wanted = {
        "tesserae games": "treasure: Hide a treasure",
        "tesserae check treasure": "Treasure does what every game must.",
        "NUMBA_DISABLE_JIT=1 tesserae check treasure": "Treasure does what every game must.",
        "tesserae rules treasure": "**TR-5** A player who digs where the treasure lies",
        "pytest -q tests": " passed",
        "mypy --strict --no-warn-return-any src": "Success: no issues found",
    }
    assert wanted.get(command, "") in done.stdout


def test_it_can_be_served(environment: dict[str, str], tmp_path: Path) -> None:
    assert SERVE in COMMANDS
    command = [sys.executable, "-m", "tesserae.cli", *SERVE.split()[1:], "--database", str(tmp_path / "tables.db")]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        assert any("http://127.0.0.1:" in line for line in server.stdout)
        server.send_signal(signal.SIGINT)
        server.stdout.read()
    assert server.returncode == 0
