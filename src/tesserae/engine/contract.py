"""What every game offers to the engine, and how generic compiled code finds it.

A game's `rules` module has `STATE`, the dtype of its record, and a compiled function for each name in REQUIRED.
The functions below are stubs: called from Python they look the game up by the dtype of the record; the compiler
(compiler/lowering.py) overloads them for the record type of a game, so that generic code (playouts, search) is written
once and compiled for each game with the call resolved at compile time.

The arguments, in all of them: `s` a state record, `seat` a seat number (-1: the referee or a spectator), `action` a
code that means the same thing in every position, `out` an array to be filled, `rng` a generator (engine/rng.py).
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from tesserae.engine.jit import Floats, Floats2, Ints, Record, Weights, lean, varies
from tesserae.engine.rng import below

GAMES: dict[np.dtype[Any], dict[str, Callable[..., Any]]] = {}
LOUD = 2  # from this urgency on an action is loud
INPUTS: dict[np.dtype[Any], int] = {}  # how many inputs the nets of a game have
RULES: dict[np.dtype[Any], "Rules"] = {}


def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """Set up a new game; `options` are the declared options, encoded in the order of their declaration."""
    GAMES[s.dtype]["start"](s, options, seats, seed)


def actors(s: Record) -> int:
    """Bit mask of the seats that may act now; each of them has a legal action. 0 when the game is over."""
    return int(GAMES[s.dtype]["actors"](s))


def legal(s: Record, seat: int, out: Ints) -> int:
    """How many legal actions the seat has; as many as fit are written to `out`, in ascending order."""
    return int(GAMES[s.dtype]["legal"](s, seat, out))


def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    """The same for one square: what starts there or puts something there."""
    return int(GAMES[s.dtype]["legal_at"](s, seat, square, out))


def allowed(s: Record, seat: int, action: int, out: Ints) -> bool:
    """Whether the action is legal now. `out` is room for the whole legal list of a game without its own `allowed`."""
    return bool(GAMES[s.dtype]["allowed"](s, seat, action, out))


def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    """A uniformly random legal action of an actor, and how many there were. `out` as in `allowed`."""
    action, n = GAMES[s.dtype]["pick"](s, seat, rng, out)
    return int(action), int(n)


def apply(s: Record, seat: int, action: int) -> None:
    """Carry out a legal action, in place."""
    GAMES[s.dtype]["apply"](s, seat, action)


def note(s: Record, seat: int, action: int, log: Ints) -> None:
    """The same as `apply`, with notes of what happens in `log`; the game's `effects` can read them."""
    GAMES[s.dtype]["note"](s, seat, action, log)


def over(s: Record) -> bool:
    """Whether the game has ended."""
    return bool(GAMES[s.dtype]["over"](s))


def returns(s: Record, out: Floats) -> None:
    """One number per seat for a finished game: 1 won, 0 drawn, -1 lost; a shared win is divided among the winners."""
    GAMES[s.dtype]["returns"](s, out)


def hide(s: Record, seat: int) -> None:
    """Blank, in place, everything that the seat cannot know, the generator included. The only gate."""
    GAMES[s.dtype]["hide"](s, seat)


def imagine(s: Record, seat: int, rng: Ints) -> None:
    """Fill a state hidden for the seat with a random world consistent with it."""
    GAMES[s.dtype]["imagine"](s, seat, rng)


def observe(s: Record, seat: int, out: Floats) -> None:
    """Numbers for learning, from a state hidden for the seat; the game's docs say what each means."""
    GAMES[s.dtype]["observe"](s, seat, out)


def evaluate(s: Record, out: Floats) -> None:
    """A quick opinion of each seat's prospects, from -1 to 1."""
    GAMES[s.dtype]["evaluate"](s, out)


def forget(s: Record, seat: int, span: int, rng: Ints) -> None:
    """Blur a hidden state to what a person who remembers only `span` things might know of it."""
    GAMES[s.dtype]["forget"](s, seat, span, rng)


def obvious(s: Record, seat: int) -> int:
    """A legal action that needs no thought, because no other, or hardly any, is better; -1 if there is none."""
    return int(GAMES[s.dtype]["obvious"](s, seat))


def describe(s: Record, seat: int, actions: Ints, n: int, out: Floats2) -> None:
    """What counts in each of the first n actions, which are legal now: a row of numbers each, by which a guided search
    says how promising it looks. A game without it has rows of length 0."""
    GAMES[s.dtype]["describe"](s, seat, actions, n, out)


def key(s: Record) -> int:
    """A number for a position in which nothing is hidden: from positions with the same number the game goes on in the
    same way, but for rules that look at the moves before. Alpha-beta search needs it."""
    return int(GAMES[s.dtype]["key"](s))


def urgency(s: Record, seat: int, action: int) -> int:
    """How early alpha-beta search tries a legal action: 0 is quiet, 1 a little earlier, and from LOUD on an action is
    loud, so that the position is not evaluated before it was tried."""
    return int(GAMES[s.dtype]["urgency"](s, seat, action))


def promising(s: Record, seat: int, out: Ints) -> int:
    """The legal actions of an actor that deserve a thought, at least one, written like those of `legal`. A race
    (engine/race.py) asks it what others may answer. A game without it has all legal ones."""
    return int(GAMES[s.dtype]["promising"](s, seat, out))


def loud(s: Record, seat: int, out: Ints) -> int:
    """The legal actions whose urgency is at least LOUD: writes as many as fit to `out`, in any order, and returns how
    many there are."""
    return int(GAMES[s.dtype]["loud"](s, seat, out))


def sides(s: Record) -> int:
    """How many sides there are; seat i belongs to side i modulo this number. 0: everybody plays alone."""
    return int(GAMES[s.dtype]["sides"](s))


def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    """What a net sees of a position from the side of the seat: writes numbers of inputs, each below INPUTS, and their
    amounts, and returns how many there are, at most INPUTS. Everything in the state may be used: searches ask for
    positions of worlds that they have imagined."""
    return int(GAMES[s.dtype]["inputs"](s, seat, places, amounts))


def solved(s: Record, out: Floats) -> bool:
    """Whether the game can tell at once how it will end if all play their best from a position in which nothing is
    hidden; then the result is written for each seat."""
    return bool(GAMES[s.dtype]["solved"](s, out))


@lean
def _allowed_by_list(s: Record, seat: int, action: int, out: Ints) -> bool:
    n = legal(s, seat, out)
    for i in range(min(n, len(out))):
        if out[i] == action:
            return True
    return False


@lean
def _pick_from_list(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    n = legal(s, seat, out)
    return out[below(rng, n)], n


@lean
def _note_nothing(s: Record, seat: int, action: int, log: Ints) -> None:
    """For a game whose effects follow from the states before and after."""
    apply(s, seat, action)


@lean
def _forget_nothing(s: Record, seat: int, span: int, rng: Ints) -> None:
    """For a game in which there is nothing to remember, or where everybody may write it down."""


@lean
def _nothing_is_obvious(s: Record, seat: int) -> int:
    return -1


@lean
def _describe_nothing(s: Record, seat: int, actions: Ints, n: int, out: Floats2) -> None:
    """For a game in which all actions look alike before they are tried."""


@lean
def _no_key(s: Record) -> int:
    """For a game in which bots do not use alpha-beta search."""
    return 0


@lean
def _nothing_is_urgent(s: Record, seat: int, action: int) -> int:
    return 0


@lean
def _all_are_promising(s: Record, seat: int, out: Ints) -> int:
    return legal(s, seat, out)


@lean
def _loud_of_list(s: Record, seat: int, out: Ints) -> int:
    n = min(legal(s, seat, out), len(out))
    kept = 0
    for i in range(n):
        if urgency(s, seat, out[i]) >= LOUD:
            out[kept] = out[i]
            kept += 1
    return kept


@lean
def _everybody_alone(s: Record) -> int:
    return 0


@lean
def _no_inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    """For a game that no net has learned."""
    return 0


@lean
def _nothing_is_solved(s: Record, out: Floats) -> bool:
    return False


REQUIRED: tuple[Callable[..., Any], ...] = (
    start,
    actors,
    legal,
    legal_at,
    apply,
    over,
    returns,
    hide,
    imagine,
    observe,
    evaluate,
)
OPTIONAL: dict[Callable[..., Any], Callable[..., Any]] = {
    allowed: _allowed_by_list,
    pick: _pick_from_list,
    note: _note_nothing,
    forget: _forget_nothing,
    obvious: _nothing_is_obvious,
    describe: _describe_nothing,
    key: _no_key,
    urgency: _nothing_is_urgent,
    promising: _all_are_promising,
    loud: _loud_of_list,
    sides: _everybody_alone,
    inputs: _no_inputs,
    solved: _nothing_is_solved,
}


class Rules(Protocol):
    """A game's `rules` module; it may also have the functions in OPTIONAL, and with `inputs` it has INPUTS: how many
    inputs there are."""

    @property
    def STATE(self) -> np.dtype[Any]: ...
    @property
    def OBSERVATION(self) -> tuple[int, ...]: ...
    @property
    def ACTIONS(self) -> int: ...  # the codes of actions are below this

    def start(self, s: Record, options: Ints, seats: int, seed: int, /) -> None: ...
    def actors(self, s: Record, /) -> int: ...
    def legal(self, s: Record, seat: int, out: Ints, /) -> int: ...
    def legal_at(self, s: Record, seat: int, square: int, out: Ints, /) -> int: ...
    def apply(self, s: Record, seat: int, action: int, /) -> None: ...
    def over(self, s: Record, /) -> bool: ...
    def returns(self, s: Record, out: Floats, /) -> None: ...
    def hide(self, s: Record, seat: int, /) -> None: ...
    def imagine(self, s: Record, seat: int, rng: Ints, /) -> None: ...
    def observe(self, s: Record, seat: int, out: Floats, /) -> None: ...
    def evaluate(self, s: Record, out: Floats, /) -> None: ...


def has_key(dtype: np.dtype[Any]) -> bool:
    """Whether a game has numbers for its positions, so that bots can look ahead by depth."""
    return GAMES[dtype]["key"] is not _no_key


def has_description(dtype: np.dtype[Any]) -> bool:
    """Whether a game describes its actions, so that a search with preferences is possible."""
    return GAMES[dtype]["describe"] is not _describe_nothing


def has_inputs(dtype: np.dtype[Any]) -> bool:
    """Whether a game says what a net sees of its positions."""
    return GAMES[dtype]["inputs"] is not _no_inputs


def has_promising(dtype: np.dtype[Any]) -> bool:
    """Whether a game says which actions deserve a thought, so that a race among them is worthwhile."""
    return GAMES[dtype]["promising"] is not _all_are_promising


def inputs_of(dtype: np.dtype[Any]) -> int:
    """How many inputs the nets of a game have; 0 if there can be none."""
    return INPUTS[dtype]


def register(rules: Rules) -> None:
    """Make a game known to the engine. Must run before the first compiled call on one of its states."""
    dtype = rules.STATE
    if dtype in GAMES:
        names = " and ".join(sorted({rules.start.__module__, GAMES[dtype]["start"].__module__}))
        raise ValueError(f"two games share one record layout ({names}); add a distinguishing field")
    functions = {stub.__name__: getattr(rules, stub.__name__) for stub in REQUIRED}
    for stub, generic in OPTIONAL.items():
        functions[stub.__name__] = getattr(rules, stub.__name__, generic)
    GAMES[dtype] = functions
    INPUTS[dtype] = int(getattr(rules, "INPUTS", 0))
    RULES[dtype] = rules
    for stub in (*REQUIRED, *OPTIONAL):
        varies(stub, dtype, functions[stub.__name__])
