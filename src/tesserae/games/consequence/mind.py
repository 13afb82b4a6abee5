"""How bots think about Consequence; docs/bots-tried.md has the matches that these numbers come from."""

from functools import cache
from pathlib import Path

from tesserae.engine.jit import States
from tesserae.engine.net import Net, load
from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=2, sieve=4, whole=8, widening=2.0)
STRONGEST = MIND._replace(plies=0, sieve=32)
LEVELS: dict[str, Level] = {}
SPANS = {"novice": 0, "casual": 2, "club": 5, "expert": 6}  # tiles that a level keeps in mind (knowledge.py)


def nets(states: States) -> Net:
    """By which the strongest bot judges positions."""
    return read("value")


def beliefs(states: States) -> Net:
    """By which it says how likely a world is."""
    return read("belief")


@cache
def read(name: str) -> Net:
    return load(Path(__file__).with_name("nets") / f"{name}.npz")[0]
