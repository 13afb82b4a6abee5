"""The record of a game of Symbol Chain, and small functions that read it.

A stack is called by its place, 0 to 4 for `take 2` to `take 6`; a tile by its number in its owner's set.
"""

import numpy as np

from tesserae.engine.jit import Record, compiled
from tesserae.games.symbol_chain.board import LONGEST, SEATS, SET, SHAPES, SQUARES, STACKS
from tesserae.games.symbol_chain.tiles import FACE_BITS, LENGTH_AT, SEQUENCE_AT

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # Large items first and a few bytes to spare, so that there are no gaps: NumPy does not copy gaps, and
                # records of equal games must be equal byte by byte.
                ("rng", np.int64, 4),
                # The board, as sets of squares and square by square.
                ("full", np.int64),  # the squares that hold a tile
                ("open", np.int64),  # those turned up in this turn
                ("own", np.int64, SEATS),  # those with a tile of each seat; the starting tiles are nobody's
                (
                    "tiles",
                    np.int32,
                    (SEATS, SET),
                ),  # the tiles of each seat, which never change; tiles.py has their form
                ("seen", np.int16, SQUARES),  # when the tile there was last shown, by the clock; -1 empty
                ("clock", np.int16),
                ("scores", np.int16, SEATS),
                ("face", np.int8, SQUARES),  # the face of the tile on each square, -1 empty
                # Where the tiles are that are not on the board.
                ("stacks", np.int8, (SEATS, SET)),  # five stacks one after the other, each from bottom to top
                ("bottom", np.int8, (SEATS, STACKS)),  # where in `stacks` each of them begins
                ("height", np.int8, (SEATS, STACKS)),
                ("discards", np.int8, (SEATS, SET)),  # in the order of discarding, -1 behind the last
                ("discarded", np.int8, SEATS),  # how many
                # The turn.
                ("seats", np.int8),
                ("turn", np.int8),
                ("phase", np.int8),
                ("ready", np.int8),  # before the first turn: the seats that are ready, as bits
                ("taken", np.int8),  # the tile beside the board, -1 none
                ("lifted_face", np.int8),  # of the tile lifted from the board that is yet to be laid, -1 none
                ("lifted_owner", np.int8),  # whose it is; -1 a starting tile
                ("flips", np.int8, LONGEST),  # the squares turned up in this turn, in order; -1 behind the last
                ("flipped", np.int8),  # how many
                # The turn before, while it can be seen: until the next action. Its flips are still in `flips`.
                ("last_seat", np.int8),  # -1: there is nothing to be seen
                ("last_taken", np.int8),
                ("placed", np.int8),  # where its tile was placed, -1 if it was discarded
                ("displaced", np.int8),  # where the tile that lay there is now
                ("reason", np.int8),  # why the game is over, or GOING_ON
                # Options.
                ("match_shape", np.int8),
                ("end_any", np.int8),
                ("memory_aid", np.int8),
                ("owner_backs", np.int8),
            ],
            align=True,
        ),
    )
)

LOOKING, TAKING, FLIPPING, PLACING, LAYING, OVER = 0, 1, 2, 3, 4, 5
BOARD_FULL, EMPTY_STACKS, GOING_ON = 0, 1, 2
OWN_TILE = 2  # points at the end, SC-12


@compiled
def over(s: Record) -> bool:
    return int(s.phase) == OVER


@compiled
def stocked(s: Record, seat: int) -> int:
    """The seat's stacks that still have tiles, as bits."""
    stacks = 0
    for stack in range(STACKS):
        if s.height[seat, stack] > 0:
            stacks |= 1 << stack
    return stacks


@compiled
def face_down(s: Record) -> int:
    """The squares with a tile that was not turned up in this turn."""
    return int(s.full) & ~int(s.open)


@compiled
def owner_of(s: Record, square: int) -> int:
    """The seat whose tile lies there, -1 for a starting tile."""
    for seat in range(int(s.seats)):
        if int(s.own[seat]) >> square & 1:
            return seat
    return -1


@compiled
def face_of(s: Record, seat: int, tile: int) -> int:
    return int(s.tiles[seat, tile]) & 15


@compiled
def length(s: Record, seat: int, tile: int) -> int:
    return int(s.tiles[seat, tile]) >> LENGTH_AT & 7


@compiled
def wanted(s: Record, seat: int, tile: int, step: int) -> int:
    """The face that a tile's sequence asks for; steps count from 0."""
    return int(s.tiles[seat, tile]) >> (SEQUENCE_AT + FACE_BITS * step) & 15


@compiled
def agree(s: Record, face: int, other: int) -> bool:
    """SC-6: whether a face will do for another."""
    return face % SHAPES == other % SHAPES if s.match_shape else face == other
