"""Sequence for the proofs: the cards that the seat does not see may be anywhere, in any other hand or on the deck.

Another seat may play any of them. That it exchanges a dead card first or passes is left out: neither puts anything on
the board that another card could not, and it is in doubt anyway which cards it has. Nor is the deck renewed: a proof
asks for more cards on it than it uses.
"""

import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.games.sequence.board import ADD, COPIES, NONE, REMOVE, SQUARES, UNKNOWN
from tesserae.games.sequence.cards import add_card
from tesserae.games.sequence.chips import fits
from tesserae.games.sequence.record import CLAIMING
from tesserae.games.sequence.rules import legal_claims, team_of


@compiled
def unseen(s: Record, seat: int) -> Ints:
    """Of each card how many are neither in the seat's hand nor discarded nor out of the game."""
    n = np.zeros(UNKNOWN + 1, np.int64)
    for card in range(UNKNOWN):
        n[card] = COPIES[card] - int(s.gone[card])
    for place in range(int(s.hand_size[seat])):
        n[int(s.hands[seat, place])] -= 1
    for other in range(int(s.seats)):
        for place in range(int(s.discard_size[other])):
            n[int(s.discards[other, place])] -= 1
    n[UNKNOWN] = 0
    return n


@compiled
def options(s: Record, seat: int, actor: int, out: Ints) -> int:
    if int(s.phase) == CLAIMING:
        return legal_claims(s, actor, out)
    team = team_of(s, actor)
    left = unseen(s, seat)
    n = 0
    for card in range(UNKNOWN):
        if left[card] > 0:
            for i in range(2 if card < ADD else SQUARES):
                square = int(s.spaces[card, i]) if card < ADD else i
                if fits(s, team, card, square):
                    out[n] = card * SQUARES + square
                    n += 1
    return n


@compiled
def carry_out(s: Record, seat: int, actor: int, action: int) -> None:
    if actor != seat and action < (REMOVE + 1) * SQUARES:
        # One of the cards that the seat does not know in that hand, the last as hands are sorted, is this one.
        size = int(s.hand_size[actor])
        s.hands[actor, size - 1] = NONE
        s.hand_size[actor] = size - 1
        add_card(s, actor, action // SQUARES)
    contract.apply(s, actor, action)


@compiled
def ways(s: Record, seat: int, actor: int, action: int, out: Ints) -> int:
    """What card the seat has drawn."""
    size = int(s.hand_size[seat])
    if actor != seat or size == 0 or int(s.hands[seat, size - 1]) != UNKNOWN:
        return 0
    left = unseen(s, seat)
    n = 0
    for card in range(UNKNOWN):
        if left[card] > 0:
            out[n] = card
            n += 1
    return n


@compiled
def settle(s: Record, seat: int, actor: int, action: int, way: int) -> None:
    size = int(s.hand_size[seat])
    s.hands[seat, size - 1] = NONE
    s.hand_size[seat] = size - 1
    add_card(s, seat, way)
