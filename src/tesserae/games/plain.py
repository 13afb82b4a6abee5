"""A state record as plain Python, for the code that turns it into JSON."""

from typing import Any

import numpy as np

from tesserae.engine.jit import States

KEPT = 64  # records at a time
ROUND = 32  # bytes; addresses of two objects differ by more

_kept: list[tuple[States, bytes, "Plain"] | None] = [None] * KEPT


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

    NumPy takes a microsecond or more for every single number of a record; a view reads hundreds of them. The same array
    is read for a view and for effects, one right after the other, so the latest ones are kept.
    """
    place = id(states) // ROUND % KEPT
    raw = states.tobytes()
    known = _kept[place]
    if known is not None and known[0] is states and known[1] == raw:
        return known[2]
    found = Plain(np.frombuffer(raw, states.dtype))
    _kept[place] = states, raw, found
    return found
