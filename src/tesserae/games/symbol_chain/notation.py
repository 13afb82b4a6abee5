"""Actions as text: `ready`, `take 4`, `flip c4`, `place c4`, `lay e5`, `pass`. Case and spaces do not matter."""

import re

from tesserae.errors import Refused
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae.games.symbol_chain.board import LONGEST, NAMES, SHORTEST
from tesserae.games.symbol_chain.rules import ACTIONS, FLIP, LAY, PASS, PLACE

__all__ = ["NAMES", "parse", "square", "write"]


def _text(action: int) -> str:
    if action < FLIP:
        return f"take {action + SHORTEST}"
    if action < PLACE:
        return f"flip {NAMES[action - FLIP]}"
    if action < LAY:
        return f"place {NAMES[action - PLACE]}"
    if action < PASS:
        return f"lay {NAMES[action - LAY]}"
    return "pass" if action == PASS else "ready"


_TAKE = re.compile(r"take(\d+)")
_SQUARE = re.compile(r"(?:flip|place|lay)([a-z]+\d+)")


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    taking, square = _TAKE.fullmatch(squeezed), _SQUARE.fullmatch(squeezed)
    if taking:
        return Refused(
            "GE-4", "There is no stack {n}; the stacks are {low} to {high}.", n=taking[1], low=SHORTEST, high=LONGEST
        )
    if square:
        return no_square(square[1], NAMES)
    return Refused("GE-4", "{text} cannot be read; write ready, take 4, flip c4, place c4, lay e5 or pass.", text=text)


_LEXICON = Lexicon(map(_text, range(ACTIONS)), _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
