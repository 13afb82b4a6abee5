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
from tesserae.engine.rng import below, draw, seed_rng
from tesserae.games.consequence.board import (
    ASCENDING,
    BACK,
    BITS,
    COUNT,
    EVERY_WORLD,
    HAS_NEIGHBOUR,
    LINES,
    MOONS,
    NEIGHBOUR,
    SHIFT,
    SQUARES,
    SUNS,
    SWAP,
    UNKNOWN,
    WITH_ROLE,
    WORDS,
    WORLDS,
)

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.int64, 4),
                # What each seat knows (see "Knowledge" below).
                ("possible", np.int64, (2, 2, WORDS)),  # seat, colour: the worlds it holds possible
                # Wider fields stand before narrower ones: NumPy does not copy the padding that others would need, and
                # then equal states would differ in their bytes.
                ("turns", np.int16),
                ("moves_in_row", np.int16),
                ("label", np.int8, (2, SQUARES)),  # seat, square: its label of the tile there, -1 none
                ("own", np.int8, (2, 2)),  # seat, colour: labels of the tiles in its own hand, 7 bits
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

PLAYING, CLOSING, OVER = 0, 1, 2
POINTS, FOUR_IN_ROW, TIE = 0, 1, 2
MOVE_LIMIT, TURN_LIMIT = 12, 120  # CQ-11

OBSERVATION = (12, 4, 4)  # planes, ranks, files; see `observe`


# --- Setting up ------------------------------------------------------------------------------------------------------


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """CQ-1. Nothing in Consequence is left to chance; the generator is seeded all the same, like everybody's."""
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
    s.row_min = options[0]
    s.reveal_both = options[1]
    s.memory_aid = options[2]


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
def occupied(s: Record) -> int:
    """The set of squares that hold a tile."""
    squares = 0
    for square in range(SQUARES):
        if s.board[square] >= 0:
            squares |= 1 << square
    return squares


@compiled
def step(squares: int, direction: int) -> int:
    """Every square of the set moved one step; those that leave the board are dropped."""
    shift = SHIFT[direction]
    staying = squares & HAS_NEIGHBOUR[direction]
    return staying << shift if shift >= 0 else staying >> -shift


@compiled
def placements(s: Record, full: int, direction: int) -> int:
    """The squares where a tile may be placed (CQ-3) or, with a direction, placed and pushed that way (CQ-5)."""
    squares = ~full & 0xFFFF
    if direction == 0:
        return squares
    if int(s.phase) == CLOSING:
        return 0  # CQ-8: plain placements only
    ahead = full
    for _ in range(int(s.row_min)):
        ahead = step(ahead, BACK[direction])
        squares &= ahead
        ahead &= full
    # CQ-6: the tile that the opponent has just added may not be pushed off. It would be, from the first empty square
    # behind it, if it stands at the edge that the push goes to.
    added = int(s.added)
    if added >= 0 and NEIGHBOUR[added, direction] < 0:
        behind = added
        while behind >= 0 and full >> behind & 1:
            behind = NEIGHBOUR[behind, BACK[direction]]
        if behind >= 0:
            squares &= ~(1 << behind)
    return squares


@compiled
def movers(s: Record, full: int, direction: int) -> int:
    """The squares whose tile may move (CQ-4) one step in the direction."""
    if int(s.phase) == CLOSING or int(s.moves_in_row) >= MOVE_LIMIT:
        return 0  # CQ-8, CQ-11
    squares = full & step(~full & 0xFFFF, BACK[direction])
    if int(s.moved) >= 0:
        squares &= ~(1 << int(s.moved))
    return squares


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
    full = occupied(s)
    allowed = np.zeros(SQUARES, np.int64)  # for each square the directions of placements, as bits
    leaving = np.zeros(SQUARES, np.int64)  # and of moves
    for direction in range(9):
        rest = placements(s, full, direction) & squares
        while rest:
            allowed[lowest(rest)] |= 1 << direction
            rest &= rest - 1
        if direction > 0:
            rest = movers(s, full, direction) & squares
            while rest:
                leaving[lowest(rest)] |= 1 << direction
                rest &= rest - 1
    n = 0
    for kind in range(6):
        if s.hands[seat, kind] > 0:
            for square in range(SQUARES):
                rest = allowed[square]
                while rest:
                    out[n] = kind * PLACES + square * 9 + lowest(rest)
                    n += 1
                    rest &= rest - 1
    for square in range(SQUARES):
        rest = leaving[square]
        while rest:
            out[n] = MOVES + square * 8 + lowest(rest) - 1
            n += 1
            rest &= rest - 1
    return n


@compiled
def allowed(s: Record, seat: int, action: int, out: Ints) -> bool:
    """Whether one action is legal, without listing them all."""
    if over(s) or seat != int(s.turn) or action < 0 or action >= ACTIONS:
        return False
    full = occupied(s)
    if action >= MOVES:
        square, direction = (action - MOVES) // 8, (action - MOVES) % 8 + 1
        return movers(s, full, direction) >> square & 1 == 1
    kind, square, direction = action // PLACES, action % PLACES // 9, action % 9
    return s.hands[seat, kind] > 0 and placements(s, full, direction) >> square & 1 == 1


@compiled
def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    """A random legal action: count the squares of each direction, draw a number, and find what it stands for."""
    full = occupied(s)
    kinds = 0
    for kind in range(6):
        if s.hands[seat, kind] > 0:
            kinds |= 1 << kind
    places = np.empty(9, np.int64)
    per_kind = 0
    moves = 0
    for direction in range(9):
        places[direction] = placements(s, full, direction)
        per_kind += popcount(places[direction])
        if direction > 0:
            moves += popcount(movers(s, full, direction))
    placing = popcount(kinds) * per_kind
    n = placing + moves
    choice = below(rng, n)
    if choice < placing:
        kind = nth(kinds, choice // per_kind)
        choice %= per_kind
        direction = 0
        while choice >= popcount(places[direction]):
            choice -= popcount(places[direction])
            direction += 1
        return kind * PLACES + nth(places[direction], choice) * 9 + direction, n
    choice -= placing
    direction = 1
    squares = movers(s, full, direction)
    while choice >= popcount(squares):
        choice -= popcount(squares)
        direction += 1
        squares = movers(s, full, direction)
    return MOVES + nth(squares, choice) * 8 + direction - 1, n


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
    for kind in range(8):
        if s.hands[seat, kind] > 0:
            return True
    return False


@compiled
def end_turn(s: Record, seat: int) -> None:
    s.turns += 1
    s.turn = 1 - seat
    if not holds_any(s, seat) or int(s.turns) >= TURN_LIMIT:  # CQ-8, CQ-11
        s.phase = CLOSING


@compiled
def go_on_closing(s: Record, seat: int) -> None:
    """CQ-8, CQ-11: the other goes on if it has tiles left, else the same; when neither has, all is turned up."""
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
def squares_of(s: Record, kinds: tuple[int, int]) -> int:
    squares = 0
    for square in range(SQUARES):
        if s.board[square] == kinds[0] or s.board[square] == kinds[1]:
            squares |= 1 << square
    return squares


@compiled
def pairs(squares: int) -> int:
    """Touching pairs: each is seen once, from its end in the direction N, NE, E or SE."""
    n = 0
    for direction in range(1, 5):
        n += popcount(squares & step(squares, direction))
    return n


@compiled
def has_line(squares: int) -> bool:
    for line in LINES:
        if squares & line == line:
            return True
    return False


@compiled
def returns(s: Record, out: Floats) -> None:
    for seat in range(2):
        out[seat] = 0.0 if s.winner < 0 else (1.0 if s.winner == seat else -1.0)


# --- Knowledge -------------------------------------------------------------------------------------------------------
#
# A seat follows every tile with its eyes: it sees colours, and where each tile goes. So it tells the seven tiles of a
# colour apart by labels, and what it knows of their symbols is a set of worlds (board.py): at first those that agree
# with its own hand. Seeing a face removes the worlds that say otherwise. Only in the other hand do tiles become
# indistinguishable, so there the set is kept symmetric: with every world it holds those in which labels of that hand
# have changed places. Then it does not matter which label of the hand the seat gives to a tile placed from it, and a
# tile it saw go into that hand is, after the next placement, "that one or still in hand, and nowhere else".


@compiled
def role_of(s: Record, seat: int, colour: int, label: int) -> int:
    """The role of a label that the seat is sure of."""
    for word in range(WORDS):
        if s.possible[seat, colour, word]:
            return WORLDS[word * BITS + lowest(s.possible[seat, colour, word]), label]
    return -1


@compiled
def remember_placing(s: Record, seat: int, kind: int, square: int) -> None:
    colour, role = kind // 3, kind % 3
    rest = int(s.own[seat, colour])
    while role_of(s, seat, colour, lowest(rest)) != role:
        rest &= rest - 1
    mine = lowest(rest)
    s.own[seat, colour] &= ~(1 << mine)
    s.label[seat, square] = mine
    other = 1 - seat
    theirs = lowest(int(s.theirs[other, colour]))
    s.theirs[other, colour] &= ~(1 << theirs)
    s.label[other, square] = theirs


@compiled
def remember_push_off(s: Record, seat: int, kind: int, square: int) -> None:
    """The receiver sees the face; for the pusher the tile goes where all tiles look alike."""
    colour, role = kind // 3, kind % 3
    receiver = 1 - seat
    label = int(s.label[receiver, square])
    see(s, receiver, colour, label, role)
    s.own[receiver, colour] |= 1 << label
    label = int(s.label[seat, square])
    if s.reveal_both:
        see(s, seat, colour, label, role)
    mix(s, seat, colour, label)
    s.theirs[seat, colour] |= 1 << label


@compiled
def see(s: Record, seat: int, colour: int, label: int, role: int) -> None:
    for word in range(WORDS):
        s.possible[seat, colour, word] &= WITH_ROLE[label, role, word]


@compiled
def mix(s: Record, seat: int, colour: int, label: int) -> None:
    """Make the set of worlds symmetric in the labels of the other hand and one more that joins them."""
    others = int(s.theirs[seat, colour])
    before = s.possible[seat, colour].copy()
    while others:
        swap = SWAP[label, lowest(others)]
        others &= others - 1
        for word in range(WORDS):
            rest = before[word]
            while rest:
                world = swap[word * BITS + lowest(rest)]
                s.possible[seat, colour, world // BITS] |= 1 << world % BITS
                rest &= rest - 1


@compiled
def learn_afresh(s: Record, seat: int) -> None:
    """What the seat knows when it sees the table for the first time: its hand, the tiles it put on the board, and
    which tiles are out of the game; of the rest, only the colours."""
    for colour in range(2):
        s.possible[seat, colour] = EVERY_WORLD
        s.own[seat, colour] = 0
        s.theirs[seat, colour] = 0
        label = 0
        for role in range(3):
            kind = colour * 3 + role
            missing = COUNT[role] - int(s.hands[0, kind]) - int(s.hands[1, kind])
            for square in range(SQUARES):
                missing -= int(s.board[square] == kind)
            for _ in range(int(s.hands[seat, kind])):
                see(s, seat, colour, label, role)
                s.own[seat, colour] |= 1 << label
                label += 1
            for _ in range(missing):
                see(s, seat, colour, label, role)
                label += 1
        for kind in range(colour * 3, colour * 3 + 3):  # only now: the labels must not tell these apart by role
            for _ in range(int(s.hands[1 - seat, kind])):
                s.theirs[seat, colour] |= 1 << label
                label += 1
        for square in range(SQUARES):
            kind = int(s.board[square])
            if kind < 0:
                s.label[seat, square] = -1
            elif kind // 3 == colour:
                if s.placer[square] == seat:
                    see(s, seat, colour, label, kind % 3)
                s.label[seat, square] = label
                label += 1


@compiled
def hide(s: Record, seat: int) -> None:
    """Blank what the seat (-1: a spectator) cannot know. When the game is over everything lies open."""
    s.rng[:] = 0
    for other in range(2):
        if other != seat:
            s.possible[other] = 0
            s.label[other] = -1
            s.own[other] = 0
            s.theirs[other] = 0
    if over(s):
        return
    for other in range(2):
        if other != seat:
            for kind in range(6):
                s.hands[other, UNKNOWN + kind // 3] += s.hands[other, kind]
                s.hands[other, kind] = 0
    for square in range(SQUARES):
        kind = int(s.board[square])
        if 0 <= kind < UNKNOWN and (seat < 0 or s.placer[square] != seat):
            s.board[square] = UNKNOWN + kind // 3
    # The tile pushed off in the last turn is in the hand of the seat whose turn it is. A spectator never sees it.
    kind = int(s.pushed)
    if 0 <= kind < UNKNOWN and int(s.turn) != seat and (seat < 0 or not s.reveal_both):
        s.pushed = UNKNOWN + kind // 3


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    """One of the worlds the seat holds possible, each as likely as any other. A world is told by what lies on each
    square and in the other hand, so of those that differ only by labels within that hand one is counted."""
    seed_rng(s.rng, draw(rng), draw(rng))
    if over(s):
        return
    other = 1 - seat
    chosen = np.empty(WORDS, np.int64)
    for colour in range(2):
        theirs = int(s.theirs[seat, colour])
        n = 0
        for word in range(WORDS):
            chosen[word] = s.possible[seat, colour, word] & ASCENDING[theirs, word]
            n += popcount(chosen[word])
        choice = below(rng, n)
        word = 0
        while choice >= popcount(chosen[word]):
            choice -= popcount(chosen[word])
            word += 1
        roles = WORLDS[word * BITS + nth(chosen[word], choice)]
        for square in range(SQUARES):
            if int(s.board[square]) == UNKNOWN + colour:
                s.board[square] = colour * 3 + roles[s.label[seat, square]]
        s.hands[other, UNKNOWN + colour] = 0
        while theirs:
            s.hands[other, colour * 3 + roles[lowest(theirs)]] += 1
            theirs &= theirs - 1
    learn_afresh(s, other)


# --- Opinions --------------------------------------------------------------------------------------------------------


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
    """The pairs on the board as they stand, more certain the fuller the board is."""
    difference = pairs(squares_of(s, MOONS)) - pairs(squares_of(s, SUNS))
    value = difference / (2.0 + abs(difference)) * popcount(occupied(s)) / SQUARES
    out[0] = value
    out[1] = -value
