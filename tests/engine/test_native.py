"""Native code and the files it is kept in: damaged, exchanged, somebody else's, or not to be written at all."""

import logging
import os
import random
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding as llvm

from tesserae.engine import native
from tests.damage import KINDS, damaged

DAMAGES = 300
ROOT = os.getuid() == 0
SOMEBODY = 12345  # a user who is not this one

Functions = dict[str, Callable[..., Any]]


def module(factor: int, name: str = "times") -> tuple[bytes, dict[str, Any]]:
    """The bitcode and the entries of a small module, in which a number is multiplied."""
    text = f"""
define i32 @{name}(i64 %number, ptr %result) {{
  %product = mul i64 %number, {factor}
  store i64 %product, ptr %result
  ret i32 0
}}"""
    return llvm.parse_assembly(text).as_bitcode(), {
        name: {"arguments": [["number", "int"]], "returns": "int", "long": False}
    }


def kept(folder: Path) -> Path:
    """The only file in a folder."""
    [file] = folder.iterdir()
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "compiled"


@pytest.fixture(autouse=True)
def _nothing_said_yet(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(native, "_complained", set())
    caplog.set_level(logging.INFO, "tesserae")


# --- Keeping ----------------------------------------------------------------------------------------------------------


def test_code_is_kept_and_read_again(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    code, entries = module(3)
    assert native.functions(code, entries, folder)["times"](5) == 15
    file = kept(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not file.stat().st_mode & 0o022
    before = file.stat()
    assert native.functions(code, entries, folder)["times"](6) == 18
    after = file.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert not caplog.records


def test_other_bitcode_and_other_functions_for_python_have_files_of_their_own(folder: Path) -> None:
    code, entries = module(3)
    native.functions(code, entries, folder)
    native.functions(module(4)[0], entries, folder)
    long = {"times": {**entries["times"], "long": True}}
    assert native.functions(code, long, folder)["times"](2) == 6
    assert len(list(folder.iterdir())) == 3


def test_nothing_is_kept_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert native.functions(*module(3), None)["times"](5) == 15
    assert not list(tmp_path.iterdir())


# --- Damage -----------------------------------------------------------------------------------------------------------


def test_damaged_code_is_made_anew_with_a_sentence(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    code, entries = module(3)
    native.functions(code, entries, folder)
    file = kept(folder)
    whole = file.read_bytes()
    native.functions(module(4)[0], entries, folder)
    [other] = [one.read_bytes() for one in folder.iterdir() if one != file]
    chance, seen = random.Random(29), set()
    for number in range(DAMAGES):
        kind, content = damaged(whole, other, chance)
        if content == whole:
            continue
        seen.add(kind)
        file.write_bytes(content)
        caplog.clear()
        assert native.functions(code, entries, folder)["times"](number) == 3 * number, kind
        assert caplog.messages == [f"native code is made anew: {file} is damaged"], kind
        assert file.read_bytes() == whole
    assert seen == set(KINDS)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (b"", "LLVM cannot use it"),
        (b"BC\xc0\xde" + bytes(64), "LLVM cannot use it"),
        (random.Random(1).randbytes(500), "LLVM cannot use it"),
        (module(3)[0][:200], "LLVM cannot use it"),
        (module(3, "other")[0], "LLVM cannot use it"),
        (llvm.parse_assembly("declare i32 @times(i64, ptr)").as_bitcode(), "times is not in it"),
        (llvm.parse_assembly("@times = global i64 0").as_bitcode(), "LLVM cannot use it"),
        (llvm.parse_assembly("define i32 @times(ptr %n, ptr %r) {\n ret i32 0\n}").as_bitcode(), "times is i32"),
        (llvm.parse_assembly("define i32 @times(i64 %n) {\n ret i32 0\n}").as_bitcode(), "times is i32"),
        (llvm.parse_assembly("define void @times(i64 %n, ptr %r) {\n ret void\n}").as_bitcode(), "times is void"),
    ],
)
def test_bitcode_that_is_not_what_the_manifest_says_is_refused(folder: Path, code: bytes, said: str) -> None:
    with pytest.raises(native.BadBitcode, match=said):
        native.functions(code, module(3)[1], folder)
    assert not folder.exists()


# --- Whose file it is -------------------------------------------------------------------------------------------------


def give_to_somebody(path: Path) -> None:
    os.chown(path, SOMEBODY, SOMEBODY)


def let_the_group_write(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o020)


def let_all_write(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o002)


FOREIGN = [
    pytest.param(give_to_somebody, marks=pytest.mark.skipif(not ROOT, reason="only root can give a file away")),
    let_the_group_write,
    let_all_write,
]


@pytest.fixture
def planted(folder: Path, tmp_path: Path) -> tuple[Path, dict[str, Any], bytes]:
    """Code that does something else, whole in itself, in the place of a module; and the module."""
    code, entries = module(3)
    native.functions(code, entries, folder)
    file = kept(folder)
    right = native._head
    other = native.generate(module(1000)[0], entries)
    file.write_bytes(right(file, other) + other)
    return file, entries, code


def test_what_is_planted_would_be_run(planted: tuple[Path, dict[str, Any], bytes]) -> None:
    """So the tests below would fail without the checks."""
    file, entries, code = planted
    assert native.functions(code, entries, file.parent)["times"](2) == 2000


@pytest.mark.parametrize("change", FOREIGN)
def test_a_file_that_others_could_have_written_is_made_anew(
    planted: tuple[Path, dict[str, Any], bytes], change: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    file, entries, code = planted
    change(file)
    assert native.functions(code, entries, file.parent)["times"](2) == 6
    assert caplog.messages == [f"native code is made anew: others can write to {file}"]
    caplog.clear()
    assert native.functions(code, entries, file.parent)["times"](2) == 6
    assert file.stat().st_uid == os.getuid()
    assert not caplog.messages


@pytest.mark.parametrize("change", FOREIGN)
def test_nothing_is_read_from_a_folder_in_which_others_can_write(
    planted: tuple[Path, dict[str, Any], bytes], change: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    file, entries, code = planted
    before = file.read_bytes()
    change(file.parent)
    for _ in range(2):
        assert native.functions(code, entries, file.parent)["times"](2) == 6
    assert file.read_bytes() == before
    assert [text for text in caplog.messages if "cannot be kept" in text] == [
        f"compiled code cannot be kept, so that each start takes longer: others can write to {file.parent}"
    ]


def test_a_link_is_not_followed(planted: tuple[Path, dict[str, Any], bytes], tmp_path: Path) -> None:
    """A file of ours elsewhere, in a folder of others, could be exchanged by them."""
    file, entries, code = planted
    moved = shutil.move(file, tmp_path / "elsewhere")
    file.symlink_to(moved)
    assert native.functions(code, entries, file.parent)["times"](2) == 6
    assert not file.is_symlink()
    assert native._read(Path(moved)) is None


def test_what_is_no_file_does_not_hold_anybody_up(folder: Path) -> None:
    code, entries = module(3)
    native.functions(code, entries, folder)
    file = kept(folder)
    file.unlink()
    os.mkfifo(file)
    assert native.functions(code, entries, folder)["times"](2) == 6
    file.unlink()
    file.mkdir()
    assert native.functions(code, entries, folder)["times"](2) == 6


# --- A cache that cannot be written -----------------------------------------------------------------------------------


def said_once(caplog: pytest.LogCaptureFixture) -> str:
    [said] = caplog.messages
    assert said.startswith("compiled code cannot be kept, so that each start takes longer: ")
    return said


@pytest.mark.parametrize("path", ["file", "file/compiled"])
def test_a_cache_that_is_a_file_costs_time_and_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    (tmp_path / "file").write_text("mine")
    for factor in (3, 4):
        assert native.functions(*module(factor), tmp_path / path)["times"](2) == factor * 2
    said_once(caplog)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def small_files() -> Iterator[None]:
    """No file can be longer than 100 bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("small_files")
def test_a_cache_that_is_full_costs_time_and_is_said_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    for factor in (3, 4, 5):
        assert native.functions(*module(factor), folder)["times"](2) == 2 * factor
    assert "File too large" in said_once(caplog)
    assert not list(folder.iterdir())


@pytest.fixture(params=["locked", "nowhere"])
def locked(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder that cannot be written."""
    if request.param == "nowhere":
        return Path("/proc/tesserae")  # where not even root can make one
    if ROOT:
        pytest.skip("root can write everywhere")
    tmp_path.chmod(0o500)
    return tmp_path / "compiled"


def test_a_cache_that_cannot_be_written_costs_time_and_is_said_once(
    locked: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for factor in (3, 4, 5):
        assert native.functions(*module(factor), locked)["times"](2) == 2 * factor
    said_once(caplog)


# --- Several at once --------------------------------------------------------------------------------------------------

AT_ONCE = """
import sys
from pathlib import Path
from tesserae.engine import native
from tests.damage import KINDS, damaged
entries = {"times": {"arguments": [["number", "int"]], "returns": "int", "long": False}}
codes = [bytes.fromhex(code) for code in sys.argv[2:]]
print("ready", flush=True)
sys.stdin.read()
for code in codes * 3:
    print(native.functions(code, entries, Path(sys.argv[1]))["times"](1))
"""


def test_processes_that_make_the_same_code_at_once_do_not_disturb_each_other(folder: Path) -> None:
    codes = [module(factor)[0].hex() for factor in range(2, 12)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", AT_ONCE, str(folder), *codes]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    several = [subprocess.Popen(command, env=environment, text=True, **pipes) for _ in range(3)]
    for one in several:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in several:
        assert one.stdin is not None
        one.stdin.close()
        one.stdin = None
    for one in several:
        said, errors = one.communicate(timeout=300)
        assert (said.split(), errors) == ([str(factor) for factor in range(2, 12)] * 3, "")
    assert len(list(folder.iterdir())) == 10
