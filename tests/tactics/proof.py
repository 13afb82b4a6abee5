"""What a seat can be sure of: an exhaustive search, depth-limited by turns, with no judgement in it.

A node is a state hidden for the seat. Where the seat acts one action must do; where others act, all that they could do
must be met, with every card that they could have; and where something is turned up for the seat (a card drawn, a tile
taken), all that it could be. So what is proved holds in every world that the seat cannot rule out, for a seat that goes
by nothing but what it knows.

Symbol, Symbol Chain and Sequence are proved here. In Consequence tiles stay face down to the end: see worlds.py.
"""

import numpy as np

from tesserae.engine import contract
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Ints, Record, States, heavy, stub, variants
from tesserae.games import game as find
from tests.tactics import chain, sequence, symbol

WIN, SURVIVE = 1, 0  # the goals: to have won alone, or not to have lost, when so many turns are over
PROVED, REFUTED, TOO_LONG = 1, 0, -1
DEEPEST = 64  # actions in a row
ROOM = 1 << 16  # entries for the actions still to be tried on all levels
LONGEST = 1 << 14  # so many of them are kept free for one more list

HOOKS = {"symbol": symbol, "symbol_chain": chain, "sequence": sequence}


@stub
def options(s: Record, seat: int, actor: int, out: Ints) -> int:
    """What another seat could do, for all that the seat knows; as many as fit are written to `out`."""
    raise NotImplementedError


@stub
def carry_out(s: Record, seat: int, actor: int, action: int) -> None:
    """Do it, on the state hidden for the seat."""


@stub
def ways(s: Record, seat: int, actor: int, action: int, out: Ints) -> int:
    """After an action: how many different things it could have turned up for the seat to see; 0 for nothing."""
    raise NotImplementedError


@stub
def settle(s: Record, seat: int, actor: int, action: int, way: int) -> None:
    """Let it be this one."""


for hook in (options, carry_out, ways, settle):
    for game, hooks in HOOKS.items():
        variants[hook][find(game).rules.STATE] = getattr(hooks, hook.__name__)


def prove(hidden: States, seat: int, side: int, first: int, goal: int, turns: int, limit: int) -> tuple[int, int]:
    """Whether the seat, of the side (bits of seats), reaches the goal for certain if it begins with the action `first`;
    and how many actions were tried. TOO_LONG if they were more than the limit."""
    tried: Ints = np.zeros(1, np.int64)
    path = np.repeat(hidden, DEEPEST)
    return _prove(path, seat, side, first, goal, turns, limit, tried), int(tried[0])


@heavy
def _prove(path: States, seat: int, side: int, first: int, goal: int, turns: int, limit: int, tried: Ints) -> int:
    """The same, with the states on the way in `path`, from the first on, and the number of actions in `tried`.

    The turn under way is the first of its side's turns; the search ends where turn `turns + 1` would begin.
    """
    pile = np.empty(ROOM, np.int64)
    begins = np.zeros(DEEPEST + 1, np.int64)  # level: its actions lie in the pile from here on, …
    ends = np.zeros(DEEPEST + 1, np.int64)  # … to here
    chance = np.zeros(DEEPEST + 1, np.bool_)  # the actions of this level are ways for the one before to turn out
    own = np.zeros(DEEPEST + 1, np.bool_)  # one will do
    actors = np.zeros(DEEPEST + 1, np.int64)
    actions = np.zeros(DEEPEST + 1, np.int64)  # what led to this level
    used = np.zeros(DEEPEST + 1, np.int64)  # turns of the side begun
    last = np.full(DEEPEST + 1, -1, np.int64)  # what decided this level when it was last looked at
    results = np.zeros(16)
    level = 0
    own[0] = True
    actors[0] = seat
    used[0] = 1
    pile[0] = first
    ends[0] = 1
    while True:
        # Take the next action of this level.
        action = pile[begins[level]]
        begins[level] += 1
        tried[0] += 1
        if tried[0] > limit or level + 2 > DEEPEST:
            return TOO_LONG
        path[level + 1] = path[level]
        s = path[level + 1]
        actor = actors[level]
        room = pile[ends[level] :]
        if len(room) < LONGEST:
            return TOO_LONG
        n = 0
        if chance[level]:
            settle(s, seat, actor, actions[level], action)
        else:
            carry_out(s, seat, actor, action)
            n = ways(s, seat, actor, action, room)
        value = -1
        level += 1
        chance[level] = n > 0
        actions[level] = action
        actors[level] = actor
        used[level] = used[level - 1]
        own[level] = False
        if n == 0:
            if contract.over(s):
                contract.returns(s, results)
                value = int(results[seat] == 1.0) if goal == WIN else int(results[seat] >= 0.0)
            else:
                now = lowest(contract.actors(s))
                actors[level] = now
                if side >> now & 1 and not side >> actor & 1:
                    used[level] += 1
                own[level] = now == seat
                if used[level] > turns:
                    value = int(goal == SURVIVE)
                else:
                    n = contract.legal(s, seat, room) if now == seat else options(s, seat, now, room)
                    if n > LONGEST:
                        return TOO_LONG
        if value < 0:
            begins[level] = ends[level - 1]
            ends[level] = begins[level] + n
            for i in range(begins[level], ends[level]):
                if pile[i] == last[level]:
                    pile[i] = pile[begins[level]]
                    pile[begins[level]] = last[level]
                    break
            continue
        # A value is known: go up as far as it decides.
        while value >= 0:
            if level == 1:
                return value
            level -= 1
            if own[level] == (value == 1):
                last[level] = pile[begins[level] - 1]
            elif begins[level] < ends[level]:
                value = -1
