"""How bots think about Symbol Chain; docs/measurements/bots-tried.md has the matches that these numbers come from."""

from collections.abc import Mapping

from tesserae.engine.jit import States
from tesserae.engine.net import NONE, Net
from tesserae.engine.search import PERFECT, MctsSettings, Mind
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


def levels(states: States) -> Mapping[str, Level]:
    return LEVELS


def settings(level: str, states: States, net: Net | None) -> MctsSettings:
    return MctsSettings(MIND, SPANS.get(level, PERFECT), net or NONE)
