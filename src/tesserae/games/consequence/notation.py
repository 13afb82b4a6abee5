"""Actions as text: `bM@b2` place, `bM@b2>NE` place and push, `b2-c3` move. Case and spaces do not matter."""

import re

from tesserae.errors import Refused
from tesserae.games.consequence.board import DIRECTIONS, KINDS, NEIGHBOUR, SQUARES
from tesserae.games.consequence.rules import ACTIONS, MOVES, PLACES

NAMES = tuple("abcd"[square % 4] + "1234"[square // 4] for square in range(SQUARES))


def _text(action: int) -> str | None:
    """The text of an action; None for a code that leads off the board."""
    if action >= MOVES:
        square, direction = divmod(action - MOVES, 8)
        target = int(NEIGHBOUR[square, direction + 1])
        return None if target < 0 else f"{NAMES[square]}-{NAMES[target]}"
    kind, place = divmod(action, PLACES)
    square, direction = divmod(place, 9)
    return f"{KINDS[kind]}@{NAMES[square]}" + (f">{DIRECTIONS[direction]}" if direction else "")


_TEXTS = tuple(map(_text, range(ACTIONS)))
_CODES = {text: code for code, text in enumerate(_TEXTS) if text is not None}
_LENIENT = {text.lower(): code for text, code in _CODES.items()}
_PLACE = re.compile(r"[br][mso]@(?P<square>[a-z]\d+)(>[a-z]*)?")
_MOVE = re.compile(r"(?P<square>[a-z]\d+)-(?P<target>[a-z]\d+)")


def write(action: int) -> str:
    """The canonical text of an action."""
    text = _TEXTS[action]
    assert text is not None
    return text


def parse(text: str) -> int:
    """The action that a text stands for; Refused (GE-4, or CQ-4 for a move that is no step) if there is none."""
    code = _CODES.get(text)
    if code is None:
        squeezed = re.sub(r"\s+", "", text).lower()
        code = _LENIENT.get(squeezed)
        if code is None:
            raise _unreadable(text, squeezed)
    return code


def square(text: str) -> int:
    """The number of a square."""
    name = text.strip().lower()
    if name not in NAMES:
        raise Refused("GE-4", "{text} is not a square; squares are a1 to d4.", text=text)
    return NAMES.index(name)


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    placing, moving = _PLACE.fullmatch(squeezed), _MOVE.fullmatch(squeezed)
    squares = [placing["square"]] if placing else [moving["square"], moving["target"]] if moving else []
    for name in squares:
        if name not in NAMES:
            return Refused("GE-4", "{text} is not a square; squares are a1 to d4.", text=name)
    if placing:
        return Refused("GE-4", "Where to push? Write N, NE, E, SE, S, SW, W or NW, not {text}.", text=text)
    if moving:
        sentence = "A tile moves to a touching square; {target} does not touch {square}."
        return Refused("CQ-4", sentence, square=squares[0], target=squares[1])
    return Refused("GE-4", "{text} cannot be read; write bM@b2, bM@b2>NE or b2-c3.", text=text)
