"""How bots think about Symbol Chain; docs/bots-tried.md has the matches that these numbers come from."""

from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=20, reflexes=True)
# There is little luck, and memory decides: a few tiles more make a level. So the levels think alike, and differ in what
# they remember; `expert` remembers everything, but mixes something up from time to time.
FORGETFUL = Level(simulations=300, slips=0.0, margin=0.0, reflexes=True)
LEVELS = {
    "novice": FORGETFUL,
    "casual": FORGETFUL,
    "club": FORGETFUL,
    "expert": Level(simulations=300, slips=0.02, margin=0.2, reflexes=True),
}
SPANS = {"novice": 22, "casual": 27, "club": 33}  # tiles that a level keeps in mind (memory.py)
