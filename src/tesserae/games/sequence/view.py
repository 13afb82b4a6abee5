"""What one seat sees of a game of Sequence, made from a state hidden for it."""

from typing import Any

import numpy as np

from tesserae.engine.jit import States
from tesserae.games.game import EVERYTHING
from tesserae.games.plain import plain
from tesserae.games.sequence import rules
from tesserae.games.sequence.board import STATES
from tesserae.games.sequence.notation import line_name
from tesserae.games.sequence.position import (
    chips,
    discards,
    forfeits,
    hand,
    layout,
    owed,
    placed,
    sequences,
)
from tesserae.games.sequence.record import CLAIM, CLAIMING

NUMBERS = {card: number for number, card in enumerate(STATES)}


def view(states: States, seat: int) -> dict[str, Any]:
    """The fields of a view. A spectator has no `hand`; nobody else's is ever shown, only the number of its cards;
    `hands` are everybody's, only for the seat EVERYTHING.

    `dead` are the cards in the seat's own hand that could be exchanged if not for SQ-8's "once a turn"; `claims` the
    lines of which the player to move must claim one, through the chip on `placed`.
    """
    s = plain(states)
    own = None if seat < 0 else hand(s, seat)
    return {
        "turn": int(s.turn),
        "teams": int(s.teams),
        "hand": own,
        "hands": [hand(s, owner) for owner in range(int(s.seats))] if seat == EVERYTHING else None,
        "dead": sorted({card for card in own or () if card in NUMBERS and not s.free[NUMBERS[card]]}),
        "hand_sizes": [int(size) for size in s.hand_size[: s.seats]],
        "deck_size": int(s.deck_size),
        "discards": discards(s),
        "layout": layout(s),
        "chips": chips(s),
        "sequences": sequences(s),
        "placed": placed(s),
        "claims": _claims(s, states),
        "exchanged": bool(s.exchanged),
        "owed": owed(s),
        "forfeits": forfeits(s),
        "passes": int(s.passes),
        "turns": int(s.turns),
    }


def _claims(s: Any, states: States) -> list[str]:
    if s.phase != CLAIMING:
        return []
    out = np.empty(20, np.int64)
    n = rules.legal_claims(states[0], s.turn, out)
    return [line_name(action - CLAIM) for action in out[:n].tolist()]
