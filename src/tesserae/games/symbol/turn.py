"""How a turn begins and ends, and how the game does (SY-26 to SY-28, SY-42, SY-43, SY-52).

Repetition (SY-27). The record keeps a key of every position at the start of a turn that could still come back. Anything
irreversible empties the list: a king placed, and, unless `unlimited` or `enlist` is on, every removal (there
are fewer pieces in the game for good) and every reinforcement (a reserve never grows again). So in the standard game
the list holds only the quiet turns since then; SY-28 ends the game at the hundredth of them, so it never has more
than 101 entries, and HISTORY = 192 of them is room enough.

With `unlimited` and `enlist` removed pieces come back through a reserve, and a position can recur after any number of
turns. (With `enlist`, a piece lost in its owner's turn is lost for good and does empty the list.) There the list is a
ring of the last 192 positions: repetition is exact for games, or stretches since the last loss for good, of up to 192
turns, and beyond them misses only a third occurrence whose first is more than 192 turns back. Such play could go on
for ever, so it is stopped: after TURN_LIMIT turns the game is drawn like a quiet one. A standard game never gets there:
it has at most 62 turns with a removal, a reinforcement or a king placed, and fewer than 100 between two of them.
"""

from tesserae.engine.jit import Record, compiled
from tesserae.games.symbol.board import ANY_K, COLOURS, KEY_OF_TURN, REGIONS, K
from tesserae.games.symbol.record import (
    BOTH_KINGS,
    BY_REGIONS,
    DEAD_POSITION,
    FOR_GOOD,
    HISTORY,
    KING,
    QUIET,
    QUIET_LIMIT,
    REPETITION,
)

QUIET_TURNS = 100
TURN_LIMIT = 10_000


@compiled
def regions(s: Record, seat: int) -> int:
    """SY-43: how many regions the seat controls."""
    own, enemy = int(s.held[seat]), int(s.held[1 - seat])
    n = 0
    for region in REGIONS:
        n += int(own & region != 0) & int(enemy & region == 0)
    return n


@compiled
def begin_turn(s: Record) -> None:
    """Forget the turn before, and note the position."""
    forget_steps(s)
    s.event = QUIET
    seen = int(s.seen)
    s.history[seen % HISTORY] = position_key(s)
    s.seen = seen + 1


@compiled
def forget_steps(s: Record) -> None:
    s.origin = -1
    s.stood = 0
    s.moved = 0
    s.rest = -1
    s.part = 0
    s.exploded = 0
    s.allowance = 0


@compiled
def open_turn(s: Record, seat: int, square: int) -> None:
    """The first step of a turn (full edition) says which square L it uses (SY-34)."""
    s.origin = square
    s.stood = s.pile[square]
    if int(s.pile[square]) & ANY_K:
        s.allowance = allowance(s, seat)


@compiled
def allowance(s: Record, seat: int) -> int:
    """SY-42: the reinforcements of a turn that uses the king's square."""
    return 1 + regions(s, seat) // 3


@compiled
def position_key(s: Record) -> int:
    """The position as SY-27 understands it: all squares, both reserves, player to move."""
    return int(s.key) ^ KEY_OF_TURN if s.turn else int(s.key)


@compiled
def occurrences(s: Record) -> int:
    """How often the position at the start of this turn has occurred, including this time."""
    last = (int(s.seen) - 1) % HISTORY
    key = s.history[last]
    n = 0
    for i in range(last & 1, min(int(s.seen), HISTORY), 2):  # in between it is the other player's turn
        n += int(s.history[i] == key)
    return n


@compiled
def end_turn(s: Record) -> None:
    """The next player's turn begins, unless the game ends here (in the order of SY-28)."""
    quiet, turns = int(s.quiet) + 1, int(s.turns) + 1
    if int(s.event) != QUIET:
        quiet = 0
        if int(s.event) == FOR_GOOD:
            s.seen = 0
    s.quiet, s.turns = quiet, turns
    s.turn = 1 - int(s.turn)
    begin_turn(s)
    if int(s.seen) > 4 and occurrences(s) >= 3:  # the third time is the fifth turn at the earliest
        draw_game(s, REPETITION)
    elif is_dead(s):
        draw_game(s, DEAD_POSITION)
    elif quiet >= QUIET_TURNS or turns >= TURN_LIMIT:
        draw_game(s, QUIET_LIMIT)


@compiled
def is_dead(s: Record) -> bool:
    """SY-28: nothing is left but kings, on board and in reserve."""
    if s.reserve[0] or s.reserve[1]:
        return False
    for seat in range(2):
        for colour in range(K + 1, COLOURS):
            if s.having[seat, colour]:
                return False
    return True


@compiled
def draw_game(s: Record, reason: int) -> None:
    """A draw, unless regions decide it (SY-52)."""
    s.over = 1
    s.winner = -1
    s.reason = reason
    if s.region_tiebreak:
        more = regions(s, 0) - regions(s, 1)
        if more != 0:
            s.winner = 0 if more > 0 else 1
            s.reason = BY_REGIONS


@compiled
def lose_kings(s: Record) -> None:
    """SY-26: at least one king has been removed."""
    fallen = int(s.fallen)
    forget_steps(s)
    s.over = 1
    if fallen == 3:
        s.winner = -1
        s.reason = BOTH_KINGS
    else:
        s.winner = 1 if fallen == 1 else 0
        s.reason = KING
