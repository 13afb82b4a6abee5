"""Tesserae: four abstract board games, exact and fast.

>>> import tesserae
>>> state = tesserae.start("consequence", seats=2, seed=7)
>>> state.act(0, state.legal(0)[0])

Importing this package is cheap; the compiled engine is loaded by the first `start`, `load` or `bot`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tesserae.errors import BadOption, BadPosition, BadRecord, Refused

if TYPE_CHECKING:
    from tesserae.bots import Bot as Bot
    from tesserae.games.game import Outcome as Outcome
    from tesserae.state import State as State

__version__ = "0.1.0"
__all__ = ["BadOption", "BadPosition", "BadRecord", "Bot", "Outcome", "Refused", "State", "bot", "load", "start"]


def start(game: str, seats: int | None = None, seed: int | None = None, **options: object) -> "State":
    """Start a new game.

    `game` is the name of a game (`tesserae games` lists them). Without `seats` the game has the smallest number of
    players it allows. The same `seed` gives the same deal; without one, a random seed is chosen. Options are given by
    name. Raises `BadOption` for a game, a number of seats or an option that does not exist; the message lists those
    that do.

    >>> state = tesserae.start("consequence", seats=2, seed=7, row_min=2)
    >>> state.actors
    (0,)
    >>> tesserae.start("chess")
    Traceback (most recent call last):
    tesserae.errors.BadOption: there is no game 'chess'; the games are: ...
    """
    from tesserae import state

    return state.start(game, seats, seed, **options)


def load(position: str | Mapping[str, Any], seed: int = 0) -> "State":
    """Load a game from a position, as returned by `State.export`: JSON text, or the object itself.

    `seed` decides all random events that are still to come. Raises `BadPosition`, which names the wrong field.

    >>> state = tesserae.start("consequence", seed=7)
    >>> state.act(0, "bM@b2")
    >>> tesserae.load(state.export()).actors
    (1,)
    >>> tesserae.load({"game": "consequence", "board": {"z9": "bM"}})
    Traceback (most recent call last):
    tesserae.errors.BadPosition: turn: must be a whole number from 0 to 1, not None
    """
    from tesserae import state

    return state.load(position, seed)


def bot(
    game: str,
    level: str = "club",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    threads: int = 1,
) -> "Bot":
    """Create a bot.

    `level` is one of `random`, `novice`, `casual`, `club`, `expert`, `master` and `grandmaster`. The budget for one
    choice is a number of `seconds` (1 by default) or of `simulations`. With simulations and one thread, the choices
    of a bot depend only on the seed; without `seed`, a random one is chosen. Raises `BadOption` if the level or the
    budget is not possible.

    >>> state = tesserae.start("consequence", seed=7)
    >>> opponent = tesserae.bot("consequence", "club", simulations=100, seed=1)
    >>> opponent.choose(state, 0) in state.legal(0)
    True
    """
    from tesserae import bots

    return bots.bot(game, level, seconds, simulations, seed, threads)


def __getattr__(name: str) -> Any:
    if name == "Bot":
        from tesserae.bots import Bot

        return Bot
    if name == "State":
        from tesserae.state import State

        return State
    if name == "Outcome":
        from tesserae.games.game import Outcome

        return Outcome
    raise AttributeError(f"module 'tesserae' has no attribute {name!r}")
