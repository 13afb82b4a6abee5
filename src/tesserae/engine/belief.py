"""Which of the worlds that a seat cannot rule out are likely, for any game whose rules have `inputs`.

`contract.imagine` draws each possible world equally often. But who places, exchanges or keeps something has a reason,
so some worlds explain what lies on the table better than others. A small net (engine/net.py), trained to tell the true
world from imagined ones of the same hidden state, says how likely a world is: as a power of e, compared with others. A
search draws a pool of worlds, and each simulation takes one of them, the more often the likelier it is. From time to
time the pool is drawn anew. Nothing but the hidden state is used.

A net without hidden units (NONE) stands for no belief: every simulation imagines a world for itself.
"""

from typing import NamedTuple

import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Floats, Ints, States, lean
from tesserae.engine.net import NONE, Net, Scratch, ahead, scratch
from tesserae.engine.rng import DRAWS, draw

SIZE = 512  # worlds in a pool
LASTS = 2048  # simulations until it is drawn anew
HALVINGS = 10  # of the exponent, for `power`


class Pool(NamedTuple):
    """Worlds and their weights, passed to compiled code."""

    net: Net
    room: Scratch
    worlds: States
    upto: Floats  # the sum of the weights up to each world
    left: Ints  # one number: simulations until the pool is drawn anew


def pool(root: States, net: Net = NONE, size: int = SIZE) -> Pool:
    """An empty pool for a search from a hidden state; without a net it has no room and is not used."""
    size = size if net.width else 0
    worlds: States = np.repeat(root[:1], size)
    return Pool(net, scratch(root.dtype, net), worlds, np.zeros(size), np.zeros(1, np.int64))


@lean
def take(root: States, observer: int, pool: Pool, rng: Ints, worlds: States) -> None:
    """Put a world of the pool, each as often as its weight says, into the first place of `worlds`."""
    upto = pool.upto
    if pool.left[0] == 0:
        fill(root, observer, pool, rng)
        pool.left[0] = LASTS
    pool.left[0] -= 1
    chance = draw(rng) / DRAWS * upto[-1]
    low, high = 0, len(upto) - 1
    while low < high:
        middle = (low + high) // 2
        if upto[middle] > chance:
            high = middle
        else:
            low = middle + 1
    worlds[0] = pool.worlds[low]


@lean
def fill(root: States, observer: int, pool: Pool, rng: Ints) -> None:
    """Imagine all worlds of a pool, and weigh them."""
    net, room, worlds, upto = pool.net, pool.room, pool.worlds, pool.upto
    highest = -np.inf
    for i in range(len(worlds)):
        worlds[i] = root[0]
        contract.imagine(worlds[i], observer, rng)
        n = contract.inputs(worlds[i], observer, room.places, room.amounts)
        upto[i] = ahead(net, n, room.places, room.amounts, room.hidden)
        highest = max(highest, upto[i])
    total = 0.0
    for i in range(len(worlds)):
        total += power(upto[i] - highest)
        upto[i] = total


@lean
def power(exponent: float) -> float:
    """About e to the power of a number that is not above 0, by operations that every machine rounds alike."""
    result = max(0.0, 1.0 + exponent / (1 << HALVINGS))
    for _ in range(HALVINGS):
        result *= result
    return result
