"""What a net sees of a game of Sequence from the side of one seat, compiled; only what that seat may know.

Of other hands the seat knows the sizes, and of every state how many cards it has not seen. So an open space is of one
of four sorts: the seat holds its card, or else nobody can have it, or one card of it is still about, or two are. Lines
of five that one team can still fill are counted by their chips and the sorts of their open spaces; so are the spaces
that would complete a line, and those that would make two fours at once.

A line counts separately for a team that has a sequence already: there the next one wins. And each of three kinds of
games (two players; more of them in two teams; three teams) has inputs of its own, both for positions where one's own
team is to move and for the others: six blocks of SEEN inputs, of which one is in use.
"""

from tesserae.engine.bits import lowest, popcount
from tesserae.engine.jit import Ints, Record, Weights, lean
from tesserae.games.sequence.board import ADD, DECK, HALF, LINE, MOST_CARDS, REMOVE, SEATS, UNKNOWN
from tesserae.games.sequence.chips import sequences_of
from tesserae.games.sequence.knowledge import count_unseen
from tesserae.games.sequence.opinion import is_spent

SEEN = 256
INPUTS = 6 * SEEN

# Where the inputs begin. Those for lines and spaces come twice: for teams without a sequence, and with one.
OWN_LINES, THEIR_LINES, LINES_LONG = 0, 78, 39
OWN_CUT, THEIR_CUT = 156, 160  # lines of four that only one chip, which REMOVE can take, keeps from being filled
OWN_HOLES, THEIR_HOLES = 162, 170  # spaces that complete a line
OWN_FORKS, THEIR_FORKS = 182, 190  # spaces that make two fours
ADDS, REMOVES, CARDS = 202, 206, 210
STANDING, TURN, FINISHING, CHANCES, COVERED, ALWAYS = 217, 221, 233, 237, 245, 249

# Of two open spaces, z whose card nobody can have and d with two cards about: the number of the pair, at 3 * z + d.
PAIRS = (2, 4, 5, 1, 3, 0, 0)
ONE, TWO, MORE = 0.125, 0.25, 0.5  # what a line with that many chips counts: exact in binary, with or without the JIT

# The arrays are long enough to serve as scratch too, from here on.
UNSEEN, SETS = len(LINE), len(LINE) + UNKNOWN
DENSE = INPUTS - SEEN


@lean
def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    seats, teams = int(s.seats), int(s.teams)
    team = seat % 2 if teams == 2 else seat % 3  # by constants, which is much quicker
    for i in range(DENSE, INPUTS):
        amounts[i] = 0.0
    unseen = places[UNSEEN:SETS]
    sets = places[SETS : SETS + 12]  # pairs of words, see `_sort_spaces` and `_see_lines`
    count_unseen(s, seat, unseen)
    _sort_spaces(s, seat, unseen, sets)
    best = 0  # sequences of the best other team
    theirs_low, theirs_high = 0, 0
    for i in range(1, teams):
        owner = team + i if team + i < teams else team + i - teams
        sequences = min(1, sequences_of(s, owner))
        best = max(best, sequences)
        _see_lines(s, owner, team, sequences, sets, places, amounts)
        _see_theirs(DENSE + THEIR_HOLES + 6 * sequences, sets[6], sets[7], 1.0, sets, amounts)
        _see_theirs(DENSE + THEIR_FORKS + 6 * sequences, sets[8], sets[9], TWO, sets, amounts)
        theirs_low |= sets[6]
        theirs_high |= sets[7]
    own = min(1, sequences_of(s, team))
    _see_lines(s, team, team, own, sets, places, amounts)
    _see_own(DENSE + OWN_HOLES + 4 * own, sets[6], sets[7], 1.0, sets, amounts)
    _see_own(DENSE + OWN_FORKS + 4 * own, sets[8], sets[9], TWO, sets, amounts)
    sets[10], sets[11] = theirs_low, theirs_high
    amounts[DENSE + STANDING + 2 * own + best] = 1.0
    _see_cards(s, seat, team, own, best, unseen, sets, amounts)
    turn = int(s.turn)
    amounts[DENSE + TURN + (turn - seat if turn >= seat else turn - seat + seats)] = 1.0
    amounts[DENSE + ALWAYS] = 1.0
    kind = 0 if seats == 2 else (1 if teams == 2 else 2)
    in_turn = (turn % 2 if teams == 2 else turn % 3) == team
    first = SEEN * (2 * kind + int(in_turn))
    n = 0
    for i in range(SEEN):  # without a branch
        if amounts[DENSE + i] != 0.0:
            places[n] = first + i
            amounts[n] = amounts[DENSE + i]
            n += 1
    return n


@lean
def _sort_spaces(s: Record, seat: int, unseen: Ints, sets: Ints) -> None:
    """Write the spaces whose cards the seat holds (0 and 1), of which nobody can hold one (2, 3), and two are about
    (4, 5)."""
    for i in range(6):
        sets[i] = 0
    for place in range(int(s.hand_size[seat])):
        card = int(s.hands[seat, place])
        if card < ADD:
            for i in range(2):
                square = int(s.spaces[card, i])
                sets[square // HALF] |= 1 << square % HALF
    for card in range(ADD):
        if unseen[card] != 1:
            at = 2 if unseen[card] <= 0 else 4
            for i in range(2):
                square = int(s.spaces[card, i])
                sets[at + square // HALF] |= 1 << square % HALF


@lean
def _see_lines(s: Record, owner: int, team: int, sequences: int, sets: Ints, places: Ints, amounts: Weights) -> None:
    """Count the lines of a team, and write the spaces that complete one (6, 7) or make two fours (8, 9) to `sets`."""
    low, high = int(s.chips[owner, 0]), int(s.chips[owner, 1])
    other_low = (int(s.chips[0, 0]) | int(s.chips[1, 0]) | int(s.chips[2, 0])) & ~low
    other_high = (int(s.chips[0, 1]) | int(s.chips[1, 1]) | int(s.chips[2, 1])) & ~high
    hand_low, hand_high, none_low, none_high = sets[0], sets[1], sets[2], sets[3]
    two_low, two_high = sets[4], sets[5]
    hole_low, hole_high, once_low, once_high, fork_low, fork_high = 0, 0, 0, 0, 0, 0
    own = owner == team
    base = DENSE + (OWN_LINES if own else THEIR_LINES) + LINES_LONG * sequences
    for line in range(len(LINE)):
        line_low, line_high = LINE[line, 0], LINE[line, 1]
        if (line_low & low) | (line_high & high) == 0:
            continue
        if (line_low & other_low) | (line_high & other_high):
            if popcount(line_low & low) + popcount(line_high & high) == 4:
                _see_cut(s, owner, own, sequences, line, sets, amounts)
            continue
        if sequences and is_spent(s, owner, line):
            continue
        open_low, open_high = line_low & ~low, line_high & ~high
        chips = 5 - popcount(open_low) - popcount(open_high)
        held = popcount(open_low & hand_low) + popcount(open_high & hand_high)
        if own:  # only what the seat does not hold itself matters
            open_low &= ~hand_low
            open_high &= ~hand_high
        none = popcount(open_low & none_low) + popcount(open_high & none_high)
        if chips == 1:
            amounts[base + (2 * held + min(none, 1) if own else 2 * min(none, 2) + min(held, 1))] += ONE
            continue
        if chips == 2:
            amounts[base + (10 + 3 * held + min(none, 2) if own else 6 + 3 * min(none, 2) + min(held, 2))] += TWO
            continue
        if chips == 5:
            continue
        two = popcount(open_low & two_low) + popcount(open_high & two_high)
        sort = 0 if none else 1 + two  # of a single space
        open_low, open_high = line_low & ~low, line_high & ~high
        if chips == 3:
            if not own:
                at = 15 + 3 * PAIRS[3 * none + two] + held
            elif held == 2:
                at = 22
            else:
                at = 23 + sort if held else 26 + PAIRS[3 * none + two]
            fork_low |= once_low & open_low
            fork_high |= once_high & open_high
            once_low |= open_low
            once_high |= open_high
        else:
            at = 33 + 2 * sort + held if not own else (32 if held else 33 + sort)
            hole_low |= open_low
            hole_high |= open_high
        amounts[base + at] += MORE
    sets[6], sets[7], sets[8], sets[9] = hole_low, hole_high, fork_low, fork_high


@lean
def _see_cut(s: Record, owner: int, own: bool, sequences: int, line: int, sets: Ints, amounts: Weights) -> None:
    low, high = LINE[line, 0] & ~int(s.chips[owner, 0]), LINE[line, 1] & ~int(s.chips[owner, 1])
    locked_low = int(s.locked[0, 0]) | int(s.locked[1, 0]) | int(s.locked[2, 0])
    locked_high = int(s.locked[0, 1]) | int(s.locked[1, 1]) | int(s.locked[2, 1])
    if (low & locked_low) | (high & locked_high) or (sequences and is_spent(s, owner, line)):
        return
    if own:
        amounts[DENSE + OWN_CUT + 2 * sequences + int((low & sets[0]) | (high & sets[1]) != 0)] += 1.0
    else:
        amounts[DENSE + THEIR_CUT + sequences] += 1.0


@lean
def _see_own(base: int, low: int, high: int, amount: float, sets: Ints, amounts: Weights) -> None:
    """Spaces that are good for its own team, by the four sorts."""
    if low | high == 0:
        return
    held = popcount(low & sets[0]) + popcount(high & sets[1])
    low &= ~sets[0]
    high &= ~sets[1]
    none = popcount(low & sets[2]) + popcount(high & sets[3])
    two = popcount(low & sets[4]) + popcount(high & sets[5])
    amounts[base] += amount * held
    amounts[base + 1] += amount * none
    amounts[base + 2] += amount * (popcount(low) + popcount(high) - none - two)
    amounts[base + 3] += amount * two


@lean
def _see_theirs(base: int, low: int, high: int, amount: float, sets: Ints, amounts: Weights) -> None:
    """Spaces that are good for another team, by the cards that are about, and by whether the seat can cover them."""
    if low | high == 0:
        return
    for held in range(2):
        some_low = low & sets[0] if held else low & ~sets[0]
        some_high = high & sets[1] if held else high & ~sets[1]
        none = popcount(some_low & sets[2]) + popcount(some_high & sets[3])
        two = popcount(some_low & sets[4]) + popcount(some_high & sets[5])
        amounts[base + held] += amount * none
        amounts[base + 2 + held] += amount * (popcount(some_low) + popcount(some_high) - none - two)
        amounts[base + 4 + held] += amount * two


@lean
def _see_cards(
    s: Record, seat: int, team: int, own: int, best: int, unseen: Ints, sets: Ints, amounts: Weights
) -> None:
    """The own cards, what is still about, and how likely it is that others can complete a line."""
    seats, teams = int(s.seats), int(s.teams)
    adds, removes, dead = 0, 0, 0
    for place in range(int(s.hand_size[seat])):
        card = int(s.hands[seat, place])
        adds += int(card == ADD)
        removes += int(card == REMOVE)
        dead += int(card < ADD and int(s.free[card]) == 0)
    theirs, ours, following = 0, 0, 0  # cards in the hands of the others, of the partners, and of the next opponent
    other = int(s.turn)
    for _ in range(seats):
        size = int(s.hand_size[other])
        if (other % 2 if teams == 2 else other % 3) != team:
            following = size if theirs == 0 else following
            theirs += size
        elif other != seat:
            ours += size
        other = other + 1 if other + 1 < seats else 0
    about = theirs + ours + int(s.deck_size)
    amounts[DENSE + ADDS + min(adds, 3)] = 1.0
    amounts[DENSE + REMOVES + min(removes, 3)] = 1.0
    amounts[DENSE + CARDS] = unseen[ADD] / 4.0
    amounts[DENSE + CARDS + 1] = unseen[REMOVE] / 4.0
    amounts[DENSE + CARDS + 2] = dead / 4.0
    amounts[DENSE + CARDS + 3] = int(s.hand_size[seat]) / MOST_CARDS
    amounts[DENSE + CARDS + 4] = following / MOST_CARDS
    amounts[DENSE + CARDS + 5] = int(s.deck_size) / DECK
    amounts[DENSE + CARDS + 6] = int(s.exchanged)
    amounts[DENSE + CHANCES + 6] = seats / SEATS
    low, high = sets[6], sets[7]
    holes = popcount(low) + popcount(high)
    if holes:
        ways = popcount(low & sets[0]) + popcount(high & sets[1])
        ways = max(ways, min(holes, 2)) if adds else ways
        if ways:
            amounts[DENSE + FINISHING + 2 * own + min(ways, 2) - 1] = 1.0
        if ours:
            helpful = unseen[ADD] + _about(s, low, high, unseen)
            amounts[DENSE + CHANCES + 4 + own] = _chance(helpful, ours, about)
    low, high = sets[10], sets[11]
    holes = popcount(low) + popcount(high)
    if holes:
        helpful = unseen[ADD] + _about(s, low, high, unseen)
        amounts[DENSE + CHANCES + best] = _chance(helpful, following, about)
        amounts[DENSE + CHANCES + 2 + best] = _chance(helpful, theirs, about)
        if holes > 1:
            amounts[DENSE + COVERED + 2 + best] = 1.0
        elif adds or (low & sets[0]) | (high & sets[1]):
            amounts[DENSE + COVERED + best] = 1.0


@lean
def _about(s: Record, low: int, high: int, unseen: Ints) -> int:
    """How many cards for these spaces the seat has not seen."""
    n = 0
    while low:
        n += unseen[int(s.layout[lowest(low)])]
        low &= low - 1
    while high:
        n += unseen[int(s.layout[HALF + lowest(high)])]
        high &= high - 1
    return n


@lean
def _chance(helpful: int, hand: int, about: int) -> float:
    """How likely it is that some of a hand's cards are among the helpful ones of those about."""
    lacking = 1.0
    for i in range(min(hand, about)):
        lacking *= max(0, about - helpful - i) / (about - i)
    return 1.0 - lacking
