"""The fifty states with names and outlines, from web/states.json (whose outlines tools/state_outlines.py makes)."""

import json
from functools import cache
from importlib.resources import files


@cache
def states() -> dict[str, dict[str, str]]:
    """By postal code: `code`, `name`, `capital`, `group` (a Census division, which has a colour) and
    `outline`, the `d` of an SVG path in a box of 100×100."""
    data = json.loads((files(__package__) / "web" / "states.json").read_text("utf-8"))
    return {state["code"]: state for state in data["states"]}
