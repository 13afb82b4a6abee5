"""The effects of a game without `effects.py`: only that somebody acted. To be deleted when all games have one."""

from tesserae.engine.jit import States
from tesserae.games.effects import Effect, Said
from tesserae.games.usual import foreseen, reach

__all__ = ["effects", "foreseen", "reach"]


def effects(before: States, after: States, seat: int, action: str, viewer: int) -> list[Effect]:
    return [Said("acted", None if seat < 0 else seat)]
