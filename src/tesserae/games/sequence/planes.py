"""The planes of an observation of Sequence that show chips and what was played; compiled."""

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Record, compiled
from tesserae.games.sequence.board import ADD, HALF, SEATS, SQUARES
from tesserae.games.sequence.chips import sequences_of, wanted

LOCKED = 3  # the first of the planes of chips in a sequence
SEQUENCES = 9 * SQUARES + 8  # where in the plane of other things the sequences of each team are
PILES, TOPS = 10, 13  # the first of the planes of the discards of each team, and that of the last ones
SPECIAL = 9 * SQUARES + 39  # where in the plane of other things the cards are that have no space


@compiled
def show_chips(s: Record, own: int, out: Floats) -> None:
    """Planes 0 to 5 of `observe`, and how many sequences each team has."""
    teams = int(s.teams)
    team = own % 2 if teams == 2 else own % 3  # by constants, which is much quicker
    for i in range(teams):
        out[SEQUENCES + i] = sequences_of(s, team) / wanted(s)
        for word in range(2):
            rest = int(s.chips[team, word])
            while rest:
                out[i * SQUARES + word * HALF + lowest(rest)] = 1.0
                rest &= rest - 1
            rest = int(s.locked[team, word])
            while rest:
                out[(LOCKED + i) * SQUARES + word * HALF + lowest(rest)] = 1.0
                rest &= rest - 1
        team = team + 1 if team + 1 < teams else 0


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
