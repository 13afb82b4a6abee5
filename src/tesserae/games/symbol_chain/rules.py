"""The rules of Symbol Chain (SC-1 to SC-12), compiled; record.py has the record, memory.py what is known of it.

Read it as plain Python: `@compiled` turns a function into machine code on first use, `s` is one record of the type
STATE, and nothing else is special. Small integers are widened with `int(...)` when they are read, so that the
arithmetic is the same with the compiler switched off.

An action is a number: 0 to 4 take from the stacks 2 to 6, `FLIP + square`, `PLACE + square`, `LAY + square`, `PASS`
and `READY`.
"""

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import below, seed_rng, shuffle
from tesserae.games.options import places
from tesserae.games.symbol_chain import GAME
from tesserae.games.symbol_chain.board import ALL, FACES, SET, SHORTEST, SQUARES, STACKS
from tesserae.games.symbol_chain.memory import forget, hide, imagine
from tesserae.games.symbol_chain.opinion import OBSERVATION, evaluate, observe
from tesserae.games.symbol_chain.record import (
    BOARD_FULL,
    EMPTY_STACKS,
    FLIPPING,
    GOING_ON,
    LAYING,
    LOOKING,
    OVER,
    OWN_TILE,
    PLACING,
    STATE,
    TAKING,
    agree,
    face_down,
    face_of,
    length,
    over,
    owner_of,
    stocked,
    wanted,
)

FLIP = STACKS  # the first code of a flip
PLACE = FLIP + SQUARES
LAY = PLACE + SQUARES
PASS = LAY + SQUARES
READY = PASS + 1
ACTIONS = READY + 1

AT = places(GAME.options)  # where each option is among the numbers that `start` is given


# --- Setting up ------------------------------------------------------------------------------------------------------


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """SC-1 to SC-4."""
    clear(s, options, seats, seed)
    for seat in range(seats):
        for tile in range(SET):
            put_on_stack(s, seat, tile)
        for stack in range(STACKS):
            bottom, height = int(s.bottom[seat, stack]), int(s.height[seat, stack])
            shuffle(s.stacks[seat, bottom : bottom + height], height, s.rng)
    for face in range(len(FACES)):
        square = options[AT.start + face]
        if square < 0:
            empty = ALL & ~int(s.full)
            square = nth(empty, below(s.rng, popcount(empty)))
        put_on_board(s, square, face, -1)
    look_over(s)


@compiled
def clear(s: Record, options: Ints, seats: int, seed: int) -> None:
    """An empty table: the tiles are known, but none of them is anywhere."""
    seed_rng(s.rng, seed, 0)
    s.full = 0
    s.open = 0
    s.own[:] = 0
    s.face[:] = -1
    s.seen[:] = -1
    s.clock = 0
    s.tiles[:] = 0
    s.stacks[:] = -1
    s.bottom[:] = 0
    s.height[:] = 0
    s.discards[:] = -1
    s.discarded[:] = 0
    s.seats = seats
    s.turn = 0
    s.phase = LOOKING
    s.ready = 0
    s.taken = -1
    s.lifted_face = -1
    s.lifted_owner = -1
    clear_last(s)
    s.scores[:] = 0
    s.reason = GOING_ON
    s.match_shape = options[AT.match]
    s.end_any = options[AT.end_stacks]
    s.memory_aid = options[AT.memory_aid]
    s.owner_backs = options[AT.backs]
    for seat in range(seats):
        for tile in range(SET):
            s.tiles[seat, tile] = options[AT.tiles + seat * SET + tile]
            for stack in range(length(s, seat, tile) - SHORTEST + 1, STACKS):
                s.bottom[seat, stack] += 1


@compiled
def put_on_stack(s: Record, seat: int, tile: int) -> None:
    stack = length(s, seat, tile) - SHORTEST
    s.stacks[seat, int(s.bottom[seat, stack]) + int(s.height[seat, stack])] = tile
    s.height[seat, stack] += 1


@compiled
def put_on_board(s: Record, square: int, face: int, owner: int) -> None:
    """A tile on an empty square; owner -1: a starting tile."""
    s.full |= 1 << square
    s.face[square] = face
    if owner >= 0:
        s.own[owner] |= 1 << square


@compiled
def look_over(s: Record) -> None:
    """Everybody looks at the tiles on the board, square by square."""
    for square in range(SQUARES):
        if s.full >> square & 1:
            see(s, square)


@compiled
def see(s: Record, square: int) -> None:
    s.seen[square] = s.clock
    s.clock += 1


# --- Who may do what -------------------------------------------------------------------------------------------------


@compiled
def actors(s: Record) -> int:
    if int(s.phase) == LOOKING:  # SC-4
        return ((1 << int(s.seats)) - 1) & ~int(s.ready)
    return 0 if over(s) else 1 << int(s.turn)


@compiled
def legal(s: Record, seat: int, out: Ints) -> int:
    """At most one action for each square, so `out` is never too small."""
    first, bits = choices(s, seat)
    n = 0
    while bits:
        out[n] = first + lowest(bits)
        n += 1
        bits &= bits - 1
    return n


@compiled
def choices(s: Record, seat: int) -> tuple[int, int]:
    """What the seat may do: the code that stands for the first bit, and the legal ones as bits."""
    if seat < 0 or actors(s) >> seat & 1 == 0:
        return 0, 0
    phase = int(s.phase)
    if phase == LOOKING:
        return READY, 1
    if phase == FLIPPING:
        return FLIP, face_down(s)
    if phase == PLACING:
        return PLACE, face_down(s)
    if phase == LAYING:
        return LAY, ALL & ~int(s.full)
    stacks = stocked(s, seat)
    return (0, stacks) if stacks else (PASS, 1)


@compiled
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    """What is done to the tile on the square, or the laying of one there."""
    first, bits = choices(s, seat)
    if first in (FLIP, PLACE, LAY) and bits >> square & 1:
        out[0] = first + square
        return 1
    return 0


@compiled
def allowed(s: Record, seat: int, action: int, out: Ints) -> bool:
    first, bits = choices(s, seat)
    return 0 <= action - first < SQUARES and bits >> (action - first) & 1 == 1


@compiled
def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    first, bits = choices(s, seat)
    n = popcount(bits)
    return first + nth(bits, below(rng, n)), n


@compiled
def obvious(s: Record, seat: int) -> int:
    """A right flip, one that scores if there is one. Also any placement: all of them leave the same faces and
    owners on the board, so they differ only for players who forget. Also being ready."""
    phase = int(s.phase)
    if phase in (LOOKING, PLACING, LAYING):
        first, bits = choices(s, seat)
        return first + lowest(bits)
    if phase != FLIPPING:
        return -1
    asked = wanted(s, seat, int(s.taken), int(s.flipped))
    own = int(s.own[seat])
    for squares in (face_down(s) & ~own, face_down(s) & own):
        rest = squares
        while rest:
            square = lowest(rest)
            if agree(s, int(s.face[square]), asked):
                return FLIP + square
            rest &= rest - 1
    return -1


# --- Acting ----------------------------------------------------------------------------------------------------------


@compiled
def apply(s: Record, seat: int, action: int) -> None:
    if action < FLIP:
        take(s, seat, action)
    elif action < PLACE:
        flip(s, seat, action - FLIP)
    elif action < LAY:
        place(s, seat, action - PLACE)
    elif action < PASS:
        lay(s, seat, action - LAY)
    elif action == PASS:  # SC-10
        clear_last(s)
        s.turn = (seat + 1) % int(s.seats)
    else:  # SC-4
        s.ready |= 1 << seat
        if actors(s) == 0:
            s.ready = 0
            s.phase = TAKING


@compiled
def clear_last(s: Record) -> None:
    """Stop showing the turn before."""
    s.flips[:] = -1
    s.flipped = 0
    s.last_seat = -1
    s.last_taken = -1
    s.placed = -1
    s.displaced = -1


@compiled
def take(s: Record, seat: int, stack: int) -> None:
    """SC-5."""
    clear_last(s)
    s.height[seat, stack] -= 1
    top = int(s.bottom[seat, stack]) + int(s.height[seat, stack])
    s.taken = s.stacks[seat, top]
    s.stacks[seat, top] = -1
    s.phase = FLIPPING


@compiled
def flip(s: Record, seat: int, square: int) -> None:
    """SC-6 to SC-8."""
    tile, step = int(s.taken), int(s.flipped)
    s.open |= 1 << square
    s.flips[step] = square
    s.flipped = step + 1
    see(s, square)
    if not agree(s, int(s.face[square]), wanted(s, seat, tile, step)):
        s.discards[seat, int(s.discarded[seat])] = tile
        s.discarded[seat] += 1
        s.last_taken = tile
        s.taken = -1
        end_turn(s, seat)
        return
    if int(s.own[seat]) >> square & 1 == 0:
        s.scores[seat] += 1
    if step + 1 == length(s, seat, tile):
        s.phase = PLACING


@compiled
def place(s: Record, seat: int, square: int) -> None:
    """SC-9, the first step: the tile there is lifted, and the taken one goes to its square."""
    owner = owner_of(s, square)
    if owner >= 0:
        s.own[owner] &= ~(1 << square)
    s.lifted_face = s.face[square]
    s.lifted_owner = owner
    put_on_board(s, square, face_of(s, seat, int(s.taken)), seat)
    see(s, square)
    s.placed = square
    s.last_taken = s.taken
    s.taken = -1
    s.phase = LAYING


@compiled
def lay(s: Record, seat: int, square: int) -> None:
    """SC-9, the second step: the lifted tile goes to an empty square."""
    put_on_board(s, square, int(s.lifted_face), int(s.lifted_owner))
    see(s, square)
    s.lifted_face = -1
    s.lifted_owner = -1
    s.displaced = square
    end_turn(s, seat)


@compiled
def end_turn(s: Record, seat: int) -> None:
    s.last_seat = seat
    s.open = 0
    s.phase = TAKING
    s.reason = ending(s)
    if int(s.reason) == GOING_ON:
        s.turn = (seat + 1) % int(s.seats)
        return
    s.phase = OVER
    for owner in range(int(s.seats)):  # SC-12
        s.scores[owner] += OWN_TILE * popcount(int(s.own[owner]))


@compiled
def ending(s: Record) -> int:
    """SC-11: the reason why the game is over at the end of a turn, or GOING_ON."""
    if int(s.full) == ALL:
        return BOARD_FULL
    twos, threes, either = 0, 0, 0  # players who have emptied these stacks
    for seat in range(int(s.seats)):
        no_two, no_three = int(s.height[seat, 0] == 0), int(s.height[seat, 1] == 0)
        twos += no_two
        threes += no_three
        either += no_two | no_three
    if twos >= 2 or threes >= 2 or (s.end_any != 0 and either >= 2):
        return EMPTY_STACKS
    return GOING_ON


@compiled
def best(s: Record) -> int:
    score = int(s.scores[0])
    for seat in range(1, int(s.seats)):
        score = max(score, int(s.scores[seat]))
    return score


@compiled
def returns(s: Record, out: Floats) -> None:
    """A winner gets 1, or an equal share of it when the win is shared (SC-12); all others get -1."""
    most = best(s)
    winners = 0
    for seat in range(int(s.seats)):
        winners += int(s.scores[seat] == most)
    for seat in range(int(s.seats)):
        out[seat] = 1.0 / winners if s.scores[seat] == most else -1.0
