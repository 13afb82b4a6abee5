"""What an environment needs to know about a game, taken from the game's declaration and modules."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from types import ModuleType
from typing import Any, cast

from tesserae.engine import batch
from tesserae.engine.jit import Ints, States
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games.game import Game

MOST_CHOICES = 1 << 16  # the widest mask; a game with more actions brings a module `factored`


@dataclass(frozen=True)
class Setup:
    """A game with its options and seats, and the spaces that follow from them."""

    game: Game
    seats: int
    values: dict[str, Any]
    options: Ints  # as the compiled rules want them
    choices: int  # how many numbers there are to choose from
    shape: tuple[int, ...]  # of what a seat observes
    base: int  # how many of its numbers `observe` fills; the rest shows the parts of an action chosen so far
    made: int  # how many integers hold these parts

    @property
    def size(self) -> int:
        return prod(self.shape)

    def blank(self, n: int) -> States:
        return self.game.blank().repeat(n)


def setup(name: str, seats: int | None, given: Mapping[str, object]) -> Setup:
    """The set-up for a game with these options; raises BadOption if something is not possible."""
    game = find(name)
    number = game.seats[0] if seats is None else seats
    values = game.resolve(given, number)
    module = game.environment().factored
    batch.bind(game.rules.STATE, cast(ModuleType | None, module))
    shape = tuple(game.rules.OBSERVATION)
    base = prod(shape)
    choices, planes, made = game.rules.ACTIONS, 0, 1
    if module is not None:
        choices, planes = module.spaces(values)
        made = module.MADE
    if choices > MOST_CHOICES:
        sentence = "{game} has too many actions for a mask; its declaration needs a module `factored`"
        raise BadOption(sentence, game=game.title)
    full = (shape[0] + planes, *shape[1:])
    return Setup(game, number, values, game.encode(values), choices, full, base, made)
