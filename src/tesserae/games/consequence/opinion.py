"""Consequence as numbers, compiled: planes for learning, and a quick opinion of who is ahead."""

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Record, compiled
from tesserae.engine.opinion import squash, weigh
from tesserae.games.consequence.board import (
    CLOSING,
    LINES,
    MOONS,
    MOVE_LIMIT,
    NEIGHBOURS,
    SQUARES,
    SUNS,
    TURN_LIMIT,
    UNKNOWN,
)
from tesserae.games.consequence.shapes import facing, has_line, occupied, pairs, squares_of
from tesserae.games.consequence.weights import WEIGHTS

OBSERVATION = (12, 4, 4)  # planes, ranks, files; see `observe`

# What counts for a seat: pairs of its symbol; its symbol in its own and in the other hand; the most pairs that one more
# would make, if the seat has it in hand and if not; pairs that lie one empty square apart; lines of three that can
# become four, and of four; the tiles in hand; the turn. And all these again, times the part of the board that is full.
TRAITS = (
    *("pairs", "in hand", "in the other hand", "next, in hand", "next, not in hand", "near pairs", "threes", "fours"),
    *("hand", "turn"),
)
EACH = len(TRAITS)


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Twelve 4×4 planes, flattened rank by rank from a1, from a state hidden for the seat:

    0 to 5: the tiles of each kind (bM bS bo rS rM ro) whose face the seat knows · 6, 7: blue, red tiles it does not
    know · 8: where the tile moved in the last turn rests · 9: the same for the tile added · 10: the seat's own hand,
    in the first six cells the tiles of each kind, thirds · 11: other things, cell by cell: tiles in the other hand
    blue, red (sevenths) · the seat's number · 1 if it is its turn · moves in a row (twelfths) · turns (120ths) ·
    1 in the closing placements.
    """
    out[:] = 0.0
    for square in range(SQUARES):
        kind = int(s.board[square])
        if kind >= 0:
            out[kind * SQUARES + square] = 1.0
    if int(s.moved) >= 0:
        out[8 * SQUARES + int(s.moved)] = 1.0
    if int(s.added) >= 0:
        out[9 * SQUARES + int(s.added)] = 1.0
    hand, rest = 10 * SQUARES, 11 * SQUARES
    for kind in range(6):
        if seat >= 0:
            out[hand + kind] = s.hands[seat, kind] / 3.0
    if seat >= 0:
        out[rest] = s.hands[1 - seat, UNKNOWN] / 7.0
        out[rest + 1] = s.hands[1 - seat, UNKNOWN + 1] / 7.0
        out[rest + 2] = seat
        out[rest + 3] = 1.0 if int(s.turn) == seat else 0.0
    out[rest + 4] = s.moves_in_row / MOVE_LIMIT
    out[rest + 5] = s.turns / TURN_LIMIT
    out[rest + 6] = 1.0 if int(s.phase) == CLOSING else 0.0


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """The weighted sum of the traits of both sides."""
    counted = np.empty(2 * EACH, np.float64)
    traits(s, 0, counted)
    ahead = weigh(counted, WEIGHTS[0])
    traits(s, 1, counted)
    out[0] = squash(ahead - weigh(counted, WEIGHTS[0]))
    out[1] = -out[0]


@compiled
def traits(s: Record, seat: int, out: Floats) -> None:
    """What counts for a seat, as TRAITS names it, and again in proportion to how full the board is."""
    kinds = MOONS if seat == 0 else SUNS
    own = squares_of(s, kinds)
    full = occupied(s)
    held = int(s.hands[seat, kinds[0]]) + int(s.hands[seat, kinds[1]])
    most = 0
    rest = ~full & 0xFFFF
    while rest:
        most = max(most, popcount(NEIGHBOURS[lowest(rest)] & own))
        rest &= rest - 1
    near = 0
    for direction in range(1, 5):
        near += popcount(own & facing(facing(own, direction) & ~full, direction))
    threes = 0
    for line in LINES:
        threes += int(popcount(own & line) == 3 and full & line != line)
    hand = 0
    for kind in range(6):
        hand += int(s.hands[seat, kind])
    out[0] = pairs(own)
    out[1] = held
    out[2] = int(s.hands[1 - seat, kinds[0]]) + int(s.hands[1 - seat, kinds[1]])
    out[3] = most if held else 0
    out[4] = 0 if held else most
    out[5] = near
    out[6] = threes
    out[7] = 1.0 if has_line(own) else 0.0
    out[8] = hand
    out[9] = 1.0 if int(s.turn) == seat else 0.0
    for i in range(EACH):
        out[EACH + i] = out[i] * popcount(full) / SQUARES
