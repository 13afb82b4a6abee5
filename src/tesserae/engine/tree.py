"""The tree of a search by simulations (engine/search.py, engine/guided.py): nodes in an array, each with a list of its
children.

Memory: a node takes 32 bytes plus 8 for each sum, and all trees of a search together have at most 2**20. For MCTS these
are 48 MiB for two seats and 128 MiB for twelve, for PUCT 40 MiB, and briefly twice that while `advance` copies the
subtree to keep into a new tree. When a tree is full, simulations go on without adding nodes.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract
from tesserae.engine.jit import Floats2, Ints, States, heavy, lean
from tesserae.engine.net import Net, Scratch, scratch
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import draw, seed_rng

DEEPEST = 512  # the most nodes on one path; anything deeper is left to the evaluation

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int64),  # the action that leads here …
                ("child", np.int32),  # the first of its children; 0: none
                ("sibling", np.int32),  # the next child of its parent; 0: none
                ("visits", np.int32),
                ("available", np.int32),  # MCTS: visits to the parent in which this action was legal
                ("prior", np.float32),  # PUCT: how promising the action looks, compared with its siblings
                ("children", np.int16),  # PUCT: how many there are
                ("status", np.int8),  # PUCT: what is proved, or whether all legal actions are children
                ("seat", np.int8),  # … and who takes it
            ],
            align=True,
        ),
    )
)

Nodes = Annotated[NDArray[Any], NODE]


class Tree(NamedTuple):
    """One tree with its own random generator and scratch space, passed to compiled code; `used[0]` counts the nodes."""

    nodes: Nodes
    sums: Floats2  # for each node and seat (PUCT: only the first), the sum of the evaluations below it
    used: Ints
    rng: Ints
    worlds: States  # scratch space, like everything that follows
    values: Floats2
    path: Ints
    out: Ints
    net: Net
    room: Scratch  # for the work of the net

    def children(self, node: int) -> list[int]:
        found = []
        siblings = self.nodes["sibling"]  # there may be thousands, and reading a column is much quicker than a record
        child = int(self.nodes["child"][node])
        while child:
            found.append(child)
            child = int(siblings[child])
        return found

    def action(self, node: int) -> int:
        return int(self.nodes["action"][node])

    def seat(self, node: int) -> int:
        return int(self.nodes["seat"][node])

    def visits(self, node: int) -> int:
        return int(self.nodes["visits"][node])

    def find(self, steps: Sequence[tuple[int, int]]) -> int:
        """The node that the actions, each with its seat, lead to; -1 if it is not in the tree."""
        node = 0
        for step in steps:
            found = [child for child in self.children(node) if (self.seat(child), self.action(child)) == step]
            if not found:
                return -1
            node = found[0]
        return node

    def below(self, node: int, room: int) -> "Tree":
        """The subtree of a node as a separate tree with room for so many nodes; the scratch space is shared."""
        nodes: Nodes = np.zeros(room, NODE)
        sums: Floats2 = np.zeros((room, self.sums.shape[1]))
        used: Ints = np.array([_transplant(self.nodes, self.sums, node, nodes, sums)], np.int64)
        return self._replace(nodes=nodes, sums=sums, used=used)

    def packed(self) -> "Tree":
        """The same tree without room for more nodes."""
        used = int(self.used[0])
        return self._replace(nodes=self.nodes[:used].copy(), sums=self.sums[:used].copy())


def plant(root: States, seats: int, sums: int, rng: Ints, nodes: int, net: Net) -> Tree:
    """A tree that has only its root, and room for the given number of nodes, each with so many sums."""
    own: Ints = np.zeros(4, np.int64)
    seed_rng(own, draw(rng), draw(rng))
    return Tree(
        nodes=np.zeros(nodes, NODE),
        sums=np.zeros((nodes, sums)),
        used=np.array([1], np.int64),
        rng=own,
        worlds=np.repeat(root, 2),
        values=np.zeros((2, seats)),
        path=np.zeros(DEEPEST, np.int64),
        out=np.empty(ROOM, np.int64),
        net=net,
        room=scratch(root.dtype, net, contract.sides(root, seats)),
    )


@lean
def only_child(seat: int, action: int, node: int, tree: Tree) -> int:
    """The child for an action, created if necessary, as if it were the only one; 0 if there is no room for it."""
    child = find_child(seat, action, node, tree.nodes)
    if child:
        tree.nodes[child].available += 1
    elif tree.used[0] < len(tree.nodes):
        child = insert_child(seat, action, node, tree)
    return child


@lean
def find_child(seat: int, action: int, node: int, nodes: Nodes) -> int:
    """The child that an action leads to; 0 if there is none."""
    child = int(nodes[node].child)
    while child and int(nodes[child].action) <= action:
        if int(nodes[child].action) == action and int(nodes[child].seat) == seat:
            return child
        child = int(nodes[child].sibling)
    return 0


@lean
def insert_child(seat: int, action: int, node: int, tree: Tree) -> int:
    """Insert a new child in order among its siblings; 0 if it already exists."""
    nodes = tree.nodes
    before = 0
    after = int(nodes[node].child)
    while after and int(nodes[after].action) <= action:
        if int(nodes[after].action) == action and int(nodes[after].seat) == seat:
            return 0
        before = after
        after = int(nodes[after].sibling)
    new = int(tree.used[0])
    tree.used[0] += 1
    nodes[new].action = action
    nodes[new].seat = seat
    nodes[new].sibling = after
    nodes[new].available = 1
    if before:
        nodes[before].sibling = new
    else:
        nodes[node].child = new
    return new


@heavy
def _transplant(nodes: Nodes, sums: Floats2, node: int, to_nodes: Nodes, to_sums: Floats2) -> int:
    """Copy a node and its subtree into an empty tree, as its root; returns the number of nodes copied."""
    to_nodes[0] = nodes[node]
    to_nodes[0].sibling = 0
    to_sums[0] = sums[node]
    used = 1
    at = 0
    while at < used:
        old = int(to_nodes[at].child)
        if old:
            to_nodes[at].child = used
        while old:  # those of one list come to stand one after the other
            to_nodes[used] = nodes[old]
            to_sums[used] = sums[old]
            old = int(nodes[old].sibling)
            to_nodes[used].sibling = used + 1 if old else 0
            used += 1
        at += 1
    return used
