"""What the seats of Symbol Chain know, and remember of a game, compiled.

Nobody has secrets here: whatever was shown was shown to everybody, so with a perfect memory every seat, and every
spectator, knows each face on the board and whose tile it is. It also knows which tiles are left in a stack, being those
of the set that have not been seen. What nobody knows is their order, except for the tops of stacks 4, 5 and 6.
"""

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.engine.rng import below, draw, seed_rng, shuffle
from tesserae.games.symbol_chain.board import FACE_UP, STACKS
from tesserae.games.symbol_chain.record import LOOKING, face_down, over


@compiled
def unknown(s: Record, seat: int, stack: int) -> int:
    """How many tiles of a stack, from the bottom, are in an order that nobody knows."""
    height = int(s.height[seat, stack])
    return max(height - 1, 0) if stack >= FACE_UP else height


@compiled
def hide(s: Record, seat: int) -> None:
    """Blank what the seat (-1: a spectator) cannot know even with a perfect memory: unknown tiles are sorted."""
    s.rng[:] = 0
    for owner in range(int(s.seats)):
        for stack in range(STACKS):
            bottom = int(s.bottom[owner, stack])
            put_in_order(s, owner, bottom, bottom + unknown(s, owner, stack))


@compiled
def put_in_order(s: Record, owner: int, first: int, last: int) -> None:
    """Sort some of an owner's tiles, which are all different: as a set of bits, which is quick."""
    tiles = 0
    for place in range(first, last):
        tiles |= 1 << int(s.stacks[owner, place])
    for place in range(first, last):
        s.stacks[owner, place] = lowest(tiles)
        tiles &= tiles - 1


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
    only for the `span` that were shown last. Of the rest it is known only which tiles they are: they change places
    at random, faces and owners together; where the backs tell the owners, each owner's tiles among themselves. Call it
    anew for each world to be imagined; which tiles are forgotten does not depend on chance. Before the first turn, and
    when the game is over, all lie open."""
    if int(s.phase) == LOOKING or over(s):
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
    if s.owner_backs:
        for owner in range(int(s.seats)):
            own = int(s.own[owner])
            mix(s, forgotten & own, rng)
            forgotten &= ~own
    mix(s, forgotten, rng)


@compiled
def mix(s: Record, squares: int, rng: Ints) -> None:
    """Shuffle the tiles on some squares."""
    while squares:
        square = lowest(squares)
        other = nth(squares, below(rng, popcount(squares)))
        face = int(s.face[square])
        s.face[square] = s.face[other]
        s.face[other] = face
        for owner in range(int(s.seats)):
            own = int(s.own[owner])
            if (own >> square ^ own >> other) & 1:
                s.own[owner] = own ^ (1 << square | 1 << other)
        squares &= squares - 1
