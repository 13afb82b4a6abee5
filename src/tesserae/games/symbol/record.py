"""The state record of Symbol, the codes of its actions, and the few functions that change what stands where.

An action is a number that means the same in every position:

- `PASS`, `END`;
- `PLACE + colour * 64 + square`: reinforce, or place the king;
- `EXPLODE + square`;
- `MOVE | from << 42 | rest << 36 | strike << 30 | part`: a movement. `part` is the pile that moves (board.py), `rest`
  the square it comes to rest on, `strike` 1 + the square it strikes, or 0. A strike from a standstill names no part.

All codes are below 2**49. With the standard forces 1,856 of them can be legal in some position of the simple edition,
and 1,953,616 in one of the full edition.
"""

import numpy as np

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Record, compiled, lean
from tesserae.games.symbol.board import (
    BITS,
    COLOURS,
    FIELD,
    KEY_MASK,
    KEYS,
    MOST,
    ONE,
    SQUARES,
    K,
)

HISTORY = 192  # keys of earlier positions; see turn.py

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.int64, 4),
                # The table. `held`, `having` and `stacked` repeat, as sets of squares, what `pile` says.
                ("held", np.int64, 2),  # the squares of each seat
                ("having", np.int64, (2, COLOURS)),  # seat, colour: the squares with at least one such piece
                ("stacked", np.int64),  # the squares with more than one piece
                ("key", np.int64),  # of the present board and reserves
                ("history", np.int64, HISTORY),  # of the positions at the start of earlier turns
                ("pile", np.int32, SQUARES),  # what stands on each square
                ("reserve", np.int32, 2),
                ("forces", np.int32, 2),  # what each side began with
                ("stood", np.int32),  # what stood on the square `origin` when the turn began
                ("part", np.int32),  # what has moved in this turn; nothing if it did not survive
                ("seen", np.int16),  # positions noted in `history` since the last irreversible event
                ("turns", np.int16),
                ("turn", np.int8),
                ("quiet", np.int8),  # turns in a row without removal and reinforcement
                # The turn under way (full edition).
                ("origin", np.int8),  # the square L of SY-34, -1 as long as no step has been taken
                ("moved", np.int8),  # 1 after the movement
                ("rest", np.int8),  # where the part that moved rests, -1 none
                ("exploded", np.int8),  # 1 after the turn's own explosion
                ("allowance", np.int8),  # reinforcements left
                ("event", np.int8),  # what happened in this turn: QUIET, EVENT or FOR_GOOD
                ("fallen", np.int8),  # seats whose king was removed, as bits
                # The end.
                ("over", np.int8),
                ("winner", np.int8),  # -1 draw
                ("reason", np.int8),
                # Options.
                ("simple", np.int8),
                ("unlimited", np.int8),
                ("enlist", np.int8),
                ("region_tiebreak", np.int8),
                ("blast_center", np.int8),
                ("immobile_pushed", np.int8),
                ("spare", np.int8, 6),  # zeros that fill gaps, whose bytes would differ between copies
            ],
            align=True,
        ),
    )
)

PASS, END, PLACE, EXPLODE, MOVE = 0, 1, 64, 512, 1 << 48
STRIKE_SHIFT, REST_SHIFT, FROM_SHIFT = 30, 36, 42
PART = (1 << STRIKE_SHIFT) - 1
CODES = 1 << 49

SINGLE = int(ONE.sum())  # a pile with one bit of these, and no other bit, is one piece

QUIET, EVENT, FOR_GOOD = 0, 1, 2  # what happened in a turn; see turn.py
KING, BOTH_KINGS, REPETITION, DEAD_POSITION, QUIET_LIMIT, BY_REGIONS = range(6)


# --- Codes of actions ------------------------------------------------------------------------------------------------


@lean
def placement(colour: int, square: int) -> int:
    """The code of a reinforcement, or of placing the king."""
    return PLACE + colour * 64 + square


@lean
def placed(action: int) -> tuple[int, int]:
    """Which colour a placement puts on which square; the colour may be one that does not exist."""
    return (action - PLACE) // 64, (action - PLACE) % 64


@lean
def explosion(square: int) -> int:
    """The code of an explosion."""
    return EXPLODE + square


@lean
def exploded(action: int) -> int:
    """On which square there is an explosion; it may be one that does not exist."""
    return action - EXPLODE


@lean
def movement(origin: int, rest: int, strike: int, part: int) -> int:
    """The code of a movement; `strike` is -1 for none."""
    return MOVE | origin << FROM_SHIFT | rest << REST_SHIFT | (strike + 1) << STRIKE_SHIFT | part


@lean
def moved(action: int) -> tuple[int, int, int, int]:
    """The square a movement starts from, the one it comes to rest on, the one it strikes or -1, and what moves."""
    return (
        action >> FROM_SHIFT & 63,
        action >> REST_SHIFT & 63,
        (action >> STRIKE_SHIFT & 63) - 1,
        action & PART,
    )


# --- What stands where -----------------------------------------------------------------------------------------------


@compiled
def count(pile: int, colour: int) -> int:
    return pile >> BITS * colour & MOST


@compiled
def is_single(pile: int) -> bool:
    """Whether a pile is one piece."""
    return pile & (pile - 1) == 0 and pile & SINGLE != 0


@compiled
def key_of(pile: int, seat: int, square: int) -> int:
    """What a pile adds to the key of a position."""
    key = 0
    while pile:
        colour = lowest(pile) // BITS
        key += count(pile, colour) * KEYS[seat, square, colour] & KEY_MASK
        pile &= ~FIELD[colour]
    return key & KEY_MASK


@compiled
def join(s: Record, seat: int, square: int, part: int) -> None:
    """Pieces come to a square that is empty or their owner's."""
    joined = int(s.pile[square]) + part
    s.pile[square] = joined
    bit = 1 << square
    s.held[seat] |= bit
    s.stacked |= int(not is_single(joined)) << square
    key = int(s.key)
    while part:
        colour = lowest(part) // BITS
        key += count(part, colour) * KEYS[seat, square, colour] & KEY_MASK
        s.having[seat, colour] |= bit
        part &= ~FIELD[colour]
    s.key = key & KEY_MASK


@compiled
def leave(s: Record, seat: int, square: int, part: int) -> None:
    """Pieces go from a square, the whole pile or a part of it."""
    left = int(s.pile[square]) - part
    s.pile[square] = left
    s.held[seat] &= ~(int(left == 0) << square)
    s.stacked &= ~(int(left == 0 or is_single(left)) << square)
    key = int(s.key)
    while part:
        colour = lowest(part) // BITS
        key -= count(part, colour) * KEYS[seat, square, colour] & KEY_MASK
        s.having[seat, colour] &= ~(int(left & FIELD[colour] == 0) << square)
        part &= ~FIELD[colour]
    s.key = key & KEY_MASK


@compiled
def refill(s: Record, seat: int, part: int) -> None:
    """Pieces come to a reserve."""
    s.reserve[seat] += part
    s.key = (int(s.key) + key_of(part, seat, SQUARES)) & KEY_MASK


@compiled
def draw_from(s: Record, seat: int, part: int) -> None:
    """Pieces go from a reserve."""
    s.reserve[seat] -= part
    s.key = (int(s.key) - key_of(part, seat, SQUARES)) & KEY_MASK


@compiled
def has_king(s: Record, seat: int) -> bool:
    """Whether the king is on the board; before the first turn it is not (SY-5)."""
    return int(s.having[seat, K]) != 0
