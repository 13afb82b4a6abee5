"""Symbol Chain as numbers, compiled: planes for learning, and a quick opinion of who is ahead."""

import numpy as np

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.opinion import ahead_of_others, weigh
from tesserae.games.symbol_chain.board import ALL, FACE_UP, FACES, SEATS, SQUARES, STACKS
from tesserae.games.symbol_chain.planes import show_board, show_memories
from tesserae.games.symbol_chain.record import LOOKING, OWN_TILE, length, over, wanted
from tesserae.games.symbol_chain.weights import WEIGHTS

OBSERVATION = (28, 7, 7)  # planes, ranks, files; see `observe`

# What counts for a seat: its score as if the game ended now, the same times the part of the board that is full; tiles
# left in each stack; faces that it could score with; points within reach, in the turn under way and with the tiles
# that lie open on its stacks; the turn.
TRAITS = (
    *("standing", "standing, full", "stack 2", "stack 3", "stack 4", "stack 5", "stack 6", "faces"),
    *("under way", "on top", "turn"),
)


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Planes of 7×7, flattened rank by rank from a1, from a state hidden for the seat (a spectator sees as seat 0):

    0 to 8: the tiles of each face (bT bC bX wT wC wX gT gC gX) · 9 to 12: the tiles owned by the seat, the next one,
    and so on · 13: tiles turned up in this turn · 14 to 19: tiles that are right for the next flip of the taken tile,
    the one after it, and so on · 20 to 22: for the top of its own stacks 4, 5 and 6, the tiles that it asks for,
    sixths by their place in the sequence · 23: other things, cell by cell: heights of the five stacks (tenths) and the
    score (hundredths) of the seat, the next one, and so on, 24 cells in all · 1 if the seat may act · 1 if the
    players look, or a tile is to be taken, flipped, placed, laid, a cell each · the face of the lifted tile, 9 cells ·
    whose it is: the seat's, the next one's, and so on, 4 cells.

    And what a good player remembers: 24: how freshly the tile was seen: 8 / (8 + the tiles seen since) · 25: the
    discards of the seat, the next one, and so on: how many of each length (tenths), 5 cells a seat · 26: the tiles left
    in the stacks of each in the same order, by face (tenths), 9 cells a seat: all of them have been in the set, and
    those that are gone were seen · 27: the same for each of the seat's own stacks (fifths), 9 cells a stack.
    """
    out[:] = 0.0
    seats = int(s.seats)
    viewer = max(seat, 0)
    turn = int(s.turn)
    show_board(s, viewer, out)
    show_memories(s, viewer, out)
    others = 23 * SQUARES
    for owner in range(seats):
        first = others + (owner - viewer) % seats * (STACKS + 1)
        for stack in range(STACKS):
            out[first + stack] = s.height[owner, stack] / 10.0
        out[first + STACKS] = s.scores[owner] / 100.0
    flags = others + SEATS * (STACKS + 1)
    acting = turn == seat
    if int(s.phase) == LOOKING and seat >= 0:
        acting = int(s.ready) >> seat & 1 == 0
    out[flags] = 1.0 if acting else 0.0
    if not over(s):
        out[flags + 1 + int(s.phase)] = 1.0
    if int(s.lifted_face) >= 0:
        out[flags + 6 + int(s.lifted_face)] = 1.0
        if int(s.lifted_owner) >= 0:
            out[flags + 6 + len(FACES) + (int(s.lifted_owner) - viewer) % seats] = 1.0


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """The weighted sum of the traits of each seat, compared with the best other seat."""
    seats = int(s.seats)
    counted = np.empty(len(TRAITS), np.float64)
    faces = np.empty(len(FACES), np.int64)
    total = np.empty(SEATS, np.float64)
    for seat in range(seats):
        count_traits(s, seat, faces, counted)
        total[seat] = weigh(counted, WEIGHTS[0])
    for seat in range(seats):
        out[seat] = ahead_of_others(total, seats, seat)


@compiled
def traits(s: Record, seat: int, out: Floats) -> None:
    count_traits(s, seat, np.empty(len(FACES), np.int64), out)


@compiled
def count_traits(s: Record, seat: int, faces: Ints, out: Floats) -> None:
    """What counts for a seat, as TRAITS names it; `faces` is scratch: how many tiles of each face score for it."""
    faces[:] = 0
    rest = int(s.full) & ~int(s.own[seat]) & ~int(s.open)
    while rest:
        faces[int(s.face[lowest(rest)])] += 1
        rest &= rest - 1
    own = popcount(int(s.own[seat]))
    if int(s.lifted_face) >= 0:
        if int(s.lifted_owner) == seat:
            own += 1
        else:
            faces[int(s.lifted_face)] += 1
    standing = int(s.scores[seat])
    if not over(s):
        standing += OWN_TILE * own
    out[0] = standing
    out[1] = standing * popcount(int(s.full) & ALL) / SQUARES
    for stack in range(STACKS):
        out[2 + stack] = s.height[seat, stack]
    out[7] = 0.0
    for face in range(len(FACES)):
        out[7] += int(faces[face] > 0)
    out[8] = 0.0
    in_turn = int(s.turn) == seat
    if in_turn and int(s.taken) >= 0:
        out[8] = within_reach(s, seat, int(s.taken), int(s.flipped), faces)
    out[9] = 0.0
    for stack in range(FACE_UP, STACKS):
        height = int(s.height[seat, stack])
        if height > 0:
            tile = int(s.stacks[seat, int(s.bottom[seat, stack]) + height - 1])
            out[9] += within_reach(s, seat, tile, 0, faces)
    out[10] = 1.0 if in_turn else 0.0


@compiled
def within_reach(s: Record, seat: int, tile: int, step: int, faces: Ints) -> int:
    """The points of a tile's sequence, from a step on, for somebody who knows where everything lies."""
    points = 0
    for later in range(step, length(s, seat, tile)):
        points += int(faces[wanted(s, seat, tile, later)] > 0)
    return points
