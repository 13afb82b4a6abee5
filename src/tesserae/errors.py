"""The errors that Tesserae raises for bad input. All are ValueErrors, and nothing has changed when they are raised."""

import math
from collections.abc import Mapping
from typing import Any


class Error(ValueError):
    """The base class: these errors can be pickled, so that worker processes can raise them."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, vars(self))


def _again(kind: type[Error], arguments: tuple[object, ...], fields: dict[str, object]) -> Error:
    """The same error, in another process."""
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update(fields)
    return error


class Refused(Error):
    """An action that the rules forbid: `rule` is the id of the rule, the message a sentence that says why.

    The sentence is a template with named placeholders. It is kept with their values, so that it can be translated.
    """

    def __init__(self, rule: str, sentence: str, **words: object) -> None:
        super().__init__(sentence.format(**words))
        self.rule = rule
        self.sentence = sentence
        self.words = words


class BadOption(Error):
    """An option, a game or a number of seats that does not exist; the message lists what does.

    Messages that can reach a browser are templates with values, as in Refused; a message without values is plain text.
    `option` is the name of the option of a game that the message is about, if there is one. It is also a value for the
    template, and so is `other`, the name of an option that it does not go together with.
    """

    def __init__(self, sentence: str, option: str | None = None, **words: object) -> None:
        if option is not None:
            words["option"] = option
        super().__init__(sentence.format(**words) if words else sentence)
        self.option = option
        self.sentence = sentence
        self.words = words


def check_whole(what: str, value: object, least: int = 1) -> None:
    """BadOption if it is not a whole number, or too small."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadOption(f"{what} must be a whole number from {least}, not {value!r}")


def check_positive(what: str, value: object) -> None:
    """BadOption if it is not a finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise BadOption(f"{what} must be a number above 0, not {value!r}")


def spoken(words: Mapping[str, object]) -> dict[str, Any]:
    """The values for placeholders as they are sent to clients. One that is a sentence of its own can be translated."""
    return {
        name: {"sentence": word.sentence, "words": spoken(word.words), "text": str(word)}
        if isinstance(word, BadOption)
        else word
        if isinstance(word, int | float)
        else str(word)
        for name, word in words.items()
    }


def explained(refused: Refused) -> dict[str, Any]:
    """A refusal as it is sent to clients."""
    return {"rule": refused.rule, "sentence": refused.sentence, "words": spoken(refused.words), "text": str(refused)}


class BadPosition(Error):
    """An impossible position; `field` says where, as in `hands[0]` or `board.b2`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class BadRecord(Error):
    """A record file that is damaged or does not replay; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
