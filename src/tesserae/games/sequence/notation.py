"""Actions as text: `IA@c4`, `ADD@c4`, `REMOVE@c4` play a card, `dead CA`, `claim c1-g1`, `draw`, `pass`, `forfeit CA`,
`penalty 1`. Case and spaces do not matter, nor which end of a line comes first."""

import re

from tesserae.errors import Refused
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae.games.sequence.board import CARDS, LINES, NAMES, STATES, TEAMS
from tesserae.games.sequence.record import CLAIM

__all__ = ["NAMES", "parse", "square", "write"]


def line_name(line: int) -> str:
    """The two ends of a line, the lower first."""
    return f"{NAMES[LINES[line][0]]}-{NAMES[LINES[line][-1]]}"


_TEXTS = (
    *(f"{card}@{name}" for card in CARDS for name in NAMES),
    *(f"dead {state}" for state in STATES),
    *(f"claim {line_name(line)}" for line in range(len(LINES))),
    "draw",
    "pass",
    *(f"forfeit {card}" for card in CARDS),
    *(f"penalty {team}" for team in range(TEAMS)),
)
_PLAY = re.compile(r"([a-z]+)@(\w+)")
_CARD = re.compile(r"(dead|forfeit)([a-z]+)")
_CLAIM = re.compile(r"claim(\w+)-(\w+)")
_PENALTY = re.compile(r"penalty(\d+)")


def _no_card(text: str) -> Refused:
    return Refused("GE-4", "{text} is not a card; cards are postal codes such as CA, ADD and REMOVE.", text=text)


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    if match := _PLAY.fullmatch(squeezed):
        return no_square(match[2], NAMES) if match[1].upper() in CARDS else _no_card(match[1].upper())
    if match := _CARD.fullmatch(squeezed):
        if match[2].upper() in CARDS:
            return Refused("SQ-8", "{card} is never dead; only a state card can be.", card=match[2].upper())
        return _no_card(match[2].upper())
    if match := _CLAIM.fullmatch(squeezed):
        for name in match.groups():
            if name not in NAMES:
                return no_square(name, NAMES)
        return Refused("SQ-9", "{one} and {other} are not the ends of a line of five.", one=match[1], other=match[2])
    if match := _PENALTY.fullmatch(squeezed):
        return Refused("SQ-15", "There is no team {team}.", team=match[1])
    return Refused(
        "GE-4",
        "{text} cannot be read; write IA@c4, ADD@c4, REMOVE@c4, dead CA, claim c1-g1, draw, pass or forfeit CA.",
        text=text,
    )


_LEXICON = Lexicon(_TEXTS, _unreadable)
for _number, _line in enumerate(LINES):
    _LEXICON.also(f"claim {NAMES[_line[-1]]}-{NAMES[_line[0]]}", CLAIM + _number)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
