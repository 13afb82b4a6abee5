"""WebAssembly does what native code and plain Python do; the same in a browser: tests/web/test_engine.py."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding as llvm

from tesserae.bots.browser import files
from tesserae.engine import artefact, wasm
from tesserae.engine.wasm_linking import STACK, Unlinkable, link
from tesserae.games import game as find
from tesserae.games import names
from tests.engine import same
from tests.nightly import cases

ROOT = Path(__file__).resolve().parents[2]
NODE = shutil.which("node")
MOST = 60_000  # bytes of a module as it travels
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed; Chromium does the same in tests/web")
# Games of each preset, searches of each kind, and simulations of each search.
AMOUNTS = cases([(20, 3, 200), (200, 20, 400)], lambda amounts: amounts[0] == 20)


def run_node(*arguments: str) -> str:
    assert NODE is not None
    return run([NODE, "--import", "./tests/js/setup.mjs", *arguments])


def run(command: list[str], **environment: str) -> str:
    """What a command prints, run in the top folder."""
    given = {**os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_node(name: str, given: same.Case, folder: Path, **environment: str) -> same.Case:
    """What comes of these cases in Node, of what `tesserae compile --wasm` writes."""
    command = ["tesserae.cli", "compile", name, "--wasm", "--output", str(folder / "game.wasm")]
    run_python(*command, **environment)
    (folder / "cases.json").write_text(json.dumps(given))
    found: same.Case = json.loads(run_node("tests/js/same_in_node.mjs", str(folder)))
    return found


def run_python(module: str, *arguments: str, **environment: str) -> str:
    return run([sys.executable, "-m", module, *arguments], **environment)


@needs_node
@pytest.mark.parametrize("amounts", AMOUNTS, ids=str)
@pytest.mark.parametrize("name", names())
def test_games_and_searches_are_the_same(name: str, amounts: tuple[int, int, int], tmp_path: Path) -> None:
    given = same.cases(name, *amounts)
    assert len(given["games"]) >= amounts[0]
    assert len(given["searches"]) >= amounts[1]
    same.compare(given, same.results(name, given), in_node(name, given, tmp_path))


@needs_node
@pytest.mark.nightly
def test_a_game_of_another_package_is_the_same(plugin: str, tmp_path: Path) -> None:
    paths = os.pathsep.join([plugin, str(ROOT)])
    native = json.loads(run_python("tests.engine.same", "treasure", "200", "20", "400", PYTHONPATH=paths))
    assert len(native["cases"]["games"]) >= 200
    found = in_node("treasure", native["cases"], tmp_path, PYTHONPATH=paths)
    same.compare(native["cases"], native["results"], found)


@pytest.mark.parametrize("name", names())
def test_a_module_is_small(name: str) -> None:
    made = files(find(name))
    assert len(made.module.packed) < MOST
    assert made.module.content.startswith(b"\0asm")


@pytest.mark.parametrize("name", cases(names(), lambda name: name == "symbol_chain"))
def test_a_module_is_made_in_the_same_way_again(name: str) -> None:
    found = [*artefact.of_package(find(name).package).whole(), *artefact.of_package(artefact.SHARED).whole()]
    assert wasm.module(found) == files(find(name)).module.content


def test_what_no_browser_needs_is_left_out() -> None:
    manifest: dict[str, Any] = {
        "entries": {"contract.act": {}, "proof._search": {}, "batch.look": {}, "perft._sequences": {}}
    }
    assert list(wasm.entries(manifest)) == ["contract.act"]


# --- Linking ---------------------------------------------------------------------------------------------------------


def compiled(text: str) -> bytes:
    """The object for WebAssembly of a module in LLVM's language."""
    return wasm.emit(bytes(llvm.parse_assembly(text).as_bitcode()), wasm.TRIPLE, wasm.FEATURES)


NUMBERS = """
@zeros = internal global [100 x i32] zeroinitializer
@given = internal constant [3 x i32] [i32 5, i32 6, i32 7]
@place = internal global ptr @given
define i32 @third() {
  %place = load volatile ptr, ptr @place
  %third = getelementptr i32, ptr %place, i32 2
  %value = load i32, ptr %third
  ret i32 %value
}
define i32 @count(i32 %by) {
  %at = getelementptr i32, ptr @zeros, i32 50
  %before = load i32, ptr %at
  %after = add i32 %before, %by
  store i32 %after, ptr %at
  ret i32 %after
}
define i32 @sink(i32 %depth) {
  %room = alloca [1000 x i32]
  store volatile i32 %depth, ptr %room
  %more = add i32 %depth, 1
  %deep = call i32 @sink(i32 %more)
  %own = load volatile i32, ptr %room
  %sum = add i32 %deep, %own
  ret i32 %sum
}
"""


@needs_node
def test_data_is_behind_the_stack_which_cannot_grow_into_it(tmp_path: Path) -> None:
    path = tmp_path / "numbers.wasm"
    path.write_bytes(link(compiled(NUMBERS), ["third", "count", "sink"]))
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const module = new WebAssembly.Module(readFileSync({json.dumps(str(path))}));
        const {{ exports: run }} = new WebAssembly.Instance(module);
        const before = [run.third(), run.count(3), run.count(4)];
        const memory = Buffer.from(run.memory.buffer).subarray({STACK});
        const kept = Buffer.from(memory);
        let stopped = "no";
        try {{ run.sink(0); }} catch (error) {{ stopped = error.constructor.name; }}
        const result = [WebAssembly.Module.imports(module).length, before, stopped, kept.equals(memory), run.third()];
        console.log(JSON.stringify(result));
    """
    imports, before, stopped, kept, after = json.loads(run_node("--input-type=module", "-e", script))
    assert imports == 0
    assert before == [7, 3, 7]
    assert stopped in ("RuntimeError", "RangeError")  # out of its memory, or out of the engine's own
    assert kept
    assert after == 7


@needs_node
def test_memory_is_used_again_and_never_twice(tmp_path: Path) -> None:
    path = tmp_path / "memory.wasm"
    path.write_bytes(files(find(names()[0])).module.content)
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const module = new WebAssembly.Module(readFileSync({json.dumps(str(path))}));
        const {{ exports: run }} = new WebAssembly.Instance(module);
        const used = new Map();
        let wrong = 0, chance = 1;
        const below = (n) => (chance = (chance * 48271) % 2147483647) % n;
        for (let i = 0; i < 20000; i++) {{
            if (used.size < 50 || below(2)) {{
                const size = below(10) ? below(300) : below(100000);
                const at = run.malloc(BigInt(size)) >>> 0;
                if (at % 16) wrong++;
                for (const [other, length] of used) if (at < other + length && other < at + size) wrong++;
                new Uint8Array(run.memory.buffer, at, size).fill(255);
                used.set(at, size);
            }} else {{
                const at = [...used.keys()][below(used.size)];
                used.delete(at);
                run.free(at);
            }}
            if (used.size > 100) for (const at of [...used.keys()].slice(50)) (used.delete(at), run.free(at));
        }}
        let stopped = false;
        try {{ run.malloc(1n << 40n); }} catch {{ stopped = true; }}
        console.log(JSON.stringify([wrong, run.memory.buffer.byteLength, stopped]));
    """
    wrong, size, stopped = json.loads(run_node("--input-type=module", "-e", script))
    assert wrong == 0
    assert size < 32 << 20  # about 100 blocks of at most 100,000 bytes, of 20,000 that were asked for
    assert stopped


def test_what_is_missing_is_named() -> None:
    code = compiled("declare i32 @elsewhere()\ndefine i32 @here() {\n %x = call i32 @elsewhere()\n ret i32 %x\n}")
    with pytest.raises(Unlinkable, match="asks for elsewhere"):
        link(code, ["here"])
    with pytest.raises(Unlinkable, match="there is no nobody"):
        link(compiled(NUMBERS), ["nobody"])


def test_a_damaged_object_is_refused() -> None:
    code = compiled(NUMBERS)
    with pytest.raises(Unlinkable):
        link(code[: len(code) // 2], ["third"])
    with pytest.raises(Unlinkable, match="no object"):
        link(b"\x7fELF" + code, ["third"])
