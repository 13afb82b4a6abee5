"""The rules of Symbol (SY-1 to SY-52), compiled: how a game starts, what an action does, and who has won.

Read it as plain Python: `@compiled` turns a function into machine code on first use, `s` is one record of the type
STATE (record.py), and nothing else is special. Small integers are widened with `int(...)` when they are read, so that
the arithmetic is the same with the compiler switched off. What may be done is in choices.py and moves.py, removals,
pushes and explosions in removals.py, the beginning and end of a turn in turn.py, numbers for bots in opinion.py.
"""

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Ints, Record, compiled
from tesserae.engine.rng import draw, seed_rng
from tesserae.games.symbol.board import (
    ANY_R,
    COLOURS,
    ONE,
    STANDARD,
    UNLIMITED,
    K,
)
from tesserae.games.symbol.choices import allowed, can_act, legal, legal_at, pick
from tesserae.games.symbol.opinion import OBSERVATION, evaluate, observe
from tesserae.games.symbol.record import (
    CODES,
    EVENT,
    EXPLODE,
    FOR_GOOD,
    FROM_SHIFT,
    KING,
    MOVE,
    PART,
    PLACE,
    QUIET,
    REST_SHIFT,
    STATE,
    STRIKE_SHIFT,
    draw_from,
    join,
    leave,
    refill,
)
from tesserae.games.symbol.removals import explode, explode_one, push, take_off
from tesserae.games.symbol.turn import begin_turn, end_turn, lose_kings, open_turn

ACTIONS = CODES  # codes run up to here; factored.py numbers them for environments

__all__ = [
    "ACTIONS",
    "OBSERVATION",
    "STATE",
    "actors",
    "allowed",
    "apply",
    "evaluate",
    "hide",
    "imagine",
    "legal",
    "legal_at",
    "observe",
    "over",
    "pick",
    "returns",
    "start",
]


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
    s.simple = int(options[0] == 0)
    s.unlimited = options[11]
    s.enlist = options[12]
    s.region_tiebreak = options[13]
    s.blast_center = options[14]
    s.forces[:] = UNLIMITED if options[11] else STANDARD
    for seat in range(2):
        pile = 0
        for colour in range(1, COLOURS):
            pile += options[5 * seat + colour] * ONE[colour]
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
    if action < PLACE:  # pass, end
        end_turn(s)
        return
    if action < EXPLODE:
        place(s, seat, (action - PLACE) // 64, action % 64)
    elif action < MOVE:
        blow_up(s, seat, action - EXPLODE)
    else:
        move(s, seat, action)
    if s.fallen:
        lose_kings(s)
    elif s.simple or int(s.origin) < 0 or not can_act(s, seat):
        end_turn(s)


@compiled
def place(s: Record, seat: int, colour: int, square: int) -> None:
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


@compiled
def blow_up(s: Record, seat: int, square: int) -> None:
    """SY-30, SY-41: the turn's own explosion."""
    if not s.simple and int(s.origin) < 0:
        open_turn(s, seat, square)
    s.exploded = 1
    explode_one(s, seat, square)


@compiled
def move(s: Record, seat: int, action: int) -> None:
    """SY-16 to SY-20, SY-35 to SY-39: a part of the square's pieces moves, strikes or both."""
    square = action >> FROM_SHIFT & 63
    rest = action >> REST_SHIFT & 63
    strike = (action >> STRIKE_SHIFT & 63) - 1
    part = action & PART
    if not s.simple and int(s.origin) < 0:
        open_turn(s, seat, square)
    bit = 1 << rest
    removed = 0
    if rest != square:
        removed = take_off(s, bit & int(s.held[1 - seat]))
        leave(s, seat, square, part)
        join(s, seat, rest, part)
    if strike >= 0:
        removed |= take_off(s, 1 << strike)
    explode(s, removed)
    survived = int(s.held[seat]) & bit != 0
    if survived and part & ANY_R:
        push(s, seat, rest)
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
    """Everything lies open; only the generator is nobody's business."""
    s.rng[:] = 0


@compiled
def imagine(s: Record, seat: int, rng: Ints) -> None:
    seed_rng(s.rng, draw(rng), draw(rng))
