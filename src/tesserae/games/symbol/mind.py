"""How bots think about Symbol; docs/bots.md has the matches that these numbers come from."""

from tesserae.engine.guided import Guide
from tesserae.engine.jit import Floats, States
from tesserae.engine.search import Mind
from tesserae.games.level import Level
from tesserae.games.symbol.preferences import PREFERENCES

MIND = Mind(plies=0, sieve=6, whole=8, widening=2.0)
LEVELS = {
    "novice": Level(simulations=18, slips=0.6, margin=0.5),
    "casual": Level(simulations=70, slips=0.41, margin=0.4),
    "expert": Level(simulations=700, slips=0.13, margin=0.25, reflexes=True),
}
SPANS: dict[str, int] = {}


def by_depth(states: States) -> bool:
    """In the simple edition, looking ahead by depth is stronger than the tree search."""
    return bool(states["simple"][0])


def guided(states: States) -> tuple[Floats, Guide] | None:
    """In the full edition, preferences make the tree search stronger."""
    return None if states["simple"][0] else (PREFERENCES, Guide())
