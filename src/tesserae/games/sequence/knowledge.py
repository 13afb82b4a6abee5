"""What a seat knows of a game of Sequence (`hide`, `imagine`), and opinions of it (`observe`, `evaluate`); compiled.

A seat knows its own hand; discards, chips and the sizes of hands and deck lie open; and it is known which cards are out
of the game. Every other card is one of those that the seat does not see, each equally likely.
"""

import numpy as np

from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import draw, seed_rng, shuffle
from tesserae.games.sequence.board import (
    ADD,
    COPIES,
    DECK,
    NONE,
    REMOVE,
    SEATS,
    SQUARES,
    UNKNOWN,
)
from tesserae.games.sequence.cards import add_card
from tesserae.games.sequence.chips import is_dead
from tesserae.games.sequence.planes import show_chips, show_discards

OBSERVATION = (14, 10, 10)  # planes, ranks, files; see `observe`


@compiled
def hide(s: Record, seat: int) -> None:
    """Blank what the seat (-1: a spectator) cannot know. Nothing is turned up when the game is over."""
    s.rng[:] = 0
    for other in range(int(s.seats)):
        if other != seat:
            for place in range(int(s.hand_size[other])):
                s.hands[other, place] = UNKNOWN
    for place in range(int(s.deck_size)):
        s.deck[place] = UNKNOWN


@compiled
def count_unseen(s: Record, seat: int, unseen: Ints) -> None:
    """Of each card, how many are neither in the seat's hand nor discarded nor out of the game."""
    for card in range(UNKNOWN):
        unseen[card] = COPIES[card] - int(s.gone[card])
    if seat >= 0:
        for place in range(int(s.hand_size[seat])):
            unseen[int(s.hands[seat, place])] -= 1
    for other in range(int(s.seats)):
        for place in range(int(s.discard_size[other])):
            unseen[int(s.discards[other, place])] -= 1


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    """Deal the cards that the seat does not see to the other hands and the deck."""
    seed_rng(s.rng, draw(rng), draw(rng))
    unseen = np.empty(UNKNOWN, np.int64)
    count_unseen(s, seat, unseen)
    cards = np.empty(DECK, np.int64)
    n = 0
    for card in range(UNKNOWN):
        for _ in range(unseen[card]):
            cards[n] = card
            n += 1
    shuffle(cards, n, rng)
    for other in range(int(s.seats)):
        if other != seat:
            size = int(s.hand_size[other])
            s.hand_size[other] = 0
            s.hands[other] = NONE
            for _ in range(size):
                n -= 1
                add_card(s, other, cards[n])
    for place in range(int(s.deck_size)):
        s.deck[place] = cards[place]


@compiled
def observe(s: Record, seat: int, out: Floats) -> None:
    """Fourteen 10×10 planes, flattened rank by rank from a1, from a state hidden for the seat. Teams are counted from
    the seat's own (for a spectator from team 0):

    0 to 2: the chips of each team · 3 to 5: those of them in a sequence · 6: the spaces of the seat's state cards, a
    half for each card · 7: the spaces of the state cards that the seat does not see, the same way · 8: where the chip
    stands for which a line is to be claimed · 9: other things, cell by cell: ADD and REMOVE cards in hand, then unseen
    (quarters) · 1 if it is the seat's turn · 1 if a dead card was exchanged · 1 if the seat must forfeit a card · 1 for
    three teams · sequences of each team (of those that win) · dead cards in hand (sevenths) · deck (108ths) · passes
    (of the seats) · turns (thousandths) · then the cards in each hand (sevenths), from the seat's own on, 12 cells
    · who is owed a card, the same way: 1 for the seat that has waited longest, a twelfth less for the next · of each
    team the ADD and REMOVE cards on its piles (quarters).

    And what was played since the deck was made of the discards: 10 to 12: the spaces of the state cards on the piles of
    each team, a half for each card · 13: the spaces of the last card that each seat discarded: 1 for the seat's own, a
    twelfth less for the next one's, and so on.
    """
    out[:] = 0.0
    teams = int(s.teams)
    seats = int(s.seats)
    own = seat if seat >= 0 else 0
    hand, unseen, claiming, rest_plane = 6 * SQUARES, 7 * SQUARES, 8 * SQUARES, 9 * SQUARES
    show_chips(s, own, out)
    counts = np.empty(UNKNOWN, np.int64)
    count_unseen(s, seat, counts)
    for square in range(SQUARES):
        out[unseen + square] = counts[int(s.layout[square])] / 2.0
    out[rest_plane + 2] = counts[ADD] / 4.0
    out[rest_plane + 3] = counts[REMOVE] / 4.0
    if seat >= 0:
        for place in range(int(s.hand_size[seat])):
            card = int(s.hands[seat, place])
            if card < ADD:
                for i in range(2):
                    out[hand + int(s.spaces[card, i])] += 0.5
                out[rest_plane + 11] += int(is_dead(s, card)) / 7.0
            else:
                out[rest_plane + card - ADD] += 0.25
        out[rest_plane + 4] = int(int(s.turn) == seat)
        out[rest_plane + 6] = int(s.forfeits) >> seat & 1
    if int(s.placed) >= 0:
        out[claiming + int(s.placed)] = 1.0
    out[rest_plane + 5] = int(s.exchanged)
    out[rest_plane + 7] = int(teams == 3)
    out[rest_plane + 12] = int(s.deck_size) / DECK
    out[rest_plane + 13] = int(s.passes) / seats
    out[rest_plane + 14] = int(s.turns) / 1000.0
    other = own
    for i in range(seats):
        out[rest_plane + 15 + i] = int(s.hand_size[other]) / 7.0
        other = other + 1 if other + 1 < seats else 0
    for place in range(seats):
        if int(s.owed[place]) >= 0:
            out[rest_plane + 27 + (int(s.owed[place]) - own) % seats] = (SEATS - place) / SEATS
    show_discards(s, own, out)
