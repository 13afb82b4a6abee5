"""Default implementations that most games use; the modules of a game import them by name."""

from collections.abc import Callable, Mapping
from typing import Any

from tesserae.engine.jit import States
from tesserae.games.actions import Action
from tesserae.games.effects import Effect, Reach
from tesserae.games.modules import Outcome


def agreed(states: States) -> Outcome:
    """An agreed draw is a draw."""
    return Outcome((), "agreed", None)


def out_of_turn(states: States, seat: int, code: int) -> None:
    """No other rule than the order of turns applies."""


def lens(view: Mapping[str, Any], square: str) -> str:
    """There is nothing to add to the drawing."""
    return ""


def lines(details: Mapping[str, Any], side: Callable[[int], str]) -> list[str]:
    """There is nothing to add to the table of turns."""
    return []


def foreseen(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    """Nothing is said about what an action leads to."""
    return []


def reach(states: States, square: int) -> Reach:
    """Only the legal list says what can be done."""
    return Reach()
