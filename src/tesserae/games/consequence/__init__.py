"""Consequence: hidden suns and moons on 4×4, for two."""

from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number


def retractable(action: str) -> bool:
    """A tile placed face down, in the closing placements of CQ-8: its colour was known from the hand."""
    return "@" in action and ">" not in action


GAME = Game(
    name="consequence",
    title="Consequence",
    about="Place, move and push face-down suns and moons on 4×4; touching pairs of your symbol score.",
    seats=(2,),
    sides=("Moon", "Sun"),
    retractable=retractable,
    options=(
        Number("row_min", 1, "how many tiles a placed tile must have in front of it to push them", low=1, high=3),
        Choice(
            "reveal_pushed",
            "receiver",
            "who sees the face of a tile pushed off the board",
            values=("receiver", "both"),
        ),
        Flag("memory_aid", False, "show each player the faces of the tiles that player put on the board"),
    ),
)
