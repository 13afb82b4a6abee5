"""Who knows what in Consequence: hiding a state, and imagining what is hidden.

A seat watches every tile: it sees colours, and where each tile goes. So it tells the seven tiles of a
colour apart by labels, and what it knows of their symbols is a set of worlds (board.py): at first those that agree
with its own hand. Seeing a face removes the worlds that say otherwise. Only in the other hand do tiles become
indistinguishable, so there the set is kept symmetric: with every world it holds those in which labels of that hand
have changed places. Then it does not matter which label of the hand the seat gives to a tile placed from it, and a
tile it saw go into that hand is, after the next placement, "that one or still in hand, and nowhere else".
"""

import numpy as np

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.engine.rng import below, draw, seed_rng
from tesserae.games.consequence.board import (
    ASCENDING,
    BITS,
    COUNT,
    EVERY_WORLD,
    MIXED,
    OVER,
    SQUARES,
    UNKNOWN,
    WITH_ROLE,
    WORDS,
    WORLDS,
)


@compiled
def remember_placing(s: Record, seat: int, kind: int, square: int) -> None:
    """The tile keeps the label it had in the hand; for the other seat, any label of that hand will do."""
    mine = lowest(int(s.own[seat, kind]))
    s.own[seat, kind] &= ~(1 << mine)
    s.label[seat, square] = mine
    other, colour = 1 - seat, kind // 3
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
    s.own[receiver, kind] |= 1 << label
    label = int(s.label[seat, square])
    if s.reveal_both:
        see(s, seat, colour, label, role)
    mix(s, seat, colour, label)


@compiled
def see(s: Record, seat: int, colour: int, label: int, role: int) -> None:
    for word in range(WORDS):
        s.possible[seat, colour, word] &= WITH_ROLE[label, role, word]


@compiled
def mix(s: Record, seat: int, colour: int, label: int) -> None:
    """Make the set of worlds symmetric in the labels of the other hand and one more that joins them."""
    before = int(s.theirs[seat, colour])
    labels = before | 1 << label
    s.theirs[seat, colour] = labels
    if before == 0:
        return  # nothing to mix it with
    possible = s.possible[seat, colour]
    first, second, third = 0, 0, 0  # the words, in registers
    for word in range(WORDS):
        rest = possible[word] & ASCENDING[before, word]  # one of all worlds in which labels before have changed places
        while rest:
            kin = MIXED[labels, word * BITS + lowest(rest)]
            rest &= rest - 1
            first |= kin[0]
            second |= kin[1]
            third |= kin[2]
    possible[0], possible[1], possible[2] = first, second, third


@compiled
def learn_afresh(s: Record, seat: int) -> None:
    """What the seat knows when it sees the table for the first time: its hand, the tiles it put on the board, and
    which tiles are out of the game; of the rest, only the colours."""
    for colour in range(2):
        s.possible[seat, colour] = EVERY_WORLD
        s.theirs[seat, colour] = 0
        label = 0
        for role in range(3):
            kind = colour * 3 + role
            s.own[seat, kind] = 0
            missing = COUNT[role] - int(s.hands[0, kind]) - int(s.hands[1, kind])
            for square in range(SQUARES):
                missing -= int(s.board[square] == kind)
            for _ in range(int(s.hands[seat, kind])):
                see(s, seat, colour, label, role)
                s.own[seat, kind] |= 1 << label
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
    if int(s.phase) == OVER:
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
    """One of the worlds the seat holds possible, each as likely as any other. A world is identified by what lies on
    each square and in the other hand, so worlds that differ only by labels within that hand count as one."""
    seed_rng(s.rng, draw(rng), draw(rng))
    if int(s.phase) == OVER:
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


@compiled
def forget(s: Record, seat: int, span: int, rng: Ints) -> None:
    """Blur an imagined world to what a person in the seat might remember: of the tiles that it laid, which ones they
    are, but where only for `span` of them. Call it anew for each world; each time others are remembered, so that every
    face is known now and then, and none for sure. With `memory_aid` faces stay shown and nothing is forgotten."""
    if s.memory_aid:
        return
    forgotten = 0
    for square in range(SQUARES):
        forgotten |= int(s.board[square] >= 0 and s.placer[square] == seat) << square
    for _ in range(min(span, popcount(forgotten))):
        forgotten &= ~(1 << nth(forgotten, below(rng, popcount(forgotten))))
    for colour in range(2):
        squares = 0
        for square in range(SQUARES):
            squares |= int(forgotten >> square & 1 == 1 and s.board[square] // 3 == colour) << square
        while squares:
            swap_faces(s, seat, lowest(squares), nth(squares, below(rng, popcount(squares))))
            squares &= squares - 1


@compiled
def swap_faces(s: Record, seat: int, square: int, other: int) -> None:
    """Swap two tiles as a seat sees them, which tells them apart by its labels."""
    kind, label = int(s.board[square]), int(s.label[seat, square])
    s.board[square] = s.board[other]
    s.label[seat, square] = s.label[seat, other]
    s.board[other] = kind
    s.label[seat, other] = label
