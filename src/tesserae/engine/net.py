"""Judging a position by a small net, for any game whose rules have `inputs`.

A net sees a position from the side of one seat: `contract.inputs` lists what there is, each as the number of an input
and an amount; everything else is 0. One layer of hidden units, of which each adds up the weights of what it sees and is
0 if that is negative, leads to one number: the result that the seat can expect, from -1 to 1.

Weights are arguments of compiled functions, so that another net needs no compiling. Only operations that every machine
rounds alike are used, each in a fixed order, so that bots choose the same everywhere: hidden units are independent of
each other, so that several can be worked out at a time, and they are added up by halves.

A net without hidden units (NONE) stands for the game's own opinion, `contract.evaluate`.
"""

from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract, ordering
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Ints, Record, States, Weights, Weights2, entry, lean, vectorised
from tesserae.engine.opinion import squash


class Net(NamedTuple):
    """The weights. `shift` has one number: the value, before it is squashed, of a position of which nothing is seen."""

    first: Weights2  # for each input, a weight for each hidden unit
    bias: Weights  # of the hidden units
    last: Weights  # from the hidden units to the value
    shift: Weights

    @property
    def inputs(self) -> int:
        return len(self.first)

    @property
    def width(self) -> int:
        return len(self.bias)


class Scratch(NamedTuple):
    """Room for the work of `judge`."""

    places: Ints
    amounts: Weights
    hidden: Weights
    sides: int  # how many there are


class BadNet(ValueError):
    """A file that is no net, or a net that does not fit the game."""


def _weights(*shape: int) -> Weights:
    return np.zeros(shape, np.float32)


NONE = Net(_weights(0, 0), _weights(0), _weights(0), _weights(1))


def scratch(dtype: np.dtype[Any], net: Net, sides: int = 2) -> Scratch:
    """Room for judging positions of a game; BadNet if the net is for other inputs than the game has."""
    inputs = contract.inputs_of(dtype)
    if net.width and net.inputs != inputs:
        raise BadNet(f"the net is for {net.inputs} inputs, but the game has {inputs}")
    return Scratch(np.zeros(inputs, np.int64), _weights(inputs), _weights(net.width), sides)


# --- Judging ---------------------------------------------------------------------------------------------------------


@lean
def value(net: Net, n: int, places: Ints, amounts: Weights, hidden: Weights) -> float:
    """What a net makes of the first n inputs, from -1 to 1."""
    return squash(ahead(net, n, places, amounts, hidden))


@lean
@vectorised
def ahead(net: Net, n: int, places: Ints, amounts: Weights, hidden: Weights) -> float:
    """The same as any number. Four inputs are taken at a time, which is the same sum in the same order."""
    first, bias, last = net.first, net.bias, net.last
    width = len(bias)
    for j in range(width):
        hidden[j] = bias[j]
    i = 0
    while i + 4 <= n:
        a, b, c, d = places[i], places[i + 1], places[i + 2], places[i + 3]
        e, f, g, h = amounts[i], amounts[i + 1], amounts[i + 2], amounts[i + 3]
        for j in range(width):
            hidden[j] = (((hidden[j] + e * first[a, j]) + f * first[b, j]) + g * first[c, j]) + h * first[d, j]
        i += 4
    while i < n:
        a, e = places[i], amounts[i]
        for j in range(width):
            hidden[j] += e * first[a, j]
        i += 1
    for j in range(width):
        hidden[j] = hidden[j] * last[j] if hidden[j] > 0 else np.float32(0.0)
    return total(hidden) + np.float64(net.shift[0])


@lean
@vectorised
def total(parts: Weights) -> float:
    """The sum of some numbers, which are overwritten: they are added up by halves."""
    n = len(parts)
    while n > 1:
        half = (n + 1) // 2
        for j in range(n - half):
            parts[j] += parts[j + half]
        n = half
    return np.float64(parts[0])


@lean
def judge(s: Record, net: Net, room: Scratch, values: Floats) -> None:
    """Write the expected result of each seat to `values`. With two sides it is worked out for the side of who acts (the
    first one, if several may), and is the opposite for the other; with more, for each side from its first seat."""
    places, amounts, hidden, sides = room
    seats = len(values)
    if sides == 2:
        mover = lowest(contract.actors(s))
        n = contract.inputs(s, mover, places, amounts)
        worth = value(net, n, places, amounts, hidden)
        for seat in range(seats):
            values[seat] = worth if (seat - mover) % 2 == 0 else -worth
    else:
        for side in range(sides):
            n = contract.inputs(s, side, places, amounts)
            worth = value(net, n, places, amounts, hidden)
            for seat in range(side, seats, sides):
                values[seat] = worth


@lean
def appraise(s: Record, net: Net, room: Scratch, values: Floats) -> None:
    """What a search thinks of a position that is not the end: by the net, where the game cannot tell the result, or
    without a net by the game's own opinion."""
    if len(net.bias) == 0:
        contract.evaluate(s, values)
    elif not ordering.solved(s, values):
        judge(s, net, room, values)


@entry
def _judge_one(states: States, net: Net, room: Scratch, values: Floats) -> None:
    judge(states[0], net, room, values)


def judged(states: States, net: Net, seats: int) -> Floats:
    """The expected result of each seat in one position, for Python."""
    values: Floats = np.zeros(seats)
    _judge_one(states, net, scratch(states.dtype, net, contract.sides(states, seats)), values)
    return values


# --- Files -----------------------------------------------------------------------------------------------------------


def save(path: Path, net: Net, about: str, half: bool = False) -> None:
    """Write a net to a file (.npz), with a text that says how it was made; `half`: with 16 bits for each weight of the
    first layer, and therefore slightly different."""
    first: NDArray[Any] = net.first.astype(np.float16) if half else net.first
    with path.open("wb") as file:
        np.savez_compressed(file, first=first, bias=net.bias, last=net.last, shift=net.shift, about=np.array(about))


def load(path: Path) -> tuple[Net, str]:
    """A net and how it was made; BadNet if the file has none."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            parts = [np.ascontiguousarray(file[name], np.float32) for name in Net._fields]
            about = str(file["about"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BadNet(f"{path}: this is no net ({error})") from None
    net = Net(*parts)
    width = len(net.bias) if net.bias.ndim == 1 else 0
    fits = net.first.ndim == 2 and net.first.shape[1] == width and net.last.shape == (width,) and width > 0
    if not fits or net.shift.shape != (1,) or not all(np.isfinite(part).all() for part in net):
        raise BadNet(f"{path}: the weights of this net do not fit together")
    return net, about
