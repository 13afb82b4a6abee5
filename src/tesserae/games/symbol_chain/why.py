"""Why an action of Symbol Chain is not legal, from the state as the seat itself may know it."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.errors import Refused
from tesserae.games.lexicon import listed
from tesserae.games.symbol_chain import record
from tesserae.games.symbol_chain.board import NAMES, SHORTEST, STACKS
from tesserae.games.symbol_chain.rules import FLIP, LAY, PASS, PLACE, READY


def out_of_turn(states: States, seat: int, action: int) -> Refused | None:
    """What a seat that is ready must wait for."""
    s = states[0]
    if s.phase != record.LOOKING:
        return None
    n = int(s.seats) - int(s.ready).bit_count()
    return Refused("SC-4", "You are ready; the game begins when all are. Still looking: {n}.", n=n)


def why(states: States, seat: int, action: int) -> Refused:
    """The rule that forbids an illegal action to a seat that may act (-1: the referee)."""
    s = states[0]
    if seat < 0:
        return Refused("GE-7", "Symbol Chain has no referee; only the players act.")
    if s.phase == record.LOOKING:
        return Refused("SC-4", "First everybody looks at the starting tiles; say ready when you have.")
    if action == READY:
        return Refused("SC-4", "The game has begun; the starting tiles lie face down.")
    if action == PASS:
        return Refused("SC-10", "Only a player with no tile left passes.")
    if s.phase == record.TAKING:
        return _taking(s, seat, action)
    if action < FLIP:
        return Refused("SC-5", "You have taken a tile already; one a turn is taken.")
    if s.phase == record.FLIPPING:
        return _flipping(s, action)
    return _placing(s, action) if s.phase == record.PLACING else _laying(action)


def _taking(s: Any, seat: int, action: int) -> Refused:
    if not record.stocked(s, seat):
        return Refused("SC-10", "You have no tile left; you pass.")
    left = [str(n + SHORTEST) for n in range(STACKS) if s.height[seat, n]]
    if action < FLIP:
        sentence = "Your stack {n} is empty; tiles are left in {left}."
        return Refused("SC-5", sentence, n=action + SHORTEST, left=listed(left))
    return Refused("SC-5", "First take a tile from one of your stacks: {left}.", left=listed(left, "or"))


def _flipping(s: Any, action: int) -> Refused:
    if action >= PLACE:
        return Refused(
            "SC-9",
            "The sequence is not complete: {n} of {length} faces are turned up.",
            n=int(s.flipped),
            length=record.length(s, int(s.turn), int(s.taken)),
        )
    return _not_face_down(s, "SC-6", action - FLIP)


def _placing(s: Any, action: int) -> Refused:
    if action < PLACE:
        return Refused("SC-9", "The sequence is complete; now place the tile, as in place c4.")
    if action >= LAY:
        return Refused("SC-9", "First place the tile, as in place c4; then what lay there is laid elsewhere.")
    return _not_face_down(s, "SC-9", action - PLACE)


def _laying(action: int) -> Refused:
    if action < LAY:
        return Refused("SC-9", "Now lay the lifted tile on an empty square, as in lay e5.")
    return Refused("SC-9", "{square} is not empty; the lifted tile needs an empty square.", square=NAMES[action - LAY])


def _not_face_down(s: Any, rule: str, square: int) -> Refused:
    if not int(s.full) >> square & 1:
        return Refused(rule, "There is no tile on {square}.", square=NAMES[square])
    return Refused(rule, "The tile on {square} is turned up already.", square=NAMES[square])
