"""Shared by the notations of the games: lenient reading, squares, and lists of all actions."""

import re
from collections.abc import Callable, Iterable, Sequence

from tesserae.errors import Refused
from tesserae.games.actions import Action, Forms


def squeeze(text: str) -> str:
    """A text without its spaces and capitals."""
    return re.sub(r"\s+", "", text).lower()


def no_square(text: str, names: Sequence[str]) -> Refused:
    if not names:
        return Refused("GE-4", "{text} is not a square; this game has none.", text=text)
    return Refused(
        "GE-4", "{text} is not a square; squares are {first} to {last}.", text=text, first=names[0], last=names[-1]
    )


def find_square(text: str, names: Sequence[str]) -> int:
    """The number of a square."""
    name = squeeze(text)
    if name not in names:
        raise no_square(text, names)
    return names.index(name)


def listed(names: Iterable[str], word: str = "and") -> str:
    """a, b and c"""
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


class Lexicon:
    """The text of every action, for games whose actions can be listed; the code of an action is its index."""

    def __init__(
        self, forms: Forms, texts: Iterable[str | None], unreadable: Callable[[str, Action | None], Refused]
    ) -> None:
        """`texts` has None for codes that stand for nothing. `unreadable` explains what is not an action, from the text
        and, if it is of one of the forms, from what it says, in small letters."""
        self._forms = forms
        self._texts = tuple(texts)
        self._codes = {text: code for code, text in enumerate(self._texts) if text is not None}
        self._lenient = {squeeze(text): code for text, code in self._codes.items()}
        self._unreadable = unreadable

    def also(self, text: str, code: int) -> None:
        """Another way to write an action."""
        self._lenient[squeeze(text)] = code

    def write(self, code: int) -> str:
        """The canonical text of an action."""
        text = self._texts[code]
        assert text is not None
        return text

    def parse(self, text: str) -> int:
        """The action that a text stands for, or Refused."""
        code = self._codes.get(text)
        if code is None:
            squeezed = squeeze(text)
            code = self._lenient.get(squeezed)
            if code is None:
                raise self._unreadable(text, self._forms.find(squeezed))
        return code
