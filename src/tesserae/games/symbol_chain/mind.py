"""How bots think about Symbol Chain; docs/bots.md has the matches that these numbers come from."""

from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=20, reflexes=True)
LEVELS: dict[str, Level] = {}
SPANS = {"novice": 2, "casual": 5, "club": 9, "expert": 14}  # faces that a level keeps in mind (memory.py)
