"""Symbol: kings, stacks and explosions on 7×7, for two."""

from typing import Any

from tesserae.games.game import Game, PerSeat, Preset
from tesserae.games.modules import Environment, Modules
from tesserae.games.symbol.options import BOX, OPTIONS, STANDARD, UNLIMITED, check, chosen_openly, standard

__all__ = ["GAME", "standard"]


def modules() -> Modules:
    from tesserae.games.symbol import effects, lens, mind, notation, order, position, report, rules, text, view, why

    own = Modules(rules, notation, position, view, why, text, effects, mind, report, order)
    return own._replace(agreed=position.agreed, foreseen=effects.foreseen, inspect=lens.inspect)


def environment() -> Environment:
    from tesserae.games.symbol import factored, picture

    return Environment(picture, factored)


def facts() -> dict[str, Any]:
    """The terrain of each rank, the pieces of a side, and how many of a colour there are in one set of the game."""
    from tesserae.games.symbol.view import TERRAIN

    return {"terrain": TERRAIN, "forces": {"standard": STANDARD, "unlimited": UNLIMITED}, "box": BOX}


GAME = Game(
    name="symbol",
    package=__name__,
    title="Symbol",
    about="Move, stack, push and explode the pieces of six colours on 7×7; lose your king and you lose.",
    prefix="SY",
    seats=(2,),
    modules=modules,
    environment=environment,
    secrets=False,
    options=OPTIONS,
    check=check,
    per_seat=PerSeat("forces", standard, chosen_openly),
    facts=facts,
    presets=(
        Preset("full", "Full game", "Stacks, pushes and regions: the whole game, as the English rulebook has it."),
        Preset(
            "simple",
            "Simple game",
            "One piece to a square and one action a turn: the game to begin with.",
            {"edition": "simple"},
        ),
        Preset(
            "german_letter",
            "German rulebook",
            "The full game exactly as in the German rulebook: lone kings and blacks are pushed like others.",
            {"immobile": "pushed"},
        ),
        Preset(
            "one_box",
            "One box",
            "Choose forces from one box: at most six of each colour between you, visible to everybody.",
            {"supply": "one_set"},
        ),
        Preset(
            "unlimited",
            "Unlimited forces",
            "Eight pieces a side; what is removed comes back to its owner's reserve.",
            {"unlimited": True},
        ),
        Preset("enlist", "Enlisting", "What you remove in your turn joins your own reserve.", {"enlist": True}),
    ),
)
