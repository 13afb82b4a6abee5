"""Cards in hands, on the deck and on the discard piles (SQ-3, SQ-12), and the layout of the board; compiled.

A hand is kept sorted, so that it does not tell in which order its cards came. The deck and the piles run from bottom
to top. Behind the last card of each list there is NONE. Adding and taking a card goes through all places of a hand,
without branches, because a processor cannot predict where in the hand a card is.
"""

import numpy as np

from tesserae.engine.jit import Record, compiled
from tesserae.engine.rng import below, shuffle
from tesserae.games.sequence.board import COPIES, FAR_APART, HALF, HAND_SIZE, MOST_CARDS, NONE, SQUARES, UNKNOWN


@compiled
def lay_out(s: Record) -> None:
    """Write down the two spaces of each state, the lower one first, both open."""
    s.spaces[:] = -1
    s.free[:] = 3
    for square in range(SQUARES):
        state = int(s.layout[square])
        s.spaces[state, int(s.spaces[state, 0] >= 0)] = square


@compiled
def shuffle_layout(s: Record) -> None:
    """A fresh board: squares are paired at random, and a pair that lies too near or in one line swaps partners with
    another pair until all pairs are valid. About two in five squares would be valid partners, so this is quick."""
    squares = np.arange(SQUARES)
    shuffle(squares, SQUARES, s.rng)
    bad = HALF
    while bad:
        bad = 0
        for i in range(0, SQUARES, 2):
            if not FAR_APART[squares[i], squares[i + 1]]:
                bad += 1
                j = 2 * below(s.rng, HALF)
                if FAR_APART[squares[i], squares[j + 1]] and FAR_APART[squares[j], squares[i + 1]]:
                    partner = squares[i + 1]
                    squares[i + 1] = squares[j + 1]
                    squares[j + 1] = partner
    for i in range(SQUARES):
        s.layout[squares[i]] = i // 2


@compiled
def deal(s: Record) -> None:
    """SQ-3: shuffle all cards and deal one at a time, beginning with seat 0."""
    n = 0
    for card in range(UNKNOWN):
        for _ in range(COPIES[card]):
            s.deck[n] = card
            n += 1
    s.deck_size = n
    shuffle(s.deck, n, s.rng)
    for _ in range(HAND_SIZE[int(s.seats)]):
        for seat in range(int(s.seats)):
            draw_card(s, seat)


@compiled
def add_card(s: Record, seat: int, card: int) -> None:
    for place in range(MOST_CARDS):
        held = int(s.hands[seat, place])
        s.hands[seat, place] = min(held, card)
        card = max(held, card)
    s.hand_size[seat] += 1


@compiled
def holds(s: Record, seat: int, card: int) -> bool:
    for place in range(int(s.hand_size[seat])):
        if s.hands[seat, place] == card:
            return True
    return False


@compiled
def discard(s: Record, seat: int, card: int) -> None:
    """Put a card of the hand on the seat's own pile."""
    behind = 0
    for place in range(MOST_CARDS - 1):
        behind |= int(int(s.hands[seat, place]) == card)
        s.hands[seat, place] = s.hands[seat, place + behind]
    s.hands[seat, MOST_CARDS - 1] = NONE
    s.hand_size[seat] -= 1
    s.discards[seat, int(s.discard_size[seat])] = card
    s.discard_size[seat] += 1


@compiled
def draw_card(s: Record, seat: int) -> None:
    """SQ-12: from the deck, which the discards renew when it is empty; if there are none, no card is drawn."""
    if int(s.deck_size) == 0:
        renew_deck(s)
    top = int(s.deck_size) - 1
    if top < 0:
        return
    card = int(s.deck[top])
    s.deck[top] = NONE
    s.deck_size = top
    add_card(s, seat, card)


@compiled
def renew_deck(s: Record) -> None:
    n = 0
    for seat in range(int(s.seats)):
        for place in range(int(s.discard_size[seat])):
            s.deck[n] = s.discards[seat, place]
            s.discards[seat, place] = NONE
            n += 1
        s.discard_size[seat] = 0
    s.deck_size = n
    shuffle(s.deck, n, s.rng)
