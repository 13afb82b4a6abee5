"""What the seats of Symbol Chain know, remember and think of a game, compiled.

Nobody has secrets here: whatever was laid open was laid open to all, so with a perfect memory every seat, and every
spectator, knows each face on the board. It also knows which tiles are left in a stack, being those of the set that
have not been seen. What nobody knows is their order, but for the tops of the stacks 4, 5 and 6.
"""

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import below, draw, seed_rng, shuffle
from tesserae.games.symbol_chain.board import FACE_UP, LONGEST, SEATS, SQUARES, STACKS
from tesserae.games.symbol_chain.record import OWN_TILE, agree, face_down, length, over, owner_of, wanted

OBSERVATION = (24, 7, 7)  # planes, ranks, files; see `observe`


@compiled
def unknown(s: Record, seat: int, stack: int) -> int:
    """How many tiles of a stack, from the bottom, are in an order that nobody knows."""
    height = int(s.height[seat, stack])
    return max(height - 1, 0) if stack >= FACE_UP else height


@compiled
def hide(s: Record, seat: int) -> None:
    """Blank what the seat (-1: a spectator) cannot know with a perfect memory: what is unknown lies sorted."""
    s.rng[:] = 0
    for owner in range(int(s.seats)):
        for stack in range(STACKS):
            bottom = int(s.bottom[owner, stack])
            s.stacks[owner, bottom : bottom + unknown(s, owner, stack)].sort()


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    """Every order of the unknown tiles is as likely as any other."""
    seed_rng(s.rng, draw(rng), draw(rng))
    for owner in range(int(s.seats)):
        for stack in range(STACKS):
            bottom, n = int(s.bottom[owner, stack]), unknown(s, owner, stack)
            shuffle(s.stacks[owner, bottom : bottom + n], n, rng)


@compiled
def forget(s: Record, seat: int, span: int, rng: Ints) -> None:
    """Blur a state to what a person in the seat might remember of it: which tile lies where, of the face-down tiles,
    only for the `span` that were laid open last. Of the rest it is known which tiles they are and, from their backs,
    whose: the faces of each owner's forgotten tiles change places at random. Call it anew for each world to be
    imagined; which tiles are forgotten does not depend on chance. Before the first tile is taken all lie open."""
    if not s.begun:
        return
    forgotten = face_down(s)
    for _ in range(min(span, popcount(forgotten))):
        latest = lowest(forgotten)
        rest = forgotten
        while rest:
            square = lowest(rest)
            if s.seen[square] > s.seen[latest]:
                latest = square
            rest &= rest - 1
        forgotten &= ~(1 << latest)
    for owner in range(int(s.seats)):
        mix(s, forgotten & int(s.own[owner]), rng)
        forgotten &= ~int(s.own[owner])
    mix(s, forgotten, rng)


@compiled
def mix(s: Record, squares: int, rng: Ints) -> None:
    """Shuffle the faces on some squares."""
    while squares:
        square = lowest(squares)
        other = nth(squares, below(rng, popcount(squares)))
        face = int(s.face[square])
        s.face[square] = s.face[other]
        s.face[other] = face
        squares &= squares - 1


# --- Opinions --------------------------------------------------------------------------------------------------------


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Planes of 7×7, flattened rank by rank from a1, from a state hidden for the seat (a spectator sees as seat 0):

    0 to 8: the tiles of each face (bT bC bX wT wC wX gT gC gX) · 9 to 12: the tiles owned by the seat, the next one,
    and so on · 13: tiles turned up in this turn · 14 to 19: tiles that are right for the next flip of the taken tile,
    the one after it, and so on · 20 to 22: for the top of the own stacks 4, 5 and 6, the tiles that it asks for,
    sixths by their place in the sequence · 23: other things, cell by cell: heights of the five stacks (tenths) and the
    score (hundredths) of the seat, the next one, and so on, 24 cells in all · 1 if it is the seat's turn · 1 if a
    tile is to be taken, to be flipped, to be placed, a cell each · 1 if the first tile has been taken.
    """
    out[:] = 0.0
    seats = int(s.seats)
    viewer = max(seat, 0)
    turn = int(s.turn)
    rest = int(s.full)
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        face = int(s.face[square])
        out[face * SQUARES + square] = 1.0
        owner = owner_of(s, square)
        if owner >= 0:
            out[(9 + (owner - viewer) % seats) * SQUARES + square] = 1.0
        out[13 * SQUARES + square] = int(s.open) >> square & 1
        if int(s.taken) >= 0:
            for step in range(int(s.flipped), length(s, turn, int(s.taken))):
                if agree(s, face, wanted(s, turn, int(s.taken), step)):
                    out[(14 + step - int(s.flipped)) * SQUARES + square] = 1.0
        for stack in range(FACE_UP, STACKS):
            height = int(s.height[viewer, stack])
            if height > 0:
                tile = int(s.stacks[viewer, int(s.bottom[viewer, stack]) + height - 1])
                for step in range(length(s, viewer, tile) - 1, -1, -1):
                    if agree(s, face, wanted(s, viewer, tile, step)):
                        out[(20 + stack - FACE_UP) * SQUARES + square] = (step + 1) / LONGEST
    others = 23 * SQUARES
    for owner in range(seats):
        first = others + (owner - viewer) % seats * (STACKS + 1)
        for stack in range(STACKS):
            out[first + stack] = s.height[owner, stack] / 10.0
        out[first + STACKS] = s.scores[owner] / 100.0
    flags = others + SEATS * (STACKS + 1)
    out[flags] = 1.0 if turn == seat else 0.0
    if not over(s):
        out[flags + 1 + int(s.phase)] = 1.0
    out[flags + 4] = int(s.begun)


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """The score as it would be if the game ended now, against the best of the others."""
    for seat in range(int(s.seats)):
        lead = -1000
        for other in range(int(s.seats)):
            if other != seat:
                lead = max(lead, standing(s, other))
        lead = standing(s, seat) - lead
        out[seat] = lead / (6.0 + abs(lead))


@compiled
def standing(s: Record, seat: int) -> int:
    bonus = 0 if over(s) else OWN_TILE * popcount(int(s.own[seat]))
    return int(s.scores[seat]) + bonus
