"""What one seat sees of a game of Symbol: everything, for nothing is hidden."""

from typing import Any

from tesserae.engine.jit import States, entry
from tesserae.games.plain import plain
from tesserae.games.symbol import turn
from tesserae.games.symbol.board import REGION_NAMES, REGIONS, K
from tesserae.games.symbol.notation import letters
from tesserae.games.symbol.position import board, step

TERRAIN = ("land", "shore", "coast", "water", "coast", "shore", "land")  # SY-1: of each rank, for pictures and words
REGION_SQUARES = tuple(zip(REGION_NAMES, REGIONS.tolist(), strict=True))


def view(states: States, seat: int) -> dict[str, Any]:
    """The fields of a view."""
    s = plain(states)
    return {
        "turn": int(s.turn),
        "edition": "simple" if s.simple else "full",
        "board": board(s),
        "reserve": [letters(pile) for pile in s.reserve],
        "regions": _controllers(*s.held),
        "allowance": _allowance(s, states),
        "step": step(s),
        "quiet": int(s.quiet),
        "occurrences": _occurrences(states),
        "turns": int(s.turns),
    }


def _controllers(first: int, second: int) -> dict[str, int | None]:
    """SY-43: for each region the seat that has a piece there while the other has none."""
    return {
        name: (None if second & region else 0) if first & region else 1 if second & region else None
        for name, region in REGION_SQUARES
    }


def _allowance(s: Any, states: States) -> int:
    """The reinforcements that the player to move may still make in this turn, or could if it used the king's square."""
    if s.over or not s.having[s.turn][K]:
        return 0
    if s.origin >= 0:
        return int(s.allowance)
    return 1 if s.simple else _full_allowance(states, s.turn)


# From Python, a state goes as an array.


@entry
def _occurrences(states: States) -> int:
    return turn.occurrences(states[0])


@entry
def _full_allowance(states: States, seat: int) -> int:
    return turn.allowance(states[0], seat)
