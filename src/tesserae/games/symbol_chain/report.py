"""Symbol Chain, looked back on: what could have been remembered, compared with what was.

Everybody has seen every tile on the board at some time, so a perfect memory knows each face; a flip is sure if any tile
that fits lies face down.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tesserae.engine.jit import States
from tesserae.games.game import EVERYTHING
from tesserae.games.modules import Turn
from tesserae.games.plain import plain
from tesserae.games.symbol_chain.notation import FORMS
from tesserae.games.symbol_chain.record import OWN_TILE
from tesserae.games.symbol_chain.view import view as look

RECENT = 4  # a tile counts as seen recently if it was shown within this many turns

Board = dict[str, list[Any]]  # square: face and owner


def details(states: Sequence[States], actions: Sequence[str], turns: Sequence[Turn]) -> dict[str, Any]:
    """`turns`: for each the sure points of the tile that was taken, the points that were scored, and the flips;
    `memory`: for each seat the sum."""
    beginning = plain(states[0])
    shape = bool(beginning.match_shape)
    view = look(states[0], EVERYTHING)
    seen = dict.fromkeys(view["board"], 0)  # the turn in which the tile on a square last lay open
    told: list[dict[str, Any] | None] = []
    for number, turn in enumerate(turns, start=1):
        flips: list[dict[str, Any]] = []
        sure = made = 0
        for place in range(turn.begin, turn.end):
            before, view = view, look(states[place + 1], EVERYTHING)
            action = FORMS.read(actions[place])
            verb, square = action.verb, action.to
            if verb == "ready":
                seen = dict.fromkeys(seen, number)
            elif verb == "take":
                sure = sure_points(view["board"], view["taken"][1].split(), turn.seat, shape)
            elif verb == "flip":
                flip = _flip(before, square, seen, number, shape)
                flips.append(flip)
                made += flip["right"] and before["board"][square][1] != turn.seat
                seen[square] = number
            elif verb == "place":
                made += OWN_TILE
                seen[square] = number
            elif verb == "lay":
                seen[square] = number
        told.append({"sure": sure, "made": made, "flips": flips} if flips else None)
    return {"turns": told, "memory": [_memory(seat, turns, told) for seat in range(beginning.seats)], "recent": RECENT}


def fits(face: str, wanted: str, shape: bool) -> bool:
    """SC-6."""
    return face[1] == wanted[1] if shape else face == wanted


def sure_points(board: Board, sequence: list[str], seat: int | None, shape: bool) -> int:
    """What a player who knows every face scores with a sequence: a point for each tile that is not the player's own,
    and if it is completed, those for the player's tile that goes on the board (SC-6, SC-9, SC-12)."""
    left = dict(board)
    points = 0
    for wanted in sequence:
        fitting = [square for square, (face, _) in left.items() if fits(face, wanted, shape)]
        if not fitting:
            return points
        square = min(fitting, key=lambda square: left[square][1] == seat)  # another's first, which scores
        points += left.pop(square)[1] != seat
    return points + OWN_TILE


def _flip(before: dict[str, Any], square: str, seen: dict[str, int], turn: int, shape: bool) -> dict[str, Any]:
    """A flip: what was looked for, where it lay, and how many turns ago it was last to be seen."""
    wanted = before["taken"][1].split()[len(before["flipped"])]
    down = {name: face for name, (face, _) in before["board"].items() if name not in before["flipped"]}
    there = [name for name, face in down.items() if fits(face, wanted, shape)]
    return {
        "square": square,
        "wanted": wanted,
        "right": square in there,
        "there": sorted(there),
        "ago": min((turn - seen[name] for name in there), default=None),
    }


def _memory(seat: int, turns: Sequence[Turn], told: list[dict[str, Any] | None]) -> dict[str, Any]:
    own = [about for turn, about in zip(turns, told, strict=True) if turn.seat == seat and about is not None]
    sure = [flip for about in own for flip in about["flips"] if flip["there"]]
    recent = [flip for flip in sure if flip["ago"] <= RECENT]
    return {
        "flips": sum(len(about["flips"]) for about in own),
        "sure": len(sure),
        "right": sum(flip["right"] for flip in sure),
        "recent": [sum(flip["right"] for flip in recent), len(recent)],
        "points": sum(about["made"] for about in own),
        "missed": sum(max(0, about["sure"] - about["made"]) for about in own),
    }


def columns(details: Mapping[str, Any], side: Callable[[int], str]) -> dict[str, list[str]]:
    """Points that were scored, and the sure points."""
    return {"made / sure": [f"{about['made']} / {about['sure']}" if about else "" for about in details["turns"]]}


def lines(details: Mapping[str, Any], side: Callable[[int], str]) -> list[str]:
    """How well each remembered."""
    return [
        f"{side(seat)}: of {memory['sure']} flips whose tile had been seen, {memory['right']} were right; "
        f"{memory['missed']} sure points missed"
        for seat, memory in enumerate(details["memory"])
    ]
