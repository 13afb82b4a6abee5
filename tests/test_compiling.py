"""Games that are compiled where they are played, because a rule was changed or their package brings nothing: the
compiler in a process of its own, and the cache."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tesserae.engine import artefact
from tesserae.engine.artefact import BadArtefact
from tesserae.games import games
from tests import nightly

TREASURE = Path(__file__).parent / "plugin" / "src" / "tesserae_treasure"

# --- A rule is changed ------------------------------------------------------------------------------------------------

PLAY = """
import json, logging, sys
said = []
class Keep(logging.Handler):
    def emit(self, record):
        said.append(record.getMessage())
logging.getLogger("tesserae").addHandler(Keep())
from tesserae_treasure import GAME, notation, rules
from tesserae.engine import artefact, contract, jit
import numpy as np
contract.register(rules)
if len(sys.argv) > 1:
    print("ready", flush=True)
    sys.stdin.read()
states, out, told = np.zeros(1, rules.STATE), np.zeros(64, np.int64), []
contract.start(states, np.zeros(1, np.int64), 2, 3)
for action in (0, 15, 16 + 5, 16 + 6, 16 + 7, 16 + 8, 16 + 9):
    seat = contract.actors(states) >> 1
    told.append([seat, contract.act(states, seat, action, out)])
assert jit.INTERPRETED or artefact.of_package("tesserae_treasure").ready("people")
print(json.dumps({"answers": states["answer"][0].tolist(), "told": told, "said": said}))
"""


class Copy:
    """The package of the game of tests/plugin, to be changed, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.home = folder / "src" / "tesserae_treasure"
        shutil.copytree(TREASURE, self.home, ignore=shutil.ignore_patterns("__pycache__"))

    def begin(self, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
        path = os.pathsep.join([str(self.home.parent), *filter(None, sys.path)])
        return subprocess.Popen(
            [sys.executable, "-c", PLAY, *arguments],
            env={**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(self.cache), **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def play(self, **environment: str) -> dict[str, Any]:
        return ended(self.begin(**environment))

    def rules(self, before: str, after: str) -> None:
        file = self.home / "rules.py"
        text = file.read_text("utf-8")
        assert text.count(before) == 1
        file.write_text(text.replace(before, after), "utf-8")


def ended(process: "subprocess.Popen[str]") -> dict[str, Any]:
    said, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    return found


def same(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return (one["answers"], one["told"]) == (two["answers"], two["told"])


@pytest.mark.slow
def test_a_changed_rule_is_never_played_by_old_code(tmp_path: Path) -> None:
    """Two processes find damaged files in the cache, and one of them compiles for both. Then a rule is changed where
    nothing can be kept."""
    copy = Copy(tmp_path)
    plain = copy.play(NUMBA_DISABLE_JIT="1")
    kept = copy.cache / "tesserae" / "compiled"
    kept.mkdir(mode=0o700, parents=True)
    place = stem_in(copy)
    for file, content in zip(artefact.files(place), (b'{"format": 1}', b"x"), strict=True):
        file.write_bytes(content)

    both = [copy.begin("wait") for _ in range(2)]
    for one in both:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in both:
        assert one.stdin is not None
        one.stdin.close()
        one.stdin = None
    found = [ended(one) for one in both]
    assert all(same(one, plain) for one in found)
    said = [text for one in found for text in one["said"]]
    assert f"{place}.json is not used: it was made for None, None" in said
    assert len([text for text in said if text.startswith("compiling people of tesserae_treasure")]) == 1
    assert same(copy.play(), plain)
    again = copy.play()
    assert again["said"] == []

    copy.rules("    if far == 0:", "    s.answer[seat, square] = far + 1\n    if far == 0:")
    changed = copy.play(NUMBA_DISABLE_JIT="1")
    assert not same(changed, plain)
    copy.cache.rename(tmp_path / "old")
    copy.cache.write_text("no folder")
    found = [copy.play()]
    assert same(found[0], changed)
    assert found[0]["said"][0].startswith("compiling people of tesserae_treasure")
    [complaint] = [text for text in found[0]["said"] if "cannot be kept" in text]
    assert len(found[0]["said"]) == 2
    assert str(copy.cache) in complaint


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_a_package_brings_its_compiled_game_until_a_rule_is_changed(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    about = copy.home.parent / "tesserae_treasure-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tesserae-treasure\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[tesserae.games]\ntreasure = tesserae_treasure:GAME\n", "utf-8")
    assert "it has not been compiled" in compile_treasure(copy, "--check").stderr
    done = compile_treasure(copy)
    assert done.returncode == 0, done.stderr
    assert {file.name for file in (copy.home / "compiled").iterdir()} == {
        "tesserae_treasure.json",
        "tesserae_treasure.bc.xz",
    }
    assert compile_treasure(copy, "--check").returncode == 0
    found = copy.play()
    assert found["said"] == []
    assert same(found, copy.play(NUMBA_DISABLE_JIT="1"))
    assert {file.suffix for file in (copy.cache / "tesserae" / "compiled").iterdir()} == {".native"}

    copy.rules("    if far == 0:", "    s.answer[seat, square] = far + 1\n    if far == 0:")
    assert "tesserae_treasure/rules.py has changed" in compile_treasure(copy, "--check").stderr
    changed = copy.play()
    assert changed["said"][0].startswith("compiling people of tesserae_treasure")
    assert not same(changed, found)
    assert same(changed, copy.play(NUMBA_DISABLE_JIT="1"))

    copy.rules("    s.answer[seat, square] = far + 1\n", "")
    assert copy.play() == found


def compile_treasure(copy: Copy, *options: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(copy.home.parent), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-m", "tesserae.cli", "compile", "treasure", *options],
        env={**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(copy.cache)},
        capture_output=True,
        text=True,
        check=False,
    )


def stem_in(copy: Copy) -> Path:
    """Where the part that people need is kept."""
    code = "from tesserae.engine.artefact import Compiled; print(Compiled('tesserae_treasure')._stem('people'))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment["XDG_CACHE_HOME"] = str(copy.cache)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


# --- What the compiler writes -----------------------------------------------------------------------------------------

PACKAGES = {"engine": artefact.SHARED, **{game.name: game.package for game in games()}}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", nightly.cases(list(PACKAGES), "engine".__eq__))
def test_the_same_sources_and_versions_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    """Those that are committed, if they were made by the versions that are installed; else those of another run."""
    package = PACKAGES[name]
    rules = "" if package == artefact.SHARED else f"{package}.rules"
    shipped = artefact.fitting(artefact.stem(package), package, artefact.WHOLE)
    first = artefact.stem(package)
    if shipped.manifest["versions"] != {one: version(one) for one in ("numba", "llvmlite")}:
        first = tmp_path / "first"
        artefact.build(package, rules, artefact.WHOLE, first)
    artefact.build(package, rules, artefact.WHOLE, tmp_path / "again")
    one, two = (artefact.fitting(path, package, artefact.WHOLE) for path in (first, tmp_path / "again"))
    assert one.bitcode == two.bitcode
    hashes = ("bitcode", "manifest")  # of what liblzma has packed, of which there are several versions, too
    assert [{**found.manifest, **dict.fromkeys(hashes)} for found in (one, two)] == [
        {**two.manifest, **dict.fromkeys(hashes)}
    ] * 2


@pytest.mark.slow
def test_a_build_that_needs_what_is_not_on_the_list_fails_and_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sine.py").write_text(
        "import math\n"
        "from tesserae.engine.jit import entry\n\n\n"
        "@entry\ndef sine(value: float) -> float:\n    return math.sin(value)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadArtefact, match=r"does not bring along: (llvm\.sin\.f64|sin)\b"):
        artefact.build(artefact.SHARED, "", "sine", tmp_path / "made", "sine")
    assert not list(tmp_path.glob("made*"))
