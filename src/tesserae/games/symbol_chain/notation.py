"""Actions as text: `take 4`, `flip c4`, `place c4>e5`, `pass`. Case and spaces do not matter."""

import re

from tesserae.errors import Refused
from tesserae.games.symbol_chain.board import LONGEST, NAMES, SHORTEST, SQUARES
from tesserae.games.symbol_chain.rules import ACTIONS, FLIP, PASS, PLACE


def _text(action: int) -> str:
    if action < FLIP:
        return f"take {action + SHORTEST}"
    if action < PLACE:
        return f"flip {NAMES[action - FLIP]}"
    if action < PASS:
        square, target = divmod(action - PLACE, SQUARES)
        return f"place {NAMES[square]}>{NAMES[target]}"
    return "pass"


_TEXTS = tuple(map(_text, range(ACTIONS)))
_CODES = {text: code for code, text in enumerate(_TEXTS)}
_LENIENT = {text.replace(" ", ""): code for text, code in _CODES.items()}
_TAKE = re.compile(r"take(\d+)")
_SQUARES = re.compile(r"flip([a-z]+\d+)|place([a-z]+\d+)>([a-z]+\d+)")


def write(action: int) -> str:
    """The canonical text of an action."""
    return _TEXTS[action]


def parse(text: str) -> int:
    """The action that a text stands for; Refused (GE-4) if there is none."""
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
        raise _no_square(text)
    return NAMES.index(name)


def _no_square(text: str) -> Refused:
    return Refused("GE-4", "{text} is not a square; squares are a1 to g7.", text=text)


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    taking, squares = _TAKE.fullmatch(squeezed), _SQUARES.fullmatch(squeezed)
    if taking:
        return Refused(
            "GE-4", "There is no stack {n}; the stacks are {low} to {high}.", n=taking[1], low=SHORTEST, high=LONGEST
        )
    if squares:
        return _no_square(next(name for name in squares.groups() if name and name not in NAMES))
    return Refused("GE-4", "{text} cannot be read; write take 4, flip c4, place c4>e5 or pass.", text=text)
