"""How bots think about Sequence; docs/bots.md has the matches that these numbers come from."""

from functools import cache
from pathlib import Path

from tesserae.engine.jit import States
from tesserae.engine.net import Net, load
from tesserae.engine.race import Racing
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
RACING = Racing()


def nets(states: States) -> Net:
    return _net()


@cache
def _net() -> Net:
    return load(Path(__file__).parent / "nets" / "any.npz")[0]


def racing(states: States) -> Racing:
    return RACING
