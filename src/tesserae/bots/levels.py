"""How strong the bots are, and how they think about each game: data, not code."""

from dataclasses import replace
from math import inf

from tesserae.engine.search import PERFECT, Mind
from tesserae.games.level import Level

RANDOM = "random"  # the player that thinks of nothing: any legal action, each as likely as the others
LEVELS = {
    "novice": Level(simulations=10, slips=0.7, margin=0.6),
    "casual": Level(simulations=40, slips=0.45, margin=0.4),
    "club": Level(simulations=200, slips=0.25, margin=0.3),
    "expert": Level(simulations=2000, slips=0.05, margin=0.2, reflexes=True),
    "master": Level(simulations=inf, slips=0.0, margin=0.0, reflexes=True),
}
NAMES = (RANDOM, *LEVELS)

# Where much is luck, and thinking more makes less of a difference, the levels differ more by their slips.
LEVELS_OF = {
    "sequence": {
        "casual": Level(simulations=30, slips=0.5, margin=0.45),
        "club": Level(simulations=75, slips=0.42, margin=0.35),
        "expert": Level(simulations=200, slips=0.25, margin=0.3, reflexes=True),
    }
}

# How many things a level remembers, where `forget` of the game says what that means; who is not named forgets nothing.
SPANS = {
    "symbol_chain": {"novice": 2, "casual": 5, "club": 9, "expert": 14},
    "consequence": {"novice": 0, "casual": 2, "club": 5, "expert": 6},
}


def level(game: str, name: str) -> Level:
    return LEVELS_OF.get(game, {}).get(name, LEVELS[name])


def span(game: str, name: str) -> int:
    return SPANS.get(game, {}).get(name, PERFECT)


def mind(game: str, name: str) -> Mind:
    usual = MINDS.get(game, USUAL)
    return usual if name != RANDOM and level(game, name).reflexes else replace(usual, reflexes=False)


USUAL = Mind()
# Where something else won against it at equal time; docs/bots.md has the matches.
MINDS = {
    "consequence": Mind(plies=2, sieve=4, whole=8, widening=2.0),
    "symbol": Mind(plies=0, sieve=6, whole=8, widening=2.0),
    "symbol_chain": Mind(plies=20, reflexes=True),
    "sequence": Mind(plies=4, reflexes=True),
}
