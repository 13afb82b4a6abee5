"""Which actions of Sequence deserve a thought, compiled: a list much shorter than the legal one if there is an ADD."""

from tesserae.engine.bits import popcount
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.games.sequence.board import ADD, HALF, LINE, REMOVE, SQUARES, TEAMS
from tesserae.games.sequence.record import PLAYING
from tesserae.games.sequence.rules import legal


@compiled
def promising(s: Record, seat: int, out: Ints) -> int:
    n = legal(s, seat, out)
    if seat != int(s.turn) or int(s.phase) != PLAYING or int(s.forfeits):
        return n
    return keep_promising(s, seat, n, out)


@compiled
def keep_promising(s: Record, seat: int, n: int, out: Ints) -> int:
    """Of the n legal plays in `out`, keep those of ADD and REMOVE that have to do with a line of three or four chips:
    one that can still be filled, or an own one that a single chip keeps from that. How many are left; if none, all."""
    if n == 0 or out[n - 1] < ADD * SQUARES:
        return n
    teams = int(s.teams)
    team = seat % 2 if teams == 2 else seat % 3  # by constants, which is much quicker
    all_low, all_high = 0, 0
    for owner in range(TEAMS):
        all_low |= int(s.chips[owner, 0])
        all_high |= int(s.chips[owner, 1])
    on_low, on_high, off_low, off_high = 0, 0, 0, 0
    for owner in range(teams):
        low, high = int(s.chips[owner, 0]), int(s.chips[owner, 1])
        for line in range(len(LINE)):
            line_low, line_high = LINE[line, 0], LINE[line, 1]
            chips = popcount(line_low & low) + popcount(line_high & high)
            if chips < 3 or chips == 5:
                continue
            cut_low, cut_high = line_low & all_low & ~low, line_high & all_high & ~high
            cuts = popcount(cut_low) + popcount(cut_high)
            if cuts == 0:
                on_low |= line_low & ~low
                on_high |= line_high & ~high
                if owner != team:
                    off_low |= line_low & low
                    off_high |= line_high & high
            elif cuts == 1 and owner == team:
                off_low |= cut_low
                off_high |= cut_high
    kept = 0
    for i in range(n):
        action = out[i]
        card, square = action // SQUARES, action % SQUARES
        if card == ADD:
            wanted = (on_low if square < HALF else on_high) >> square % HALF & 1
        elif card == REMOVE:
            wanted = (off_low if square < HALF else off_high) >> square % HALF & 1
        else:
            wanted = 1
        if wanted:
            out[kept] = action
            kept += 1
    return kept if kept else n
