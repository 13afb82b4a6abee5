"""Why an action of Treasure is not legal, from the state as the seat itself may know it."""

from tesserae.engine.jit import States
from tesserae.errors import Refused
from tesserae_treasure.board import NAMES
from tesserae_treasure.rules import DIG, NOWHERE


def why(states: States, seat: int, code: int) -> Refused:
    """The rule that forbids an illegal action to the seat whose turn it is (-1: the referee)."""
    if seat < 0:
        return Refused("GE-7", "Treasure has no referee; only the players act.")
    if code >= DIG and states[0].treasure[seat] == NOWHERE:
        return Refused("TR-2", "First hide your treasure, as with hide b2.")
    if code < DIG:
        return Refused("TR-2", "Your treasure is hidden already; now dig for the other's.")
    return Refused("TR-3", "You have dug at {square} before.", square=NAMES[code - DIG])
