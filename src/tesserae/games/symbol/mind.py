"""How bots think about Symbol; docs/bots.md has the matches that these numbers come from."""

from tesserae.engine.jit import States
from tesserae.engine.search import Mind
from tesserae.games.level import Level

MIND = Mind(plies=0, sieve=6, whole=8, widening=2.0)
LEVELS: dict[str, Level] = {}
SPANS: dict[str, int] = {}


def by_depth(states: States) -> bool:
    """In the simple edition, looking ahead by depth is stronger than the tree search."""
    return bool(states["simple"][0])
