"""A state record as plain Python, for the code that turns it into JSON."""

from typing import Any

from tesserae.engine.jit import States


class Plain:
    """The first record of an array, to be read: whole numbers, and nested lists that are made when they are asked for.

    NumPy takes a microsecond or more for every single number of a record; a view reads hundreds of them.
    """

    def __init__(self, states: States) -> None:
        self._fields = dict(zip(states.dtype.names or (), states[0].item(), strict=True))

    def __getattr__(self, name: str) -> Any:
        value = self._fields[name]
        if type(value) is not int:
            value = value.tolist()
        self.__dict__[name] = value
        return value
