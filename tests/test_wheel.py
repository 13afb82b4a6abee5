"""What is published: the wheel and the source archive, installed in an environment that has no source tree."""

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import httpx
import pytest

from tesserae import __version__
from tests.server.processes import PATIENT, ROOT

PACKAGE = ROOT / "src" / "tesserae"
GAMES = ("symbol", "symbol_chain", "sequence", "consequence")
LOCK = ROOT / "requirements" / "run.txt"
MOVE = """
import tesserae
state = tesserae.start("{game}", seed=1)
state.act(state.actors[0], state.legal(state.actors[0])[0])
print(state.history)
bot = tesserae.bot("{game}", simulations=20, seed=1)
assert bot.choose(state, state.actors[0]) in state.legal(state.actors[0])
import sys
assert "numba" not in sys.modules
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def fresh(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment with the wheel and what playing needs, and nothing else. What it needs is linked
    from this environment, where `make setup` has installed it from the same list."""
    folder = tmp_path_factory.mktemp("fresh") / "env"
    venv.create(folder)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK.read_text(), re.MULTILINE):
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # for another system
            continue
        assert found.version == version
        for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():  # some share a folder
                (packages / top).symlink_to(str(found.locate_file(top)))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "-qq"]
    wheel = str(next(built.glob("*.whl")))
    subprocess.run([*pip, "--disable-pip-version-check", "--no-index", "--no-deps", wheel], check=True)
    return folder / "bin"


def outside(fresh: Path, tmp_path: Path) -> dict[str, str]:
    """An environment in which neither this tree nor this interpreter's packages are found."""
    return {"PATH": f"{fresh}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}


def test_every_file_of_the_package_is_in_the_wheel(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    files = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files <= names
    for game in GAMES:
        for end in (".bc.xz", ".json"):
            assert f"tesserae/games/{game}/compiled/{game}{end}" in names
    assert {"tesserae/engine/compiled/engine.bc.xz", "tesserae/engine/compiled/engine.json"} <= names
    kinds = ("py.typed", "/data/", "/rulebook/", "/web/index.html", "/migrations/versions/", "/web/lang/")
    for kind in kinds:
        assert any(kind in name for name in names), kind


def test_the_wheel_is_small(built: Path) -> None:
    assert next(built.glob("*.whl")).stat().st_size < 3_000_000


def test_the_source_archive_can_be_tested(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "Makefile",
        "tests/test_wheel.py",
        "src/tesserae/py.typed",
    } <= names


@pytest.mark.parametrize("command", ["tesserae", "tesserae-games"])
def test_both_commands_answer(fresh: Path, tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [fresh / command, "--version"],
        cwd=tmp_path,
        env=outside(fresh, tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == f"tesserae {__version__}"


def test_a_move_is_played(fresh: Path, tmp_path: Path) -> None:
    """At once: with the code that comes in the wheel, and nothing else."""
    environment = outside(fresh, tmp_path)
    done = subprocess.run(
        [fresh / "python", "-c", "import tesserae; print(tesserae.__file__)"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(str(fresh.parent))
    for game in GAMES:
        code = MOVE.format(game=game)
        played = subprocess.run(
            [fresh / "python", "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        assert re.match(r"\[\(0, '.+'\)\]", played.stdout)
        assert played.stderr == ""
    kept = [file.suffix for file in (tmp_path / ".cache" / "tesserae" / "compiled").iterdir()]
    assert kept == [".native"] * (len(GAMES) + 1)


def test_the_pages_are_served(fresh: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [fresh / "tesserae", "serve", "--port", "0"],
        cwd=tmp_path,
        env=outside(fresh, tmp_path),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        with httpx.Client(base_url=address, timeout=PATIENT) as client:
            assert "<title>" in client.get("/").text
            for game in client.get("/api/games").json()["games"]:
                assert client.get(f"/static/games/{game['name']}/board.js").status_code == 200
                assert client.get(f"/rules/{game['name']}").status_code == 200
            assert client.get("/ready").status_code == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENT)
    assert (tmp_path / "tesserae.db").exists()
