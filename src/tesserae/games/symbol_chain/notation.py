"""Actions as text: `take 4`, `flip c4`, `place c4>e5`, `pass`. Case and spaces do not matter."""

import re

from tesserae.errors import Refused
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae.games.symbol_chain.board import LONGEST, NAMES, SHORTEST, SQUARES
from tesserae.games.symbol_chain.rules import ACTIONS, FLIP, PASS, PLACE

__all__ = ["NAMES", "parse", "square", "write"]


def _text(action: int) -> str:
    if action < FLIP:
        return f"take {action + SHORTEST}"
    if action < PLACE:
        return f"flip {NAMES[action - FLIP]}"
    if action < PASS:
        square, target = divmod(action - PLACE, SQUARES)
        return f"place {NAMES[square]}>{NAMES[target]}"
    return "pass"


_TAKE = re.compile(r"take(\d+)")
_SQUARES = re.compile(r"flip([a-z]+\d+)|place([a-z]+\d+)>([a-z]+\d+)")


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    taking, squares = _TAKE.fullmatch(squeezed), _SQUARES.fullmatch(squeezed)
    if taking:
        return Refused(
            "GE-4", "There is no stack {n}; the stacks are {low} to {high}.", n=taking[1], low=SHORTEST, high=LONGEST
        )
    if squares:
        return no_square(next(name for name in squares.groups() if name and name not in NAMES), NAMES)
    return Refused("GE-4", "{text} cannot be read; write take 4, flip c4, place c4>e5 or pass.", text=text)


_LEXICON = Lexicon(map(_text, range(ACTIONS)), _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
