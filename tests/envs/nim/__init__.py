"""A small game of another package, for tests: from a heap of 12 to 20, take one to three; who takes the last wins."""

from tesserae.games.game import Game
from tesserae.games.modules import Modules


def modules() -> Modules:
    from tests.envs.nim import rules, words

    return Modules(rules, words, words, words, words, words)


GAME = Game(
    name="nim",
    package=__name__,
    prefix="NI",
    title="Nim",
    about="Take one, two or three; who takes the last wins.",
    seats=(2, 3),
    modules=modules,
)
