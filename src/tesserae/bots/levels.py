"""The levels of the bots; a game's `mind.py` can override them."""

from math import inf

from tesserae.engine.jit import States
from tesserae.engine.net import NONE, Net
from tesserae.engine.search import MctsSettings
from tesserae.engine.searches import Settings, changed
from tesserae.errors import BadOption
from tesserae.games.game import Game
from tesserae.games.level import STRONGEST, Level

RANDOM = "random"  # plays a random legal action, each equally likely
LEVELS = {
    "novice": Level(simulations=10, slips=0.7, margin=0.6),
    "casual": Level(simulations=40, slips=0.45, margin=0.4),
    "club": Level(simulations=200, slips=0.25, margin=0.3),
    "expert": Level(simulations=2000, slips=0.05, margin=0.2, reflexes=True),
    "master": Level(simulations=inf, slips=0.0, margin=0.0, reflexes=True),
    STRONGEST: Level(simulations=inf, slips=0.0, margin=0.0, reflexes=True),
}
LEVEL_NAMES = (RANDOM, *LEVELS)


def check_level(name: str) -> None:
    """BadOption unless there is such a level."""
    if name not in LEVEL_NAMES:
        levels = ", ".join(LEVEL_NAMES)
        raise BadOption("level must be one of {levels}, not {level}", level=repr(name), levels=levels)


def level(game: Game, name: str, states: States) -> Level:
    """A level in such a state of a game."""
    own = {} if game.mind is None else game.mind.levels(states)
    return own.get(name, LEVELS[name])


def settings(game: Game, name: str, states: States, net: Net | None = None) -> Settings:
    """How a level searches from such a state; with `net`, it judges by that one instead of the game's own."""
    found = MctsSettings(net=net or NONE) if game.mind is None else game.mind.settings(name, states, net)
    if isinstance(found, MctsSettings) and not level(game, name, states).reflexes:
        return changed(found, {"reflexes": False})
    return found
