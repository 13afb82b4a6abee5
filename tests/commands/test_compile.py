"""`tesserae compile --check` names what has changed; compilers end with the command that began them."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tesserae import cli
from tesserae.commands import compiling
from tesserae.engine import artefact
from tesserae.workers import Closed
from tests.server.processes import PATIENT

GAMES = ("symbol", "symbol_chain", "sequence", "consequence")


def test_nothing_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """In this tree; if it fails, do what it says, and commit the files."""
    result = cli.main(["compile", "--check"])
    assert (result, capsys.readouterr().err) == (0, "")
    assert cli.main(["compile"]) == 0
    assert capsys.readouterr().out == "Nothing has changed since it was compiled.\n"


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Path]:
    """Another copy of the package, to be changed."""
    shutil.copytree(artefact.PACKAGE, tmp_path / "tesserae", ignore=shutil.ignore_patterns("__pycache__"))
    yield tmp_path / "tesserae"
    assert not (tmp_path / "cache").exists()  # nothing was compiled


def check(copy: Path, *names: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "tesserae.cli", "compile", "--check", *names],
        env={**os.environ, "PYTHONPATH": str(copy.parent), "XDG_CACHE_HOME": str(copy.parent / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()


def append(path: Path, text: str = "# edited\n") -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_changed_rule_makes_its_game_stale_and_no_other(copy: Path) -> None:
    append(copy / "games" / "consequence" / "closing.py")
    expected = (
        "consequence: tesserae/games/consequence/closing.py has changed since it was compiled; "
        "run: tesserae compile consequence"
    )
    assert check(copy) == (1, [expected])
    assert check(copy, "consequence") == (1, [expected])
    assert check(copy, "symbol", "engine") == (0, [])


def test_a_changed_engine_makes_everything_stale(copy: Path) -> None:
    append(copy / "engine" / "rng.py")
    code, lines = check(copy)
    assert code == 1
    assert [line.split(":")[0] for line in lines] == ["engine", *GAMES]
    assert all("tesserae/engine/rng.py has changed" in line for line in lines)


def test_what_compiled_code_is_not_made_of_makes_nothing_stale(copy: Path) -> None:
    for name in ("games/symbol/text.py", "games/symbol/why.py", "state.py", "engine/native.py", "engine/building.py"):
        append(copy / name)
    assert check(copy) == (0, [])


def test_what_is_damaged_or_gone_is_named_too(copy: Path) -> None:
    games = copy / "games"
    (games / "symbol" / "compiled" / "symbol.bc.xz").write_bytes(b"")
    (games / "sequence" / "compiled" / "sequence.json").unlink()
    (games / "symbol_chain" / "compiled" / "symbol_chain.json").write_text("{}")
    assert check(copy) == (
        1,
        [
            "symbol: what was compiled cannot be used, because its bitcode was changed; run: tesserae compile symbol",
            "symbol_chain: what was compiled cannot be used, because it has not the format 1 of this version; "
            "run: tesserae compile symbol_chain",
            "sequence: it has not been compiled; run: tesserae compile sequence",
        ],
    )


@pytest.mark.parametrize("how", ["terminal", "killed"])
def test_the_compiler_ends_with_the_command(how: str, tmp_path: Path) -> None:
    """Ctrl-C in a terminal goes to the group of the main process, which ends its compilers."""
    shutil.copytree(artefact.PACKAGE, tmp_path / "tesserae", ignore=shutil.ignore_patterns("__pycache__"))
    for game in ("consequence", "sequence"):
        append(tmp_path / "tesserae" / "games" / game / "rules.py")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "tesserae.cli", "warmup"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment, start_new_session=True) as process:
        main = psutil.Process(process.pid)
        while not (family := [one for one in main.children() if "tesserae.workers" in " ".join(one.cmdline())]):
            assert process.poll() is None
            time.sleep(0.05)
        if how == "terminal":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.kill()
        assert process.wait(PATIENT) != 0
    assert not psutil.wait_procs(family, timeout=PATIENT)[1]
    assert not list((tmp_path / "cache").rglob("*.bc.xz"))


class Slow(artefact.Compiled):
    """Compiles for a long time, if it may still tell how far it is; or is interrupted at once."""

    begun, stopped = threading.Event(), threading.Event()

    def part(self, part: str, module: str = "", progress: artefact.Progress | None = None) -> artefact.Artefact:
        assert progress is not None
        if part == "interrupted":
            assert self.begun.wait(PATIENT)
            raise KeyboardInterrupt
        try:
            for step in range(PATIENT):
                progress(step, PATIENT, "working")
                self.begun.set()
                time.sleep(0.1)
        except Closed:
            self.stopped.set()
        raise Closed


def test_a_compiler_that_is_only_about_to_start_ends_with_the_command() -> None:
    """Its worker is not yet among those that are ended."""
    slow = Slow(artefact.SHARED)
    with pytest.raises(KeyboardInterrupt):
        compiling._compile([("one", slow, "interrupted"), ("other", slow, "working")])
    assert slow.stopped.is_set()
