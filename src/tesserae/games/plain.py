"""A state record as plain Python, for the code that turns it into JSON."""

from typing import Any

from tesserae.engine.jit import States


class Plain:
    """The first record of an array, to be read: numbers and nested lists, a field converted when it is asked for.

    NumPy takes a microsecond or more for every single number of a record; a view reads hundreds of them.
    """

    def __init__(self, states: States) -> None:
        self._states = states

    def __getattr__(self, name: str) -> Any:
        value = self._states[name][0].tolist()
        setattr(self, name, value)
        return value
