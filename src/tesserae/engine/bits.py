"""Sets of squares as bits of an int64 (squares 0 to 62; a larger board takes several words).

Each function is ordinary Python when the JIT is off and a single machine instruction or two when compiled.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from tesserae.engine.jit import compiled


def popcount(bits: int) -> int:
    """How many squares are in the set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The first square of a set that is not empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


@intrinsic
def _ctpop(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(typing_context: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@overload(popcount)
def _popcount(bits: Any) -> Callable[[Any], Any]:
    def count(bits: Any) -> Any:  # Numba wants the same annotations as above
        return _ctpop(bits)

    return count


@overload(lowest)
def _lowest(bits: Any) -> Callable[[Any], Any]:
    def first(bits: Any) -> Any:
        return _cttz(bits)

    return first


@compiled
def nth(bits: int, n: int) -> int:
    """The n-th square of a set, counting from 0; the set must have more than n."""
    square = 0
    width = 32
    while width:  # halve the board, and go on in the half that has it; free of branches once unrolled
        below = popcount(bits & ((1 << width) - 1))
        up = int(n >= below)
        n -= below * up
        bits >>= width * up
        square += width * up
        width >>= 1
    return square
