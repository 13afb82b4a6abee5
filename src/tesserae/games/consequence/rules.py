"""The rules of Consequence (CQ-1 to CQ-11), compiled.

Read it as plain Python: `@compiled` turns a function into machine code on first use, `s` is one record of the type
STATE below, and nothing else is special. Small integers are widened with `int(...)` when they are read, so that the
arithmetic is the same with the compiler switched off.

An action is a number: a placement is `kind * 144 + square * 9 + direction` (direction 0: no push), a move is
`MOVES + square * 8 + direction - 1`. There are 992 of them.
"""

import numpy as np

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import below, seed_rng
from tesserae.games.consequence import GAME
from tesserae.games.consequence.board import (
    BACK,
    CLOSING,
    COUNT,
    HAS_NEIGHBOUR,
    MOONS,
    MOVE_LIMIT,
    NEIGHBOUR,
    OVER,
    PLAYING,
    SQUARES,
    SUNS,
    TURN_LIMIT,
    WORDS,
)
from tesserae.games.consequence.inputs import INPUTS, inputs
from tesserae.games.consequence.knowledge import (
    forget,
    hide,
    imagine,
    learn_afresh,
    remember_placing,
    remember_push_off,
)
from tesserae.games.consequence.opinion import OBSERVATION, evaluate, observe
from tesserae.games.consequence.shapes import facing, has_line, occupied, pairs, squares_of
from tesserae.games.options import places

AT = places(GAME.options)  # where each option is among the numbers that `start` is given

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.int64, 4),
                # What each seat knows (knowledge.py).
                ("possible", np.int64, (2, 2, WORDS)),  # seat, colour: the worlds it holds possible
                # Wider fields stand before narrower ones: NumPy does not copy the padding that others would need, and
                # then equal states would differ in their bytes.
                ("turns", np.int16),
                ("moves_in_row", np.int16),
                ("label", np.int8, (2, SQUARES)),  # seat, square: its label of the tile there, -1 none
                ("own", np.int8, (2, 6)),  # seat, kind: its labels of the tiles in its own hand, 7 bits
                ("theirs", np.int8, (2, 2)),  # seat, colour: labels of the tiles in the other hand
                # The table.
                ("board", np.int8, SQUARES),  # kind of tile, -1 empty
                ("placer", np.int8, SQUARES),  # the seat that put the tile there, -1 nobody
                ("hands", np.int8, (2, 8)),  # tiles of each kind; the last two: blue and red, symbol unknown
                ("turn", np.int8),
                ("moved", np.int8),  # where the tile moved in the last turn rests, -1 none
                ("added", np.int8),  # the same for the tile added
                ("pushed", np.int8),  # the kind pushed off the board in the last turn, -1 none
                ("phase", np.int8),
                ("points", np.int8, 2),
                ("winner", np.int8),  # -1 draw; means something only when the game is over
                ("reason", np.int8),
                # Options.
                ("row_min", np.int8),
                ("reveal_both", np.int8),
                ("memory_aid", np.int8),
            ],
            align=True,
        ),
    )
)

PLACES = 9 * SQUARES  # placements of one kind
MOVES = 6 * PLACES  # the first code of a move
ACTIONS = MOVES + 8 * SQUARES
MOVE = 9  # where the moves begin in a survey

POINTS, FOUR_IN_ROW, TIE = 0, 1, 2


# --- Setting up ------------------------------------------------------------------------------------------------------


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """CQ-1. Nothing in Consequence is left to chance; the generator is seeded all the same, as in every game."""
    clear(s, options, seed)
    for seat in range(2):
        for role in range(3):
            s.hands[seat, seat * 3 + role] = COUNT[role]
    settle(s)


@compiled
def clear(s: Record, options: Ints, seed: int) -> None:
    """An empty table: no tile anywhere."""
    seed_rng(s.rng, seed, 0)
    s.board[:] = -1
    s.placer[:] = -1
    s.hands[:] = 0
    s.turn = 0
    s.turns = 0
    s.moves_in_row = 0
    s.moved = -1
    s.added = -1
    s.pushed = -1
    s.phase = PLAYING
    s.points[:] = 0
    s.winner = -1
    s.reason = POINTS
    s.row_min = options[AT.row_min]
    s.reveal_both = options[AT.reveal_pushed]
    s.memory_aid = options[AT.memory_aid]


@compiled
def settle(s: Record) -> None:
    """After board, hands and turn have been set: what the seats know, and whether the closing placements are on."""
    learn_afresh(s, 0)
    learn_afresh(s, 1)
    other = 1 - int(s.turn)
    if int(s.turns) >= TURN_LIMIT or not holds_any(s, other):
        s.phase = CLOSING


# --- Who may do what -------------------------------------------------------------------------------------------------


@compiled
def over(s: Record) -> bool:
    return int(s.phase) == OVER


@compiled
def actors(s: Record) -> int:
    return 0 if over(s) else 1 << int(s.turn)


@compiled
def survey(s: Record, ways: Ints) -> None:
    """What the player to move can do, as 18 sets of squares: `ways[d]` where a tile may be placed (CQ-3) or, with a
    direction d, placed and pushed that way (CQ-5), `ways[MOVE + d]` whose tile may move one step that way (CQ-4)."""
    full = occupied(s)
    empty = ~full & 0xFFFF
    ways[:18] = 0
    ways[0] = empty
    if int(s.phase) == CLOSING:
        return  # CQ-8: plain placements only
    row_min = int(s.row_min)
    movable = full if int(s.moves_in_row) < MOVE_LIMIT else 0  # CQ-11
    if int(s.moved) >= 0:
        movable &= ~(1 << int(s.moved))
    added = 1 << int(s.added) if int(s.added) >= 0 else 0
    for direction in range(1, 9):
        blocked = facing(full, direction)
        ways[MOVE + direction] = movable & HAS_NEIGHBOUR[direction] & ~blocked
        # CQ-6: the tile that the opponent has just added may not be pushed off. This would happen if it stands at the
        # edge in the direction of the push, with the new tile on the first square behind it that is empty.
        first = facing(added & ~HAS_NEIGHBOUR[direction], direction)
        second = facing(first & full, direction)
        places = empty & blocked & ~(first | second | facing(second & full, direction))
        for _ in range(1, row_min):
            blocked = facing(full & blocked, direction)
            places &= blocked
        ways[direction] = places


@compiled
def legal(s: Record, seat: int, out: Ints) -> int:
    return legal_on(s, seat, 0xFFFF, out)


@compiled
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    return legal_on(s, seat, 1 << square, out)


@compiled
def legal_on(s: Record, seat: int, squares: int, out: Ints) -> int:
    """The legal actions that place on, or move from, one of the squares. At most 992, so `out` is never too small."""
    if over(s) or seat != int(s.turn):
        return 0
    ways = np.empty(18, np.int64)
    survey(s, ways)
    n = 0
    first = -1
    each = 0  # placements of one kind: the same ones for all kinds in the hand
    for kind in range(6):
        if s.hands[seat, kind] <= 0:
            continue
        if first < 0:
            first = kind
            rest = ways[0] & squares
            while rest:
                square = lowest(rest)
                rest &= rest - 1
                for direction in range(9):
                    out[n] = kind * PLACES + square * 9 + direction
                    n += ways[direction] >> square & 1
            each = n
        else:
            for i in range(each):
                out[n + i] = out[i] + (kind - first) * PLACES
            n += each
    rest = ~ways[0] & 0xFFFF & squares
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        for direction in range(1, 9):
            out[n] = MOVES + square * 8 + direction - 1
            n += ways[MOVE + direction] >> square & 1
    return n


@compiled
def allowed(s: Record, seat: int, action: int, out: Ints) -> bool:
    """Whether one action is legal, without listing them all."""
    if over(s) or seat != int(s.turn) or action < 0 or action >= ACTIONS:
        return False
    survey(s, out)
    if action >= MOVES:
        square, direction = (action - MOVES) // 8, (action - MOVES) % 8 + 1
        return out[MOVE + direction] >> square & 1 == 1
    kind, square, direction = action // PLACES, action % PLACES // 9, action % 9
    return s.hands[seat, kind] > 0 and out[direction] >> square & 1 == 1


@compiled
def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    """A random legal action: count the squares of each way, draw a number, and find what it stands for."""
    survey(s, out)
    kinds = 0
    for kind in range(6):
        if s.hands[seat, kind] > 0:
            kinds |= 1 << kind
    # Three of the 18 sets in each word, so that a square and its way are found in one go.
    for word in range(6):
        out[word] = out[3 * word] | out[3 * word + 1] << SQUARES | out[3 * word + 2] << 2 * SQUARES
    per_kind = popcount(out[0]) + popcount(out[1]) + popcount(out[2])
    moves = popcount(out[3]) + popcount(out[4]) + popcount(out[5])
    placing = popcount(kinds) * per_kind
    choice = below(rng, placing + moves)
    kind = 0
    word = 3
    if choice < placing:
        kind = nth(kinds, choice // per_kind)
        choice %= per_kind
        word = 0
    else:
        choice -= placing
    first = popcount(out[word])
    second = first + popcount(out[word + 1])
    if choice >= second:
        choice -= second
        word += 2
    elif choice >= first:
        choice -= first
        word += 1
    place = nth(out[word], choice)
    way, square = 3 * word + place // SQUARES, place % SQUARES
    action = kind * PLACES + square * 9 + way if way < MOVE else MOVES + square * 8 + way - MOVE - 1
    return action, placing + moves


# --- Acting ----------------------------------------------------------------------------------------------------------


@compiled
def apply(s: Record, seat: int, action: int) -> None:
    if int(s.phase) == CLOSING:
        s.pushed = -1
        place(s, seat, action // PLACES, action % PLACES // 9)
        go_on_closing(s, seat)
        return
    s.moved = -1
    s.added = -1
    s.pushed = -1
    if action >= MOVES:
        square = (action - MOVES) // 8
        target = NEIGHBOUR[square, (action - MOVES) % 8 + 1]
        shift(s, square, target)
        s.moved = target
        s.moves_in_row += 1
    else:
        square, direction = action % PLACES // 9, action % 9
        place(s, seat, action // PLACES, square)
        s.added = square
        if direction > 0:
            push(s, seat, square, direction)
            s.added = NEIGHBOUR[square, direction]
        s.moves_in_row = 0
    end_turn(s, seat)


@compiled
def place(s: Record, seat: int, kind: int, square: int) -> None:
    s.hands[seat, kind] -= 1
    s.board[square] = kind
    s.placer[square] = seat
    remember_placing(s, seat, kind, square)


@compiled
def shift(s: Record, square: int, target: int) -> None:
    """A tile goes from one square to another, with all that is known about it."""
    s.board[target] = s.board[square]
    s.placer[target] = s.placer[square]
    s.label[0, target] = s.label[0, square]
    s.label[1, target] = s.label[1, square]
    s.board[square] = -1
    s.placer[square] = -1
    s.label[0, square] = -1
    s.label[1, square] = -1


@compiled
def push(s: Record, seat: int, square: int, direction: int) -> None:
    """CQ-5, CQ-6: the row that begins with the tile just placed goes one step on; what falls off changes hands."""
    last = square
    beyond = NEIGHBOUR[last, direction]
    while beyond >= 0 and s.board[beyond] >= 0:
        last = beyond
        beyond = NEIGHBOUR[last, direction]
    if beyond < 0:
        kind = int(s.board[last])
        s.hands[1 - seat, kind] += 1
        s.pushed = kind
        remember_push_off(s, seat, kind, last)
        beyond = last
        last = NEIGHBOUR[last, BACK[direction]]
    while beyond != square:
        shift(s, last, beyond)
        beyond = last
        last = NEIGHBOUR[last, BACK[direction]]


@compiled
def holds_any(s: Record, seat: int) -> bool:
    """Whether the seat has a tile in hand, known or unknown."""
    tiles = 0
    for kind in range(8):
        tiles += int(s.hands[seat, kind])
    return tiles > 0


@compiled
def end_turn(s: Record, seat: int) -> None:
    s.turns += 1
    s.turn = 1 - seat
    if not holds_any(s, seat) or int(s.turns) >= TURN_LIMIT:  # CQ-8, CQ-11
        s.phase = CLOSING


@compiled
def go_on_closing(s: Record, seat: int) -> None:
    """CQ-8, CQ-11: the other seat continues if it has tiles left, else the same; if neither has, all are turned up."""
    if holds_any(s, 1 - seat):
        s.turn = 1 - seat
    elif not holds_any(s, seat):
        finish(s)


@compiled
def finish(s: Record) -> None:
    """CQ-9, CQ-10."""
    s.phase = OVER
    moons = squares_of(s, MOONS)
    suns = squares_of(s, SUNS)
    s.points[0] = pairs(moons)
    s.points[1] = pairs(suns)
    s.reason = POINTS
    difference = int(s.points[0]) - int(s.points[1])
    if difference == 0:
        difference = int(has_line(moons)) - int(has_line(suns))
        s.reason = FOUR_IN_ROW if difference else TIE
    s.winner = -1 if difference == 0 else (0 if difference > 0 else 1)


@compiled
def returns(s: Record, out: Floats) -> None:
    for seat in range(2):
        out[seat] = 0.0 if s.winner < 0 else (1.0 if s.winner == seat else -1.0)
