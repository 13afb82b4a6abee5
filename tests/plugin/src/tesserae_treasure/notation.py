"""Actions as text: `hide b2` and `dig b2`. Case and spaces do not matter."""

from tesserae.errors import Refused
from tesserae.games.actions import Action, Form, Forms
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae_treasure.board import NAMES as NAMES

FORMS = Forms(
    Form("hide", "hide {to}", foreseeable=True, hides={"to": 0}),
    Form("dig", "dig {to}"),  # what it reveals cannot be known in advance
)


def _unreadable(text: str, action: Action | None) -> Refused:
    """What is wrong with a text that is not an action."""
    if action:
        return no_square(action.to, NAMES)
    return Refused("GE-4", "{text} cannot be read; write hide b2 or dig b2.", text=text)


_LEXICON = Lexicon(FORMS, [form.write(name) for form in FORMS for name in NAMES], _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
