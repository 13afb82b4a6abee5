"""What an action of Treasure did, from two hidden states."""

from tesserae.engine.jit import States
from tesserae.games.actions import Action
from tesserae.games.effects import Claimed, Effect, Placed, Said, ending
from tesserae.games.plain import plain
from tesserae_treasure.board import NAMES
from tesserae_treasure.position import outcome
from tesserae_treasure.rules import UNKNOWN


def effects(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    was, now = plain(before), plain(after)
    square = action.to
    done: list[Effect]
    if action.verb == "dig":
        told = now.answer[seat][NAMES.index(square)]
        done = [Placed("dig", square, str(told), seat)]
        if told == 0:
            done.append(Claimed("find", [square], seat))
    elif square == "?":
        done = [Said("hide", seat)]
    else:
        done = [Placed("hide", square, "T", seat)]
    if not now.ended:
        return done
    for owner in range(2):  # TR-5: what nobody found is shown
        if was.treasure[owner] == UNKNOWN and not now.found[1 - owner]:
            done.append(Placed("show", NAMES[now.treasure[owner]], "T", owner))
    return done + ending(outcome(after))
