"""A state record as plain Python, for the code that turns it into JSON."""

import math
import struct
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tesserae.engine.jit import States

KEPT = 64  # records that are cached; more would use the processor's cache less well
PARTS = 64  # cached results of each part

WIDE = {"l": "q", "L": "Q"}  # `struct` has other letters for numbers of eight bytes

T = TypeVar("T")

_kept: dict[int, tuple[States, bytes, "Plain"]] = {}


class Layout(NamedTuple):
    """Where the fields of a record are."""

    names: tuple[str, ...]  # the fields that are single numbers
    numbers: struct.Struct  # reads these fields
    lists: dict[str, tuple[struct.Struct, int, tuple[int, ...]]]  # the other fields: readers, offsets, shapes


@lru_cache
def _layout(dtype: np.dtype[Any]) -> Layout:
    names, lists, form, end = [], {}, "=", 0
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        char = WIDE.get(kind.base.char, kind.base.char)
        if kind.shape:
            lists[name] = struct.Struct(f"={math.prod(kind.shape)}{char}"), offset, kind.shape
        else:
            form += f"{offset - end}x{char}"
            end = offset + kind.itemsize
            names.append(name)
    return Layout(tuple(names), struct.Struct(form), lists)


def _nested(numbers: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """A flat list as lists of lists."""
    for size in reversed(shape[1:]):
        numbers = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    return numbers


class Plain:
    """A read-only record: integers and nested lists, by the names of its fields."""

    def __init__(self, raw: bytes, dtype: np.dtype[Any]) -> None:
        layout = _layout(dtype)
        self.__dict__ = dict(zip(layout.names, layout.numbers.unpack_from(raw), strict=True))
        self._raw = raw
        self._lists = layout.lists

    def __getattr__(self, name: str) -> Any:
        """A field of several numbers becomes a list when it is first read; most readers need only a few fields."""
        try:
            reader, offset, shape = self._lists[name]
        except KeyError:
            raise AttributeError(name) from None
        found = self.__dict__[name] = _nested([*reader.unpack_from(self._raw, offset)], shape)
        return found

    def key(self, name: str) -> Any:
        """A field in a form that can be compared quickly: a number, or the bytes of several."""
        if name in self._lists:
            reader, offset, _ = self._lists[name]
            return self._raw[offset : offset + reader.size]
        return self.__dict__[name]


class _Only:
    """The fields of a record that a part may read."""

    def __init__(self, s: Plain, names: tuple[str, ...]) -> None:
        self.__dict__ = {name: getattr(s, name) for name in names}


def part(*names: str) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """A function of a plain record that reads only these fields.

    A move changes little, and most of what it does not change is the same for all seats. So the latest results are
    cached; callers get the same object again and must not modify it.
    """

    def remembered(make: Callable[..., T]) -> Callable[..., T]:
        kept: dict[Any, T] = {}

        @wraps(make)
        def get(s: Plain, *given: Any) -> T:
            key = (*map(s.key, names), *given)
            found = kept.get(key)
            if found is None:
                if len(kept) >= PARTS:
                    kept.clear()
                found = kept[key] = make(_Only(s, names), *given)
            return found

        return get

    return remembered


def plain(states: States) -> Any:
    """The first record of an array.

    NumPy takes a microsecond or more to read a single number of a record, and a view reads hundreds. The same array is
    read for a view and for effects, so the latest records are cached.
    """
    raw = states.tobytes()
    known = _kept.get(id(states))
    if known is not None and known[0] is states and known[1] == raw:
        return known[2]
    if len(_kept) >= KEPT:
        _kept.clear()
    found = Plain(raw, states.dtype)
    _kept[id(states)] = states, raw, found
    return found
