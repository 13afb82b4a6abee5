"""Nothing in the source is larger than a reader can take in: no file, no function, no list of parameters."""

import ast
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1] / "src" / "tesserae"
LINES, LONGEST, MOST = 500, 60, 8

# What may be larger, and why. Whatever has become smaller must go from here.
FILES = {
    "games/symbol/web/board.js": "to be mended",
    "state.py": "the public interface, of which half is documentation",
}
FUNCTIONS: dict[str, str] = {}
PARAMETERS = {
    "engine/batch.py:show": "nine arrays of one batch",
}


def functions() -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """All of the engine and the games."""
    return [
        (f"{path.relative_to(HOUSE).as_posix()}:{node.name}", node)
        for folder in ("engine", "games")
        for path in sorted((HOUSE / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def parameters(given: ast.arguments) -> int:
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return len(named) - (bool(named) and named[0].arg in ("self", "cls"))


def check(sizes: dict[str, int], most: int, exceptions: dict[str, str]) -> None:
    large = [f"{name}: {size}" for name, size in sizes.items() if size > most and name not in exceptions]
    assert not large, "\n".join([f"more than {most}:", *large])
    gone = [name for name in exceptions if sizes.get(name, 0) <= most]
    assert not gone, "\n".join(["exceptions that are no longer needed:", *gone])


def test_files_are_short() -> None:
    sources = [path for kind in ("*.py", "*.js", "*.ts", "*.css") for path in HOUSE.rglob(kind)]
    sizes = {path.relative_to(HOUSE).as_posix(): len(path.read_bytes().splitlines()) for path in sources}
    check(sizes, LINES, FILES)


def test_functions_are_short() -> None:
    check({name: (node.end_lineno or node.lineno) - node.lineno + 1 for name, node in functions()}, LONGEST, FUNCTIONS)


def test_functions_have_few_parameters() -> None:
    check({name: parameters(node.args) for name, node in functions()}, MOST, PARAMETERS)
