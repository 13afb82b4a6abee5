"""The one decorator for compiled functions, and the types that describe them to a type checker."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

Record = Any  # one element of a state array; its fields are those of the game's STATE
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Weights = NDArray[np.float32]  # of a net, and what it works with
States = NDArray[Any]  # an array of records; Python passes a game as an array of one


def compiled(function: F) -> F:
    """Compile on first use, keep the result on disk, and run without the GIL."""
    return cast(F, numba.njit(cache=True, nogil=True, _nrt=True)(function))  # explicit: else the first caller decides


def lean(function: F) -> F:
    """The same, without reference counting: for a function that is called very often, creates no arrays, but takes many
    and passes them on. Counting would cost a good part of its time."""
    return cast(F, numba.njit(cache=True, nogil=True, _nrt=False)(function))


def anywhere(function: F) -> F:
    """Leave a function as it is, and make it callable from compiled code too, for small things that both need."""
    return cast(F, register_jitable(function))
