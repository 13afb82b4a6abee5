"""Treasure: hide one, and find the other's, on 4×4; for two."""

from tesserae.games.game import Game, Preset
from tesserae.games.modules import Modules
from tesserae_treasure.options import OPTIONS


def modules() -> Modules:
    from tesserae_treasure import effects, mind, notation, position, rules, text, view, why

    return Modules(rules, notation, position, view, why, text, effects, mind)


GAME = Game(
    name="treasure",
    package=__name__,
    prefix="TR",
    title="Treasure",
    about="Hide a treasure on 4×4, and find the other's by asking how far away it is.",
    seats=(2,),
    modules=modules,
    options=OPTIONS,
    presets=(
        Preset("steps", "Steps", "Distances are counted along files and ranks."),
        Preset("king", "King's moves", "Distances are counted as a king walks.", {"measure": "king"}),
    ),
)
