"""A state record as plain Python, for the code that turns it into JSON."""

from types import SimpleNamespace
from typing import Any

from tesserae.engine.jit import States


def plain(states: States) -> Any:
    """The first record of an array, to be read: whole numbers and nested lists, by the names of their fields.

    NumPy takes a microsecond or more for every single number of a record; a view reads hundreds of them.
    """
    fields = zip(states.dtype.names or (), states.item(0), strict=True)
    return SimpleNamespace(**{name: value if type(value) is int else value.tolist() for name, value in fields})
