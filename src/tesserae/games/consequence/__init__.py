"""Consequence: hidden suns and moons on 4×4, for two."""

from tesserae.games.game import Game, Preset
from tesserae.games.modules import Environment, Modules
from tesserae.games.options import Choice, Flag, Number


def modules() -> Modules:
    from tesserae.games.consequence import closing, effects, mind, notation, position, report, rules, text, view, why

    return Modules(rules, notation, position, view, why, text, effects, mind, report, closing)


def environment() -> Environment:
    from tesserae.games.consequence import picture

    return Environment(picture)


GAME = Game(
    name="consequence",
    package=__name__,
    title="Consequence",
    about="Place, move and push face-down suns and moons on 4×4; touching pairs of your symbol score.",
    prefix="CQ",
    seats=(2,),
    modules=modules,
    environment=environment,
    sides=("Moon", "Sun"),
    aid="memory_aid",
    presets=(
        Preset(
            "printed",
            "As printed",
            "Only the player who gets a pushed-off tile sees its face; there is no memory aid.",
        ),
        Preset(
            "open_pushes",
            "Open push-offs",
            "Both see the face of a tile that is pushed off the board.",
            {"reveal_pushed": "both"},
        ),
        Preset(
            "memory_aid",
            "With memory aid",
            "The faces of the tiles that you placed stay shown to you.",
            {"memory_aid": True},
        ),
    ),
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
