"""docs/reference/protocol.md lists what there is: events, commands and queries, with their fields."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tesserae.play import commands
from tesserae.play.events import HEAD, KINDS
from tesserae.server.live import Queries

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text("utf-8")
KEPT = {
    ("created", "owner"),
    ("created", "secret"),
    ("seated", "left"),
    ("seated", "name"),
    ("handed", "to"),
    ("handed", "owner"),
}  # nobody is told
MORE = {("acted", "effects"), ("acted", "turn")}  # what is told beside what is stored
HIDDEN = {("force", "force")}  # what not everybody is told


def fields(kind: type, head: tuple[str, ...] = ()) -> set[str]:
    """The names of a struct's fields, with a question mark where one can be left out."""
    found = msgspec.structs.fields(kind)
    return {field.name + ("" if field.required else "?") for field in found if field.name not in head}


def rows(heading: str) -> dict[str, set[str]]:
    """The table below that line: the names in its first column, and the fields in the second, in backquotes."""
    text = PAGE[PAGE.index(heading) :]
    table = text[text.index("|---") :].split("\n\n")[0].splitlines()[1:]
    cells = [re.split(r" *\| *", line) for line in table]
    return {name.strip("`"): set(re.findall(r"`(\w+\??)`", has)) for _, name, has, *_ in cells}


def test_the_events() -> None:
    expected = {
        name: {
            field + ("?" if (name, field) in HIDDEN else "")
            for field in fields(kind, HEAD)
            if (name, field.rstrip("?")) not in KEPT
        }
        | {field for other, field in MORE if other == name}
        for name, kind in KINDS.items()
    }
    assert rows("### Events") == expected


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [("| `t` | fields | |", get_args(commands.Command)), ("| `t` | fields | answer |", get_args(Queries))],
    ids=["commands", "queries"],
)
def test_what_a_client_says(heading: str, kinds: tuple[type[msgspec.Struct], ...]) -> None:
    assert rows(heading) == {str(kind.__struct_config__.tag): fields(kind) for kind in kinds}
