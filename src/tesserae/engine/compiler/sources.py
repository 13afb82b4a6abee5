"""Of which sources compiled code is made: the files that a manifest lists."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tesserae.engine import artefact

ALWAYS = ("tesserae.engine.compiler", "tesserae.games.compiling", "tesserae.games.options")
# What compiled code is used by is no source of it; if both must change, artefact.FORMAT does.
USERS = tuple(f"tesserae.engine.{name}" for name in ("artefact", "native", "machine", "glue", "wasm"))


def sources(package: str, modules: Iterable[str]) -> dict[str, str]:
    """For each file a digest of its content: the modules, all that they import of the engine, of the game's package and
    of their own, the compiler, how options become numbers, and the game's data, of which tables are made."""
    modules = list(modules)
    inside = {"tesserae.engine", package, *(module.rpartition(".")[0] or module for module in modules)}
    found: dict[str, Path] = {}
    ahead = [*modules, *ALWAYS, *(f"{ALWAYS[0]}.{path.stem}" for path in Path(__file__).parent.glob("*.py"))]
    while ahead:
        module = ahead.pop()
        name = _file(module)
        if name is None or name in found or module in USERS:
            continue
        path = found[name] = artefact.source(name)
        parents = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        for imported in _imported(path.read_bytes(), parents):
            if any(imported == one or imported.startswith(one + ".") for one in inside):
                ahead.append(imported)
    if package != artefact.SHARED:
        home = artefact.stem(package).parent.parent
        for path in sorted(home.glob("data/**/*")):
            if path.is_file():
                found["/".join([*package.split("."), *path.relative_to(home).parts])] = path
    return {name: artefact.digest(path.read_bytes()) for name, path in sorted(found.items())}


def _file(module: str) -> str | None:
    """The file of a module, from its top package on; None if there is none, because it is a name in a module."""
    parts = module.split(".")
    for name in ("/".join(parts) + ".py", "/".join([*parts, "__init__.py"])):
        try:
            if artefact.source(name).is_file():
                return name
        except artefact.BadArtefact:
            continue
    return None


def _imported(source: bytes, parents: list[str]) -> Iterator[str]:
    """What a module imports when it is imported: modules, and names that may be modules."""
    for node in _at_import(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            base = parents[: len(parents) + 1 - node.level] if node.level else []
            whole = ".".join([*base, *([node.module] if node.module else [])])
            yield whole
            yield from (f"{whole}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _at_import(node: ast.AST) -> Iterator[ast.AST]:
    """All statements that are run when a module is imported: nothing in a function."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                yield from _at_import(child)
