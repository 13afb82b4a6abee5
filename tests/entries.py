"""Entry points with arguments of all kinds, and such as can go wrong."""

from typing import NamedTuple

import numpy as np

from tesserae.engine.jit import Floats, Floats2, Ints, entry, heavy


class Part(NamedTuple):
    """What is passed as one argument."""

    items: Ints
    factor: float


@entry
def item(items: Ints, index: int) -> int:
    return int(items[index])


@entry
def quotient(number: int, divisor: int) -> int:
    return number // divisor


@entry
def remainder(number: int, divisor: int) -> int:
    return number % divisor


@entry
def ratio(number: float, divisor: float) -> float:
    return number / divisor


@entry
def weighed(table: Floats2, part: Part, negative: bool) -> float:
    """The sum of a table and of the items, times the factor."""
    total = 0.0
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            total += table[i, j]
    for i in range(len(part.items)):
        total += part.items[i]
    return -total * part.factor if negative else total * part.factor


@entry
def is_number(value: float) -> bool:
    return value == value


@entry
def fill(values: Floats, value: float) -> None:
    for i in range(len(values)):
        values[i] = value


@heavy
def room(cells: int) -> int:
    """Ask for memory."""
    return len(np.zeros(cells))
