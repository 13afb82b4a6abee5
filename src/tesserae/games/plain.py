"""A state record as plain Python, for the code that turns it into JSON."""

from functools import lru_cache
from typing import Any

import numpy as np

from tesserae.engine.jit import States

KEPT = 128  # records at a time: the view of a seat and the effects of an action read the same ones


class Plain:
    """A record to be read, never changed: whole numbers and nested lists, by the names of its fields."""

    def __init__(self, states: States) -> None:
        fields = dict(zip(states.dtype.names or (), states.item(0), strict=True))
        self.__dict__ = {name: value for name, value in fields.items() if type(value) is int}
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        """A field of several numbers becomes a list when it is first read: most readers want a few of them."""
        try:
            found = self._fields[name].tolist()
        except KeyError:
            raise AttributeError(name) from None
        self.__dict__[name] = found
        return found


def plain(states: States) -> Any:
    """The first record of an array.

    NumPy takes a microsecond or more for every single number of a record; a view reads hundreds of them.
    """
    return _plain(states.dtype, states[:1].tobytes())


@lru_cache(KEPT)
def _plain(dtype: np.dtype[Any], raw: bytes) -> Plain:
    return Plain(np.frombuffer(raw, dtype))
