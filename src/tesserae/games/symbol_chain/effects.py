"""What an action of Symbol Chain did, from two hidden states.

All seats are told the same, and only what lies open at that moment; what the states still know of tiles that lie face
down is not looked at. A tile is written with its face and its sequence, `gX: bC wT`; on the board with its face alone.
"""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.actions import Action
from tesserae.games.effects import Effect, Foreseen, Gave, Placed, Removed, Said, Scored, Took, Turned, ending
from tesserae.games.plain import plain
from tesserae.games.symbol_chain import record
from tesserae.games.symbol_chain.board import FACE_UP, FACES, NAMES, SHORTEST
from tesserae.games.symbol_chain.position import occupied, outcome, owner, tile


def effects(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    was, now = plain(before), plain(after)
    verb, square = action.verb, action.to
    done: list[Effect]
    if verb == "ready":
        done = [Said("ready", seat)]
        if now.phase != record.LOOKING:
            done += [Said("begin", None), *(_turned("begin", now, square, False) for square in occupied(now))]
    elif action.number is not None:
        done = _take(now, seat, action.number - SHORTEST)
    elif verb == "flip":
        done = _flip(was, now, seat, NAMES.index(square))
    elif verb == "place":
        lifted = None if now.lifted_owner < 0 else now.lifted_owner
        done = [
            Removed("lift", square, FACES[now.lifted_face], lifted, seat),
            Placed("place", square, FACES[now.face[NAMES.index(square)]], seat),
        ]
    elif verb == "lay":
        done = [Placed("lay", square, FACES[was.lifted_face], None if was.lifted_owner < 0 else was.lifted_owner)]
    else:
        done = [Said("pass", seat)]
    if now.last_seat >= 0:
        done += _close(now)
    return done + ending(outcome(after) if now.phase == record.OVER else None)


def _take(now: Any, seat: int, stack: int) -> list[Effect]:
    done: list[Effect] = [Took("take", seat, _written(now, seat, now.taken))]
    height = now.height[seat][stack]
    if stack >= FACE_UP and height:
        top = now.stacks[seat][now.bottom[seat][stack] + height - 1]
        done.append(Turned("top", str(stack + SHORTEST), _written(now, seat, top), True, seat))
    return done


def _flip(was: Any, now: Any, seat: int, square: int) -> list[Effect]:
    right = now.discarded[seat] == was.discarded[seat]
    done: list[Effect] = [_turned("right" if right else "wrong", now, square, True)]
    if not right:
        return [*done, Gave("discard", seat, _written(now, seat, now.last_taken))]
    if points := now.scores[seat] - was.scores[seat]:
        done.append(Scored("flip", seat, points))
    if now.phase == record.PLACING:
        done.append(Said("complete", seat))
    return done


def _close(now: Any) -> list[Effect]:
    """The end of a turn: what was turned up goes face down (SC-8, SC-9), or all is turned up (SC-12)."""
    flipped = now.flips[: now.flipped]
    if now.phase != record.OVER:
        return [_turned("down", now, square, False) for square in flipped]
    done: list[Effect] = [_turned("end", now, square, True) for square in occupied(now) if square not in flipped]
    own = [record.OWN_TILE * int(squares).bit_count() for squares in now.own[: now.seats]]
    return done + [Scored("own", seat, points) for seat, points in enumerate(own) if points]


def _turned(cause: str, now: Any, square: int, up: bool) -> Turned:
    return Turned(cause, NAMES[square], FACES[now.face[square]], up, owner(now, square))


def _written(s: Any, seat: int, number: int) -> str:
    return ": ".join(tile(s, seat, number) or ())


def foreseen(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    """Of a tile to be taken whose face is up, its sequence; of a flip, the face that is wanted; of a tile to be placed,
    what it is worth at the end. Nothing that cannot be seen beforehand."""
    was = plain(before)
    if action.number is not None:
        stack = action.number - SHORTEST
        if stack < FACE_UP:
            return [Foreseen("unseen", n=action.number)]
        top = was.stacks[seat][was.bottom[seat][stack] + was.height[seat][stack] - 1]
        return [Foreseen("sequence", pieces=_written(was, seat, top), n=action.number)]
    if action.verb == "flip":
        face = record.wanted(before[0], seat, was.taken, was.flipped)
        return [Foreseen("wanted", action.squares, FACES[face])]
    return [Foreseen("own", action.squares, n=record.OWN_TILE)] if action.verb == "place" else []
