"""Options of a game, declared once: they serve the Python API, the command line, positions and the web form."""

from abc import ABC, abstractmethod
from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar

from tesserae.errors import BadOption


@dataclass(frozen=True)
class Option(ABC):
    """One option. `check` and `read` give its canonical value, `encode` the numbers that compiled rules are given."""

    suggested: ClassVar[tuple[str, ...]] = ()  # values to choose from, where there are only a few
    takes: ClassVar[str]  # the values that are possible, in words; its gaps are filled by `limits`
    name: str
    default: Any
    help: str

    @property
    def limits(self) -> dict[str, object]:
        return {}

    @property
    def allowed(self) -> str:
        """The values that it takes, in words."""
        return self.takes.format(**self.limits)

    @abstractmethod
    def check(self, value: object) -> Any:
        """The canonical form of a value from Python or JSON, or a BadOption."""

    def read(self, text: str) -> Any:
        """A value from a record."""
        return self.check(text)

    def typed(self, text: str) -> Any:
        """A value from the command line, where alone a text may name a file."""
        return self.read(text)

    def write(self, value: Any) -> str:
        """The text that `read` takes."""
        return str(value)

    def encode(self, value: Any) -> list[int]:
        """Always the same number of integers for one option."""
        return [int(value)]

    def refuse(self, value: object) -> BadOption:
        sentence = "option {option} must be " + self.takes + ", not {value}"
        return BadOption(sentence, option=self.name, value=repr(value), **self.limits)


@dataclass(frozen=True)
class Flag(Option):
    takes = "true or false"
    default: bool = False
    help: str = ""

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value

    def read(self, text: str) -> bool:
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if text.lower() not in words:
            raise self.refuse(text)
        return words[text.lower()]

    def write(self, value: Any) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class Number(Option):
    """A whole number from `low` to `high`."""

    takes = "a whole number from {low} to {high}"
    low: int = 0
    high: int = 0

    @property
    def limits(self) -> dict[str, object]:
        return {"low": self.low, "high": self.high}

    def check(self, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value

    def read(self, text: str) -> int:
        try:
            return self.check(int(text))
        except ValueError:
            raise self.refuse(text) from None


@dataclass(frozen=True)
class Choice(Option):
    """One of several words; compiled rules are given its place in `values`."""

    takes = "{values}"
    values: tuple[str, ...] = ()

    @property
    def limits(self) -> dict[str, object]:
        return {"values": " or ".join((", ".join(self.values[:-1]), self.values[-1]))}

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value.lower() not in self.values:
            raise self.refuse(value)
        return value.lower()

    def encode(self, value: Any) -> list[int]:
        return [self.values.index(value)]


def named(options: Iterable[Option], name: str) -> Option:
    """The option of that name."""
    known = {option.name: option for option in options}
    if name not in known:
        possible = ", ".join(known) or "none"
        raise BadOption("there is no option {name}; the options are: {options}", name=repr(name), options=possible)
    return known[name]


def resolve(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Any]:
    """The value of every option: the given ones, checked, and defaults for the rest."""
    checked = {name: named(options, name).check(value) for name, value in given.items()}
    return {option.name: checked.get(option.name, option.default) for option in options}


def places(options: tuple[Option, ...]) -> Any:
    """By the name of each option, the place of the first of its numbers among those of all: compiled rules are given
    them in one array, and `numbers[places.edition]` is what the option `edition` says."""
    lengths = [len(option.encode(option.default)) for option in options]
    return constants([option.name for option in options], accumulate([0, *lengths[:-1]]))


def constants(names: Sequence[str], numbers: Iterable[int] | None = None) -> Any:
    """Numbers by name, which compiled code can read: these, or 0, 1, 2 and so on."""
    make: Any = namedtuple  # whose fields, for mypy, would have to be written out
    return make("Constants", names)(*(range(len(names)) if numbers is None else numbers))
