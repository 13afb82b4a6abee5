"""Why an action of Consequence is not legal, from the state as the seat itself may know it."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.errors import Refused
from tesserae.games.consequence.board import CLOSING, DIRECTIONS, KINDS, MOVE_LIMIT, NEIGHBOUR
from tesserae.games.consequence.notation import NAMES
from tesserae.games.consequence.rules import MOVES, PLACES
from tesserae.games.consequence.shapes import occupied
from tesserae.games.lexicon import listed


def why(states: States, seat: int, action: int) -> Refused:
    """The rule that forbids an illegal action to the seat whose turn it is (-1: the referee)."""
    s = states[0]
    if seat < 0:
        return Refused("GE-7", "Consequence has no referee; only the players act.")
    plain = action < MOVES and action % 9 == 0
    if not plain:
        if not occupied(s):
            return Refused("CQ-2", "The first turn must be a plain placement, such as bM@b2.")
        if s.phase == CLOSING:
            return Refused("CQ-8", "The play has ended; place the tiles left in your hand, one after the other.")
    if action >= MOVES:
        return _moving(s, action - MOVES)
    return _placing(s, seat, action // PLACES, action % PLACES // 9, action % 9)


def _moving(s: Any, move: int) -> Refused:
    square, target = move // 8, int(NEIGHBOUR[move // 8, move % 8 + 1])
    if s.moves_in_row >= MOVE_LIMIT:
        return Refused("CQ-11", "There were {n} moves in a row; this turn must place a tile.", n=MOVE_LIMIT)
    if s.board[square] < 0:
        return Refused("CQ-4", "There is no tile on {square} to move.", square=NAMES[square])
    if s.board[target] >= 0:
        around = [int(near) for near in NEIGHBOUR[square, 1:] if near >= 0]
        free = [NAMES[near] for near in sorted(around) if s.board[near] < 0]
        words = {"square": NAMES[square], "target": NAMES[target]}
        if not free:
            return Refused("CQ-4", "{target} is not empty, and nor is any square that touches {square}.", **words)
        return Refused(
            "CQ-4", "{target} is not empty; from {square} a tile can move to {free}.", free=listed(free), **words
        )
    return Refused(
        "CQ-4", "The tile on {square} was moved in the turn just before; move another one.", square=NAMES[square]
    )


def _placing(s: Any, seat: int, kind: int, square: int, direction: int) -> Refused:
    rule = "CQ-5" if direction else "CQ-3"
    if s.hands[seat, kind] == 0:
        hand = listed(name for name, count in zip(KINDS, s.hands[seat], strict=True) if count)
        return Refused(rule, "You have no {tile} in your hand; you have {hand}.", tile=KINDS[kind], hand=hand)
    if s.board[square] >= 0:
        return Refused(rule, "{square} is not empty; a tile is placed on an empty square.", square=NAMES[square])
    row = []
    ahead = int(NEIGHBOUR[square, direction])
    while ahead >= 0 and s.board[ahead] >= 0:
        row.append(ahead)
        ahead = int(NEIGHBOUR[ahead, direction])
    if not row:
        words = {"square": NAMES[square], "direction": DIRECTIONS[direction]}
        near = [
            DIRECTIONS[other]
            for other in range(1, 9)
            if (there := int(NEIGHBOUR[square, other])) >= 0 and s.board[there] >= 0
        ]
        if not near:
            return Refused(rule, "There is nothing to push: no tile touches {square}.", **words)
        return Refused(
            rule,
            "There is nothing to push: a tile touches {square} only in direction {others}, not {direction}.",
            others=listed(near),
            **words,
        )
    if len(row) < s.row_min:
        return Refused(
            rule,
            "A push needs {needed} tiles in front of {square}; in direction {direction} there are {n}.",
            needed=int(s.row_min),
            square=NAMES[square],
            direction=DIRECTIONS[direction],
            n=len(row),
        )
    return Refused(
        "CQ-6",
        "The tile on {square} would be pushed off, but it was added in the turn just before.",
        square=NAMES[row[-1]],
    )
