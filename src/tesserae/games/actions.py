"""Typed actions: a game declares once in which forms its actions are written, and one parser and one writer use that.

Actions are stored and sent as texts. Whoever has to know what a text says reads it here: `forms.read("b2-c3")` has the
fields `verb`, `origin` and `to`. The browser is sent the same forms, and reads them with `web/js/actions.js`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

SQUARE = r"\w+|\?"
# The fields that a form can have, and how they are written; `?` stands for what somebody is not told.
FIELDS = {
    "piece": r"[a-z?]*",
    "from": SQUARE,
    "to": SQUARE,
    "target": SQUARE,
    "direction": r"[a-z]*",
    "number": r"\d{1,9}",
}
PLACEHOLDER = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True)
class Form:
    """One way to write an action, such as `Form("push", "{piece}@{to}>{direction}")`: a verb of its own, and the text
    with the fields of the action in braces."""

    verb: str
    text: str
    # Whether it does nothing but end the turn.
    ends_turn: bool = False
    # Whether it can be undone during the turn: it reveals nothing, and nothing random happens in it.
    retractable: bool = False
    # Whether it can be previewed: everything that it will show follows from what the actor knows.
    foreseeable: bool = False
    # Whether a person with several seats does it for all of them at once.
    together: bool = False
    # The fields that others are not told, each with the number of its letters that they are told nevertheless.
    hides: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = self.fields
        unknown = [name for name in names if name not in FIELDS]
        if unknown or len(set(names)) < len(names) or not set(self.hides) <= set(names):
            raise ValueError(
                f"the form {self.text!r} is not possible: its fields are some of {', '.join(FIELDS)}, each once"
            )

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of its fields, in the order of the text."""
        return tuple(PLACEHOLDER.findall(self.text))

    @cached_property
    def template(self) -> str:
        """The text with `%s` for each field."""
        return PLACEHOLDER.sub("%s", self.text.replace("%", "%%"))

    def write(self, *values: object) -> str:
        """The text of an action of this form, from the values of its fields in the order of the text."""
        return self.template % values

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What matches a whole text of this form, whatever its capitals and with any spaces between the words."""
        literals, patterns = self._parts()
        tail = "".join(f"({one}){''.join(literal)}" for one, literal in zip(patterns, literals[1:], strict=True))
        return re.compile("".join(literals[0]) + tail, re.ASCII | re.IGNORECASE)

    @cached_property
    def opening(self) -> re.Pattern[str]:
        """What matches the beginning of a text of this form, with all fields after which the text continues."""
        literals, patterns = self._parts()
        tail = ""
        for one, literal in reversed([*zip(patterns, literals[1:], strict=True)]):
            if literal:
                first, rest = literal[0], "".join(literal[1:])
                tail = f"(?:({one}){first}(?:{rest}{tail})?)?"
        return re.compile("".join(literals[0]) + tail, re.ASCII | re.IGNORECASE)

    def _parts(self) -> tuple[list[list[str]], list[str]]:
        """Patterns for each character of what stands between the fields, and for the fields."""
        literals = PLACEHOLDER.split(self.text)[::2]
        each = [[r"\s*" if character == " " else re.escape(character) for character in text] for text in literals]
        return each, [FIELDS[name] for name in self.fields]


class Action(Struct, frozen=True):
    """What an action says. Fields that its form does not have are empty; a form calls `origin` `{from}`."""

    form: Form
    piece: str = ""  # one or several pieces, a tile or a card
    origin: str = ""  # the square from which something goes
    to: str = ""  # the square to which something goes
    target: str = ""  # a square at which something is done from afar
    direction: str = ""
    number: int | None = None

    @property
    def verb(self) -> str:
        return self.form.verb

    @property
    def squares(self) -> list[str]:
        """The squares that it names."""
        return [square for square in (self.origin, self.to, self.target) if square not in ("", "?")]

    def value(self, name: str) -> Any:
        """A field, by its name in the form."""
        return getattr(self, _attribute(name))

    def __str__(self) -> str:
        """Its text."""
        return self.form.write(*map(self.value, self.form.fields))


def _attribute(name: str) -> str:
    return "origin" if name == "from" else name


class Forms:
    """All forms of a game. No text may be of two of them."""

    def __init__(self, *forms: Form) -> None:
        self._forms = {form.verb: form for form in forms}
        if len(self._forms) < len(forms):
            raise ValueError("two forms have the same verb")
        self._patterns = [(form, form.pattern) for form in forms]
        self._hiding = any(form.hides for form in forms)
        self.read = lru_cache(1 << 13)(self._read)  # the same texts are read again and again

    def __getitem__(self, verb: str) -> Form:
        return self._forms[verb]

    def __iter__(self) -> Iterator[Form]:
        return iter(self._forms.values())

    def find(self, text: str) -> Action | None:
        """What a text says, with the fields as they stand there; None if it is of no form. Nothing is checked."""
        for form, pattern in self._patterns:
            if match := pattern.fullmatch(text):
                return _action(form, match.groups())
        return None

    def begun(self, text: str) -> Action | None:
        """What the beginning of a text says: of all forms, the one of which it has most fields."""
        best: Action | None = None
        most = 0
        for form in self._forms.values():
            if match := form.opening.match(text):
                values = [value for value in match.groups() if value is not None]
                if len(values) > most:
                    best, most = _action(form, values), len(values)
        return best

    def _read(self, text: str) -> Action:
        """What the text of an action says, as it is written by the game or as others are told it."""
        action = self.find(text)
        if action is None:
            raise ValueError(f"{text!r} is not an action; actions are: {', '.join(form.text for form in self)}")
        return action

    def public(self, text: str) -> str:
        """The text of an action as others may know it."""
        if not self._hiding:
            return text
        action = self.read(text)
        told: dict[str, Any] = {
            _attribute(name): f"{action.value(name)[:letters]}?" for name, letters in action.form.hides.items()
        }
        return str(replace(action, **told)) if told else text

    def export(self) -> list[dict[str, Any]]:
        """What the browser has to know, ready for JSON."""
        return [{"verb": form.verb, "text": form.text, **({"ends": True} if form.ends_turn else {})} for form in self]


def _action(form: Form, values: Sequence[str]) -> Action:
    fields: dict[str, Any] = {_attribute(name): value for name, value in zip(form.fields, values, strict=False)}
    if "number" in fields:
        fields["number"] = int(fields["number"])
    return Action(form, **fields)
