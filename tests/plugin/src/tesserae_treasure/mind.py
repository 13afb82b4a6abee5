"""How bots think about Treasure."""

from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=0)  # no random actions: `evaluate` judges the position as it is
LEVELS: dict[str, Level] = {}
SPANS: dict[str, int] = {}
