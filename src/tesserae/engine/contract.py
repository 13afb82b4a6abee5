"""What every game offers to the engine, and how generic code finds it.

A game's `rules` module has `STATE`, the dtype of its record, and a compiled function for each one below that is
required; of the optional ones, it has those that it does otherwise than by the code given here. What only special
searches need is in ordering.py. Each definition is a stub: a call is one of the function of the game whose record is
the first argument. Compiled code resolves it when a game is compiled (compiler/lowering.py), so that generic code
(playouts, search) is written once; Python calls the same functions with an array of one record in place of the record.

The arguments, in all of them: `s` a state record, `seat` a seat number (-1: the referee or a spectator), `action` a
code that means the same thing in every position, `out` an array to be filled, `rng` a generator (engine/rng.py).
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol, TypeVar, get_type_hints

import numpy as np

from tesserae.engine.jit import Floats, Ints, Record, States, Weights, entry, entry_stub, lean, variants
from tesserae.engine.rng import below

F = TypeVar("F", bound=Callable[..., Any])


class Rules(Protocol):
    """A game's `rules` module. With `inputs` it has INPUTS: how many inputs there are. If there are teams, STATE has a
    field `teams`: how many; seat i belongs to team i modulo this number."""

    @property
    def STATE(self) -> np.dtype[Any]: ...
    @property
    def OBSERVATION(self) -> tuple[int, ...]: ...
    @property
    def ACTIONS(self) -> int: ...  # the codes of actions are below this


GAMES: dict[np.dtype[Any], Rules] = {}
REQUIRED: list[Callable[..., Any]] = []
OPTIONAL: dict[Callable[..., Any], Callable[..., Any]] = {}  # and what is done in a game without it


def required(function: F) -> F:
    """What each game must have."""
    REQUIRED.append(made := entry_stub(function))
    return made


def optional(function: F) -> F:
    """What a game may have; the function says what is done in the others."""
    OPTIONAL[made := entry_stub(function)] = lean(function)
    return made


@required
def start(s: Record, options: Ints, seats: int, seed: int) -> None:
    """Set up a new game; `options` are the declared options, encoded in the order of their declaration."""


@required
def actors(s: Record) -> int:
    """Bit mask of the seats that may act now; each of them has a legal action. 0 when the game is over."""
    raise NotImplementedError


@required
def legal(s: Record, seat: int, out: Ints) -> int:
    """How many legal actions the seat has; as many as fit are written to `out`, in ascending order."""
    raise NotImplementedError


@required
def legal_at(s: Record, seat: int, square: int, out: Ints) -> int:
    """The same for one square: what starts there or puts something there."""
    raise NotImplementedError


@required
def apply(s: Record, seat: int, action: int) -> None:
    """Carry out a legal action, in place."""


@required
def over(s: Record) -> bool:
    """Whether the game has ended."""
    raise NotImplementedError


@required
def returns(s: Record, out: Floats) -> None:
    """One number per seat for a finished game: 1 won, 0 drawn, -1 lost; a shared win is divided among the winners."""


@required
def hide(s: Record, seat: int) -> None:
    """Blank, in place, everything that the seat cannot know, the generator included. The only gate."""


@required
def imagine(s: Record, seat: int, rng: Ints) -> None:
    """Fill a state hidden for the seat with a random world consistent with it."""


@required
def observe(s: Record, seat: int, out: Floats) -> None:
    """Numbers for learning, from a state hidden for the seat; the game's docs say what each means."""


@required
def evaluate(s: Record, out: Floats) -> None:
    """A quick opinion of each seat's prospects, from -1 to 1."""


@optional
def allowed(s: Record, seat: int, action: int, out: Ints) -> bool:
    """Whether the action is legal now. `out` is room for the whole legal list of a game without its own `allowed`."""
    n = legal(s, seat, out)
    for i in range(min(n, len(out))):
        if out[i] == action:
            return True
    return False


@optional
def pick(s: Record, seat: int, rng: Ints, out: Ints) -> tuple[int, int]:
    """A uniformly random legal action of an actor, and how many there were. `out` as in `allowed`."""
    n = legal(s, seat, out)
    return out[below(rng, n)], n


@optional
def forget(s: Record, seat: int, span: int, rng: Ints) -> None:
    """Blur a hidden state to what a person who remembers only `span` things might know of it. Without it there is
    nothing to remember, or everybody may write it down."""


@optional
def obvious(s: Record, seat: int) -> int:
    """A legal action that needs no thought, because no other, or hardly any, is better; -1 if there is none."""
    return -1


@optional
def inputs(s: Record, seat: int, places: Ints, amounts: Weights) -> int:
    """What a net sees of a position from the side of the seat: writes numbers of inputs, each below INPUTS, and their
    amounts, and returns how many there are, at most INPUTS. Everything in the state may be used: searches ask for
    positions of worlds that they have imagined. Without it no net has learned the game."""
    return 0


# --- Entry points that are several calls in one ----------------------------------------------------------------------


@entry
def act(states: States, seat: int, action: int, out: Ints) -> bool:
    """Check and apply in one call: returns False and changes nothing if the action is not legal. `out` as above."""
    s = states[0]
    if not allowed(s, seat, action, out):
        return False
    apply(s, seat, action)
    return True


@entry
def random_action(states: States, seat: int, rng: Ints, out: Ints) -> int:
    """A uniformly random legal action of an actor."""
    return pick(states[0], seat, rng, out)[0]


# --- Games -----------------------------------------------------------------------------------------------------------


def register(rules: Rules, ordering: ModuleType | None = None) -> None:
    """Make a game known to the engine: its rules, and what its special searches need. Must run before the first call
    for one of its states."""
    import tesserae.engine.ordering  # noqa: F401  # its functions are optional, too

    dtype = rules.STATE
    if dtype in GAMES:
        names = " and ".join(sorted(getattr(one, "__name__", "?") for one in (rules, GAMES[dtype])))
        raise ValueError(f"two games share one record layout ({names}); add a distinguishing field")
    found = {one: getattr(rules, one.__name__) for one in REQUIRED}
    for one, usual in OPTIONAL.items():
        found[one] = getattr(rules if one.__module__ == __name__ else ordering, one.__name__, usual)
    for one, function in found.items():
        if (given := [*get_type_hints(function).values()]) != (wanted := [*get_type_hints(one).values()]):
            raise TypeError(f"{function.__module__}.{one.__name__} has the types {given}, not {wanted}")
    GAMES[dtype] = rules
    for one, function in found.items():
        variants[one][dtype] = function


def has(dtype: np.dtype[Any], function: Callable[..., Any]) -> bool:
    """Whether a game has an optional function of its own."""
    return variants[function][dtype] is not OPTIONAL[function]


def sides(states: States, seats: int) -> int:
    """How many sides play; without teams, everybody plays alone."""
    return int(states["teams"][0]) if "teams" in (states.dtype.names or ()) else seats


def inputs_of(dtype: np.dtype[Any]) -> int:
    """How many inputs the nets of a game have; 0 if there can be none."""
    return int(getattr(GAMES[dtype], "INPUTS", 0))
