"""Symbol, looked back on: regions and pieces after each turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tesserae.engine.jit import States
from tesserae.games.game import EVERYTHING
from tesserae.games.modules import Turn
from tesserae.games.symbol.view import view


def details(states: Sequence[States], actions: Sequence[str], turns: Sequence[Turn]) -> dict[str, Any]:
    """At the beginning and after each turn, for each seat: the regions that it controls (SY-43), its pieces on the
    board, those in reserve."""
    views = [view(states[number], EVERYTHING) for number in (0, *(turn.end for turn in turns))]
    return {
        "regions": [[list(view["regions"].values()).count(seat) for seat in range(2)] for view in views],
        "pieces": [[_pieces(view, seat) for seat in range(2)] for view in views],
        "reserve": [[len(reserve) for reserve in view["reserve"]] for view in views],
    }


def _pieces(view: dict[str, Any], seat: int) -> int:
    return sum(len(stack) for owner, stack in view["board"].values() if owner == seat)


def columns(details: Mapping[str, Any], side: Callable[[int], str]) -> dict[str, list[str]]:
    """Regions and pieces of both."""
    return {name: [" : ".join(map(str, pair)) for pair in details[name][1:]] for name in ("regions", "pieces")}
