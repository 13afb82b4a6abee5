"""Symbol Chain: a memory game of sequences on 7×7, for two to four."""

from collections.abc import Mapping
from typing import Any

from tesserae.errors import BadOption
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag
from tesserae.games.symbol_chain.options import StartingSquares, TileSet, tile_sets


def check(values: Mapping[str, Any], seats: int) -> None:
    """Every player needs a set of tiles."""
    sets = len(tile_sets(values["tiles"]))
    if sets < seats:
        raise BadOption("option tiles: there are {sets} sets, too few for {seats} players", sets=sets, seats=seats)


GAME = Game(
    name="symbol_chain",
    title="Symbol Chain",
    about="Turn up face-down symbols in the order of your tile's sequence; remember where everything lies.",
    seats=(2, 3, 4),
    secrets=False,
    memory=True,
    options=(
        Choice("match", "exact", "what must agree for a flip to be right", values=("exact", "shape")),
        Choice(
            "end_stacks",
            "same",
            "two players end the game by emptying the same of the stacks 2 and 3, or any of them",
            values=("same", "any"),
        ),
        Flag("memory_aid", False, "show the faces of face-down tiles, as far as they have been seen"),
        StartingSquares("start", None, "the squares of the nine starting tiles"),
        TileSet("tiles", "standard", "the players' tiles"),
    ),
    check=check,
)
