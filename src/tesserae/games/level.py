"""The settings of a level of the bots. The usual levels are in bots/levels.py; a game's `mind.py` can override them."""

from dataclasses import dataclass

STRONGEST = "grandmaster"  # the level with everything that a game's bots can do


@dataclass(frozen=True)
class Level:
    """How a bot is made weaker. Simulations are counted, not timed, so that a weak level is equally weak on every
    machine."""

    simulations: float  # per choice, at most
    slips: float  # how often it takes a plausible action instead of the best one
    margin: float  # how much worse that action may be; values are from -1 to 1
    reflexes: bool = False  # whether it takes obvious actions below the root of the search
