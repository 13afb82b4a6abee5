"""Consequence, looked back on: what each side could have known of the faces, compared with what they were."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tesserae.engine.jit import States
from tesserae.games.consequence.board import ASCENDING, BITS, KINDS, OVER, SQUARES, WORLDS
from tesserae.games.consequence.notation import NAMES
from tesserae.games.modules import Turn
from tesserae.games.plain import plain

NUMBERS = np.arange(len(WORLDS))


def details(states: Sequence[States], actions: Sequence[str], turns: Sequence[Turn]) -> dict[str, Any]:
    """What the seats know at the beginning and after each turn, except at the end, when everything is open: see
    `knowledge`."""
    return {"knowledge": [knowledge(states[number]) for number in (0, *(turn.end for turn in turns))]}


def knowledge(states: States) -> dict[str, Any] | None:
    """What a player with a perfect memory would know in each seat: how many worlds are possible, how many tiles on the
    board are certain, and for each square its true face and the probability that the seat must give it."""
    s = plain(states)
    if s.phase == OVER:
        return None
    held = [square for square in range(SQUARES) if s.board[square] >= 0]
    faces = {NAMES[square]: KINDS[s.board[square]] for square in held}
    seats = []
    for seat in range(2):
        worlds = [_worlds(s, seat, colour) for colour in range(2)]
        chances = {}
        for square in held:
            colour, role = divmod(s.board[square], 3)
            roles = worlds[colour][:, s.label[seat][square]]
            chances[NAMES[square]] = round(float(np.mean(roles == role)), 3)
        certain = sum(chance == 1.0 for chance in chances.values())
        seats.append({"worlds": len(worlds[0]) * len(worlds[1]), "certain": certain, "chances": chances})
    return {"faces": faces, "seats": seats}


def _worlds(s: Any, seat: int, colour: int) -> Any:
    """The worlds of a colour that the seat holds possible, each as likely as any other: the roles of the labels."""
    words = np.array(s.possible[seat][colour]) & ASCENDING[s.theirs[seat][colour]]
    return WORLDS[words[NUMBERS // BITS] >> NUMBERS % BITS & 1 == 1]


def columns(details: Mapping[str, Any], side: Callable[[int], str]) -> dict[str, list[str]]:
    """For each side, of how many faces on the board it could be certain."""
    known = details["knowledge"][1:]
    return {
        f"known to {side(seat)}": [
            f"{about['seats'][seat]['certain']} of {len(about['faces'])}" if about else "" for about in known
        ]
        for seat in range(2)
    }
