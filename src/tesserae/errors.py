"""Everything Tesserae refuses, it refuses with one of these; all are ValueErrors and leave nothing changed."""

from typing import Any


class Error(ValueError):
    """What these errors share: they can be pickled, so that a worker process can raise them."""

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

    The sentence is a template with named gaps, kept with what fills them, so that it can be said in another language.
    """

    def __init__(self, rule: str, sentence: str, **words: object) -> None:
        super().__init__(sentence.format(**words))
        self.rule = rule
        self.sentence = sentence
        self.words = words


class BadOption(Error):
    """An option, a game or a number of seats that does not exist; the message lists what does.

    What a browser can be told is a template with its words, as in Refused; a message without words is said as it is.
    """

    def __init__(self, sentence: str, **words: object) -> None:
        super().__init__(sentence.format(**words) if words else sentence)
        self.sentence = sentence
        self.words = words


class BadPosition(Error):
    """A position that cannot be; `field` says where, as in `hands[0]` or `board.b2`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class BadRecord(Error):
    """A record file that is damaged or does not replay; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
