"""What an action of Consequence did, from two hidden states.

A tile is written as the viewer sees it: `b?` where its face is not shown. What the state still knows of the viewer's
own tiles is not told, because remembering is the game; but a player who places a tile is told which one it is.
"""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.actions import Action
from tesserae.games.consequence.board import BACK, CLOSING, DIRECTIONS, KINDS, LINES, MOONS, NEIGHBOUR, OVER, SUNS
from tesserae.games.consequence.notation import NAMES
from tesserae.games.consequence.position import outcome
from tesserae.games.consequence.rules import FOUR_IN_ROW
from tesserae.games.consequence.view import faces
from tesserae.games.effects import Claimed, Effect, Moved, Placed, Removed, Said, Scored, Turned, ending
from tesserae.games.plain import plain


def effects(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    was, now = plain(before), plain(after)
    shown = faces(was, viewer)
    done: list[Effect]
    if action.verb == "move":
        done = [Moved("move", action.origin, action.to, shown[was.board[NAMES.index(action.origin)]])]
    else:
        done = [Placed("place", action.to, action.piece)]
        if action.verb == "push":
            done += _push(was, now, seat, action, shown)
    if now.phase == CLOSING and was.phase != CLOSING:
        done.append(Said("closing", None))
    return done + (_end(now) + ending(outcome(after)) if now.phase == OVER else [])


def _push(was: Any, now: Any, seat: int, action: Action, shown: tuple[str, ...]) -> list[Effect]:
    """The row goes one step on, its far end first (CQ-5); what falls off goes to the other hand (CQ-6)."""
    direction = DIRECTIONS.index(action.direction)
    row = [NAMES.index(action.to)]
    beyond = int(NEIGHBOUR[row[0], direction])
    while beyond >= 0 and was.board[beyond] >= 0:
        row.append(beyond)
        beyond = int(NEIGHBOUR[beyond, direction])
    done: list[Effect] = []
    if beyond < 0:
        beyond = row.pop()
        done.append(Removed("push", NAMES[beyond], KINDS[now.pushed], to=1 - seat))
    for origin in reversed(row):
        pieces = action.piece if origin == row[0] else shown[was.board[origin]]
        done.append(Moved("push", NAMES[origin], NAMES[beyond], pieces))
        beyond = int(NEIGHBOUR[beyond, BACK[direction]])
    return done


def _end(now: Any) -> list[Effect]:
    """All tiles are turned up (CQ-8), with the score (CQ-9, CQ-10)."""
    done: list[Effect] = [
        Turned("end", NAMES[square], KINDS[kind], True) for square, kind in enumerate(now.board) if kind >= 0
    ]
    done += [Scored("pairs", seat, points) for seat, points in enumerate(now.points)]
    if now.reason == FOUR_IN_ROW:
        symbols = SUNS if now.winner else MOONS
        own = sum(1 << square for square, kind in enumerate(now.board) if kind in symbols)
        line = int(next(line for line in LINES if own & line == line))
        done.append(Claimed("four", [NAMES[square] for square in range(len(NAMES)) if line >> square & 1], now.winner))
    return done
