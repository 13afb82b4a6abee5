"""Many games stepped together for learning: choices instead of actions, observations, masks, rewards, new games.

A learner chooses small numbers. In most games a choice is an action, and its code is the number. A game with too many
actions for that has a module that splits an action into several choices, one after the other, or that numbers its
actions without gaps (docs/reference/environments.md describes such a module); `bind` registers it here. The first
functions below are stubs for what such a module must provide, as in contract.py. In all of them, `made` is a row of
integers that says which part of the current action has been chosen: all zeros if nothing has.

Everything that a seat is shown here, masks included, is computed from a state hidden for it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract
from tesserae.engine.jit import Floats2, Ints, Ints2, Record, States, Weights, entry, heavy, lean, stub, variants
from tesserae.engine.rng import SEEDS, below, draw, seed_rng

F = TypeVar("F", bound=Callable[..., Any])
SPLIT: dict[Callable[..., Any], Callable[..., Any]] = {}

Planes = NDArray[Any]  # float32, or float64 for comparisons
Marks = NDArray[np.uint16]
Flags = NDArray[np.bool_]
Planes2 = Annotated[NDArray[np.float32], 2]
Marks2 = Annotated[Marks, 2]
Flags2 = Annotated[Flags, 2]
MARKED, MANY = 256, 0  # room for the noted choices, after their number; instead of the number: too many to note
LINE = 64  # bytes in a cache line of the processor
MORE = -1  # instead of an action: there is more to choose
NOBODY = -1  # instead of a seat: the game is over
WAIT, ANEW = -1, -2  # instead of a choice: this game stays as it is, or starts again
SAMPLING = 1 << 31  # the streams of a seed from here on are for sampling, those below for the seeds of games


class Games(NamedTuple):
    """Many games, and how they go; docs/reference/environments.md has the meaning of what a learner sees."""

    states: States
    streams: Ints2  # from which their seeds are drawn
    samplers: Ints2
    seeds: Ints
    made: Ints2
    current: Ints  # the seats that are to choose
    lengths: Ints
    rewards: Floats2
    terminated: Flags
    results: Floats2


class Shown(NamedTuple):
    """What is shown of many games, and how."""

    base: int  # how many planes an observation has before those of `made`
    observation: Planes2
    mask: Flags2
    marks: Marks2
    viewers: Ints
    finals: Planes2


class Room(NamedTuple):
    """The working memory of a thread."""

    hidden: States  # one
    out: Ints


def _split(function: F) -> F:
    """What such a module has; the function says what is done in games without one."""
    SPLIT[made := stub(function)] = lean(function)
    return made


@_split
def choices(s: Record, seat: int, made: Ints, out: Ints) -> int:
    """How many choices an actor has now; they are written to `out`."""
    return contract.legal(s, seat, out)


@_split
def choose(s: Record, seat: int, made: Ints, choice: int) -> int:
    """Make a choice. Returns MORE, with the choice noted in `made`, or the completed action, with `made` cleared."""
    return choice


@_split
def towards(s: Record, seat: int, made: Ints, action: int) -> int:
    """The choice that comes next on the way to a legal action."""
    return action


@_split
def pick_choice(s: Record, seat: int, made: Ints, rng: Ints, out: Ints) -> int:
    """A uniformly random choice."""
    return contract.pick(s, seat, rng, out)[0]


@_split
def show_made(s: Record, seat: int, made: Ints, out: Planes) -> None:
    """What has been chosen so far, as additional planes after those of `observe`."""


def bind(dtype: np.dtype[Any], module: ModuleType | None) -> None:
    """Register the choices of a game: those of its module or, without one, its actions."""
    for one, flat in SPLIT.items():
        variants[one][dtype] = flat if module is None else getattr(module, one.__name__)


# --- One game --------------------------------------------------------------------------------------------------------


@lean
def next_seat(s: Record, seats: int, last: int) -> int:
    """The next seat to act: of those that may, the first one clockwise after `last`; NOBODY if the game is over."""
    actors = contract.actors(s)
    if actors == 0:
        return NOBODY
    seat = last
    while True:
        seat = seat + 1 if seat + 1 < seats else 0
        if actors >> seat & 1:
            return seat


@lean
def take(s: Record, seats: int, seat: int, made: Ints, choice: int, whole: bool) -> int:
    """Make a choice or, if `whole`, carry out an action; returns the next seat to act."""
    action = choice if whole else choose(s, seat, made, choice)
    if action == MORE:
        return seat
    contract.apply(s, seat, action)
    return next_seat(s, seats, seat)


@lean
def show(
    s: Record,
    seat: int,
    made: Ints,
    fresh: bool,
    room: Room,
    base: int,
    observation: Planes,
    mask: Flags,
    marks: Marks,
) -> int:
    """Write what a seat observes and, if it may act, its choices; returns the number of choices. If only `made` has
    changed since the last time (not `fresh`), only the planes that show it are written.
    `marks` gets the choices themselves, if there is room: to sample from, and so that the next call can clear just
    these in the mask where that is less to write than the whole mask."""
    out = room.out
    room.hidden[0] = s
    hidden = room.hidden[0]
    contract.hide(hidden, seat)
    if fresh:
        contract.observe(hidden, seat, observation[:base])
    show_made(hidden, seat, made, observation[base:])
    n = 0
    if contract.actors(hidden) >> seat & 1:
        n = choices(hidden, seat, made, out)
    old = int(marks[0])
    if old == MANY or old >= len(mask) // LINE:
        mask[:] = False
    else:
        for i in range(1, old + 1):
            mask[marks[i]] = False
    for i in range(n):
        mask[out[i]] = True
    marks[0] = MANY
    if n < len(marks):
        marks[0] = n
        for i in range(n):
            marks[i + 1] = out[i]
    return n


@heavy
def look(states: States, seat: int, made: Ints, room: Room, base: int, row: Weights, mask: Flags) -> int:
    """The same for a single game: what any seat sees of it, whether it may act or not."""
    return show(states[0], seat, made, True, room, base, row, mask, np.full(1, MANY, np.uint16))


@entry
def turn(states: States, seats: int, seat: int, made: Ints, choice: int) -> int:
    """Make a choice in a single game; returns the next seat to act."""
    return take(states[0], seats, seat, made, choice, False)


@entry
def first(states: States, seats: int) -> int:
    """The first seat to act."""
    return next_seat(states[0], seats, seats - 1)


def listed(states: States, seat: int, made: Ints, out: Ints) -> int:
    """The choices of an actor in a single game, in ascending order; returns how many."""
    n = unordered(states, seat, made, out)
    out[:n].sort()
    return n


@entry
def unordered(states: States, seat: int, made: Ints, out: Ints) -> int:
    """The same in any order."""
    return choices(states[0], seat, made, out)


@heavy
def way_to(states: States, seat: int, action: int, width: int, out: Ints) -> int:
    """The choices that make up a legal action, in order; returns how many. `width` is that of `made`."""
    made = np.zeros(width, np.int64)
    n = 0
    reached = MORE
    while reached == MORE:
        out[n] = towards(states[0], seat, made, action)
        reached = choose(states[0], seat, made, out[n])
        n += 1
    return n


# --- Many games ------------------------------------------------------------------------------------------------------


@entry
def seed_streams(seed: int, streams: Ints2, samplers: Ints2) -> None:
    """A stream of seeds for each game, and one for sampling; they depend only on the seed and the game's number."""
    for i in range(len(streams)):
        seed_rng(streams[i], seed, i)
        seed_rng(samplers[i], seed, SAMPLING + i)


@lean
def fresh_seed(stream: Ints) -> int:
    """The seed of the next game of a stream."""
    high = draw(stream)
    return (high << 32 | draw(stream)) & (SEEDS - 1)


@lean
def any_of(made: Ints) -> bool:
    """Whether part of an action has been chosen."""
    for i in range(len(made)):
        if made[i]:
            return True
    return False


@entry
def first_wrong(chosen: Ints, mask: Flags2) -> int:
    """The first game with a choice that its mask does not allow; -1 if there is none."""
    for i in range(len(chosen)):
        choice = chosen[i]
        if choice != WAIT and (choice < 0 or choice >= mask.shape[1] or not mask[i, choice]):
            return i
    return -1


@heavy
def advance(
    games: Games, shown: Shown, room: Room, options: Ints, low: int, high: int, chosen: Ints, whole: bool
) -> None:
    """Make a choice, already checked, in each game from `low` to `high`; games that end start again. When a game ends,
    its last position is written to `finals` as the seat in `viewers` sees it, unless `finals` is empty."""
    seats = games.rewards.shape[1]
    for i in range(low, high):
        games.rewards[i] = 0.0
        ended = games.terminated[i]
        games.terminated[i] = False
        choice = chosen[i]
        if choice == WAIT:
            continue
        games.lengths[i] = 1 if ended else games.lengths[i] + 1
        s, made = games.states[i], games.made[i]
        seat = NOBODY if choice == ANEW else take(s, seats, games.current[i], made, choice, whole)
        fresh = seat != games.current[i] or not any_of(made)
        if seat == NOBODY:
            if choice == ANEW:
                games.made[i] = 0
                games.lengths[i] = 0
            else:
                contract.returns(s, games.results[i])
                for player in range(seats):
                    games.rewards[i, player] = games.results[i, player]
                games.terminated[i] = True
                if len(shown.finals) > 0:
                    show(
                        s,
                        shown.viewers[i],
                        made,
                        True,
                        room,
                        shown.base,
                        shown.finals[i],
                        shown.mask[i],
                        shown.marks[i],
                    )
            games.seeds[i] = fresh_seed(games.streams[i])
            contract.start(s, options, seats, games.seeds[i])
            seat = next_seat(s, seats, seats - 1)
        games.current[i] = seat
        show(s, seat, made, fresh, room, shown.base, shown.observation[i], shown.mask[i], shown.marks[i])


@heavy
def sample(games: Games, shown: Shown, room: Room, low: int, high: int, chosen: Ints) -> None:
    """A random choice for each game: from the noted ones or, if there were too many to note, from all."""
    for i in range(low, high):
        n = int(shown.marks[i, 0])
        if n == MANY:
            chosen[i] = pick_choice(games.states[i], games.current[i], games.made[i], games.samplers[i], room.out)
        else:
            chosen[i] = shown.marks[i, 1 + below(games.samplers[i], n)]
