"""How bots think about Symbol; docs/measurements/bots-tried.md has the matches that these numbers come from."""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tesserae.engine.alphabeta import AlphaBetaSettings
from tesserae.engine.guided import PuctSettings
from tesserae.engine.jit import States
from tesserae.engine.net import NONE, Net, load
from tesserae.engine.search import MctsSettings, Mind
from tesserae.games.level import STRONGEST, Level
from tesserae.games.symbol.options import COLOURS, EDITIONS, STANDARD, UNLIMITED
from tesserae.games.symbol.preferences import PREFERENCES

MIND = Mind(plies=0, sieve=6, whole=8, widening=2.0)
LEVELS = {
    "novice": Level(simulations=18, slips=0.6, margin=0.5),
    "casual": Level(simulations=70, slips=0.41, margin=0.4),
    "expert": Level(simulations=700, slips=0.13, margin=0.25, reflexes=True),
}
# In the simple edition one mistake loses the king, so that each level must be better to be as close to the next one.
SIMPLE_LEVELS = {
    "novice": Level(simulations=50, slips=0.43, margin=0.43),
    "casual": Level(simulations=195, slips=0.25, margin=0.3),
    "club": Level(simulations=700, slips=0.115, margin=0.25),
    "expert": Level(simulations=2000, slips=0.06, margin=0.2, reflexes=True),
}
NET = Path(__file__).with_name("nets") / "both.npz"  # for both editions


def levels(states: States) -> Mapping[str, Level]:
    """The levels of each edition."""
    return SIMPLE_LEVELS if states["simple"][0] else LEVELS


def settings(level: str, states: States, net: Net | None) -> MctsSettings | PuctSettings | AlphaBetaSettings:
    """The strongest bot uses alpha-beta search in the simple edition, and PUCT in the full one."""
    if level != STRONGEST:
        return MctsSettings(MIND, net=net or NONE)
    net = _net() if net is None else net
    return AlphaBetaSettings(net=net) if states["simple"][0] else PuctSettings(PREFERENCES, net=net)


@cache
def _net() -> Net:
    return load(NET)[0]


def lesson(chance: random.Random) -> tuple[int, dict[str, Any]]:
    """Games to learn from: both editions, most of them by the usual rules and with the usual forces. The simple
    edition's are half as long, so there are twice as many of them."""
    options: dict[str, Any] = {"edition": chance.choice(EDITIONS) if chance.random() < 2 / 3 else "simple"}
    if chance.random() < 0.6:
        return 2, options
    for name in ("unlimited", "enlist", "region_tiebreak"):
        options[name] = chance.random() < 0.2
    options["blast_center"] = chance.random() < 0.8
    if options["edition"] == "full" and chance.random() < 0.2:
        options["immobile"] = "pushed"
    if chance.random() < 0.5:
        size = len(UNLIMITED if options["unlimited"] else STANDARD)
        options["forces"] = ["".join(chance.choices(COLOURS, k=size)) for _ in range(2)]
    return 2, options
