"""Actions as text: `ready`, `take 4`, `flip c4`, `place c4`, `lay e5`, `pass`. Case and spaces do not matter."""

from tesserae.errors import Refused
from tesserae.games.actions import Action, Form, Forms
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae.games.symbol_chain.board import LONGEST, NAMES, SHORTEST
from tesserae.games.symbol_chain.rules import ACTIONS, FLIP, LAY, PASS, PLACE

__all__ = ["FORMS", "NAMES", "parse", "square", "write"]

FORMS = Forms(
    Form("ready", "ready", together=True),  # SC-4: a person with several seats looks at the starting tiles once
    # To flip or to place shows a tile of the board, and to take the next one of a stack.
    Form("take", "take {number}"),
    Form("flip", "flip {to}"),
    Form("place", "place {to}"),
    Form("lay", "lay {to}", foreseeable=True),
    Form("pass", "pass", ends_turn=True),
)
_ready, _take, _flip, _place, _lay, _pass = (form.write for form in FORMS)


def _text(action: int) -> str:
    if action < FLIP:
        return _take(action + SHORTEST)
    if action < PLACE:
        return _flip(NAMES[action - FLIP])
    if action < LAY:
        return _place(NAMES[action - PLACE])
    if action < PASS:
        return _lay(NAMES[action - LAY])
    return _pass() if action == PASS else _ready()


def _unreadable(text: str, action: Action | None) -> Refused:
    """What is wrong with a text that is not an action."""
    if action and action.number is not None:
        sentence = "There is no stack {n}; the stacks are {low} to {high}."
        return Refused("GE-4", sentence, n=action.number, low=SHORTEST, high=LONGEST)
    if action and action.to:
        return no_square(action.to, NAMES)
    return Refused("GE-4", "{text} cannot be read; write ready, take 4, flip c4, place c4, lay e5 or pass.", text=text)


_LEXICON = Lexicon(FORMS, map(_text, range(ACTIONS)), _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
