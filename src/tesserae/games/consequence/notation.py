"""Actions as text: `bM@b2` place, `bM@b2>NE` place and push, `b2-c3` move. Case and spaces do not matter."""

import re

from tesserae.errors import Refused
from tesserae.games.consequence.board import DIRECTIONS, KINDS, NEIGHBOUR, SQUARES
from tesserae.games.consequence.rules import ACTIONS, MOVES, PLACES
from tesserae.games.lexicon import Lexicon, find_square, no_square

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


_PLACE = re.compile(r"[br][mso]@(?P<square>[a-z]\d+)(>[a-z]*)?")
_MOVE = re.compile(r"(?P<square>[a-z]\d+)-(?P<target>[a-z]\d+)")


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    placing, moving = _PLACE.fullmatch(squeezed), _MOVE.fullmatch(squeezed)
    squares = [placing["square"]] if placing else [moving["square"], moving["target"]] if moving else []
    for name in squares:
        if name not in NAMES:
            return no_square(name, NAMES)
    if placing:
        return Refused("GE-4", "Where to push? Write N, NE, E, SE, S, SW, W or NW, not {text}.", text=text)
    if moving:
        sentence = "A tile moves to a touching square; {target} does not touch {square}."
        return Refused("CQ-4", sentence, square=squares[0], target=squares[1])
    return Refused("GE-4", "{text} cannot be read; write bM@b2, bM@b2>NE or b2-c3.", text=text)


_LEXICON = Lexicon(map(_text, range(ACTIONS)), _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
