"""What only special searches ask of a game: which actions to try first, and what a position is. A game with such a
search has a module with those of these functions that the search needs (`ordering` in `Modules`); the code given here
is what is done in games without them."""

from tesserae.engine.contract import legal, optional
from tesserae.engine.jit import Floats, Floats2, Ints, Record, lean

LOUD = 2  # from this urgency on an action is loud


@optional
def key(s: Record) -> int:
    """A number for a position in which nothing is hidden: from positions with the same number the game goes on in the
    same way, but for rules that look at the moves before. Alpha-beta search needs it."""
    return 0


@optional
def urgency(s: Record, seat: int, action: int) -> int:
    """How early alpha-beta search tries a legal action: 0 is quiet, 1 a little earlier, and from LOUD on an action is
    loud, so that the position is not evaluated before it was tried."""
    return 0


@optional
def loud(s: Record, seat: int, out: Ints) -> int:
    """The legal actions whose urgency is at least LOUD: writes as many as fit to `out`, in any order, and returns how
    many there are."""
    return loud_of_list(s, seat, out)


@lean
def loud_of_list(s: Record, seat: int, out: Ints) -> int:
    """The same, from the list of all legal actions."""
    n = min(legal(s, seat, out), len(out))
    kept = 0
    for i in range(n):
        if urgency(s, seat, out[i]) >= LOUD:
            out[kept] = out[i]
            kept += 1
    return kept


@optional
def describe(s: Record, seat: int, actions: Ints, n: int, out: Floats2) -> None:
    """What counts in each of the first n actions, which are legal now: a row of numbers each, by which PUCT says how
    promising it looks. A game without it has rows of length 0."""


@optional
def promising(s: Record, seat: int, out: Ints) -> int:
    """The legal actions of an actor that deserve a thought, at least one, written like those of `legal`. Racing
    (engine/race.py) asks it what others may answer."""
    return legal(s, seat, out)


@optional
def solved(s: Record, out: Floats) -> bool:
    """Whether the game can tell at once how it will end if all play their best from a position in which nothing is
    hidden; then the result is written for each seat."""
    return False
