"""Symbol's actions as small choices, for environments (engine/batch.py); compiled.

In the simple edition a choice is an action: the 1,856 that can ever be legal are numbered without gaps (numbered.py).

In the full edition, where there are 1,953,616, an action is made of several choices, one after the other: reinforce
(colour and square), explode (square), end, pass; or the square whose pieces act, and then either what they strike
from where they stand, or how many go of each colour that stands there (K G B W R D), where they go, and what they
strike from there. A choice is offered only if it leads to a legal action; a choice without alternatives is
made automatically, except the first. So exactly one series of choices leads to each legal action, and none to others.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.engine.rng import below
from tesserae.games.symbol.board import ALL, BITS, COLOURS, ONE, SQUARES
from tesserae.games.symbol.choices import exploding, may_act, moving, pick, placing, start_on, stood_on, under_way
from tesserae.games.symbol.moves import (
    Start,
    can_leave,
    everywhere,
    may_go,
    reach,
    struck_from,
    transports_to,
    with_part,
)
from tesserae.games.symbol.numbered import NUMBERED, list_simple, number
from tesserae.games.symbol.record import (
    END,
    EXPLODE,
    MOVE,
    PASS,
    PLACE,
    count,
    exploded,
    explosion,
    moved,
    movement,
    placed,
    placement,
)

# The numbers of the choices; then squares, or how many pieces.
PASSING, ENDING, NO_STRIKE, ADDING = 0, 1, 2, 3
EXPLODING = ADDING + COLOURS * SQUARES
ACTING = EXPLODING + SQUARES  # the square whose pieces act
GOING = ACTING + SQUARES  # so many of the colour in question go along; at most 31
GOAL = GOING + 32
STRIKE = GOAL + SQUARES
CHOICES = STRIKE + SQUARES

# What has been chosen: how far it is, the square, the part so far, the colour in question, the goal.
STAGE, SQUARE, CHOSEN, COLOUR, REST = range(5)
MADE = 5
NOTHING, COUNTING, AIMING, STRIKING_NEXT = 0, 1, 2, 3
PLANES = 3


def spaces(values: Mapping[str, Any]) -> tuple[int, int]:
    """How many choices there are, and how many planes show what has been chosen, with these options."""
    return (len(NUMBERED), 0) if values["edition"] == "simple" else (CHOICES, PLANES)


@compiled
def choices(s: Record, seat: int, made: Ints, out: Ints) -> int:
    if not may_act(s, seat):
        return 0
    if s.simple:
        return list_simple(s, seat, out)
    stage = made[STAGE]
    if stage == COUNTING:
        return list_counts(s, seat, made, out)
    if stage == AIMING:
        return write_squares(GOAL, everywhere(reach(going(s, seat, made))), out, 0)
    if stage == STRIKING_NEXT:
        return list_strikes(s, seat, made, out)
    return list_first(s, seat, out)


@compiled
def write_squares(base: int, squares: int, out: Ints, n: int) -> int:
    while squares:
        out[n] = base + lowest(squares)
        n += 1
        squares &= squares - 1
    return n


@compiled
def list_first(s: Record, seat: int, out: Ints) -> int:
    """The choices with which an action begins."""
    n = 0
    if under_way(s):
        out[n] = ENDING
        n += 1
    for colour in range(COLOURS):
        n = write_squares(ADDING + colour * SQUARES, placing(s, seat, colour), out, n)
    n = write_squares(EXPLODING, exploding(s, seat), out, n)
    rest = moving(s, seat)
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if can_leave(start_on(s, seat, square)):
            out[n] = ACTING + square
            n += 1
    if n == 0:
        out[n] = PASSING
        n += 1
    return n


@compiled
def going(s: Record, seat: int, made: Ints) -> Start:
    """The square whose pieces act, with the part that has been chosen."""
    return with_part(start_on(s, seat, made[SQUARE]), made[CHOSEN])


@compiled
def can_be_completed(start: Start, part: int, colour: int, carrying: int) -> bool:
    """Whether a part that has been chosen up to a colour, that one not included, can become one that may go: some of it
    carries, and what is left may stand. If any addition makes it so, one of these does: nothing, everything that is
    left to choose, or one piece that carries."""
    later = start.stood >> BITS * colour << BITS * colour
    if goes(start, part, carrying) or goes(start, part + later, carrying):
        return True
    for other in range(colour, COLOURS):
        if count(start.stood, other) and goes(start, part + ONE[other], carrying):
            return True
    return False


@compiled
def goes(start: Start, part: int, carrying: int) -> bool:
    return part & carrying != 0 and may_go(start.square, part, start.there)


@compiled
def list_counts(s: Record, seat: int, made: Ints, out: Ints) -> int:
    """How many of the colour in question may go along; with the first colour, also what can be struck on the spot."""
    start = start_on(s, seat, made[SQUARE])
    part, colour, to = made[CHOSEN], made[COLOUR], reach(start)
    carrying = transports_to(to, ALL)
    n = 0
    for many in range(count(start.stood, colour) + 1):
        if can_be_completed(start, part + many * ONE[colour], colour + 1, carrying):
            out[n] = GOING + many
            n += 1
    if colour == first_colour(start.stood, 0):
        n = write_squares(STRIKE, to.spot, out, n)
    return n


@compiled
def first_colour(stood: int, colour: int) -> int:
    """The first colour of a pile from one on; COLOURS if there is none."""
    while colour < COLOURS and count(stood, colour) == 0:
        colour += 1
    return colour


@compiled
def list_strikes(s: Record, seat: int, made: Ints, out: Ints) -> int:
    """What the part can strike from where it rests, and whether it may be there without."""
    start = going(s, seat, made)
    to, rest = reach(start), made[REST]
    n = 0
    if everywhere(to) >> rest & 1:
        out[n] = NO_STRIKE
        n += 1
    return write_squares(STRIKE, struck_from(start, to, rest), out, n)


@compiled
def choose(s: Record, seat: int, made: Ints, choice: int) -> int:
    """Make the choice, and then all those that have no alternative."""
    if s.simple:
        return NUMBERED[choice]
    action = make(s, seat, made, choice)
    if action < 0:
        out = np.empty(2 * SQUARES, np.int64)
        while action < 0:
            if choices(s, seat, made, out) != 1:
                return -1
            action = make(s, seat, made, out[0])
    made[:] = 0
    return action


@compiled
def make(s: Record, seat: int, made: Ints, choice: int) -> int:
    """One choice; the action that it completes, or -1."""
    if choice == PASSING:
        return PASS
    if choice == ENDING:
        return END
    if choice == NO_STRIKE:
        return movement(made[SQUARE], made[REST], -1, made[CHOSEN])
    if choice < EXPLODING:
        return placement((choice - ADDING) // SQUARES, (choice - ADDING) % SQUARES)
    if choice < ACTING:
        return explosion(choice - EXPLODING)
    if choice < GOING:
        made[SQUARE] = choice - ACTING
        made[COLOUR] = first_colour(stood_on(s, made[SQUARE]), 0)
        made[STAGE] = COUNTING
        return -1
    if choice < GOAL:
        made[CHOSEN] += (choice - GOING) * ONE[made[COLOUR]]
        made[COLOUR] = first_colour(stood_on(s, made[SQUARE]), made[COLOUR] + 1)
        if made[COLOUR] == COLOURS:
            made[STAGE] = AIMING
        return -1
    if choice < STRIKE:
        made[REST] = choice - GOAL
        made[STAGE] = STRIKING_NEXT
        return -1
    if made[STAGE] == COUNTING:
        return movement(made[SQUARE], made[SQUARE], choice - STRIKE, 0)
    return movement(made[SQUARE], made[REST], choice - STRIKE, made[CHOSEN])


@compiled
def towards(s: Record, seat: int, made: Ints, action: int) -> int:
    """The choice that comes next on the way to a legal action."""
    if s.simple:
        return number(action)
    if action < PLACE:
        return ENDING if action == END else PASSING
    if action < EXPLODE:
        colour, square = placed(action)
        return ADDING + colour * SQUARES + square
    if action < MOVE:
        return EXPLODING + exploded(action)
    square, rest, strike, part = moved(action)
    if made[STAGE] == NOTHING:
        return ACTING + square
    if made[STAGE] == COUNTING and part:
        return GOING + count(part, made[COLOUR])
    if made[STAGE] == AIMING:
        return GOAL + rest
    return STRIKE + strike if strike >= 0 else NO_STRIKE


@compiled
def pick_choice(s: Record, seat: int, made: Ints, rng: Ints, out: Ints) -> int:
    if s.simple:
        return number(pick(s, seat, rng, out)[0])
    n = choices(s, seat, made, out)
    return out[below(rng, n)]


@compiled
def show_made(s: Record, seat: int, made: Ints, out: Any) -> None:
    """Three planes of the full edition: the square whose pieces act · where they go · other things, cell by cell: the
    part that goes, so far, K G B W R D (thirds) · the colour in question, the same way · 1 if the part, the goal or the
    strike is to be chosen, a cell each."""
    if s.simple:
        return
    out[:] = 0.0
    stage = made[STAGE]
    if stage == NOTHING:
        return
    out[made[SQUARE]] = 1.0
    if stage == STRIKING_NEXT:
        out[SQUARES + made[REST]] = 1.0
    for colour in range(COLOURS):
        out[2 * SQUARES + colour] = count(made[CHOSEN], colour) / 3.0
    if stage == COUNTING:
        out[2 * SQUARES + COLOURS + made[COLOUR]] = 1.0
    out[2 * SQUARES + 2 * COLOURS + stage - COUNTING] = 1.0
