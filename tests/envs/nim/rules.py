"""The rules of Nim, compiled."""

import numpy as np

from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import below, draw, seed_rng

STATE = np.dtype(
    (np.record, np.dtype([("rng", np.int64, 4), ("heap", np.int32), ("turn", np.int16), ("seats", np.int16)]))
)
OBSERVATION = (1, 1, 3)
ACTIONS = 3


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    seed_rng(s.rng, seed, 0)
    s.heap = 12 + below(s.rng, 9)
    s.turn = 0
    s.seats = seats


@compiled
def over(s: Record) -> bool:
    return int(s.heap) == 0


@compiled
def actors(s: Record) -> int:
    return 0 if over(s) else 1 << int(s.turn)


@compiled
def legal(s: Record, seat: int, out: Ints) -> int:
    n = min(int(s.heap), ACTIONS) if seat == int(s.turn) else 0
    for i in range(n):
        out[i] = i
    return n


@compiled
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    return 0


@compiled
def apply(s: Record, seat: int, action: int) -> None:
    s.heap -= action + 1
    if s.heap > 0:
        s.turn = (seat + 1) % int(s.seats)


@compiled
def returns(s: Record, out: Floats) -> None:
    for seat in range(int(s.seats)):
        out[seat] = 1.0 if seat == int(s.turn) else -1.0


@compiled
def hide(s: Record, seat: int) -> None:
    s.rng[:] = 0


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    seed_rng(s.rng, draw(rng), draw(rng))


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    out[0] = int(s.heap) / 20.0
    out[1] = 1.0 if seat == int(s.turn) else 0.0
    out[2] = 1.0


@compiled
def evaluate(s: Record, out: Floats) -> None:
    for seat in range(int(s.seats)):
        out[seat] = 0.0
