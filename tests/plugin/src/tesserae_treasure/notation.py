"""Actions as text: `hide b2` and `dig b2`. Case and spaces do not matter."""

import re

from tesserae.errors import Refused
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae_treasure.board import NAMES as NAMES

_FORM = re.compile(r"(?:hide|dig)([a-z]+\d+)")


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    if found := _FORM.fullmatch(squeezed):
        return no_square(found[1], NAMES)
    return Refused("GE-4", "{text} cannot be read; write hide b2 or dig b2.", text=text)


_LEXICON = Lexicon([f"{verb} {name}" for verb in ("hide", "dig") for name in NAMES], _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
