"""The fifty states with names and outlines, from web/states.json (whose outlines tools/state_outlines.py makes)."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((files(__package__) / "web" / "states.json").read_text("utf-8"))
    return data


@cache
def states() -> dict[str, dict[str, str]]:
    """By postal code: `code`, `name`, `capital`, `group` (a Census division, which has a colour) and
    `outline`, the `d` of an SVG path in a box of 100×100."""
    return {state["code"]: state for state in _data()["states"]}


def colours() -> dict[str, str]:
    """The colour of each group."""
    groups: dict[str, str] = _data()["groups"]
    return groups
