"""What one seat sees of a game of Symbol: everything, for nothing is hidden."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.symbol import turn
from tesserae.games.symbol.board import REGION_NAMES, REGIONS
from tesserae.games.symbol.notation import letters
from tesserae.games.symbol.position import board, step
from tesserae.games.symbol.record import has_king


def view(states: States, seat: int) -> dict[str, Any]:
    """The fields of a view."""
    s = states[0]
    return {
        "turn": int(s.turn),
        "edition": "simple" if s.simple else "full",
        "board": board(s),
        "reserve": [letters(int(s.reserve[owner])) for owner in range(2)],
        "regions": {name: _controller(s, int(squares)) for name, squares in zip(REGION_NAMES, REGIONS, strict=True)},
        "allowance": _allowance(s),
        "step": step(s),
        "quiet": int(s.quiet),
        "occurrences": turn.occurrences(s),
        "turns": int(s.turns),
    }


def _controller(s: Any, region: int) -> int | None:
    """SY-43: the seat that has a piece in the region while the other has none."""
    inside = [bool(int(s.held[seat]) & region) for seat in range(2)]
    return None if inside[0] == inside[1] else inside.index(True)


def _allowance(s: Any) -> int:
    """The reinforcements that the player to move may still make in this turn, or could if it used the king's square."""
    if s.over or not has_king(s, int(s.turn)):
        return 0
    if s.origin >= 0:
        return int(s.allowance)
    return 1 if s.simple else turn.allowance(s, int(s.turn))
