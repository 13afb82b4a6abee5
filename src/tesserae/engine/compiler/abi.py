"""How an entry point is called: its types for Numba, and a function with plain arguments around it.

The function has one argument for each number, truth value (64 bits each) and float, and for each array its address and
then its dimensions; those of a NamedTuple stand in its place, one after the other. The last argument is the address of
eight bytes for the result. It returns 0, or 1 if the compiled code raised an error.
"""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, get_type_hints

import numba
import numpy as np
from numba.core import types
from numba.core.registry import cpu_target

from tesserae.engine.jit import array_of, hints

PLAIN = {bool: ("bool", types.boolean), int: ("int", types.int64), float: ("float", types.float64)}

# For each type of result its kind, and the LLVM types that it has and that it is widened to.
RESULTS = {
    types.none: ("none", "", ""),
    types.boolean: ("bool", "i8", "zext"),
    types.float64: ("float", "double", ""),
    types.int64: ("int", "i64", ""),
    types.int32: ("int", "i32", "sext"),
    types.int16: ("int", "i16", "sext"),
    types.int8: ("int", "i8", "sext"),
}


class Parameter(NamedTuple):
    """One argument of an entry point: its name and kind (`int`, `bool`, `float`, `array` or `tuple`), for an array the
    bytes of an element and the dimensions, for a tuple its parts."""

    name: str
    kind: str
    type: Any
    item: int = 0
    dimensions: int = 0
    parts: tuple["Parameter", ...] = ()

    def export(self) -> list[Any]:
        """What the manifest says of it."""
        if self.kind == "tuple":
            return [self.name, self.kind, [part.export() for part in self.parts]]
        return [self.name, self.kind, self.item, self.dimensions] if self.kind == "array" else [self.name, self.kind]


def parameters(function: Callable[..., Any], record: np.dtype[Any] | None) -> list[Parameter]:
    """The parameters of an entry point, for a game with such a record."""
    annotations = hints(function)
    return [_parameter(name, annotations[name], record) for name in inspect.signature(function).parameters]


def _parameter(name: str, hint: Any, record: np.dtype[Any] | None) -> Parameter:
    for plain, kind, known in (
        (bool, "bool", types.boolean),
        (int, "int", types.int64),
        (float, "float", types.float64),
    ):
        if hint is plain:
            return Parameter(name, kind, known)
    if isinstance(hint, type) and issubclass(hint, tuple):
        fields = get_type_hints(hint, include_extras=True)
        parts = tuple(_parameter(field, inner, record) for field, inner in fields.items())
        return Parameter(name, "tuple", numba.types.NamedTuple([part.type for part in parts], hint), parts=parts)
    element, dimensions = array_of(hint)
    if element is Any:
        if record is None:
            raise TypeError(f"{name} is an array of a game's records, in a function that all games share")
        element = record
    dtype = np.dtype(element)
    return Parameter(name, "array", numba.typeof(np.zeros((0,) * dimensions, dtype)), dtype.itemsize, dimensions)


def wrapper(export: str, result: Any, given: list[Parameter]) -> tuple[str, str]:
    """The text of the function with plain arguments around what Numba compiled, and the kind of its result."""
    signature = result.signature
    known = RESULTS.get(numba.types.unliteral(signature.return_type))
    if known is None:
        raise TypeError(f"{export} returns {signature.return_type}, not a number, a truth value or nothing")
    kind, own, widen = known
    convention = cpu_target.target_context.call_conv.get_function_type(signature.return_type, signature.args)
    expected = [str(argument) if not argument.is_pointer else "ptr" for argument in convention.args[2:]]
    text = _Text()
    for parameter in given:
        text.take(parameter)
    if [kind_of for kind_of, _ in text.values] != expected:
        raise TypeError(f"{export}: Numba passes {expected}, not {text.values}")
    name = result.fndesc.llvm_func_name
    passed = ", ".join(["ptr %value", "ptr %error", *(f"{kind_of} {value}" for kind_of, value in text.values)])
    taken = ", ".join([*text.taken, "ptr %result"])
    declared = ", ".join(["ptr", "ptr", *expected])
    keep = [f"  %own = load {own}, ptr %value", "  store i64 %wide, ptr %result"]
    if widen:
        keep.insert(1, f"  %wide = {widen} {own} %own to i64")
    else:
        keep[1] = f"  store {own} %own, ptr %result"
    lines = [
        f'declare i32 @"{name}"({declared})',
        f'define i32 @"{export}"({taken}) {{',
        "  %value = alloca [4 x i64]",
        "  %error = alloca [4 x i64]",
        *text.lines,
        f'  %status = call i32 @"{name}"({passed})',
        "  %fine = icmp eq i32 %status, 0",
        "  %nothing = icmp eq i32 %status, -2",  # Numba's "returned None"
        "  %good = or i1 %fine, %nothing",
        "  br i1 %good, label %done, label %failed",
        "failed:",
        "  ret i32 1",
        "done:",
        *(keep if own else ()),
        "  ret i32 0",
        "}",
    ]
    return "\n".join(lines), kind


class _Text:
    """The body of such a function as it grows: what it takes, and the values that it passes on."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.values: list[tuple[str, str]] = []
        self.lines: list[str] = []

    def _argument(self, kind: str) -> str:
        self.taken.append(f"{kind} %a{len(self.taken)}")
        return self.taken[-1].split()[1]

    def _line(self, expression: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {expression}")
        return name

    def take(self, parameter: Parameter) -> None:
        if parameter.kind == "tuple":
            for part in parameter.parts:
                self.take(part)
        elif parameter.kind == "array":
            self._array(parameter)
        elif parameter.kind == "float":
            self.values.append(("double", self._argument("double")))
        elif parameter.kind == "bool":
            self.values.append(("i8", self._line(f"trunc i64 {self._argument('i64')} to i8")))
        else:
            self.values.append(("i64", self._argument("i64")))

    def _array(self, parameter: Parameter) -> None:
        """As Numba wants it: owner and parent (none), number of elements, bytes of one, address, shape, strides."""
        address = self._argument("ptr")
        shape = [self._argument("i64") for _ in range(parameter.dimensions)]
        size, strides = shape[0], [str(parameter.item)]
        for length in shape[1:]:
            size = self._line(f"mul i64 {size}, {length}")
        for length in reversed(shape[1:]):
            strides.insert(0, self._line(f"mul i64 {length}, {strides[0]}"))
        self.values += [("ptr", "null"), ("ptr", "null"), ("i64", size), ("i64", str(parameter.item)), ("ptr", address)]
        self.values += [("i64", value) for value in (*shape, *strides)]
