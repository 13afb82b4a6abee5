"""The rules of Treasure (TR-1 to TR-5), compiled.

An action is a number: `square` hides the treasure there, `DIG + square` digs there.
"""

import numpy as np

from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import below, draw, seed_rng
from tesserae.games.options import places
from tesserae_treasure.board import DISTANCE, FARTHEST, SQUARES
from tesserae_treasure.options import OPTIONS

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.int64, 4),
                ("answer", np.int8, (2, SQUARES)),  # seat, square: what its dig there told, -1 if it did not dig
                ("treasure", np.int8, 2),  # where the seat's own lies; or one of the two below
                ("found", np.int8, 2),  # whether the seat has found the other's
                ("first", np.int8),
                ("turn", np.int8),
                ("measure", np.int8),
                ("ended", np.int8),
            ],
            align=True,
        ),
    )
)
NOWHERE, UNKNOWN = -1, -2  # not hidden yet; hidden, but the seat cannot know where

DIG = SQUARES
ACTIONS = 2 * SQUARES
AT = places(OPTIONS)
OBSERVATION = (4, SQUARES)


# --- Playing ---------------------------------------------------------------------------------------------------------


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """TR-1: the lot decides who begins."""
    clear(s, options, seed)
    s.first = below(s.rng, 2)
    s.turn = s.first


@compiled
def clear(s: Record, options: Ints, seed: int) -> None:
    """Nothing hidden, nothing dug up."""
    seed_rng(s.rng, seed, 0)
    s.answer[:] = -1
    s.treasure[:] = NOWHERE
    s.found[:] = 0
    s.first = 0
    s.turn = 0
    s.measure = options[AT.measure]
    s.ended = 0


@compiled
def over(s: Record) -> bool:
    return int(s.ended) == 1


@compiled
def actors(s: Record) -> int:
    return 0 if over(s) else 1 << int(s.turn)


@compiled
def is_legal(s: Record, seat: int, action: int) -> bool:
    """TR-2 and TR-3, for an actor."""
    if int(s.treasure[seat]) == NOWHERE:
        return action < DIG
    return action >= DIG and int(s.answer[seat, action - DIG]) < 0


@compiled
def legal(s: Record, seat: int, out: Ints) -> int:
    if seat < 0 or not actors(s) >> seat & 1:
        return 0
    n = 0
    for action in range(ACTIONS):
        if is_legal(s, seat, action):
            if n < len(out):
                out[n] = action
            n += 1
    return n


@compiled
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    if seat < 0 or not actors(s) >> seat & 1:
        return 0
    n = 0
    for action in (square, DIG + square):
        if is_legal(s, seat, action):
            if n < len(out):
                out[n] = action
            n += 1
    return n


@compiled
def apply(s: Record, seat: int, action: int) -> None:
    if action < DIG:
        s.treasure[seat] = action
    else:
        dig(s, seat, action - DIG)
    s.turn = 1 - seat
    # TR-5: both have dug equally often when the turn comes back to the first.
    if int(s.turn) == int(s.first) and (int(s.found[0]) == 1 or int(s.found[1]) == 1):
        s.ended = 1


@compiled
def dig(s: Record, seat: int, square: int) -> None:
    """TR-4."""
    far = DISTANCE[int(s.measure), square, int(s.treasure[1 - seat])]
    s.answer[seat, square] = far
    if far == 0:
        s.found[seat] = 1


@compiled
def returns(s: Record, out: Floats) -> None:
    for seat in range(2):
        out[seat] = int(s.found[seat]) - int(s.found[1 - seat])


# --- Knowing ---------------------------------------------------------------------------------------------------------


@compiled
def hide(s: Record, seat: int) -> None:
    """A treasure is known to its owner, to all who saw it found, and to everybody at the end."""
    s.rng[:] = 0
    if over(s):
        return
    for owner in range(2):
        if owner != seat and int(s.treasure[owner]) >= 0 and int(s.found[1 - owner]) == 0:
            s.treasure[owner] = UNKNOWN


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    """Each treasure that is unknown lies on any of the squares that agree with all answers."""
    seed_rng(s.rng, draw(rng), 0)
    for owner in range(2):
        if int(s.treasure[owner]) == UNKNOWN:
            skip = below(rng, possible(s, owner))
            for square in range(SQUARES):
                if agrees(s, owner, square):
                    if skip == 0:
                        s.treasure[owner] = square
                        break
                    skip -= 1


@compiled
def agrees(s: Record, owner: int, square: int) -> bool:
    """Whether all that the other was told is true if the owner's treasure lies on the square."""
    for dug in range(SQUARES):
        told = int(s.answer[1 - owner, dug])
        if told >= 0 and told != DISTANCE[int(s.measure), dug, square]:
            return False
    return True


@compiled
def possible(s: Record, owner: int) -> int:
    """On how many squares the owner's treasure may lie, for all that the other was told."""
    n = 0
    for square in range(SQUARES):
        if agrees(s, owner, square):
            n += 1
    return n


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Four numbers for each square: whether the seat's treasure lies there, what its dig there revealed and what
    the other's did (0: no dig, 1: found), and whether the other's treasure may lie there."""
    other = 1 - seat
    for square in range(SQUARES):
        out[square] = 1.0 if int(s.treasure[seat]) == square else 0.0
        for plane in range(2):
            told = int(s.answer[seat if plane == 0 else other, square])
            out[(1 + plane) * SQUARES + square] = 0.0 if told < 0 else 1.0 - told / (FARTHEST + 1)
        out[3 * SQUARES + square] = 1.0 if agrees(s, other, square) else 0.0


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """The player with fewer squares left to search is ahead."""
    ahead = (possible(s, 0) - possible(s, 1)) / SQUARES
    out[0] = ahead
    out[1] = -ahead
