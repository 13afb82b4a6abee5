"""What must be avoided so that every supported version of Python can run the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src" / "tesserae"
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def variables(node: ast.AST) -> set[str]:
    """Those of a comprehension."""
    if not isinstance(node, COMPREHENSIONS):
        return set()
    return {name.id for part in node.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}


def outer(node: ast.AST, inner: frozenset[str] = frozenset()) -> Iterator[str]:
    """Names that are read there and are no variable of a comprehension around them."""
    inner |= variables(node)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in inner:
        yield node.id
    for child in ast.iter_child_nodes(node):
        yield from outer(child, inner)


def confused(source: str) -> list[str]:
    """Functions of the module that are read in a function in which a comprehension has a variable of the same name.
    Python 3.12.0 and 3.12.1 take the one for the other."""
    module = ast.parse(source)
    names = {node.name for node in module.body if isinstance(node, (*FUNCTIONS, ast.ClassDef))}
    found = []
    for function in ast.walk(module):
        if isinstance(function, FUNCTIONS):
            inner = {name for node in ast.walk(function) for name in variables(node)}
            found += [f"{function.name}: {name}" for name in names & inner & set(outer(function))]
    return found


def test_it_is_noticed() -> None:
    assert confused("def f(): pass\ndef g(): return f(), [f for f in ()]") == ["g: f"]
    assert confused("def f(): pass\ndef g(): return [f for f in ()]\ndef h(): return f()") == []


def test_no_comprehension_hides_a_function_that_is_called_beside_it() -> None:
    found = {file.name: confused(file.read_text("utf-8")) for file in SOURCES.rglob("*.py")}
    assert {name: functions for name, functions in found.items() if functions} == {}
