"""Symbol, looked back on: regions and pieces after each turn."""

from typing import Any

from tesserae.reports.course import Course, Turn
from tesserae.state import State


def details(course: Course, turns: list[Turn], moments: list[State]) -> dict[str, Any]:
    """For each moment and seat: the regions that it controls (SY-43), its pieces on the board, those in reserve."""
    views = [moment.reveal() for moment in moments]
    return {
        "regions": [[list(view["regions"].values()).count(seat) for seat in range(2)] for view in views],
        "pieces": [[_pieces(view, seat) for seat in range(2)] for view in views],
        "reserve": [[len(reserve) for reserve in view["reserve"]] for view in views],
    }


def _pieces(view: dict[str, Any], seat: int) -> int:
    return sum(len(stack) for owner, stack in view["board"].values() if owner == seat)
