"""Which tests are about a game of the service that is not there, because somebody has deleted its folder and its name.

A test is about a game if it names it, or if something of the tests that it uses does: a fixture, a helper, a table of
cases. The others must pass without that game.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from tesserae.games import names

# The games, with the letters of their rules and how they are called in pages.
HOUSE = {
    "symbol": "SY-[0-9]+|Symbol(?! Chain)",
    "symbol_chain": "SC-[0-9]+|Symbol Chain",
    "sequence": "SQ-[0-9]+|Sequence",
    "consequence": "CQ-[0-9]+|Consequence",
}
MISSING = [name for name in HOUSE if name not in names()]
ROOT = Path(__file__).parents[1]
NAMED = re.compile("|".join(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9_])|\b({HOUSE[name]})\b" for name in MISSING))


def imports(path: Path, seen: set[Path]) -> Iterator[str]:
    """The names of all modules that a file of the tests imports, directly or through other files of the tests."""
    if path in seen or not path.is_file():
        return
    seen.add(path)
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in found:
            yield name
            if name.startswith("tests."):
                yield from imports(ROOT.joinpath(*name.split(".")).with_suffix(".py"), seen)


def starts(path: Path) -> bool:
    """Whether a file calls something with the name of a missing game when it is imported."""
    calls = (
        node
        for statement in ast.parse(path.read_bytes()).body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
    )
    return any(isinstance(given, ast.Constant) and given.value in MISSING for call in calls for given in call.args)


def lost(path: Path) -> bool:
    """Whether a file cannot be imported without the games that are missing, or is in the folder of one."""
    if not MISSING or path.suffix != ".py":
        return False
    imported = re.compile(rf"\bgames\.({'|'.join(MISSING)})\b")
    return (
        bool(NAMED.search(str(path.relative_to(ROOT))))
        or starts(path)
        or any(imported.search(name) for name in imports(path, set()))
    )


def about(item: pytest.Item) -> bool:
    """Whether a test is about a game that is missing."""
    if not MISSING or not isinstance(item, pytest.Function):
        return False
    seen: set[int] = set()
    if hasattr(item, "callspec") and uses(list(item.callspec.params.values()), seen):
        return True
    fixtures = (fixture.func for some in item._fixtureinfo.name2fixturedefs.values() for fixture in some)
    return any(uses(thing, seen) for thing in (item.function, *fixtures))


def uses(thing: Any, seen: set[int]) -> bool:
    """Whether something names a game that is missing, itself or by what it is made of."""
    if id(thing) in seen:
        return False
    seen.add(id(thing))
    thing = getattr(thing, "__wrapped__", thing)
    if isinstance(thing, FunctionType):
        if not thing.__module__.startswith(("tests", "conftest")):
            return False
        constants, used = parts(thing.__code__)
        values = [thing.__defaults__, thing.__kwdefaults__, *(cell.cell_contents for cell in thing.__closure__ or ())]
        for name in used:
            value = thing.__globals__.get(name)
            if isinstance(value, ModuleType) and value.__name__.startswith("tests"):
                values += [vars(value).get(other) for other in used]
            values.append(value)
        return any(uses(value, seen) for value in (*constants, *values))
    if isinstance(thing, type):
        return thing.__module__.startswith("tests") and any(uses(value, seen) for value in vars(thing).values())
    if isinstance(thing, dict):
        thing = [*thing, *thing.values()]
    if isinstance(thing, list | tuple | set | frozenset):
        return any(uses(value, seen) for value in thing)
    if isinstance(thing, Path):
        thing = thing.name
    return isinstance(thing, str) and bool(NAMED.search(thing))


def parts(code: CodeType) -> tuple[list[Any], set[str]]:
    """The constants and the names that code uses, those of functions in it included."""
    constants: list[Any] = []
    used = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            more, others = parts(constant)
            constants += more
            used |= others
        else:
            constants.append(constant)
    return constants, used
