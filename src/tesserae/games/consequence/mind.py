"""How bots think about Consequence; docs/measurements/bots-tried.md has the matches that these numbers come from."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tesserae.engine.jit import States
from tesserae.engine.net import NONE, Net, load
from tesserae.engine.search import PERFECT, MctsSettings, Mind
from tesserae.games.level import STRONGEST, Level

MIND = Mind(plies=2, sieve=4, whole=8, widening=2.0)
STRONGEST_MIND = MIND._replace(plies=0, sieve=32)
SPANS = {"novice": 0, "casual": 2, "club": 5, "expert": 6}  # tiles that a level keeps in mind (knowledge.py)


def levels(states: States) -> Mapping[str, Level]:
    return {}


def settings(level: str, states: States, net: Net | None) -> MctsSettings:
    if level == STRONGEST:
        return MctsSettings(STRONGEST_MIND, net=read("value") if net is None else net, belief=read("belief"))
    return MctsSettings(MIND, SPANS.get(level, PERFECT), net or NONE)


@cache
def read(name: str) -> Net:
    return load(Path(__file__).with_name("nets") / f"{name}.npz")[0]
