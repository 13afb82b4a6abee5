"""A quick opinion of a game of Sequence, compiled: what its lines and cards promise each team."""

import numpy as np

from tesserae.engine.bits import popcount
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.opinion import ahead_of_others, weigh
from tesserae.games.sequence.board import ADD, HALF, LINE, REMOVE, TEAMS
from tesserae.games.sequence.chips import sequences_of
from tesserae.games.sequence.weights import WEIGHTS

# What counts for a team: lines that it can still fill, by their chips, those of three by how many of the missing
# squares it has cards for, those of four by whether it has the card, and has it in its own turn; its sequences; cards.
TRAITS = (
    *("one", "two", "three", "three and a card", "three and both cards", "four", "four and the card"),
    *("four in turn", "sequences", "adds", "removes", "dead", "turn"),
)


@compiled
def evaluate(s: Record, out: Floats) -> None:
    """The weighted sum of the traits of each team, compared with the best other team."""
    teams = int(s.teams)
    counted = np.empty(len(TRAITS), np.float64)
    total = np.empty(TEAMS, np.float64)
    squares = np.empty(2, np.int64)
    for team in range(teams):
        count_traits(s, team, squares, counted)
        total[team] = weigh(counted, WEIGHTS[0])
    for team in range(teams):
        value = ahead_of_others(total, teams, team)
        for seat in range(team, int(s.seats), teams):
            out[seat] = value


@compiled
def traits(s: Record, team: int, out: Floats) -> None:
    count_traits(s, team, np.empty(2, np.int64), out)


@compiled
def count_traits(s: Record, team: int, squares: Ints, out: Floats) -> None:
    """What counts for a team, as TRAITS names it; `squares` is scratch."""
    out[:] = 0.0
    holdings(s, team, squares, out)
    in_turn = int(s.turn) % int(s.teams) == team
    out[8] = sequences_of(s, team)
    out[12] = 1.0 if in_turn else 0.0
    own_low, own_high = int(s.chips[team, 0]), int(s.chips[team, 1])
    low, high = 0, 0
    for other in range(TEAMS):
        if other != team:
            low |= int(s.chips[other, 0])
            high |= int(s.chips[other, 1])
    for line in range(len(LINE)):
        line_low, line_high = LINE[line, 0], LINE[line, 1]
        if (line_low & low) | (line_high & high):
            continue
        n = popcount(line_low & own_low) + popcount(line_high & own_high)
        if n == 0 or (out[8] > 0.0 and is_spent(s, team, line)):
            continue
        if n < 3:
            out[n - 1] += 1.0
            continue
        cards = popcount(line_low & ~own_low & squares[0]) + popcount(line_high & ~own_high & squares[1])
        if n == 3:
            out[2 + cards] += 1.0
        elif cards == 0 and out[9] == 0.0:
            out[5] += 1.0
        else:
            out[7 if in_turn else 6] += 1.0


@compiled
def holdings(s: Record, team: int, squares: Ints, out: Floats) -> None:
    """The squares that the team has state cards for, as two words, and its other cards."""
    squares[:] = 0
    for seat in range(team, int(s.seats), int(s.teams)):
        for place in range(int(s.hand_size[seat])):
            card = int(s.hands[seat, place])
            if card == ADD:
                out[9] += 1.0
            elif card == REMOVE:
                out[10] += 1.0
            elif card < ADD:
                out[11] += int(int(s.free[card]) == 0)
                for i in range(2):
                    square = int(s.spaces[card, i])
                    squares[square // HALF] |= 1 << square % HALF


@compiled
def is_spent(s: Record, team: int, line: int) -> bool:
    """Whether a line shares more than one square with a sequence of the team, and so cannot become one (SQ-10)."""
    for i in range(int(s.sequences)):
        other = int(s.sequence_line[i])
        shared = popcount(LINE[other, 0] & LINE[line, 0]) + popcount(LINE[other, 1] & LINE[line, 1])
        if int(s.sequence_team[i]) == team and shared > 1:
            return True
    return False
