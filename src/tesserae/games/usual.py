"""What most games answer to questions that only some must think about; a game's module imports it by its name."""

from collections.abc import Callable, Mapping
from typing import Any

from tesserae.engine.jit import States
from tesserae.games.effects import Effect, Reach
from tesserae.games.modules import Outcome


def agreed(states: States) -> Outcome:
    """What the players agree to draw is drawn."""
    return Outcome((), "agreed", None)


def out_of_turn(states: States, seat: int, code: int) -> None:
    """Who is no actor is simply not to move."""


def lens(view: Mapping[str, Any], square: str) -> str:
    """What the drawing shows is all there is to say."""
    return ""


def lines(details: Mapping[str, Any], side: Callable[[int], str]) -> list[str]:
    """The table of turns tells it all."""
    return []


def foreseen(before: States, after: States, seat: int, action: str, viewer: int) -> list[Effect]:
    """An action is told by what it did; nothing is said of what it leads to."""
    return []


def reach(states: States, square: int) -> Reach:
    """What may be done is told by the legal list alone."""
    return Reach()
