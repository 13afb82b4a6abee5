"""Tesserae: four abstract board games, exact and fast.

    import tesserae
    state = tesserae.start("consequence", seats=2, seed=7)
    state.act(0, state.legal(0)[0])

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
    """A new game. Without `seats` the smallest number that plays it, without `seed` a random one."""
    from tesserae import state

    return state.start(game, seats, seed, **options)


def load(position: str | Mapping[str, Any], seed: int = 0) -> "State":
    """A game from a position (JSON text or the object itself); `seed` feeds whatever chance is still to come."""
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
    """An opponent. Its budget for a choice is in seconds (1 unless told otherwise) or in simulations; with simulations
    and one thread, what it chooses is a function of the seed, and without `seed` that is a random one."""
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
