"""Consequence for the proofs: all the worlds that a seat cannot rule out, one by one.

A node is a state hidden for the seat, which is all that the seat goes by. An action is carried out in all its worlds,
then everything that the other seat could do in each; what the seat then sees are the nodes that follow.
"""

import numpy as np

from tesserae.engine import contract
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, States, compiled, heavy
from tesserae.games import game as find
from tesserae.games.consequence.board import ASCENDING, BITS, CLOSING, SQUARES, UNKNOWN, WORLDS
from tesserae.games.consequence.knowledge import learn_afresh
from tests.tactics.limit import Limit

LONGEST = 1024  # actions: there are 992
DEEPEST = 18  # states in a row: an action and all the closing placements


def worlds(hidden: States, seat: int) -> States:
    """Every world that the state hidden for the seat leaves open, once."""
    found: States = np.repeat(hidden, len(WORLDS) ** 2)
    return found[: fill(hidden, seat, found)]


@heavy
def fill(hidden: States, seat: int, found: States) -> int:
    """Write them to `found`; returns how many there are."""
    s = hidden[0]
    numbers = np.empty((2, len(WORLDS)), np.int64)  # of what can be the case with the tiles of each colour
    count = np.zeros(2, np.int64)
    for colour in range(2):
        for world in range(len(WORLDS)):
            word, bit = world // BITS, world % BITS
            if s.possible[seat, colour, word] & ASCENDING[int(s.theirs[seat, colour]), word] & 1 << bit:
                numbers[colour, count[colour]] = world
                count[colour] += 1
    for i in range(count[0] * count[1]):
        turn_up(found[i], seat, 0, WORLDS[numbers[0, i // count[1]]])
        turn_up(found[i], seat, 1, WORLDS[numbers[1, i % count[1]]])
        learn_afresh(found[i], 1 - seat)
    return count[0] * count[1]


@compiled
def turn_up(s: Record, seat: int, colour: int, roles: Ints) -> None:
    """The hidden tiles of a colour are what `roles` says of the seat's labels for them."""
    for square in range(SQUARES):
        if int(s.board[square]) == UNKNOWN + colour:
            s.board[square] = colour * 3 + roles[s.label[seat, square]]
    s.hands[1 - seat, UNKNOWN + colour] = 0
    theirs = int(s.theirs[seat, colour])
    while theirs:
        s.hands[1 - seat, colour * 3 + roles[lowest(theirs)]] += 1
        theirs &= theirs - 1


@heavy
def _follow(world: States, seat: int, action: int, least: float, reached: States, path: States, out: Ints) -> int:
    """Carry out an action in a world and then all that the other seat could do: how many states, written down as the
    seat sees them, there are in which it is to act again; -1 if a game can end before with less than `least`."""
    path[0] = world[0]
    contract.apply(path[0], seat, action)
    results = np.zeros(2)
    tops = np.zeros(len(path), np.int64)  # of each state on the path the actions still to be tried, from here …
    ends = np.zeros(len(path), np.int64)  # … to here
    level = 0
    n = 0
    while level >= 0:
        s = path[level]
        base = ends[level - 1] if level > 0 else 0
        tops[level] = base
        ends[level] = base
        if contract.over(s):
            contract.returns(s, results)
            if results[seat] < least:
                return -1
        elif contract.actors(s) == 1 << seat:
            reached[n] = s
            contract.hide(reached[n], seat)
            n += 1
        else:
            ends[level] += contract.legal(s, 1 - seat, out[base:])
        while level >= 0 and tops[level] == ends[level]:
            level -= 1
        if level >= 0:
            path[level + 1] = path[level]
            contract.apply(path[level + 1], 1 - seat, out[tops[level]])
            tops[level] += 1
            level += 1
    return n


class Proof:
    """Whether a seat can be sure to have won, or (`win` false) not to have lost, when so many of its turns are over."""

    def __init__(self, seat: int, win: bool, limit: Limit) -> None:
        self._seat = seat
        self._win = win
        self._limit = limit  # each action in each world is a step
        self._path: States = np.zeros(DEEPEST, find("consequence").rules.STATE)
        self._reached: States = np.zeros(LONGEST, self._path.dtype)
        self._out: Ints = np.empty(DEEPEST * LONGEST, np.int64)

    def sure(self, possible: States, action: int, turns: int) -> bool:
        """With this action, in the first of the turns and any of the worlds."""
        seen = set()
        least = 1.0 if self._win else 0.0
        for i in range(len(possible)):
            self._limit.spend(1)
            world = possible[i : i + 1]
            n = _follow(world, self._seat, action, least, self._reached, self._path, self._out)
            if n < 0:
                return False
            for node in [self._reached[j : j + 1].tobytes() for j in range(n)]:
                if node not in seen:
                    seen.add(node)
                    if not self._goes_on(np.frombuffer(bytearray(node), self._path.dtype), turns):
                        return False
        return True

    def _goes_on(self, hidden: States, turns: int) -> bool:
        """Whether the seat, to act again, has an action it can be sure of. Closing placements (CQ-8) are no turns."""
        if hidden[0].phase != CLOSING:
            turns -= 1
            if turns == 0:
                return not self._win
        actions = self._out[: contract.legal(hidden, self._seat, self._out)].tolist()
        possible = worlds(hidden, self._seat)
        return any(self.sure(possible, action, turns) for action in actions)
