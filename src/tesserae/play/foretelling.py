"""Previews: what steps would do, without revealing what nobody may know yet.

In a game without hidden information, the steps are tried out on a copy of the game. In others they are tried out in a
world that is imagined from what the seat knows, and shown as a spectator would see them. That is done only for steps
with the same result in every such world (`Form.foreseeable`), so that a preview is never wrong.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tesserae.games.effects import Effect, Foreseen, before_the_end
from tesserae.play.refusals import refuse
from tesserae.record import Step, replay
from tesserae.state import State

LONG = 400  # the longest list of actions; if there are more, clients ask for one square at a time
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
        steps = _steps(state, seat, actions)
        views = [step.after.shared_view(seat) for step in steps]
        return Staged(views, [step.effects(None) for step in steps], *_end(state, steps).listed(seat, LONG))
    if not all(_foreseeable(state, action) for action in actions):
        raise refuse("MA-26")
    effects, lists = list[list[Effect]](), list[list[str]]()
    for seed in range(WORLDS):
        world = state.imagined(seat, seed)
        steps = _steps(world, seat, actions)
        effects = effects or [before_the_end(step.effects(None)) for step in steps]  # they are the same in all worlds
        listed, count = _end(world, steps).listed(seat, LONG)
        if listed is None:
            return Staged([], effects, None, count)
        lists.append(listed)
    legal = [action for action in lists[0] if all(action in other for other in lists)]
    return Staged([], effects, legal, len(legal))


def _steps(state: State, seat: int, actions: Sequence[str]) -> list[Step]:
    return list(replay(state, [(seat, action) for action in actions]))


def _end(state: State, steps: Sequence[Step]) -> State:
    return steps[-1].after if steps else state


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
