"""What games share for reading positions: checks, each of which raises BadPosition with the name of the field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tesserae.errors import BadPosition


def only(fields: Mapping[str, Any], known: Iterable[str], prefix: str = "") -> None:
    """Check that there are only known fields."""
    for field in fields:
        if field not in known:
            raise BadPosition(f"{prefix}{field}", f"there is no such field; the fields are {', '.join(known)}")


def number(fields: Mapping[str, Any], field: str, low: int, high: int, default: int | None = None) -> int:
    """A whole number in a range; without a default it must be there."""
    value = fields.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(field, f"must be a whole number from {low} to {high}, not {value!r}")
    return value


def texts(value: object, field: str) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadPosition(field, "must be a list of texts")
    return value


def squares(value: object, field: str, names: Sequence[str]) -> list[int]:
    """The numbers of a list of square names."""
    for item in texts(value, field):
        if item not in names:
            raise BadPosition(field, f"{item!r} is not a square; squares are {names[0]} to {names[-1]}")
    return [names.index(item) for item in texts(value, field)]


def by_square(fields: Mapping[str, Any], field: str, names: Sequence[str], what: str) -> list[tuple[str, int, Any]]:
    """What an object says of each square: the name of that field, the number of the square, and what it says."""
    value = fields.get(field)
    if not isinstance(value, Mapping):
        raise BadPosition(field, f"must be an object of squares and {what}")
    numbers = squares([*value], field, names)
    return [(f"{field}.{names[square]}", square, value[names[square]]) for square in numbers]


def seats(fields: Mapping[str, Any]) -> int:
    """A game for two is for two, whatever a position says."""
    return 2
