"""The record of a game of Sequence, and the numbers of its actions.

An action is a number: to play a card on a square is `card * 100 + square`; then, from the numbers below on, to exchange
a dead card (+ state), to claim a line (+ line), to draw, to pass, to forfeit (+ card), and to penalise (+ team).
"""

import numpy as np

from tesserae.games.sequence.board import CARDS, DECK, LINES, MOST_CARDS, SEATS, SQUARES, STATES, TEAMS

MOST_SEQUENCES = 3  # two teams with one each, and the one that wins

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("rng", np.int64, 4),
                # The board.
                ("chips", np.int64, (TEAMS, 2)),  # the squares with a chip of a team
                ("locked", np.int64, (TEAMS, 2)),  # those of them in a sequence
                ("layout", np.int8, SQUARES),  # the state on each square
                ("spaces", np.int8, (len(STATES), 2)),  # the squares of each state
                ("free", np.int8, len(STATES)),  # which of them are open, as two bits
                ("sequence_line", np.int16, MOST_SEQUENCES),  # in the order of claiming
                ("sequence_team", np.int8, MOST_SEQUENCES),
                ("sequences", np.int8),  # how many there are
                # The cards (see cards.py).
                ("hands", np.int8, (SEATS, MOST_CARDS)),
                ("hand_size", np.int8, SEATS),
                ("deck", np.int8, DECK),
                ("deck_size", np.int8),
                ("discards", np.int8, (SEATS, DECK)),
                ("discard_size", np.int8, SEATS),
                ("gone", np.int8, len(CARDS)),  # of each card how many are out of the game
                # The course of the game.
                ("seats", np.int8),
                ("teams", np.int8),
                ("turn", np.int8),
                ("turns", np.int16),
                ("passes", np.int8),
                ("exchanged", np.int8),
                ("owed", np.int8, SEATS),  # the seats that are owed a card, oldest first, then -1 (SQ-14)
                ("forfeits", np.int16),  # bits of the seats that must forfeit a card (SQ-15)
                ("phase", np.int8),
                ("placed", np.int8),  # while claiming: where the chip was placed, else -1
                ("winner", np.int8),  # the team; -1 none
                ("reason", np.int8),
                # Options.
                ("manual", np.int8),
                ("shuffled", np.int8),
                # Fills the record up to whole words: NumPy does not copy padding, and equal games are equal bytes.
                ("filler", np.int8, 4),
            ],
            align=True,
        ),
    )
)

DEAD = len(CARDS) * SQUARES
CLAIM = DEAD + len(STATES)
DRAW = CLAIM + len(LINES)
PASS = DRAW + 1
FORFEIT = PASS + 1
PENALTY = FORFEIT + len(CARDS)
ACTIONS = PENALTY + TEAMS

PLAYING, CLAIMING, OVER = 0, 1, 2
SEQUENCES, STUCK, QUIET = 0, 1, 2
TURN_LIMIT = 1000  # SQ-13
