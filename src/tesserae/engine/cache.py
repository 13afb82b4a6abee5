"""Where compiled code is kept between runs.

Numba's own cache notices only changes to the file that defines the calling function: after an edit of a game's
rules it would go on playing the old ones. So the directory is named by a hash of all the sources that can end up
in compiled code, and a change of any of them starts a fresh one. Within it code is found by the name of the module, so
that a second clone, or the installed package, uses what the first one has compiled.
"""

import ast
import contextlib
import functools
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import numba
from numba.core.caching import UserProvidedCacheLocator

KEEP = 6  # directories of other source versions kept beside the current one
PACKAGE = Path(__file__).resolve().parent.parent
GROUP = "tesserae.games"  # of the entry points by which other packages' games join


class Locator(UserProvidedCacheLocator):  # type: ignore[misc]  # Numba has no types
    """Where the compiled code of a module is: for modules of this package, wherever that is installed, in one place."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        path = Path(py_file).resolve()
        if path.is_relative_to(PACKAGE):
            return ".".join((PACKAGE.name, *path.relative_to(PACKAGE).parent.parts))
        subpath: str = super().get_suitable_cache_subpath(py_file)
        return subpath


LOCATOR = f"{__name__}.{Locator.__name__}"  # as Numba is told of it


def key(visitors: bool = True) -> str:
    """A hash of every source that can end up in compiled code, data files included: tables made of them are too; with
    or without the games of other packages."""
    digest = hashlib.sha256()
    for name, path in sorted(sources(visitors).items()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def sources(visitors: bool = True) -> dict[str, Path]:
    """The engine, how options become numbers, the rules of each game with the modules of the game that they are made
    of, and the game's data: each file, under a name that is the same wherever it is installed."""
    engine = (path for path in (PACKAGE / "engine").glob("*.py") if path.name != Path(__file__).name)
    found = {f"engine/{path.name}": path for path in engine}
    found["games/options.py"] = PACKAGE / "games" / "options.py"
    for package, folder in [*built_in(), *(joined() if visitors else ())]:
        paths = {path for path in folder.glob("data/**/*") if path.is_file()}
        for module in ("rules.py", "factored.py"):  # the second one is for environments, and few games have it
            paths |= imported(folder / module, package)
        found |= {f"{package}/{path.relative_to(folder)}": path for path in paths}
    return found


def built_in() -> Iterator[tuple[str, Path]]:
    """The package of each built-in game, and its folder."""
    for rules in (PACKAGE / "games").glob("*/rules.py"):
        yield f"tesserae.games.{rules.parent.name}", rules.parent


def joined() -> Iterator[tuple[str, Path]]:
    """The same for games of other packages, without importing them."""
    for entry in entry_points(group=GROUP):
        top, *rest = entry.module.split(".")
        with contextlib.suppress(ImportError, ValueError):
            spec = find_spec(top)
            for place in (spec and spec.submodule_search_locations) or ():
                yield entry.module, Path(place, *rest)


def imported(module: Path, package: str) -> set[Path]:
    """A module of a package and all modules of the package that it imports, directly or not."""
    folder = module.parent
    found: set[Path] = set()
    ahead = [module]
    while ahead:
        path = ahead.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for name in names_imported(path.read_bytes(), (*package.split("."), *path.relative_to(folder).parent.parts)):
            if name == package:
                ahead.append(folder / "__init__.py")
            elif name.startswith(package + "."):
                inside = folder.joinpath(*name.removeprefix(package + ".").split("."))
                ahead += [inside / "__init__.py", inside.with_suffix(".py")]
    return found


@functools.cache  # parsing is a good part of a warm start, so it is done only once
def names_imported(source: bytes, package: tuple[str, ...]) -> list[str]:
    """What a module of the package imports: modules, and names that may be modules."""
    names: list[str] = []
    for node in at_import(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            whole = ".".join([*base, *([node.module] if node.module else [])])
            names += [whole, *(f"{whole}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return names


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """All statements that are run when a module is imported: nothing in a function."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                yield from at_import(child)


def root() -> Path:
    """The folder that holds one cache directory for each version of the sources."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tesserae"


def prepare() -> None:
    """Point Numba at the current directory and prune old ones; NUMBA_CACHE_DIR, where set, is respected."""
    if "NUMBA_CACHE_DIR" in os.environ:
        numba.config.CACHE_LOCATOR_CLASSES = LOCATOR
        return
    checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    folder, own = (root() / (key(visitors) + checked) for visitors in (True, False))
    try:
        if folder != own and own.is_dir() and not folder.exists():
            take_over(own, folder)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return  # a home that cannot be written: Numba falls back to its own place
    numba.config.CACHE_DIR = str(folder)
    numba.config.CACHE_LOCATOR_CLASSES = LOCATOR
    prune(folder)


def take_over(own: Path, folder: Path) -> None:
    """Keep the compiled code of the built-in games when another package's game is added or changes.

    Numba replaces files and never writes into them, so hard links are enough."""
    os.utime(own)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        shutil.copytree(own, Path(made) / "copy", copy_function=os.link)
        with contextlib.suppress(OSError):  # another process was faster
            (Path(made) / "copy").rename(folder)


def prune(current: Path) -> None:
    """Remove all but the KEEP most recently used of the other directories. Other processes may do this too."""
    with contextlib.suppress(OSError):
        others = [
            (path.stat().st_mtime, path) for path in current.parent.iterdir() if path != current and path.is_dir()
        ]
        for _, path in sorted(others, reverse=True)[KEEP:]:
            shutil.rmtree(path, ignore_errors=True)


def is_warm(name: str) -> bool:
    """Whether everything of a game is in the cache."""
    return bool(numba.config.CACHE_DIR) and _mark(name).exists()


def is_warm_now(name: str) -> None:
    """Remember that all jobs of a game are done."""
    if numba.config.CACHE_DIR:
        _mark(name).touch()


def _mark(name: str) -> Path:
    return Path(numba.config.CACHE_DIR) / f"{name}.warm"
