"""How bots think about Treasure."""

from collections.abc import Mapping

from tesserae.engine.jit import States
from tesserae.engine.net import NONE, Net
from tesserae.engine.search import MctsSettings, Mind
from tesserae.games.level import Level


def levels(states: States) -> Mapping[str, Level]:
    return {}


def settings(level: str, states: States, net: Net | None) -> MctsSettings:
    """No random actions: `evaluate` judges the position as it is."""
    return MctsSettings(Mind(plies=0), net=net or NONE)
