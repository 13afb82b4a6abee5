"""Symbol Chain: a memory game of sequences on 7×7, for two to four."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from tesserae.errors import BadOption
from tesserae.games.game import Game, Preset
from tesserae.games.modules import Environment, Modules
from tesserae.games.options import Choice, Flag
from tesserae.games.symbol_chain.options import StartingSquares, TileSet, tile_sets


def check(values: Mapping[str, Any], seats: int) -> None:
    """Every player needs a set of tiles."""
    sets = len(tile_sets(values["tiles"]))
    if sets < seats:
        sentence = "option {option}: there are {sets} sets, too few for {seats} players"
        raise BadOption(sentence, option="tiles", sets=sets, seats=seats)


def looking(states: NDArray[Any]) -> bool:
    """SC-4: whether the starting tiles lie open."""
    from tesserae.games.symbol_chain.record import LOOKING

    return int(states["phase"][0]) == LOOKING


def modules() -> Modules:
    from tesserae.games.symbol_chain import effects, mind, notation, position, report, rules, text, view, why

    own = Modules(rules, notation, position, view, why, text, effects, mind, report)
    return own._replace(out_of_turn=why.out_of_turn, foreseen=effects.foreseen, lines=report.lines)


def environment() -> Environment:
    from tesserae.games.symbol_chain import picture

    return Environment(picture)


GAME = Game(
    name="symbol_chain",
    package=__name__,
    title="Symbol Chain",
    about="Turn up face-down symbols in the order of your tile's sequence; remember where everything lies.",
    prefix="SC",
    seats=(2, 3, 4),
    modules=modules,
    environment=environment,
    secrets=False,
    memory=True,
    untimed=looking,
    aid="memory_aid",
    options=(
        Choice("match", "exact", "what must agree for a flip to be right", values=("exact", "shape")),
        Choice(
            "end_stacks",
            "same",
            "two players end the game by emptying the same of the stacks 2 and 3, or any of them",
            values=("same", "any"),
        ),
        Flag("memory_aid", False, "show the faces of face-down tiles, as far as they have been seen"),
        Choice("backs", "plain", "whether the back of a tile shows whose it is", values=("plain", "owner")),
        StartingSquares("start", None, "the squares of the nine starting tiles"),
        TileSet("tiles", "standard", "the players' tiles"),
    ),
    check=check,
    presets=(
        Preset(
            "printed", "As printed", "Colour and shape must match, all backs are alike, and there is no memory aid."
        ),
        Preset(
            "owners",
            "Owners on the backs",
            "The back of a tile shows whose it is: a little easier.",
            {"backs": "owner"},
        ),
        Preset(
            "shapes", "Shapes only", "Only the shape must match, not the colour: an easier game.", {"match": "shape"}
        ),
        Preset(
            "memory_aid",
            "With memory aid",
            "Faces that have been seen stay shown: for learning, and for those who would rather plan than remember.",
            {"memory_aid": True},
        ),
    ),
)
