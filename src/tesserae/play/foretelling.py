"""Previews: what steps would do, without revealing what nobody may know yet.

In a game without hidden information, the steps are tried out on a copy of the game. In others they are tried out in a
world that is imagined from what the seat knows, and shown as a spectator would see them. That is done only for steps
with the same result in every such world (`Form.foreseeable`), so that a preview is never wrong.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tesserae.games.effects import Effect, Foreseen, before_the_end
from tesserae.play.refusals import refuse
from tesserae.play.seeing import LONG
from tesserae.state import State

WORLDS = 3  # imagined worlds; what is legal after some steps is what is legal in all of them


class Staged(NamedTuple):
    """The view (only in open games) and the effects after each step; what would be legal at the end, and how much."""

    views: list[dict[str, Any]]
    effects: list[list[Effect]]
    legal: list[str] | None  # None: there are too many to be listed
    total: int


def stage(state: State, openly: bool, seat: int, actions: Sequence[str]) -> Staged:
    """`openly`: nothing is hidden from anybody."""
    if openly:
        views, effects, after = [], [], state
        for action in actions:
            effects.append(after.foretell(seat, action, None))
            after = _after(after, seat, action)
            views.append(after.shared_view(seat))
        return Staged(views, effects, *after.listed(seat, LONG))
    if not all(_foreseeable(state, action) for action in actions):
        raise refuse("MA-26")
    effects, lists = [], []
    for seed in range(WORLDS):
        world = state.imagined(seat, seed)
        for action in actions:
            if seed == 0:
                effects.append(before_the_end(world.foretell(seat, action, None)))
            world = _after(world, seat, action)
        listed, count = world.listed(seat, LONG)
        if listed is None:
            return Staged([], effects, None, count)
        lists.append(listed)
    legal = [action for action in lists[0] if all(action in other for other in lists)]
    return Staged([], effects, legal, len(legal))


def _after(state: State, seat: int, action: str) -> State:
    after = state.copy()
    after.act(seat, action)
    return after


def _foreseeable(state: State, action: str) -> bool:
    notation = state.game.notation
    return state.game.forms.read(notation.write(notation.parse(action))).form.foreseeable


def promise(state: State, openly: bool, seat: int, action: str) -> list[Effect]:
    """For hints: what an action would do, make possible or prevent, as far as that is certain."""
    if openly:
        return state.foretell(seat, action, None, foreseen=True)
    told = state.imagined(seat).foretell(seat, action, None, foreseen=True)
    ahead: list[Effect] = [effect for effect in told if isinstance(effect, Foreseen)]
    if not _foreseeable(state, action):
        return ahead
    return before_the_end([effect for effect in told if not isinstance(effect, Foreseen)]) + ahead
