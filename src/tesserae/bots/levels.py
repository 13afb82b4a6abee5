"""The levels of the bots; a game's `mind.py` can override them."""

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING

from tesserae.engine.jit import Floats, States
from tesserae.engine.net import NONE, Net
from tesserae.engine.search import PERFECT, Mind
from tesserae.errors import BadOption
from tesserae.games.game import Game
from tesserae.games.level import Level

if TYPE_CHECKING:
    from tesserae.engine.guided import Guide
    from tesserae.engine.race import Racing

RANDOM = "random"  # plays a random legal action, each equally likely
LEVELS = {
    "novice": Level(simulations=10, slips=0.7, margin=0.6),
    "casual": Level(simulations=40, slips=0.45, margin=0.4),
    "club": Level(simulations=200, slips=0.25, margin=0.3),
    "expert": Level(simulations=2000, slips=0.05, margin=0.2, reflexes=True),
    "master": Level(simulations=inf, slips=0.0, margin=0.0, reflexes=True),
    "grandmaster": Level(simulations=inf, slips=0.0, margin=0.0, reflexes=True),
}
LEVEL_NAMES = (RANDOM, *LEVELS)

USUAL = Mind()
STRONGEST = "grandmaster"  # the level with everything that a game's bots can do


def check_level(name: str) -> None:
    """BadOption unless there is such a level."""
    if name not in LEVEL_NAMES:
        levels = ", ".join(LEVEL_NAMES)
        raise BadOption("level: {level} is not possible; it takes {levels}", level=repr(name), levels=levels)


def level(game: Game, name: str, hidden: States | None = None) -> Level:
    """The settings of a level in a game, or in a state of it: a game can have other ones there."""
    if game.mind is None:
        return LEVELS[name]
    asked = getattr(game.mind, "levels", None)
    own: Mapping[str, Level] = game.mind.LEVELS if hidden is None or asked is None else asked(hidden)
    return own.get(name, LEVELS[name])


def span(game: Game, name: str) -> int:
    """How many things a level remembers, as defined by the game's `forget`."""
    return PERFECT if game.mind is None else game.mind.SPANS.get(name, PERFECT)


def mind(game: Game, name: str | None = None) -> Mind:
    """The search settings of a game, at a level or at full strength."""
    usual = USUAL if game.mind is None else game.mind.MIND
    if name == STRONGEST:
        usual = getattr(game.mind, "STRONGEST", usual)
    return usual if name is None or (name != RANDOM and level(game, name).reflexes) else usual._replace(reflexes=False)


def by_depth(game: Game, name: str, hidden: States) -> bool:
    """Whether a level looks ahead by depth from a state: the strongest one does, where the game says that it helps."""
    asked = getattr(game.mind, "by_depth", None)
    return name == STRONGEST and asked is not None and bool(asked(hidden))


def guided(game: Game, name: str, hidden: States) -> "tuple[Floats, Guide] | None":
    """The weights and settings with which a level searches with preferences from a state: the strongest one does, where
    the game has some."""
    asked = getattr(game.mind, "guided", None)
    found: tuple[Floats, Guide] | None = asked(hidden) if name == STRONGEST and asked is not None else None
    return found


def racing(game: Game, name: str, hidden: States) -> "Racing | None":
    """The settings with which a level compares actions from a state: the strongest one does, where the game says so."""
    asked = getattr(game.mind, "racing", None)
    found: Racing | None = asked(hidden) if name == STRONGEST and asked is not None else None
    return found


def belief(game: Game, name: str, hidden: States) -> Net:
    """The net that tells a level which worlds are likely: the strongest one has one, where the game does."""
    asked = getattr(game.mind, "beliefs", None)
    found: Net | None = asked(hidden) if name == STRONGEST and asked is not None else None
    return NONE if found is None else found


def net(game: Game, name: str, hidden: States) -> Net:
    """The net with which a level judges positions from a state: the strongest one has one, where the game does."""
    asked = getattr(game.mind, "nets", None)
    found: Net | None = asked(hidden) if name == STRONGEST and asked is not None else None
    return NONE if found is None else found
