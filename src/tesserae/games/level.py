"""What a level of the bots is; bots/levels.py has the usual ones, a game's `mind.py` those that differ in it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """What keeps a bot from being as good as it could be. Simulations are counted, not timed, so that a weak level is
    as weak on every machine."""

    simulations: float  # for a choice, at most
    slips: float  # how often it takes a plausible action instead of the best one:
    margin: float  # at most so much worse, where a game is worth -1 to 1
    reflexes: bool = False  # whether it sees what is obvious some turns ahead
