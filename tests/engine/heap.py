"""A tiny game for tests of nets: the players in turn take one to three counters from a heap, and the side that takes
the last one wins. With four seats, partners sit opposite each other; with three everybody plays alone."""

import sys

import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Floats, Floats2, Ints, Record, States, Weights, lean

FIELDS = ("heap_of_counters", "turn", "seats", "teams")
STATE = np.dtype((np.record, [(name, np.int64) for name in FIELDS]))
OBSERVATION = (1,)
ACTIONS = 4
LARGEST = 30
INPUTS = LARGEST + 3  # how many counters there are, whether it is the seat's turn, and two inputs with other amounts


@lean
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    s.heap_of_counters = LARGEST - seed % 10
    s.turn = 0
    s.seats = seats
    s.teams = 3 if seats == 3 else 2


@lean
def over(s: Record) -> bool:
    return int(s.heap_of_counters) == 0


@lean
def actors(s: Record) -> int:
    return 0 if over(s) else 1 << int(s.turn)


@lean
def legal(s: Record, seat: int, out: Ints) -> int:
    if seat != int(s.turn):
        return 0
    n = min(3, int(s.heap_of_counters))
    for i in range(n):
        out[i] = i + 1
    return n


@lean
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    return 0


@lean
def apply(s: Record, seat: int, action: int) -> None:
    s.heap_of_counters -= action
    s.turn = (seat + 1) % int(s.seats)


@lean
def returns(s: Record, out: Floats) -> None:
    last = (int(s.turn) + int(s.seats) - 1) % int(s.teams)
    for seat in range(int(s.seats)):
        out[seat] = 1.0 if seat % int(s.teams) == last else -1.0


@lean
def hide(s: Record, seat: int) -> None:
    """Nothing is hidden."""


@lean
def imagine(s: Record, seat: int, rng: Ints) -> None:
    """Nothing is hidden."""


@lean
def observe(s: Record, seat: int, out: Floats) -> None:
    out[0] = int(s.heap_of_counters)


@lean
def evaluate(s: Record, out: Floats) -> None:
    for seat in range(int(s.seats)):
        out[seat] = 0.0


@lean
def key(s: Record) -> int:
    return int(s.heap_of_counters) * 8 + int(s.turn)


@lean
def describe(s: Record, seat: int, actions: Ints, n: int, out: Floats2) -> None:
    """All actions look alike."""


@lean
def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    places[0] = int(s.heap_of_counters)
    amounts[0] = 1.0
    places[1] = LARGEST + 1
    amounts[1] = 0.1 * int(s.heap_of_counters)
    if seat != int(s.turn):
        return 2
    places[2] = LARGEST + 2
    amounts[2] = -1.0
    return 3


def registered() -> None:
    """Make the game known to the engine, once."""
    if STATE not in contract.GAMES:
        contract.register(sys.modules[__name__], sys.modules[__name__])


def heap(counters: int, turn: int = 0, seats: int = 2) -> States:
    """A position, as an array of one."""
    registered()
    states: States = np.zeros(1, STATE)
    states["heap_of_counters"], states["turn"], states["seats"] = counters, turn, seats
    states["teams"] = 3 if seats == 3 else 2
    return states
