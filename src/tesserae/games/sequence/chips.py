"""Chips on the board and the sequences they make (SQ-5 to SQ-7, SQ-9 to SQ-11); compiled."""

from tesserae.engine.bits import popcount
from tesserae.engine.jit import Record, compiled
from tesserae.games.sequence.board import (
    ADD,
    HALF,
    HALF_BITS,
    LINE,
    MOST_THROUGH,
    REMOVE,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    THROUGH_HIGH,
    THROUGH_LOW,
)


@compiled
def open_spaces(s: Record, word: int) -> int:
    """The squares without a chip, in one of the two words."""
    covered = int(s.chips[0, word])
    for team in range(1, TEAMS):
        covered |= int(s.chips[team, word])
    return ~covered & HALF_BITS


@compiled
def removable(s: Record, team: int, word: int) -> int:
    """SQ-7: the chips of the opposing teams that are not part of a sequence, in one of the two words."""
    chips = 0
    for other in range(TEAMS):
        if other != team:
            chips |= int(s.chips[other, word]) & ~int(s.locked[other, word])
    return chips


@compiled
def is_open(s: Record, square: int) -> bool:
    return open_spaces(s, square // HALF) >> square % HALF & 1 == 1


@compiled
def is_dead(s: Record, card: int) -> bool:
    """SQ-8: a state card both of whose spaces are covered."""
    return card < ADD and int(s.free[card]) == 0


@compiled
def fits(s: Record, team: int, card: int, square: int) -> bool:
    """Whether a team may play the card on the square (SQ-5, SQ-6, SQ-7)."""
    if card == REMOVE:
        return removable(s, team, square // HALF) >> square % HALF & 1 == 1
    return is_open(s, square) and (card == ADD or int(s.layout[square]) == card)


@compiled
def squares_for(s: Record, team: int, card: int, word: int) -> int:
    """Where a team can play ADD or REMOVE, in one of the two words."""
    return removable(s, team, word) if card == REMOVE else open_spaces(s, word)


@compiled
def ways(s: Record, team: int, card: int) -> int:
    """On how many squares a team can play a card."""
    if card < ADD:
        return popcount(int(s.free[card]))
    return popcount(squares_for(s, team, card, 0)) + popcount(squares_for(s, team, card, 1))


@compiled
def put_chip(s: Record, team: int, square: int) -> None:
    s.chips[team, square // HALF] |= 1 << square % HALF
    turn_over(s, square)


@compiled
def take_chip(s: Record, square: int) -> None:
    for team in range(TEAMS):
        s.chips[team, square // HALF] &= ~(1 << square % HALF)
    turn_over(s, square)


@compiled
def turn_over(s: Record, square: int) -> None:
    """Update `free`: an open square becomes covered, and the other way round."""
    state = int(s.layout[square])
    s.free[state] = int(s.free[state]) ^ (2 if int(s.spaces[state, 1]) == square else 1)


@compiled
def is_candidate(s: Record, team: int, line: int) -> bool:
    """SQ-10: five chips of the team that share at most one with each of its sequences."""
    low, high = LINE[line, 0], LINE[line, 1]
    if int(s.chips[team, 0]) & low != low or int(s.chips[team, 1]) & high != high:
        return False
    for i in range(int(s.sequences)):  # those of other teams share no chip with it
        other = int(s.sequence_line[i])
        if popcount(LINE[other, 0] & low) + popcount(LINE[other, 1] & high) > 1:
            return False
    return True


@compiled
def full_lines(s: Record, team: int, square: int) -> int:
    """How many lines through a square are full of the team's chips."""
    open_low, open_high = ~int(s.chips[team, 0]), ~int(s.chips[team, 1])
    n = 0
    for i in range(MOST_THROUGH):  # always the same number, without a branch, so that it can be vectorised
        n += int((THROUGH_LOW[square, i] & open_low) | (THROUGH_HIGH[square, i] & open_high) == 0)
    return n


@compiled
def candidates(s: Record, team: int, square: int) -> tuple[int, int]:
    """How many lines through the chip just placed can be claimed, and the last of them."""
    n = 0
    found = -1
    if full_lines(s, team, square) == 0:
        return n, found
    for i in range(THROUGH_COUNT[square]):
        line = THROUGH[square, i]
        if is_candidate(s, team, line):
            n += 1
            found = line
    return n, found


@compiled
def lock(s: Record, team: int, line: int) -> None:
    """Add a sequence; its five chips stay for good."""
    i = int(s.sequences)
    s.sequence_team[i] = team
    s.sequence_line[i] = line
    s.sequences = i + 1
    s.locked[team, 0] |= LINE[line, 0]
    s.locked[team, 1] |= LINE[line, 1]


@compiled
def sequences_of(s: Record, team: int) -> int:
    n = 0
    for i in range(int(s.sequences)):
        n += int(int(s.sequence_team[i]) == team)
    return n


@compiled
def wanted(s: Record) -> int:
    """SQ-11: how many sequences win."""
    return 2 if int(s.teams) == 2 else 1
