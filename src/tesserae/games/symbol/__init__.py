"""Symbol: kings, stacks and explosions on 7×7, for two."""

from tesserae.games.game import Game, PerSeat, Preset, always
from tesserae.games.modules import Modules
from tesserae.games.symbol.options import OPTIONS, check, chosen_openly, standard

__all__ = ["GAME", "standard"]


def modules() -> Modules:
    from tesserae.games.symbol import effects, mind, notation, position, report, rules, text, view, why

    return Modules(rules, notation, position, view, why, text, effects, mind, report)


GAME = Game(
    name="symbol",
    package=__name__,
    title="Symbol",
    about="Move, stack, push and explode the pieces of six colours on 7×7; who loses the king loses.",
    prefix="SY",
    seats=(2,),
    modules=modules,
    secrets=False,
    options=OPTIONS,
    check=check,
    retractable=always,
    foreseeable=always,
    per_seat=PerSeat("forces", standard, chosen_openly),
    presets=(
        Preset("full", "Full", "Stacks, pushes and regions: the whole game."),
        Preset("simple", "Simple", "One piece to a square: the first game to learn.", {"edition": "simple"}),
        Preset(
            "unlimited", "Unlimited forces", "Eight pieces a side, which come back when removed.", {"unlimited": True}
        ),
        Preset(
            "german",
            "German letter",
            "As the German rulebook has it: kings and blacks without company are pushed like others.",
            {"immobile": "pushed"},
        ),
        Preset(
            "one_box",
            "One box",
            "Both armies come out of one box: six pieces of each colour for both together.",
            {"supply": "one_set"},
        ),
        Preset("enlist", "Enlisting", "Pieces that you take join your own reserve.", {"enlist": True}),
    ),
)
