"""Numba, told to stop before it optimises: each function is lowered to LLVM's language once, and nothing more.

Numba would optimise every function, with all that it calls, and make it native, one by one. Here that is left for the
end, when a game is linked into one module (linking.py), which takes a fraction of the time and gives quicker code.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.extending import intrinsic, overload, register_jitable

from tesserae.engine import bits, jit, machine


class Library(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of one function, without that of those it calls."""

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        raise RuntimeError(f"{name} is compiled, but cannot be called by the process that compiles")

    @property
    def text(self) -> str:
        return str(self._final_module)

    @property
    def wide(self) -> bool:
        """Whether its loops are to be vectorised."""
        text = self.text
        return any(re.search(rf"^define [^\n]*@{_symbol(function)}", text, re.M) for function in jit.wide)

    @property
    def called(self) -> list["Library"]:
        return list(self._linking_libraries)


def _symbol(function: Callable[..., Any]) -> str:
    """What the names of a function begin with in Numba's code."""
    parts = f"{function.__module__}.{function.__qualname__}".split(".")
    return "_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "B"


def prepare() -> None:
    """Teach Numba the functions of the engine and of the games. Comes after all of them are imported."""
    JITCPUCodegen._library_class = Library
    CPUContext.get_executable = _stand_in
    for function, counted in jit.functions.items():
        register_jitable(**_options(counted))(function)


def _stand_in(context: Any, library: Library, description: Any, environment: Any) -> Callable[..., Any]:
    """What Numba knows a compiled function by, in place of one that could be called: any built-in function, but for
    each its own."""
    return {}.get


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typing_context: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing_context: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _nth_bit(typing_context: Any, value: Any, n: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), machine.NTH)
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _to_bits(typing_context: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), build


@intrinsic  # type: ignore[untyped-decorator]
def _to_float(typing_context: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), build


@overload(bits.popcount)  # type: ignore[untyped-decorator]
def _popcount(bits: Any) -> Callable[[Any], Any]:
    def count(bits: Any) -> Any:  # Numba wants the same annotations as above
        return _ctpop(bits)

    return count


@overload(bits.lowest)  # type: ignore[untyped-decorator]
def _lowest(bits: Any) -> Callable[[Any], Any]:
    def first(bits: Any) -> Any:
        return _cttz(bits)

    return first


@overload(bits.nth)  # type: ignore[untyped-decorator]
def _nth(bits: Any, n: Any) -> Callable[[Any, Any], Any]:
    def find(bits: Any, n: Any) -> Any:
        return _nth_bit(bits, n)

    return find


@overload(bits.bits_of)  # type: ignore[untyped-decorator]
def _bits_of(number: Any) -> Callable[[Any], Any]:
    def read(number: Any) -> Any:
        return _to_bits(number)

    return read


@overload(bits.float_of)  # type: ignore[untyped-decorator]
def _float_of(bits: Any) -> Callable[[Any], Any]:
    def read(bits: Any) -> Any:
        return _to_float(bits)

    return read


def _options(counted: bool) -> dict[str, Any]:
    return {
        "nogil": True,
        "_nrt": counted,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "boundscheck": jit.CHECKED,
    }


def bind(dtype: np.dtype[Any]) -> None:
    """Let each stub stand for the function of the game with these records."""
    record = numba.typeof(np.zeros(1, dtype)[0])
    for stub, functions in jit.variants.items():
        if dtype in functions:
            _bind(stub, record, functions[dtype])


def _bind(stub: Callable[..., Any], record: Any, function: Callable[..., Any]) -> None:
    """Overload a stub for one record type. Numba requires the stub's exact parameter names, hence source text."""
    names = ", ".join(inspect.signature(stub).parameters)
    first = next(iter(inspect.signature(stub).parameters))
    scope: dict[str, Any] = {"record": record, "function": function}
    exec(f"def choose({names}):\n    if {first} == record:\n        return lambda {names}: function({names})\n", scope)
    overload(stub, jit_options=_options(jit.functions[function]), strict=False)(scope["choose"])


def lower(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, Library]:
    """Compile a function for these types of its arguments: what Numba knows of it, and its code."""
    dispatcher = numba.njit(**_options(jit.functions[function]))(function)
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    return result, result.library


def reachable(libraries: list[Library]) -> Iterator[Library]:
    """These and all that they call, each once."""
    seen: set[int] = set()
    ahead = list(reversed(libraries))
    while ahead:
        library = ahead.pop()
        if id(library) not in seen:
            seen.add(id(library))
            yield library
            ahead += reversed(library.called)
