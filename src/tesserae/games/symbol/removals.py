"""What an action does to the pieces of both sides: removals, explosion chains and pushes (SY-16 to SY-26).

`log` is for notes of what happens, or None (notes.py).
"""

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.games.symbol.board import ANY_D, ANY_K, MOBILE, NEAR, NEIGHBOUR, ONE_D, STANDS
from tesserae.games.symbol.notes import BLASTED, CRUSHED, EXPLODED, IGNITED, PUSHED, SHOVED, STRANDED, note
from tesserae.games.symbol.record import EVENT, FOR_GOOD, join, leave, refill


@compiled
def take_off(s: Record, squares: int, what: int, toward: int, log: Ints | None) -> int:
    """Remove everything on the squares; returns those of them that held a D, which are yet to explode. For the notes:
    what this is, and the square that a push would have led to."""
    exploding = 0
    for seat in range(2):
        rest = squares & int(s.held[seat])
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            pile = int(s.pile[square])
            leave(s, seat, square, pile)
            to = out_of_play(s, seat, pile)
            if log is not None:
                note(log, what, seat, square, toward, pile, to)
            if pile & ANY_D:
                exploding |= 1 << square
    return exploding


@compiled
def out_of_play(s: Record, seat: int, pile: int) -> int:
    """Where pieces go that have left the board: lost (-1), or in the reserve of a seat (SY-50, SY-51)."""
    if pile & ANY_K:
        s.fallen |= 1 << seat
    pieces = pile & ~ANY_K
    if s.unlimited:
        refill(s, seat, pieces)
        s.event = max(int(s.event), EVENT)
        return seat
    if s.enlist and int(s.turn) != seat:
        refill(s, 1 - seat, pieces)
        s.event = max(int(s.event), EVENT)
        return 1 - seat
    s.event = FOR_GOOD
    return -1


@compiled
def explode(s: Record, centres: int, log: Ints | None) -> None:
    """SY-25: a D has left the board from each of these squares. Squares that lose a D in a blast join the list; it
    comes to an end because every one of them has lost a piece."""
    while centres:
        square = lowest(centres)
        bit = 1 << square
        centres &= ~bit
        blast = NEAR[square] | bit if s.blast_center else NEAR[square]
        if log is not None:
            note(log, EXPLODED, -1, square, -1, blast, -1)
        centres |= take_off(s, blast, BLASTED, -1, log)
        if not s.blast_center and int(s.pile[square]) & STANDS[square] == 0:
            take_off(s, bit, STRANDED, -1, log)


@compiled
def explode_one(s: Record, seat: int, square: int, log: Ints | None) -> None:
    """SY-41: one D of the square explodes there."""
    leave(s, seat, square, ONE_D)
    to = out_of_play(s, seat, ONE_D)
    if log is not None:
        note(log, IGNITED, seat, square, -1, ONE_D, to)
    explode(s, 1 << square, log)


@compiled
def push(s: Record, seat: int, square: int, log: Ints | None) -> None:
    """SY-20 to SY-23, SY-40: everything that the enemy has around the R on the square goes one step away from it.

    The squares around are pushed onto squares two away, each onto another one: no push affects another, so doing them
    one after the other is the same as doing them together.
    """
    enemy = 1 - seat
    around = NEAR[square] & int(s.held[enemy])
    if not around:
        return
    exploding = 0
    for direction in range(8):
        there = NEIGHBOUR[square, direction]
        if there < 0 or not around >> there & 1:
            continue
        pile = int(s.pile[there])
        target = NEIGHBOUR[there, direction]
        if pile & MOBILE == 0 and not s.immobile_pushed:  # SY-22
            exploding |= take_off(s, 1 << there, CRUSHED, -1, log)
        elif target >= 0 and is_room(s, enemy, target, pile):
            leave(s, enemy, there, pile)
            join(s, enemy, target, pile)
            if log is not None:
                note(log, PUSHED, enemy, there, target, pile, -1)
        else:
            exploding |= take_off(s, 1 << there, SHOVED, target, log)
    explode(s, exploding, log)


@compiled
def is_room(s: Record, owner: int, square: int, pile: int) -> bool:
    """Whether a pushed pile comes to rest on the square (SY-21): there is nothing, or in the full game only own
    pieces, and it may stand there, alone or with what it joins."""
    if int(s.held[1 - owner]) >> square & 1:
        return False
    there = int(s.pile[square])
    if s.simple and there:
        return False
    return (there + pile) & STANDS[square] != 0
