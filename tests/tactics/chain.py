"""Symbol Chain for the proofs: all see the same, and nobody knows the order of the tiles in the stacks.

In a hidden state the unknown tiles of a stack lie sorted. To take one of them, or the open one on top of them, shows
one more of them: any.
"""

from tesserae.engine import contract
from tesserae.engine.jit import Ints, Record, compiled
from tesserae.games.symbol_chain.board import FACE_UP
from tesserae.games.symbol_chain.rules import FLIP


@compiled
def options(s: Record, seat: int, actor: int, out: Ints) -> int:
    return contract.legal(s, actor, out)


@compiled
def carry_out(s: Record, seat: int, actor: int, action: int) -> None:
    contract.apply(s, actor, action)


@compiled
def ways(s: Record, seat: int, actor: int, action: int, out: Ints) -> int:
    """After a take: which of the tiles that nobody had seen it is that is now seen. The one taken from the stacks 2 and
    3 is listed with those left, from the stacks 4 to 6 those left are."""
    if action >= FLIP:
        return 0
    n = int(s.height[actor, action]) + int(action < FACE_UP)
    for i in range(n):
        out[i] = i
    return n


@compiled
def settle(s: Record, seat: int, actor: int, action: int, way: int) -> None:
    bottom, height = int(s.bottom[actor, action]), int(s.height[actor, action])
    if way < height:
        seen = int(s.stacks[actor, bottom + way])
        if action < FACE_UP:
            s.stacks[actor, bottom + way] = s.taken
            s.taken = seen
        else:
            s.stacks[actor, bottom + way] = s.stacks[actor, bottom + height - 1]
            s.stacks[actor, bottom + height - 1] = seen
