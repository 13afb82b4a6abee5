"""No logic of six lines or more stands twice in the source, under the same or other names.

Declarations aside: only what stands in functions counts, without their signatures. In Python, statements are compared;
in the browser client, lines that end a statement or begin a block.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

HOUSE = Path(__file__).resolve().parents[1] / "src" / "tesserae"
RUN = 6  # lines
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

# Pairs that stay, and why. One that is gone must go from here, too.
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("games/sequence/rules.py:legal_plays", "games/sequence/rules.py:pick"): "a list and a draw without one, for speed",
}

BARE = re.compile(r"[\s(){}\[\];,]*|.*[^;{]|.*[^)>\w] *\{")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//.*?$", re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"""(?P<text>"[^"]*"|'[^']*'|`[^`]*`|\b\d[\w.]*)|(?P<name>(?<![.\w$])[A-Za-z_$][\w$]*)|[.\w$]+|\S""")
KEYWORDS = re.compile(
    r"as|async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends|false|finally|for|from"
    r"|function|get|if|import|in|instanceof|let|new|null|of|return|set|static|super|switch|this|throw|true|try|typeof"
    r"|undefined|while|yield"
)


class Line(NamedTuple):
    """A statement without those inside it, or a line of a script."""

    place: str
    number: int
    lines: int  # how many it has
    depth: int
    shape: str  # what it says, without names and constants
    names: tuple[str, ...]


def statement(node: ast.AST, depth: int, place: str) -> Line:
    names: list[str] = []

    def shape(part: object) -> str:
        if isinstance(part, list):
            return f"[{','.join(shape(one) for one in part if not isinstance(one, ast.stmt | ast.ExceptHandler))}]"
        if isinstance(part, ast.Constant):
            return type(part.value).__name__
        if isinstance(part, ast.Name | ast.arg):
            names.append(part.id if isinstance(part, ast.Name) else part.arg)
            return "name"
        if isinstance(part, ast.AST):
            return f"{type(part).__name__}({','.join(shape(value) for _, value in ast.iter_fields(part))})"
        return str(part)

    said = shape(node)
    inner = [part.lineno for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt)]
    first: int = getattr(node, "lineno", 0)
    end: int = min(inner) - 1 if inner else getattr(node, "end_lineno", first)
    return Line(place, first, max(1, end - first + 1), depth, said, tuple(names))


def statements(parts: list[ast.AST], depth: int, place: str) -> Iterator[Line]:
    """Those of a function, in the order in which they stand, without docstrings."""
    for part in parts:
        documentation = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
        if isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case) and not documentation:
            yield statement(part, depth, place)
            yield from statements(list(ast.iter_child_nodes(part)), depth + 1, place)


def functions(module: ast.AST, name: str) -> Iterator[list[Line]]:
    for node in ast.iter_child_nodes(module):
        if isinstance(node, FUNCTIONS):
            yield list(statements(list(node.body), 0, f"{name}:{node.name}"))
        else:
            yield from functions(node, name)


def script(source: str, name: str) -> Iterator[list[Line]]:
    """The lines of a script that say something and are no import, as one run."""
    bare = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    bare = re.sub(r"^import .*?;$", lambda found: re.sub(r"[^\n]", " ", found[0]), bare, flags=re.DOTALL | re.MULTILINE)
    some = []
    for number, line in enumerate(bare.splitlines(), 1):
        if BARE.fullmatch(line):
            continue
        shape, names = [], []
        for token in TOKEN.finditer(line):
            if token["name"] and not KEYWORDS.fullmatch(token["name"]):
                names.append(token["name"])
            shape.append("text" if token["text"] else token[0] if not names or token[0] != names[-1] else "name")
        depth = (len(line) - len(line.lstrip())) // 2
        some.append(Line(name, number, 1, depth, " ".join(shape), tuple(names)))
    yield some


def runs(some: list[Line]) -> Iterator[list[Line]]:
    """The shortest ones of RUN lines or more, from each line on."""
    for first in range(len(some)):
        lines = 0
        for last in range(first, len(some)):
            lines += some[last].lines
            if lines >= RUN:
                if last - first >= 2:
                    yield some[first : last + 1]
                break


def logic(run: list[Line]) -> tuple[object, ...]:
    """What it does: each name is the place at which it comes first, and depth counts from the first line."""
    order: dict[str, int] = {}
    return tuple(
        (line.depth - run[0].depth, line.shape, *(order.setdefault(name, len(order)) for name in line.names))
        for line in run
    )


def repeated(sources: dict[str, str]) -> dict[tuple[str, str], tuple[int, int]]:
    """Pairs of places with the same logic, and the first lines of both."""
    seen: defaultdict[tuple[object, ...], list[list[Line]]] = defaultdict(list)
    for name, source in sources.items():
        for some in functions(ast.parse(source), name) if name.endswith(".py") else script(source, name):
            for run in runs(some):
                seen[logic(run)].append(run)
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for same in seen.values():
        first = same[0]
        for other in same[1:]:
            if other[0].place != first[0].place or other[0].number > first[-1].number:
                found.setdefault((first[0].place, other[0].place), (first[0].number, other[0].number))
    return found


def test_no_logic_stands_twice() -> None:
    paths = sorted([*HOUSE.rglob("*.py"), *HOUSE.rglob("*.js")])
    found = repeated({path.relative_to(HOUSE).as_posix(): path.read_text("utf-8") for path in paths})
    new = [f"{one} ~ {two}, lines {found[one, two]}" for one, two in sorted(found.keys() - EXCEPTIONS.keys())]
    assert not new, "\n".join(["the same logic from these lines on:", *new])
    gone = [f"{one} ~ {two}" for one, two in sorted(EXCEPTIONS.keys() - found.keys())]
    assert not gone, "\n".join(["exceptions that are no longer needed:", *gone])


PAIR = """
def first(state, n):
    total = 0
    for seat in range(n):
        if state.seats[seat] > {number}:
            total += 1
        else:
            total -= {number}
    return total {sign} n
"""


@pytest.mark.parametrize(
    ("name", "first", "second", "twice"),
    [
        ("a.py", PAIR.format(number=1, sign="+"), PAIR.format(number=2, sign="+").replace("total", "many"), True),
        ("a.py", PAIR.format(number=1, sign="+"), PAIR.format(number=1, sign="+").replace("total", "n", 1), False),
        ("a.py", PAIR.format(number=1, sign="+"), PAIR.format(number=1, sign="+").replace(".seats", ".hands"), False),
        ("a.js", "a = b + 1;\n" * 6, "// why\n" + "c = d + 2;\n" * 6, True),
        ("a.js", "a = b + 1;\n" * 6, "c = d + 2;\n" * 5 + "d = c + 2;\n", False),
        ("a.js", 'el("p", {}, a),\n' * 6, 'el("p", {}, b),\n' * 6, False),
    ],
)
def test_it_would_be_found(name: str, first: str, second: str, twice: bool) -> None:
    assert bool(repeated({name: first, f"b/{name}": second})) == twice
