"""What a net sees of a position of Consequence, compiled: numbered inputs with their amounts, from the side of a seat.

Everything is told by "mine" and "yours", never by Moon and Sun: a kind is counted on from the seat's own colour, so
that both sides look alike and one net serves for both. The position must be complete, as it is in an imagined world.
"""

import numpy as np

from tesserae.engine.bits import popcount
from tesserae.engine.jit import Ints, Record, Weights, compiled
from tesserae.games.consequence.board import (
    CLOSING,
    MOVE_LIMIT,
    NEIGHBOUR,
    SQUARES,
    TURN_LIMIT,
)
from tesserae.games.consequence.opinion import EACH, traits
from tesserae.games.consequence.shapes import occupied

MOST = 7  # tiles of a hand that are counted one by one

# Touching squares, each pair once, and the number of the pair.
PAIRS = [(q, int(NEIGHBOUR[q, d])) for q in range(SQUARES) for d in range(1, 5) if NEIGHBOUR[q, d] >= 0]
FIRST = np.array([a for a, _ in PAIRS], np.int64)
SECOND = np.array([b for _, b in PAIRS], np.int64)

# Where the inputs of each sort begin.
TILES = 0  # kind, whether the seat laid it (and so knows it), square
TOUCHING = TILES + 6 * 2 * SQUARES  # mine or yours, pair
HANDS = TOUCHING + 2 * len(PAIRS)  # whose hand, kind, at least 1, 2, 3 of it
HELD = HANDS + 2 * 6 * 3  # whose hand, how many tiles
MOVED = HELD + 2 * (MOST + 1)  # where the tile moved in the last turn rests
ADDED = MOVED + SQUARES  # the same for the tile added
LAID = ADDED + SQUARES  # how many tiles are on the board
TRAITS = LAID + SQUARES + 1  # mine or yours, the traits of opinion.py
TURN = TRAITS + 2 * 2 * EACH
IN_ROW = TURN + 1
TURNS = IN_ROW + 1
ENDING = TURNS + 1
ROW_MIN = ENDING + 1  # options: a row of two or three tiles
REVEALED = ROW_MIN + 2
INPUTS = REVEALED + 1
SCALE = 0.25  # of the traits, which are larger than 1


@compiled
def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    """Write the inputs that are not 0 and their amounts; returns how many there are."""
    n = see_board(s, seat, places)
    n = see_hands(s, seat, places, n)
    n = see_turn(s, seat, places, n)
    amounts[:n] = 1.0
    counted = np.empty(2 * EACH, np.float64)
    for whose in range(2):
        traits(s, seat if whose == 0 else 1 - seat, counted)
        for i in range(2 * EACH):
            if counted[i] != 0.0:
                places[n] = TRAITS + whose * 2 * EACH + i
                amounts[n] = counted[i] * SCALE
                n += 1
    places[n] = IN_ROW
    amounts[n] = s.moves_in_row / MOVE_LIMIT
    places[n + 1] = TURNS
    amounts[n + 1] = s.turns / TURN_LIMIT
    return n + 2


@compiled
def put(place: int, wanted: bool, places: Ints, n: int) -> int:
    """Write a place, if it is wanted."""
    if wanted:
        places[n] = place
    return n + int(wanted)


@compiled
def see_board(s: Record, seat: int, places: Ints) -> int:
    """The tiles on the board, and which of them touch."""
    n = mine = yours = 0
    for square in range(SQUARES):
        kind = int(s.board[square])
        if kind >= 0:
            kind = (kind + 3 * seat) % 6
            unknown = int(s.placer[square] != seat)
            places[n] = TILES + (kind * 2 + unknown) * SQUARES + square
            n += 1
            mine |= int(kind == 0 or kind == 4) << square
            yours |= int(kind == 1 or kind == 3) << square
    for pair in range(len(FIRST)):
        both = 1 << FIRST[pair] | 1 << SECOND[pair]
        n = put(TOUCHING + pair, mine & both == both, places, n)
        n = put(TOUCHING + len(FIRST) + pair, yours & both == both, places, n)
    return n


@compiled
def see_hands(s: Record, seat: int, places: Ints, n: int) -> int:
    for whose in range(2):
        holder = seat if whose == 0 else 1 - seat
        held = 0
        for kind in range(6):
            count = int(s.hands[holder, (kind + 3 * seat) % 6])
            held += count
            for i in range(min(count, 3)):
                places[n] = HANDS + (whose * 6 + kind) * 3 + i
                n += 1
        places[n] = HELD + whose * (MOST + 1) + min(held, MOST)
        n += 1
    return n


@compiled
def see_turn(s: Record, seat: int, places: Ints, n: int) -> int:
    """What the last turn did, whose turn it is, and the options."""
    n = put(MOVED + int(s.moved), int(s.moved) >= 0, places, n)
    n = put(ADDED + int(s.added), int(s.added) >= 0, places, n)
    n = put(LAID + popcount(occupied(s)), True, places, n)
    n = put(TURN, int(s.turn) == seat, places, n)
    n = put(ENDING, int(s.phase) == CLOSING, places, n)
    n = put(ROW_MIN + int(s.row_min) - 2, int(s.row_min) > 1, places, n)
    return put(REVEALED, s.reveal_both != 0, places, n)
