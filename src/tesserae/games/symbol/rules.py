"""The rules of Symbol (SY-1 to SY-52), compiled: how a game starts, what an action does, and who has won.

Read it as plain Python: `@compiled` turns a function into machine code on first use, `s` is one record of the type
STATE (record.py), and nothing else is special. Small integers are widened with `int(...)` when they are read, so that
the arithmetic is the same with the compiler switched off. What may be done is in choices.py and moves.py, removals,
pushes and explosions in removals.py, the beginning and end of a turn in turn.py, numbers for bots in opinion.py.
"""

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Ints, Record, States, compiled, entry
from tesserae.engine.rng import draw, seed_rng
from tesserae.games.options import places
from tesserae.games.symbol.board import (
    ANY_R,
    COLOURS,
    ONE,
    STANDARD,
    UNLIMITED,
    G,
    K,
)
from tesserae.games.symbol.choices import allowed, can_act, legal, legal_at, pick
from tesserae.games.symbol.inputs import INPUTS, inputs
from tesserae.games.symbol.notes import CAPTURED, MOVED, PLACED, STRUCK, note
from tesserae.games.symbol.opinion import OBSERVATION, evaluate, observe
from tesserae.games.symbol.options import EDITIONS, IMMOBILE, OPTIONS
from tesserae.games.symbol.record import (
    CODES,
    EVENT,
    EXPLODE,
    FOR_GOOD,
    KING,
    MOVE,
    PLACE,
    QUIET,
    STATE,
    draw_from,
    exploded,
    join,
    leave,
    moved,
    placed,
    refill,
)
from tesserae.games.symbol.removals import explode, explode_one, push, take_off
from tesserae.games.symbol.turn import begin_turn, end_turn, lose_kings, open_turn

ACTIONS = CODES  # codes run up to here; factored.py numbers them for environments
AT = places(OPTIONS)  # where each option is among the numbers that `start` is given
SIMPLE, PUSHED_ON = EDITIONS.index("simple"), IMMOBILE.index("pushed")


# --- Setting up ------------------------------------------------------------------------------------------------------


@compiled
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """An empty board and full reserves. Nothing in Symbol is left to chance; the generator is seeded all the same."""
    clear(s, options, seed)
    for seat in range(2):
        refill(s, seat, int(s.forces[seat]))
    begin_turn(s)


@compiled
def clear(s: Record, options: Ints, seed: int) -> None:
    """An empty table: no piece anywhere."""
    seed_rng(s.rng, seed, 0)
    s.held[:] = 0
    s.having[:] = 0
    s.stacked = 0
    s.pile[:] = 0
    s.reserve[:] = 0
    s.turn = 0
    s.quiet = 0
    s.event = QUIET
    s.fallen = 0
    s.over = 0
    s.winner = -1
    s.reason = KING
    s.key = 0
    s.history[:] = 0
    s.seen = 0
    s.turns = 0
    s.simple = int(options[AT.edition] == SIMPLE)
    s.unlimited = options[AT.unlimited]
    s.enlist = options[AT.enlist]
    s.region_tiebreak = options[AT.region_tiebreak]
    s.blast_center = options[AT.blast_center]
    s.immobile_pushed = int(options[AT.immobile] == PUSHED_ON)
    s.forces[:] = UNLIMITED if s.unlimited else STANDARD
    for seat in range(2):
        pile = 0
        for kind in range(COLOURS - K - 1):
            pile += options[AT.forces + (COLOURS - 1) * seat + kind] * ONE[G + kind]
        if pile:
            s.forces[seat] = pile


# --- Acting ----------------------------------------------------------------------------------------------------------


@compiled
def over(s: Record) -> bool:
    return int(s.over) != 0


@compiled
def actors(s: Record) -> int:
    return 0 if over(s) else 1 << int(s.turn)


@compiled
def apply(s: Record, seat: int, action: int) -> None:
    carry_out(s, seat, action, None)


@entry
def apply_noting(states: States, seat: int, action: int, log: Ints) -> None:
    """The same, with notes of what happens (notes.py)."""
    log[0] = 0
    carry_out(states[0], seat, action, log)


@compiled
def carry_out(s: Record, seat: int, action: int, log: Ints | None) -> None:
    if action < PLACE:  # pass, end
        end_turn(s)
        return
    if action < EXPLODE:
        colour, square = placed(action)
        place(s, seat, colour, square, log)
    elif action < MOVE:
        blow_up(s, seat, exploded(action), log)
    else:
        move(s, seat, action, log)
    if s.fallen:
        lose_kings(s)
    elif s.simple or int(s.origin) < 0 or not can_act(s, seat):
        end_turn(s)


@compiled
def place(s: Record, seat: int, colour: int, square: int, log: Ints | None) -> None:
    """SY-5, SY-31, SY-44."""
    if colour == K:
        s.event = FOR_GOOD
    else:
        if not s.simple and int(s.origin) < 0:
            open_turn(s, seat, lowest(int(s.having[seat, K])))
        if not s.simple:
            s.allowance -= 1
        draw_from(s, seat, ONE[colour])
        s.event = max(int(s.event), EVENT if s.unlimited or s.enlist else FOR_GOOD)
    join(s, seat, square, ONE[colour])
    if log is not None:
        note(log, PLACED, seat, square, -1, ONE[colour], -1)


@compiled
def blow_up(s: Record, seat: int, square: int, log: Ints | None) -> None:
    """SY-30, SY-41: the turn's own explosion."""
    if not s.simple and int(s.origin) < 0:
        open_turn(s, seat, square)
    s.exploded = 1
    explode_one(s, seat, square, log)


@compiled
def move(s: Record, seat: int, action: int, log: Ints | None) -> None:
    """SY-16 to SY-20, SY-35 to SY-39: a part of the square's pieces moves, strikes or both. SY-26: if a king falls
    by that, there is no push any more."""
    square, rest, strike, part = moved(action)
    if not s.simple and int(s.origin) < 0:
        open_turn(s, seat, square)
    bit = 1 << rest
    removed = 0
    if rest != square:
        removed = take_off(s, bit & int(s.held[1 - seat]), CAPTURED, -1, log)
        leave(s, seat, square, part)
        join(s, seat, rest, part)
        if log is not None:
            note(log, MOVED, seat, square, rest, part, -1)
    if strike >= 0:
        removed |= take_off(s, 1 << strike, STRUCK, -1, log)
    explode(s, removed, log)
    survived = int(s.held[seat]) & bit != 0
    if survived and part & ANY_R and not s.fallen:
        push(s, seat, rest, log)
        survived = int(s.held[seat]) & bit != 0
    s.moved = 1
    s.rest = rest
    s.part = 0
    if survived and not s.simple:
        s.part = part if rest != square else s.stood


@compiled
def returns(s: Record, out: Floats) -> None:
    for seat in range(2):
        out[seat] = 0.0 if s.winner < 0 else (1.0 if s.winner == seat else -1.0)


@compiled
def hide(s: Record, seat: int) -> None:
    """Everything is open; only the generator is hidden."""
    s.rng[:] = 0


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    seed_rng(s.rng, draw(rng), draw(rng))
