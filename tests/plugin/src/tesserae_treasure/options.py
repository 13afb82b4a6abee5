"""The options of Treasure."""

from tesserae.games.options import Choice, Option

OPTIONS: tuple[Option, ...] = (
    Choice("measure", "steps", "whether a diagonal step counts two (steps) or one (king)", values=("steps", "king")),
)
