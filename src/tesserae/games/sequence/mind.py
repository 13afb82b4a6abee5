"""How bots think about Sequence; docs/bots.md has the matches that these numbers come from."""

from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=4, reflexes=True)
# Much is luck, and thinking longer matters less: the levels differ more by their mistakes.
LEVELS = {
    "casual": Level(simulations=30, slips=0.5, margin=0.45),
    "club": Level(simulations=75, slips=0.42, margin=0.35),
    "expert": Level(simulations=200, slips=0.25, margin=0.3, reflexes=True),
}
SPANS: dict[str, int] = {}
