"""Counting action sequences: the usual proof that two sets of rules, or two versions of one, are the same.

A sequence counts if all its actions can be made: one that ends the game before its last action does not. Where
several seats may act, each of them may, in ascending order.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tesserae.engine import contract
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, States, compiled, heavy
from tesserae.engine.playouts import ROOM


class Branch(NamedTuple):
    """A first action and how many sequences begin with it."""

    seat: int
    action: int
    sequences: int


def perft(states: States, depth: int) -> int:
    """How many sequences of `depth` actions the state (an array of one record) has."""
    if depth < 1:
        return 1
    return int(_sequences(np.repeat(states, depth), depth))


def divide(states: States, depth: int) -> Iterator[Branch]:
    """The same, split by first action, each yielded as soon as it is counted; depth is at least 1."""
    out: Ints = np.empty(ROOM, np.int64)
    actors = contract.actors(states)
    for seat in range(actors.bit_length()):
        if not actors >> seat & 1:
            continue
        n = contract.legal(states, seat, out)
        if n > len(out):
            out = np.empty(n, np.int64)
            contract.legal(states, seat, out)
        for action in out[:n].tolist():
            after = states.copy()
            contract.act(after, seat, action, out.copy())
            yield Branch(seat, action, perft(after, depth - 1))


@compiled
def _count(s: Record, out: Ints) -> int:
    """How many actions all seats have together; `out` is overwritten."""
    n = 0
    seats = contract.actors(s)
    while seats:
        n += contract.legal(s, lowest(seats), out)
        seats &= seats - 1
    return n


@compiled
def _list(s: Record, first: int, tag: int, levels: Ints, seats: Ints, actions: Ints) -> int:
    """Write all actions of all seats from place `first` on, each with the tag; there must be room for them plus
    ROOM. Returns the place after the last."""
    rest = contract.actors(s)
    while rest:
        seat = lowest(rest)
        rest &= rest - 1
        n = contract.legal(s, seat, actions[first:])
        for place in range(first, first + n):
            levels[place] = tag
            seats[place] = seat
        first += n
    return first


@heavy
def _sequences(path: States, depth: int) -> int:
    """`path` has room for the states of one sequence, and begins with the first of them.

    The remaining work is a stack of actions, each with the level of the state that it starts from. The top one is
    popped, and the actions possible after it are pushed. So the path always holds the states that led here.
    """
    room = 2 * ROOM
    levels, seats, actions = np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int64)
    spare = np.empty(ROOM, np.int64)
    total = 0
    top = 0
    level = 0
    while True:
        n = _count(path[level], spare)
        if level == depth - 1:
            total += n
        else:
            if top + n + ROOM > room:
                room = 2 * (top + n + ROOM)
                levels, seats, actions = _larger(levels, room), _larger(seats, room), _larger(actions, room)
            top = _list(path[level], top, level, levels, seats, actions)
        if top == 0:
            return total
        top -= 1
        level = levels[top]
        path[level + 1] = path[level]
        contract.apply(path[level + 1], seats[top], actions[top])
        level += 1


@compiled
def _larger(items: Ints, room: int) -> Ints:
    larger = np.empty(room, np.int64)
    for place in range(len(items)):
        larger[place] = items[place]
    return larger
