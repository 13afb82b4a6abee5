"""How strong the bots are, and how they think about each game: data, not code."""

from dataclasses import dataclass
from math import inf

from tesserae.engine.search import PERFECT, Mind


@dataclass(frozen=True)
class Level:
    """What keeps a bot from being as good as it could be. Simulations are counted, not timed, so that a weak level is
    as weak on every machine."""

    simulations: float  # for a choice, at most
    slips: float  # how often it takes an action that is not the best it found, but plausible:
    margin: float  # so much worse at most, where a game is worth from -1 to 1
    span: int  # how many things are remembered, in a game where `forget` says what that means


RANDOM = "random"  # the player that thinks of nothing: any legal action, each as likely as the others
LEVELS = {
    "novice": Level(simulations=30, slips=0.4, margin=0.4, span=3),
    "casual": Level(simulations=150, slips=0.2, margin=0.3, span=6),
    "club": Level(simulations=800, slips=0.1, margin=0.2, span=10),
    "expert": Level(simulations=4000, slips=0.0, margin=0.0, span=16),
    "master": Level(simulations=inf, slips=0.0, margin=0.0, span=PERFECT),
}
NAMES = (RANDOM, *LEVELS)

USUAL = Mind()
# Where something else won against it at equal time; docs/bots.md has the matches.
MINDS = {
    "consequence": Mind(plies=2, sieve=4, whole=8, widening=2.0),
    "symbol": Mind(plies=0, sieve=6, whole=8, widening=2.0),
    "symbol_chain": Mind(plies=20),
    "sequence": Mind(plies=4),
}
