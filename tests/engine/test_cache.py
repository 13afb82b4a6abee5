"""The compile cache follows the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tesserae.engine import cache

RULES = "from tesserae.games.one import modules\nfrom tesserae.games.one.record import STATE\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of a few small files in place of the real one: rules that use a record, which uses a board."""
    root = tmp_path / "package"
    texts = {
        "engine/a.py": "",
        "games/options.py": "",
        "games/check.py": "",
        "games/one/__init__.py": "def modules():\n    from tesserae.games.one import view\n    return view\n",
        "games/one/rules.py": RULES,
        "games/one/record.py": "import tesserae.games.one.board\n",
        "games/one/board.py": "",
        "games/one/view.py": "from tesserae.games.one.record import STATE\n",
        "games/one/data/cards.txt": "A B C\n",
        "games/one/nets/value.npz": "weights",
        "cli.py": "",
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(cache, "PACKAGE", root)
    return root


@pytest.mark.parametrize(
    "name",
    [
        *("engine/a.py", "games/options.py"),
        *(f"games/one/{name}" for name in ("__init__.py", "rules.py", "record.py", "board.py")),
    ],
)
def test_the_key_follows_every_source_of_compiled_code(package: Path, name: str) -> None:
    before = cache.key()
    assert cache.key() == before
    text = (package / name).read_text()
    (package / name).write_text(text + "x = 1\n")
    changed = cache.key()
    assert changed != before
    (package / name).write_text(text)
    assert cache.key() == before


def test_the_key_follows_names_new_modules_and_data(package: Path) -> None:
    keys = {cache.key()}
    (package / "games/one/data/cards.txt").write_text("A B D\n")
    keys.add(cache.key())
    (package / "games/one/board.py").rename(package / "games/one/squares.py")
    keys.add(cache.key())
    (package / "games/one/record.py").write_text("import tesserae.games.one.squares\n")
    keys.add(cache.key())
    (package / "engine/new.py").write_text("")
    keys.add(cache.key())
    assert len(keys) == 5


@pytest.mark.parametrize("name", ["cli.py", "games/check.py", "games/one/view.py", "games/one/nets/value.npz"])
def test_what_is_not_compiled_does_not_change_the_key(package: Path, name: str) -> None:
    before = cache.key()
    (package / name).write_text("# edited\n")
    assert cache.key() == before


def test_prune_keeps_the_most_recently_used(tmp_path: Path) -> None:
    folders = [tmp_path / f"version{n:02}" for n in range(cache.KEEP + 5)]
    for age, folder in enumerate(folders):
        folder.mkdir()
        (folder / "compiled").write_text("code")
        os.utime(folder, (1000 - age, 1000 - age))
    current = folders[-1]  # the oldest of all, but the one in use
    (tmp_path / "note.txt").write_text("not a cache")
    cache.prune(current)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["note.txt", current.name, *(folder.name for folder in folders[: cache.KEEP])]
    )


def test_root_is_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.root() == tmp_path / "tesserae"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.root() == Path.home() / ".cache" / "tesserae"


@pytest.mark.parametrize(("bounds", "suffix"), [("", ""), ("1", "-checked")])
def test_prepare_points_numba_at_the_current_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bounds: str, suffix: str
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", bounds)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "before")
    cache.prepare()
    folder = tmp_path / "tesserae" / (cache.key() + suffix)
    assert folder.is_dir()
    assert str(folder) == numba.config.CACHE_DIR


def test_prepare_respects_numbas_own_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "elsewhere")
    cache.prepare()
    assert numba.config.CACHE_DIR == "elsewhere"
    assert list(tmp_path.iterdir()) == []


def test_prepare_gets_by_without_a_place_to_write(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tesserae").write_text("a file where the folder should be")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "before")
    cache.prepare()
    assert numba.config.CACHE_DIR == "before"


def test_a_second_copy_of_the_package_uses_what_the_first_has_compiled(tmp_path: Path) -> None:
    code = (
        "import numpy as np\n"
        "from tesserae.engine import rng\n"
        "rng.draw(np.arange(4))\n"
        "print(rng.__file__, sum(rng.draw.stats.cache_hits.values()))\n"
    )
    told = []
    for copy in ("one", "two"):
        shutil.copytree(cache.PACKAGE, tmp_path / copy / "tesserae", ignore=shutil.ignore_patterns("__pycache__"))
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / copy), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        environment.pop("NUMBA_CACHE_DIR", None)
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        told.append(done.stdout.split())
    assert told[0][0] != told[1][0]
    assert [hits for _, hits in told] == ["0", "1"]
