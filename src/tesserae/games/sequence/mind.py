"""How bots think about Sequence; docs/measurements/bots-tried.md has the matches that these numbers come from."""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tesserae.engine.jit import States
from tesserae.engine.net import NONE, Net, load
from tesserae.engine.race import Racing, RacingSettings
from tesserae.engine.search import MctsSettings, Mind
from tesserae.games.level import STRONGEST, Level

MIND = Mind(plies=4, reflexes=True)
# Much is luck, and thinking longer matters less: the levels differ more by their mistakes.
LEVELS = {
    "casual": Level(simulations=30, slips=0.5, margin=0.45),
    "club": Level(simulations=75, slips=0.42, margin=0.35),
    "expert": Level(simulations=240, slips=0.21, margin=0.3, reflexes=True),
}


def levels(states: States) -> Mapping[str, Level]:
    return LEVELS


def settings(level: str, states: States, net: Net | None) -> MctsSettings | RacingSettings:
    """The strongest bot races, for which it needs a net."""
    if level == STRONGEST and net is None:
        net = _net()
    if level == STRONGEST and net and net.width:
        return RacingSettings(net, Racing(turns=2))
    return MctsSettings(MIND, net=net or NONE)


@cache
def _net() -> Net:
    return load(Path(__file__).parent / "nets" / "any.npz")[0]


def lesson(chance: random.Random) -> tuple[int, dict[str, Any]]:
    """Games to learn from: half of them for two players, a third for four, and some of everything else."""
    seats = chance.choices((2, 3, 4, 6, 8, 9, 10, 12), (50, 7, 33, 5, 1, 1, 1, 2))[0]
    options: dict[str, Any] = {}
    if seats in (6, 12) and chance.random() < 0.4:
        options["teams"] = 3
    if chance.random() < 0.05:
        options["draw"] = "manual"
    if chance.random() < 0.2:
        options["board"] = "shuffled"
    return seats, options
