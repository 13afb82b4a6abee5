"""Tesserae: four abstract board games, exact and fast.

    import tesserae
    state = tesserae.start("consequence", seats=2, seed=7)
    state.act(0, state.legal(0)[0])

Importing this package is cheap; the compiled engine is loaded by the first `start` or `load`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tesserae.errors import BadOption, BadPosition, BadRecord, Refused

if TYPE_CHECKING:
    from tesserae.games.game import Outcome as Outcome
    from tesserae.state import State as State

__version__ = "0.1.0"
__all__ = ["BadOption", "BadPosition", "BadRecord", "Outcome", "Refused", "State", "load", "start"]


def start(game: str, seats: int | None = None, seed: int | None = None, **options: object) -> "State":
    """A new game. Without `seats` the smallest number that plays it, without `seed` a random one."""
    from tesserae import state

    return state.start(game, seats, seed, **options)


def load(position: str | Mapping[str, Any], seed: int = 0) -> "State":
    """A game from a position (JSON text or the object itself); `seed` feeds whatever chance is still to come."""
    from tesserae import state

    return state.load(position, seed)


def __getattr__(name: str) -> Any:
    if name == "State":
        from tesserae.state import State

        return State
    if name == "Outcome":
        from tesserae.games.game import Outcome

        return Outcome
    raise AttributeError(f"module 'tesserae' has no attribute {name!r}")
