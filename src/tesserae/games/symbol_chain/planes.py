"""The planes of an observation of Symbol Chain that show the board, and what a good player remembers; compiled."""

import numpy as np

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.games.symbol_chain.board import FACE_UP, FACES, LONGEST, SHAPES, SHORTEST, SQUARES, STACKS
from tesserae.games.symbol_chain.record import face_of, length, wanted

RECENT = 8  # after this many newer tiles a sighting is half as fresh


@compiled
def paint(out: Floats, plane: int, squares: int, value: float) -> None:
    while squares:
        out[plane * SQUARES + lowest(squares)] = value
        squares &= squares - 1


@compiled
def matching(s: Record, having: Ints, face: int) -> int:
    """The squares with a tile that will do for a face (SC-6), given those of each face."""
    if not s.match_shape:
        return having[face]
    shape = face % SHAPES
    return having[shape] | having[shape + SHAPES] | having[shape + 2 * SHAPES]


@compiled
def show_board(s: Record, viewer: int, out: Floats) -> None:
    """Planes 0 to 22 of `observe`."""
    seats, turn, taken = int(s.seats), int(s.turn), int(s.taken)
    having = np.zeros(len(FACES), np.int64)
    rest = int(s.full)
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        face = int(s.face[square])
        out[face * SQUARES + square] = 1.0
        having[face] |= 1 << square
    for owner in range(seats):
        paint(out, len(FACES) + (owner - viewer) % seats, int(s.own[owner]), 1.0)
    paint(out, 13, int(s.open) & int(s.full), 1.0)
    if taken >= 0:
        flipped = int(s.flipped)
        for step in range(flipped, length(s, turn, taken)):
            paint(out, 14 + step - flipped, matching(s, having, wanted(s, turn, taken, step)), 1.0)
    for stack in range(FACE_UP, STACKS):
        height = int(s.height[viewer, stack])
        if height > 0:
            tile = int(s.stacks[viewer, int(s.bottom[viewer, stack]) + height - 1])
            for step in range(length(s, viewer, tile) - 1, -1, -1):
                squares = matching(s, having, wanted(s, viewer, tile, step))
                paint(out, 20 + stack - FACE_UP, squares, (step + 1) / LONGEST)


@compiled
def show_memories(s: Record, viewer: int, out: Floats) -> None:
    """Planes 24 to 27 of `observe`."""
    seats = int(s.seats)
    clock = int(s.clock)
    rest = int(s.full)
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        out[24 * SQUARES + square] = RECENT / (RECENT + clock - 1 - int(s.seen[square]))
    place = seats - viewer if viewer else 0
    for owner in range(seats):
        discarded = 25 * SQUARES + place * STACKS
        for i in range(int(s.discarded[owner])):
            out[discarded + length(s, owner, int(s.discards[owner, i])) - SHORTEST] += 0.1
        left = 0
        for stack in range(STACKS):
            here = count_faces(s, owner, stack)
            left += here
            if owner == viewer:
                write_counts(here, 0.2, out, 27 * SQUARES + stack * len(FACES))
        write_counts(left, 0.1, out, 26 * SQUARES + place * len(FACES))
        place = place + 1 if place + 1 < seats else 0


@compiled
def count_faces(s: Record, owner: int, stack: int) -> int:
    """How many tiles of each face are in a stack: seven bits a face of one number, much quicker than a list."""
    counts = 0
    bottom = int(s.bottom[owner, stack])
    for i in range(bottom, bottom + int(s.height[owner, stack])):
        counts += 1 << 7 * face_of(s, owner, int(s.stacks[owner, i]))
    return counts


@compiled
def write_counts(counts: int, unit: float, out: Floats, cell: int) -> None:
    while counts:
        out[cell] = (counts & 127) * unit
        counts >>= 7
        cell += 1
