"""Positions of Treasure: state record <-> JSON fields, with everything from outside checked."""

from collections.abc import Mapping
from typing import Any

from tesserae.engine.jit import Ints, States
from tesserae.errors import BadPosition
from tesserae.games.check import number, only, squares
from tesserae.games.check import seats as seats
from tesserae.games.game import Outcome
from tesserae.games.plain import plain
from tesserae_treasure import rules
from tesserae_treasure.board import NAMES

FIELDS = ("first", "treasures", "dug")


def load(
    states: States, fields: Mapping[str, Any], values: Mapping[str, Any], options: Ints, seats: int, seed: int
) -> None:
    """Fill the state, or raise BadPosition naming the field that is wrong. Whose turn it is follows from the rest."""
    s = states[0]
    only(fields, FIELDS)
    rules.clear(s, options, seed)
    s.first = number(fields, "first", 0, 1)
    first, second = int(s.first), 1 - int(s.first)
    treasures, dug = _pair(fields, "treasures"), _pair(fields, "dug")
    for seat, place in enumerate(treasures):
        if place is not None:
            s.treasure[seat] = squares([place], f"treasures[{seat}]", NAMES)[0]
    if s.treasure[first] < 0 <= s.treasure[second]:
        raise BadPosition(f"treasures[{first}]", "who begins hides first (TR-2)")
    for seat in (first, second):
        for square in squares(dug[seat], f"dug[{seat}]", NAMES):
            if min(s.treasure) < 0:
                raise BadPosition(f"dug[{seat}]", "nobody digs before both have hidden their treasure (TR-2)")
            if s.answer[seat, square] >= 0:
                raise BadPosition(f"dug[{seat}]", f"{NAMES[square]} is there twice (TR-3)")
            rules.dig(s, seat, square)
    ahead = len(dug[first]) - len(dug[second])
    if ahead not in (0, 1):
        raise BadPosition("dug", "the players dig in turn")
    s.turn = second if ahead or s.treasure[second] < 0 <= s.treasure[first] else first
    if not ahead and max(s.found):
        raise BadPosition("dug", "a treasure is found: the game is over (TR-5)")


def _pair(fields: Mapping[str, Any], field: str) -> list[Any]:
    value = fields.get(field)
    if not isinstance(value, list) or len(value) != 2:
        raise BadPosition(field, "must be a list of two, one for each seat")
    return value


def export(states: States) -> dict[str, Any]:
    """The fields of a position, everything included."""
    s = plain(states)
    return {
        "first": s.first,
        "treasures": [NAMES[square] if square >= 0 else None for square in s.treasure],
        "dug": [[NAMES[square] for square, told in enumerate(row) if told >= 0] for row in s.answer],
    }


def outcome(states: States) -> Outcome:
    """How a finished game ended."""
    found = plain(states).found
    winners = tuple(seat for seat in range(2) if found[seat] > found[1 - seat])
    return Outcome(winners, "found" if winners else "both", None)
