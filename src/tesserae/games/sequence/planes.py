"""The planes of an observation of Sequence that show what was played; compiled."""

from tesserae.engine.jit import Floats, Record, compiled
from tesserae.games.sequence.board import ADD, SEATS, SQUARES

PILES, TOPS = 10, 13  # the first of the planes of the discards of each team, and that of the last ones
SPECIAL = 9 * SQUARES + 39  # where in the plane of other things the cards are that have no space


@compiled
def show_discards(s: Record, own: int, out: Floats) -> None:
    """Planes 10 to 13 of `observe`, and six cells of plane 9."""
    seats, teams = int(s.seats), int(s.teams)
    seat, team = own, 0
    for i in range(seats):
        size = int(s.discard_size[seat])
        for place in range(size):
            card = int(s.discards[seat, place])
            if card < ADD:
                for space in range(2):
                    out[(PILES + team) * SQUARES + int(s.spaces[card, space])] += 0.5
            else:
                out[SPECIAL + 2 * team + card - ADD] += 0.25
        if size > 0:
            card = int(s.discards[seat, size - 1])
            if card < ADD:
                for space in range(2):
                    square = TOPS * SQUARES + int(s.spaces[card, space])
                    out[square] = max(out[square], (SEATS - i) / SEATS)
        seat = seat + 1 if seat + 1 < seats else 0
        team = team + 1 if team + 1 < teams else 0
