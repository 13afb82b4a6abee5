"""How bots think about Consequence; docs/bots.md has the matches that these numbers come from."""

from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=2, sieve=4, whole=8, widening=2.0)
LEVELS: dict[str, Level] = {}
SPANS = {"novice": 0, "casual": 2, "club": 5, "expert": 6}  # tiles that a level keeps in mind (knowledge.py)
