"""Actions as text: `+G@c2` reinforce, `d1[GW]-d3` move, `d1[G]-d2*e3` move and strike, `d2*d3` strike on the spot,
`d3!` explode, `end`, `pass`. Case, spaces and the order of the letters do not matter."""

import re
from functools import lru_cache

from tesserae.errors import Refused
from tesserae.games.lexicon import find_square, squeeze
from tesserae.games.symbol.board import BITS, COLOURS, LETTERS, MOST, NAMES
from tesserae.games.symbol.record import (
    CODES,
    END,
    EXPLODE,
    MOVE,
    PART,
    PASS,
    PLACE,
    exploded,
    explosion,
    moved,
    movement,
    placed,
    placement,
)

__all__ = ["NAMES", "parse", "pattern", "square", "write"]

_PLACE = re.compile(r"\+([kgbwrd])@([a-z]\d+)")
_EXPLODE = re.compile(r"([a-z]\d+)!")
_MOVE = re.compile(r"([a-z]\d+)\[([kgbwrd]+)\]-([a-z]\d+)(?:\*([a-z]\d+))?")
_STRIKE = re.compile(r"([a-z]\d+)\*([a-z]\d+)")
_BEGIN = re.compile(r"([a-z]\d+)(?:\[([KGBWRD]+)\]|[*!])")
_MOVE_WITHOUT_PART = re.compile(r"([a-z]\d+)(\[\])?-([a-z]\d+)(?:\*([a-z]\d+))?")


@lru_cache(8192)
def letters(pile: int) -> str:
    """The pieces of a pile, in the order K G B W R D."""
    return "".join(LETTERS[colour] * (pile >> BITS * colour & MOST) for colour in range(COLOURS))


def pile(text: str) -> int:
    """The pile of some letters; at most 31 of each."""
    return sum(text.count(letter) << BITS * colour for colour, letter in enumerate(LETTERS))


def write(action: int) -> str:
    """The canonical text of an action."""
    if action < PLACE:
        return "end" if action == END else "pass"
    if action < EXPLODE:
        colour, square = placed(action)
        return f"+{LETTERS[colour]}@{NAMES[square]}"
    if action < MOVE:
        return f"{NAMES[exploded(action)]}!"
    origin, rest, strike, part = moved(action)
    text = f"{NAMES[origin]}[{letters(part)}]-{NAMES[rest]}" if part else NAMES[origin]
    return f"{text}*{NAMES[strike]}" if strike >= 0 else text


def pattern(begin: str) -> tuple[int, int]:
    """A mask, and the masked code of all actions whose texts begin like this. It distinguishes the parts of a stack
    that can move, of which there can be thousands; a text that says too little gets the mask 0."""
    match = _BEGIN.match(begin)
    if match is None or match[1] not in NAMES:
        return 0, 0
    origin, part = NAMES.index(match[1]), match[2] or ""
    if begin[match.end() - 1] == "!":
        return CODES - 1, explosion(origin)
    if max(map(part.count, LETTERS)) > MOST:
        return 0, 0
    return movement(63, 0, -1, PART), movement(origin, 0, -1, pile(part))


@lru_cache(8192)
def parse(text: str) -> int:
    """The action that a text stands for; Refused (GE-4) if there is none."""
    squeezed = squeeze(text)
    if squeezed in ("end", "pass"):
        return END if squeezed == "end" else PASS
    if match := _PLACE.fullmatch(squeezed):
        return placement(LETTERS.index(match[1].upper()), square(match[2]))
    if match := _EXPLODE.fullmatch(squeezed):
        return explosion(square(match[1]))
    if match := _STRIKE.fullmatch(squeezed):
        origin = square(match[1])
        return movement(origin, origin, square(match[2]), 0)
    if match := _MOVE.fullmatch(squeezed):
        part = match[2].upper()
        if max(map(part.count, LETTERS)) > MOST:
            raise Refused("GE-4", "{text} names more pieces than there are.", text=text)
        strike = square(match[4]) if match[4] else -1
        return movement(square(match[1]), square(match[3]), strike, pile(part))
    if _MOVE_WITHOUT_PART.fullmatch(squeezed):
        raise Refused("GE-4", "{text} does not say which pieces move; write d1[GW]-d3.", text=text)
    raise Refused(
        "GE-4",
        "{text} cannot be read; write +G@c2, d1[GW]-d3, d1[G]-d2*e3, d2*d3, d3!, end or pass.",
        text=text,
    )


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
