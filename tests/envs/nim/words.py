"""Nim in words: notation, positions, views, reasons and the terminal, as far as environments need them."""

from collections.abc import Mapping
from typing import Any

from tesserae.engine.jit import Ints, States
from tesserae.errors import Refused
from tesserae.games.game import Outcome
from tesserae.games.usual import agreed as agreed
from tesserae.games.usual import lens as lens
from tesserae.games.usual import out_of_turn as out_of_turn

NAMES: tuple[str, ...] = ()
LEGEND = "Take 1, 2 or 3."


def parse(text: str, /) -> int:
    return int(text.removeprefix("take ")) - 1


def write(code: int, /) -> str:
    return f"take {code + 1}"


def square(text: str, /) -> int:
    raise Refused("NI-1", "There are no squares.")


def seats(fields: Mapping[str, Any], /) -> int:
    return int(fields["seats"])


def load(
    states: States, fields: Mapping[str, Any], values: Mapping[str, Any], options: Ints, seats: int, seed: int, /
) -> None:
    states["heap"], states["turn"], states["seats"] = fields["heap"], fields["turn"], seats


def export(states: States, /) -> dict[str, Any]:
    return {name: int(states[name][0]) for name in ("heap", "turn", "seats")}


def outcome(states: States, /) -> Outcome:
    return Outcome((int(states["turn"][0]),), "last", None)


def view(states: States, seat: int, /) -> dict[str, Any]:
    return export(states)


def why(states: States, seat: int, code: int, /) -> Refused:
    return Refused("NI-1", "So many are not left.")


def draw(view: Mapping[str, Any], colour: bool, /) -> str:
    return f"{'|' * view['heap']} <{view['heap']}>"


def heading(action: str, /) -> str:
    return action


def public(action: str, /) -> str:
    return action
