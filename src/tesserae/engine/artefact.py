"""Compiled games: where they are, whether they fit the sources, and what is done if they do not.

A game is compiled to LLVM bitcode once, by its developers (`tesserae compile`), and kept in the folder `compiled` of
its package, beside a manifest that says of which sources it was made. Where these have changed since, or the game
brings none, it is compiled here and kept in the cache: in parts, because people can play long before the bots are
ready. A changed rule is never played by old code.
"""

import contextlib
import hashlib
import importlib.util
import json
import logging
import lzma
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tesserae.engine import building, contract, glue, native
from tesserae.engine.jit import CHECKED
from tesserae.workers import Lost, Worker

log = logging.getLogger(__name__)
FORMAT = 1
PACKAGE = Path(__file__).resolve().parent.parent
SHARED = "tesserae.engine"  # the "package" of the functions that all games share
WHOLE = "all"
# What is compiled together, by the module of an entry point: what people need, what bots need, and the rest.
PARTS = {
    "people": ("contract",),
    "bots": ("search", "tree", "belief", "net", "guided", "alphabeta", "race"),
    "rest": ("playouts", "perft", "proof", "batch", "ordering"),
}
Reader = Callable[[Path], bytes]
Progress = Callable[[int, int, str], None]  # steps done, steps altogether, what is being done
_building: set[Worker] = set()  # those that compile


class BadArtefact(ValueError):
    """A compiled game that cannot be used; the text says why."""


class Stale(BadArtefact):
    """A compiled game of which sources have changed; the text says which was first."""


class Artefact(NamedTuple):
    """A manifest and its bitcode."""

    manifest: dict[str, Any]
    bitcode: bytes


def name_of(function: Callable[..., Any]) -> str:
    """The name of an entry point: its module, without the package that most are in, and its own."""
    return f"{function.__module__.removeprefix('tesserae.engine.')}.{function.__name__}"


def part_of(function: Callable[..., Any], package: str) -> str:
    """What an entry point is compiled together with: the part, or for functions from elsewhere their module."""
    module = function.__module__
    if module.startswith(package + ".") and package != SHARED:
        return "people"
    short = module.removeprefix("tesserae.engine.")
    return next((part for part, modules in PARTS.items() if short in modules), "rest" if short != module else module)


# --- Code for a call -------------------------------------------------------------------------------------------------


def code(function: Callable[..., Any], dtype: Any) -> Callable[..., Any]:
    """The native code of an entry point for games with this record (None: for all); compiled first, if need be. A game
    whose rules cannot be found by their name, such as one that is made up within a program, is played as plain
    Python."""
    if dtype is None:
        return _compiled(SHARED).code(function)
    rules = contract.GAMES.get(dtype)
    if rules is None:
        raise TypeError(f"{name_of(function)}: no game has such records")
    name = getattr(rules, "__name__", "")
    if not isinstance(rules, ModuleType) or sys.modules.get(name) is not rules or name == "__main__":
        log.warning("the rules in %r cannot be compiled, because they are in no module that can be imported", name)
        return function
    return _compiled(name.rpartition(".")[0] or name, name).code(function)


@cache
def _compiled(package: str, rules: str = "") -> "Compiled":
    return Compiled(package, rules)


class Compiled:
    """The compiled code of one game, or of what all games share."""

    def __init__(self, package: str, rules: str = "") -> None:
        self.package, self.rules = package, rules
        self._functions: dict[str, Callable[..., Any]] = {}
        self._lock = threading.RLock()
        self._opened = False
        self._unkept: dict[str, Artefact] = {}  # parts that were compiled here, and could not be kept
        self._broken = False  # whether what the package brings cannot be made native

    def code(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The native code of an entry point."""
        name = name_of(function)
        with self._lock:
            if not self._opened:
                self._opened = True
                self._open()
            if name not in self._functions:
                part = part_of(function, self.package)
                if not self.shipped() or "." in part:
                    self._use(part)
            if name not in self._functions:  # one that the game usually does not need
                self._use(name, function.__module__)
            return self._functions[name]

    def load(self) -> None:
        """Load everything that a game has, so that it is kept as native code."""
        with self._lock:
            if not self._open():
                for part in PARTS:
                    self._use(part)

    def _open(self) -> bool:
        """Load what the package brings. Whether that is possible."""
        if (found := self.shipped()) is None:
            return False
        try:
            self._load(found)
        except native.BadBitcode as error:
            log.warning("%s.bc.xz is not used: %s", stem(self.package), error)
            self._broken = True
        return not self._broken

    def _use(self, part: str, module: str = "") -> None:
        """Load a part; it is compiled anew if it cannot be used."""
        try:
            self._load(self.part(part, module))
        except native.BadBitcode as error:
            log.warning("%s.bc.xz is not used: %s", self._stem(part), error)
            self._load(self._build(part, module, None))

    def _load(self, found: Artefact) -> None:
        made = native.functions(found.bitcode, found.manifest["entries"], folder())
        for name, function in made.items():
            self._functions.setdefault(name, function)

    def shipped(self) -> Artefact | None:
        """What the package brings, if it fits the sources."""
        return None if CHECKED or self._broken else _found(stem(self.package), self.package, WHOLE)

    def part(self, part: str, module: str = "", progress: Progress | None = None) -> Artefact:
        """A part from the cache, compiled if it is not there."""
        if (found := self.kept(part)) is None:
            with _alone(self._stem(part)):
                if (found := self.kept(part)) is None:
                    found = self._build(part, module, progress)
        return found

    def kept(self, part: str) -> Artefact | None:
        """A part that is in the cache and fits the sources, or that this process has compiled."""
        return self._unkept.get(part) or _found(self._stem(part), self.package, part, native.read_own)

    def whole(self) -> list[Artefact]:
        """Everything that a game has: what the package brings, or all parts."""
        shipped = self.shipped()
        return [shipped] if shipped else [self.part(part) for part in PARTS]

    def ready(self, *parts: str) -> bool:
        """Whether nothing has to be compiled for these parts (none are named: for all)."""
        return self.shipped() is not None or all(self.kept(part) for part in parts or PARTS)

    def _stem(self, part: str) -> Path:
        where = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:8]  # each clone keeps its own
        return folder() / f"{self.package}-{part}{'-checked' if CHECKED else ''}-{where}"

    def _build(self, part: str, module: str, progress: Progress | None) -> Artefact:
        if progress is None:
            log.warning("compiling %s of %s, which is done once and takes up to a minute", part, self.package)
        with tempfile.TemporaryDirectory(prefix="tesserae-") as made:
            try:
                build(self.package, self.rules, part, Path(made) / part, module, progress)
                found = fitting(Path(made) / part, self.package, part)
            except OSError as error:
                raise BadArtefact(f"{self.package} cannot be compiled: {error}") from error
            except Stale as error:
                raise BadArtefact(f"{error} while this program was running; start it again") from None
            try:
                native.make_own(folder())
                _put(self._stem(part), *(file.read_bytes() for file in files(Path(made) / part)))
            except OSError as error:
                native.complain(folder(), error)
                self._unkept[part] = found
        return found


def of_package(package: str, rules: str = "") -> Compiled:
    """The compiled code of a game, by the import path of its package."""
    return _compiled(package, rules or f"{package}.rules")


def build(
    package: str, rules: str, part: str, target: Path, module: str = "", progress: Progress | None = None
) -> None:
    """Compile in a worker, and write what comes of it beside `target`."""
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    if part == WHOLE:  # for others, who shall have the quicker code
        environment.pop("NUMBA_BOUNDSCHECK", None)
    with Worker(environment=environment) as worker:
        _building.add(worker)
        try:
            arguments = package, rules or "-", part, str(target), module
            error = worker.run(building.build, *arguments, told=lambda done: progress(*done) if progress else None)
        except Lost as lost:
            error = str(lost)
        finally:
            _building.discard(worker)
    if error is not None:
        raise BadArtefact(f"{package} cannot be compiled:\n{error}")


def give_up() -> None:
    """End what threads of this process are compiling."""
    for worker in list(_building):
        worker.close()


# --- Files -----------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where compiled code is kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tesserae" / "compiled"


def stem(package: str) -> Path:
    """The path of what a package brings, without the endings of its two files."""
    return _home(package) / "compiled" / package.rpartition(".")[2]


@cache
def _home(package: str) -> Path:
    """The folder of a package."""
    if package.split(".")[0] == PACKAGE.name:
        return PACKAGE.joinpath(*package.split(".")[1:])
    return _folder(package)


def source(name: str) -> Path:
    """The file of a source, which the manifest names like `tesserae/engine/contract.py`: from the top package on."""
    top, *rest = name.split("/")
    if top == PACKAGE.name:
        return PACKAGE.joinpath(*rest)
    return _folder(top).joinpath(*rest) if rest else _folder(top.removesuffix(".py")) / top


@cache
def _folder(module: str) -> Path:
    """The folder of a package, or the one in which a single module is."""
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not (spec.origin or spec.submodule_search_locations):
        raise BadArtefact(f"there is no {module}")
    return Path(next(iter(spec.submodule_search_locations or ()), None) or Path(str(spec.origin)).parent)


def digest(content: bytes) -> str:
    """What stands for the content of a file."""
    return hashlib.sha256(content).hexdigest()


def files(path: Path) -> tuple[Path, Path]:
    """The manifest and the packed bitcode of an artefact."""
    return path.with_name(path.name + ".json"), path.with_name(path.name + ".bc.xz")


def _found(path: Path, package: str, part: str, read: Reader = Path.read_bytes) -> Artefact | None:
    """What is at this path, if it can be used and was made of the present sources."""
    try:
        return fitting(path, package, part, read)
    except (FileNotFoundError, Stale):
        return None
    except BadArtefact as error:
        log.warning("%s.json is not used: %s", path, error)
        return None


def fitting(path: Path, package: str, part: str, read: Reader = Path.read_bytes) -> Artefact:
    """The artefact at this path. Raises BadArtefact if it is damaged or was made for something else, Stale if it was
    made of other sources, FileNotFoundError if there is none."""
    try:
        text, packed = map(read, files(path))
        manifest = json.loads(text)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise BadArtefact(f"it cannot be read ({error})") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadArtefact(f"it has not the format {FORMAT} of this version")
    if manifest.get("package") != package or manifest.get("part") != part:
        raise BadArtefact(f"it was made for {manifest.get('package')!r}, {manifest.get('part')!r}")
    if manifest.get("manifest") != digest(_text({**manifest, "manifest": ""})):
        raise BadArtefact("its manifest was changed")
    sources, entries = manifest.get("sources"), manifest.get("entries")
    if not (isinstance(sources, dict) and sources and glue.understood(entries)):
        raise BadArtefact("its manifest does not say what it was made of, or what is in it")
    if manifest.get("bitcode") != digest(packed):
        raise BadArtefact("its bitcode was changed")
    if (name := _changed(sources)) is not None:
        raise Stale(f"{name} has changed")
    try:
        return Artefact(manifest, lzma.decompress(packed))
    except lzma.LZMAError as error:
        raise BadArtefact(f"its bitcode cannot be unpacked ({error})") from None


def write(path: Path, manifest: dict[str, Any], bitcode: bytes) -> None:
    """Write the two files of an artefact."""
    packed = lzma.compress(bitcode, preset=9)
    manifest = {"format": FORMAT, **manifest, "bitcode": digest(packed), "manifest": ""}
    manifest["manifest"] = digest(_text(manifest))
    path.parent.mkdir(parents=True, exist_ok=True)
    _put(path, _text(manifest), packed)


def _put(path: Path, text: bytes, packed: bytes) -> None:
    """The manifest comes last, so that it never describes another bitcode."""
    manifest, bitcode = files(path)
    native.write_whole(bitcode, packed)
    native.write_whole(manifest, text)


def _text(manifest: dict[str, Any]) -> bytes:
    return (json.dumps(manifest, indent=1) + "\n").encode()


def _changed(sources: dict[str, Any]) -> str | None:
    """The first source that is not what the artefact was made of; None if all are."""
    for name, content in sources.items():
        try:
            if _digest_of(source(name)) != content:
                return name
        except (OSError, ValueError):
            return name
    return None


@cache
def _digest_of(path: Path) -> str:
    """That of a file; a program that runs goes on with the sources that it has loaded."""
    return digest(path.read_bytes())


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let only one process at a time compile something, where the system can see to that."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):  # what cannot be kept need not be compiled alone
            import fcntl

            native.make_own(path.parent)
            file = stack.enter_context(path.with_name(path.name + ".lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
