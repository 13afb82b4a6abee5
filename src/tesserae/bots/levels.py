"""How strong the bots are, and how they think about each game: data, not code."""

from dataclasses import dataclass

from tesserae.engine.search import PERFECT, Mind


@dataclass(frozen=True)
class Level:
    """What keeps a bot from being as good as it could be."""

    share: float  # of the thinking budget that is used
    slips: float  # how often the action is drawn by its visits, instead of the most visited taken
    span: int  # how many things are remembered, in a game where `forget` says what that means


RANDOM = "random"  # the player that thinks of nothing: any legal action, each as likely as the others
LEVELS = {
    "novice": Level(share=0.003, slips=0.4, span=3),
    "casual": Level(share=0.02, slips=0.2, span=6),
    "club": Level(share=0.1, slips=0.1, span=10),
    "expert": Level(share=0.4, slips=0.0, span=16),
    "master": Level(share=1.0, slips=0.0, span=PERFECT),
}
NAMES = (RANDOM, *LEVELS)

USUAL = Mind()
# Where something else won against it at equal time; docs/bots.md has the matches.
MINDS = {
    "symbol": Mind(plies=12, sieve=3),
    "symbol_chain": Mind(plies=20),
    "sequence": Mind(plies=12),
}
