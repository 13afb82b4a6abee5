"""Compiled games: whether they fit their sources, and what is done if they are stale, damaged or somebody else's."""

import json
import logging
import lzma
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding as llvm

from tesserae.engine import artefact, jit, native
from tesserae.engine.artefact import Artefact, BadArtefact, Compiled, Stale
from tesserae.envs.setup import setup
from tesserae.games import games
from tests.damage import KINDS, damaged

PACKAGES = {"engine": artefact.SHARED, **{game.name: game.package for game in games()}}
DAMAGES = 700  # and 300 in test_native.py


@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_compiled_fits_its_sources(name: str) -> None:
    """If this fails, a source was changed since: run `tesserae compile` and commit what it writes."""
    try:
        found = artefact.fitting(artefact.stem(PACKAGES[name]), PACKAGES[name], artefact.WHOLE)
    except (BadArtefact, FileNotFoundError) as error:
        pytest.fail(f"{name}: {error}; run: tesserae compile {name}, and commit the two files")
    assert set(found.manifest["versions"]) == {"numba", "llvmlite"}


# --- A package with an artefact of its own, which is made without the compiler ----------------------------------------


def bitcode(factor: int) -> bytes:
    text = f"""
define i32 @"times"(i64 %number, ptr %result) {{
  %product = mul i64 %number, {factor}
  store i64 %product, ptr %result
  ret i32 0
}}"""
    return bytes(llvm.parse_assembly(text).as_bitcode())


class Planted:
    """A package with a source, and what was compiled of it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self.home = name, folder / name
        self.home.mkdir()
        (self.home / "__init__.py").touch()
        self.rules = self.home / "rules.py"
        self.rules.write_text(f"# the rules of {name}\n")
        self.path = artefact.stem(name)
        self.manifest = {
            "package": name,
            "part": "all",
            "sources": {f"{name}/rules.py": artefact.digest(self.rules.read_bytes())},
            "record": None,
            "entries": {"times": {"arguments": [["number", "int"]], "returns": "int", "long": False}},
            "versions": {"numba": "1", "llvmlite": "1"},
        }
        self.write()

    def write(self, code: bytes | None = None, **changed: Any) -> None:
        artefact.write(self.path, {**self.manifest, **changed}, code or bitcode(len(self.name)))

    def shipped(self) -> Artefact | None:
        return Compiled(self.name).shipped()


Plant = Callable[[str], Planted]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Plant:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    caplog.set_level(logging.INFO, "tesserae")
    return lambda name: Planted(tmp_path, f"{name}_{tmp_path.name}".replace("-", "_"))


def test_it_is_used_if_its_sources_are_what_they_were(plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    one = plant("whole")
    os.utime(one.rules, (1, 1))
    found = one.shipped()
    assert found is not None
    assert native.functions(found.bitcode, found.manifest["entries"], None)["times"](2) == 2 * len(one.name)
    assert not caplog.messages


def test_an_edited_source_makes_it_stale(plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    one = plant("edited")
    one.rules.write_text(one.rules.read_text() + "# and more\n")
    assert one.shipped() is None
    with pytest.raises(Stale, match=rf"^{one.name}/rules\.py has changed$"):
        artefact.fitting(one.path, one.name, "all")
    assert not caplog.messages  # nothing is wrong: this is how rules are written


@pytest.mark.parametrize("name", ["{}/gone.py", "gone_too.py", "{}", "", "{}/a\0b.py", "{}/rules.py/x"])
def test_a_source_that_is_not_there_makes_it_stale(plant: Plant, name: str) -> None:
    one = plant("moved")
    one.write(sources={**one.manifest["sources"], name.format(one.name): "0" * 64})  # type: ignore[dict-item]
    assert one.shipped() is None


def test_a_running_program_goes_on_with_the_sources_that_it_has(plant: Plant) -> None:
    one = plant("running")
    assert one.shipped()
    one.rules.write_text("# edited\n")
    assert one.shipped()


# --- Damage -----------------------------------------------------------------------------------------------------------


def refused(one: Planted, caplog: pytest.LogCaptureFixture) -> str:
    """It is not used, and the log says why."""
    caplog.clear()
    assert one.shipped() is None
    [said] = caplog.messages
    start = f"{one.path}.json is not used: "
    assert said.startswith(start)
    return said.removeprefix(start)


def test_damaged_files_are_refused_with_a_sentence(plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    """A change that means the same, as of a space, changes nothing."""
    one, other = plant("damaged"), plant("other")
    whole, chance, seen = one.shipped(), random.Random(29), set()
    contents = [(file, file.read_bytes()) for file in artefact.files(one.path)]
    strangers = [file.read_bytes() for file in artefact.files(other.path)]
    for _ in range(DAMAGES):
        which = chance.randrange(2)
        (file, content), stranger = contents[which], strangers[which]
        kind, left = damaged(content, stranger, chance)
        file.write_bytes(left)
        caplog.clear()
        found = one.shipped()
        if found is None:
            [said] = caplog.messages
            assert said.startswith(f"{one.path}.json is not used: it"), (kind, said)
            seen.add((which, kind))
        else:
            assert found == whole, kind
        file.write_bytes(content)
    assert one.shipped() == whole
    assert seen == {(which, kind) for which in range(2) for kind in KINDS}


def test_what_was_made_for_another_package_or_part_is_refused(plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    one, other = plant("here"), plant("there")
    for mine, foreign in zip(artefact.files(one.path), artefact.files(other.path), strict=True):
        mine.write_bytes(foreign.read_bytes())
    assert refused(one, caplog) == f"it was made for {other.name!r}, 'all'"
    one.write(part="people")
    assert refused(one, caplog) == f"it was made for {one.name!r}, 'people'"
    one.write()
    artefact.files(one.path)[1].write_bytes(artefact.files(other.path)[1].read_bytes())
    assert refused(one, caplog) == "its bitcode was changed"


SHAPES: list[tuple[str, list[Any], str]] = [
    ("sources", [None, {}, [], "rules.py"], "what it was made of"),
    ("entries", [None, [], 1, {"times": {}}, {"times": None}], "what is in it"),
    ("package", [None, 5, []], "it was made for"),
    ("part", [None, 5, []], "it was made for"),
]


@pytest.mark.parametrize(("key", "values", "said"), SHAPES, ids=[key for key, *_ in SHAPES])
def test_a_manifest_of_another_shape_is_refused_although_its_hash_is_right(
    plant: Plant, caplog: pytest.LogCaptureFixture, key: str, values: list[Any], said: str
) -> None:
    one = plant("shape")
    for value in values:
        one.write(**{key: value})
        assert said in refused(one, caplog)


NO_MANIFESTS = ["", "null", "5", "[]", '"x"', "{}", '{"format": 2}', "{", "[" * 100_000, "\ufeff{}", "NaN"]


@pytest.mark.parametrize("text", NO_MANIFESTS)
def test_json_that_is_no_manifest_is_refused(plant: Plant, caplog: pytest.LogCaptureFixture, text: str) -> None:
    one = plant("json")
    artefact.files(one.path)[0].write_text(text)
    assert refused(one, caplog).startswith(("it cannot be read (", "it has not the format 1"))


def test_whatever_is_gone_or_of_another_type_is_refused_or_does_no_harm(
    plant: Plant, caplog: pytest.LogCaptureFixture
) -> None:
    """Also if all hashes are right."""
    one, chance = plant("types"), random.Random(5)
    values: list[Any] = [None, True, 0, -1, 1.5, "", "x", [], {}, [[]], {"": 0}, "ptr", 1 << 70]
    refusals = 0
    for _ in range(60):
        manifest = json.loads(json.dumps({"format": 1, **one.manifest, "bitcode": artefact.digest(b"")}))
        places = list(inside(manifest))
        where, key = chance.choice(places)
        if chance.random() < 0.3:
            del where[key]
        else:
            where[key] = chance.choice(values)
        if "sources" in manifest and manifest["sources"] == one.manifest["sources"]:
            one.write(**{key: manifest.get(key) for key in one.manifest})
        caplog.clear()
        found = one.shipped()
        if found is None:
            refusals += 1
        else:
            try:
                made = native.functions(found.bitcode, found.manifest["entries"], None)
            except native.BadBitcode:
                refusals += 1
            else:
                assert all(function(2) == 2 * len(one.name) for function in made.values())
    assert refusals > 15


def inside(value: Any) -> Any:
    """All places in a value of JSON, from the outside in: what they are in, and their key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from inside(value[key])


@pytest.mark.parametrize("packed", [b"", b"noise", lzma.compress(b"x" * 1000)[:-9], lzma.compress(b"x")[:-30]])
def test_bitcode_that_cannot_be_unpacked_is_refused_although_its_hash_is_right(
    plant: Plant, caplog: pytest.LogCaptureFixture, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = plant("packed")
    with monkeypatch.context() as patch:
        patch.setattr(lzma, "compress", lambda *_, **__: packed)
        one.write()
    assert refused(one, caplog).startswith("its bitcode cannot be unpacked (")


def test_a_missing_file_is_as_if_nothing_had_come(plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(2):
        one = plant(f"missing{number}")
        artefact.files(one.path)[number].unlink()
        assert one.shipped() is None
    assert not caplog.messages


# --- The cache --------------------------------------------------------------------------------------------------------


def group(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o020)


def everybody(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o002)


def somebody(path: Path) -> None:
    os.chown(path, 12345, 12345)


@pytest.mark.parametrize(
    "change",
    [group, everybody, pytest.param(somebody, marks=pytest.mark.skipif(os.getuid() != 0, reason="only root can"))],
)
def test_compiled_parts_are_only_read_from_files_that_nobody_else_can_write(
    plant: Plant, caplog: pytest.LogCaptureFixture, change: Callable[[Path], None]
) -> None:
    """What is planted there is whole, and fits the sources."""
    one = plant("cached")
    compiled = Compiled(one.name)
    path = compiled._stem("people")
    native.make_own(path.parent)
    for changed in (None, *artefact.files(path), path.parent):
        for file in artefact.files(path):
            file.unlink(missing_ok=True)
        artefact.write(path, {**one.manifest, "part": "people"}, bitcode(3))
        if changed is None:
            assert compiled.kept("people")
            continue
        change(changed)
        caplog.clear()
        assert compiled.kept("people") is None
        assert caplog.messages == [f"{path}.json is not used: it cannot be read (others can write to {changed})"]


def test_a_link_in_the_cache_is_not_followed(plant: Plant, tmp_path: Path) -> None:
    one = plant("linked")
    compiled = Compiled(one.name)
    path = compiled._stem("people")
    native.make_own(path.parent)
    artefact.write(path, {**one.manifest, "part": "people"}, bitcode(3))
    assert compiled.kept("people")
    for file in artefact.files(path):
        file.rename(tmp_path / file.name)
        file.symlink_to(tmp_path / file.name)
    assert compiled.kept("people") is None


# --- Of what games are made -------------------------------------------------------------------------------------------


def made_of(name: str) -> set[str]:
    return set(json.loads(artefact.files(artefact.stem(PACKAGES[name]))[0].read_text())["sources"])


def test_a_change_of_one_game_does_not_concern_another() -> None:
    for name, package in PACKAGES.items():
        if name != "engine":
            own = package.replace(".", "/") + "/"
            assert f"{own}rules.py" in made_of(name)
            for other in PACKAGES.keys() - {name}:
                assert not [source for source in made_of(other) if source.startswith(own)]


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_module_with_compiled_functions_is_a_source(name: str) -> None:
    """The rules, what they import, and what stands for the stubs, as the choices of environments do."""
    [game] = [game for game in games() if game.name == name]
    setup(name, None, {})
    modules = {function.__module__ for function in jit.functions if function.__module__.startswith(game.package + ".")}
    found = {stub[game.rules.STATE].__module__ for stub in jit.variants.values() if game.rules.STATE in stub}
    modules |= {module for module in found if not module.startswith("tests.")}  # which have stubs of their own
    assert {module.replace(".", "/") + ".py" for module in modules} <= made_of(name)
    engine = {
        f"tesserae/engine/{module}.py" for module in ("jit", "contract", "ordering", "search", "batch", "bits", "rng")
    }
    compiler = {f"tesserae/engine/compiler/{module}.py" for module in ("abi", "linking", "lowering", "sources")}
    assert engine | compiler | {"tesserae/games/compiling.py"} <= made_of(name)


def test_data_of_which_tables_are_made_are_sources() -> None:
    for game in games():
        home = artefact.PACKAGE / "games" / game.name
        data = {f"tesserae/games/{game.name}/{file.relative_to(home).as_posix()}" for file in home.glob("data/**/*.*")}
        assert data <= made_of(game.name)
