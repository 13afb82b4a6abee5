"""PUCT: tree search with preferences, for two seats in games in which nothing is hidden or left to chance.

Each simulation walks down the tree and evaluates one position that is new. When a position is reached for the second
time, its actions are listed. The game describes each of them by a row of numbers, whose weighted sum says how promising
it looks; the most promising become its children. Where to go on depends on what was found so far and on that preference
(PUCT), so that an action that does not look promising is tried late, or never.

Results that follow from the rules are passed up (MCTS-Solver): a position with an action that wins is won, and one in
which all actions lose is lost, provided that none of them was left out. Nothing is searched below such a position.
If every action that was kept loses, more of those that were left out become children.

Values are those of seat 0; what one seat wins the other loses.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract, ordering
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Floats2, Ints, Record, States, heavy, lean, vectorised
from tesserae.engine.maths import exp
from tesserae.engine.net import NONE, Net, Scratch, appraise, scratch
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import below, draw, seed_rng
from tesserae.engine.searches import NODES, Found, TreeSearch
from tesserae.engine.tree import DEEPEST

OPEN, WON, LOST, DRAWN = 0, 1, 2, 3  # what is proved of a node: nothing; seat 0 wins; seat 1 wins; a draw
VALUES = np.array([0.0, 1.0, -1.0, 0.0])  # of what is proved, for seat 0
CERTAIN = 1 << 40  # the lead of an action that needs no more thought
NOISE = 1 << 20  # steps of the random part of a preference
WIDE = 64  # nodes that are made for a simulation, at most, as long as the number of children is not doubled

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int64),  # the action that leads here
                ("total", np.float64),  # of the evaluations below it
                ("prior", np.float32),
                ("visits", np.int32),
                ("first", np.int32),  # its children are this node and those after it, the most promising first
                ("children", np.int16),
                ("seat", np.int8),  # who acts here; -1 as long as nobody has looked
                ("proved", np.int8),
                ("whole", np.int8),  # whether all legal actions are among the children
                ("spare", np.int8, 3),
            ],
            align=True,
        ),
    )
)

Nodes = Annotated[NDArray[Any], NODE]


class Guide(NamedTuple):
    """The numbers of PUCT."""

    exploration: float = 1.0  # how much to follow the preferences against the values found
    even: float = 0.05  # the part of the preferences that is shared evenly, so that nothing is ruled out by its looks
    even_at_root: float = 0.25  # the same where the search begins
    pessimism: float = 0.2  # how much worse than its parent an action is taken to be before it is tried
    width: int = 32  # children of a node at first
    patience: int = 24  # visits for each child before the number of children is doubled
    noise: float = 0.2  # random part of a preference, so that games and threads differ


class PuctSettings(NamedTuple):
    """How to search a game by PUCT."""

    weights: Floats  # of the numbers by which the game describes an action
    numbers: Guide = Guide()
    net: Net = NONE  # by which positions are judged; NONE: the game's `evaluate`

    @property
    def title(self) -> str:
        return "PUCT"

    def make(
        self, hidden: States, seat: int, seats: int, rng: Ints, threads: int = 1, room: int | None = None
    ) -> "Puct":
        nodes = NODES if room is None else min(NODES, threads * WIDE * (room // threads + 2))
        return Puct(hidden, seat, rng, self.weights, self.numbers, nodes, threads, self.net)


class Tree(NamedTuple):
    """One tree with its own random generator and scratch space; `used[0]` counts the nodes."""

    nodes: Nodes
    used: Ints
    rng: Ints
    weights: Floats  # of the numbers by which the game describes an action
    world: States  # scratch space, like everything that follows
    values: Floats
    path: Ints
    out: Ints
    aspects: Floats2
    scores: Floats
    order: Ints
    net: Net
    room: Scratch  # for the work of the net

    def children(self, node: int) -> range:
        first = int(self.nodes[node].first)
        return range(first, first + int(self.nodes[node].children))

    def find(self, steps: Sequence[tuple[int, int]]) -> int:
        """The node that the actions, each with its seat, lead to; -1 if it is not in the tree."""
        node = 0
        for seat, action in steps:
            found = [child for child in self.children(node) if int(self.nodes[child].action) == action]
            if not found or int(self.nodes[node].seat) != seat:
                return -1
            node = found[0]
        return node

    def favourite(self, node: int) -> int:
        """The child that is best for who acts: one that is proved to win, else the most visited that is not proved to
        lose, else the most visited; 0 if none was tried."""
        seat = int(self.nodes["seat"][node])
        won, lost = (WON, LOST) if seat == 0 else (LOST, WON)
        best = 0
        highest = (-1, 0)
        for child in self.children(node):
            proved, visits = int(self.nodes["proved"][child]), int(self.nodes["visits"][child])
            rank = (2 if proved == won else 0 if proved == lost else 1, visits)
            if visits and rank > highest:
                best, highest = child, rank
        return best

    def visits(self, node: int) -> int:
        return int(self.nodes[node].visits)

    def below(self, node: int, room: int) -> "Tree":
        """The subtree of a node as a separate tree with room for so many nodes; the scratch space is shared."""
        nodes: Nodes = np.zeros(room, NODE)
        used: Ints = np.array([_transplant(self.nodes, node, nodes)], np.int64)
        return self._replace(nodes=nodes, used=used)

    def packed(self) -> "Tree":
        """The same tree without room for more nodes."""
        return self._replace(nodes=self.nodes[: int(self.used[0])].copy())


def plant(root: States, rng: Ints, weights: Floats, nodes: int, net: Net) -> Tree:
    """A tree that has only its root, and room for the given number of nodes."""
    own: Ints = np.zeros(4, np.int64)
    seed_rng(own, draw(rng), draw(rng))
    return Tree(
        nodes=np.zeros(nodes, NODE),
        used=np.array([1], np.int64),
        rng=own,
        weights=weights,
        world=root.copy(),
        values=np.zeros(2),
        path=np.zeros(DEEPEST, np.int64),
        out=np.empty(ROOM, np.int64),
        aspects=np.empty((ROOM, len(weights))),
        scores=np.zeros(ROOM),
        order=np.zeros(ROOM, np.int64),
        net=net,
        room=scratch(root.dtype, net),
    )


@heavy
def _simulate(simulations: int, root: States, tree: Tree, guide: Guide) -> None:
    """Run several simulations, or fewer if the root is proved."""
    nodes, world, path = tree.nodes, tree.world, tree.path
    for _ in range(simulations):
        if nodes[0].proved:
            return
        world[0] = root[0]
        length = _walk(tree, guide)
        value = _judge(world[0], path[length - 1], tree)
        for i in range(length - 1, -1, -1):
            node = nodes[path[i]]
            if i < length - 1 and nodes[path[i + 1]].proved and not node.proved:
                node.proved = _proved(path[i], nodes)
            if node.proved:
                value = VALUES[node.proved]
            node.visits += 1
            node.total += value


@lean
def _walk(tree: Tree, guide: Guide) -> int:
    """Play from the root to a node that is new, proved, or has nothing more to choose. Returns the number of nodes on
    the path."""
    s = tree.world[0]
    nodes, path = tree.nodes, tree.path
    node = 0
    path[0] = 0
    length = 1
    while length < len(path):
        if (int(nodes[node].visits) == 0 and node > 0) or nodes[node].proved or contract.over(s):
            return length
        if int(nodes[node].children) == 0:
            _expand(s, node, tree, guide, guide.width)
        elif not nodes[node].whole and int(nodes[node].visits) > guide.patience * int(nodes[node].children):
            _expand(s, node, tree, guide, 2 * int(nodes[node].children))
        child = _best(node, nodes, guide)
        if child == 0 and not nodes[node].whole:  # all of the children lose
            _expand(s, node, tree, guide, 2 * int(nodes[node].children))
            child = _best(node, nodes, guide)
        if child == 0:
            return length
        contract.apply(s, int(nodes[node].seat), nodes[child].action)
        path[length] = child
        length += 1
        node = child
    return length


@lean
def _best(node: int, nodes: Nodes, guide: Guide) -> int:
    """The most urgent of the node's children that is not lost for who acts; 0 if there is none. Children are tried in
    order, so that those behind the first untried one need no look."""
    own = nodes[node]
    sign = 1.0 if own.seat == 0 else -1.0
    lost = LOST if own.seat == 0 else WON
    visits = int(own.visits)
    even = guide.even if node else guide.even_at_root
    share = guide.exploration * sqrt(float(visits))
    scale = (1.0 - even) * share
    least = even / guide.width * share  # of each child, however many there are by now
    usual = (sign * own.total / visits if visits else 0.0) - guide.pessimism
    best = 0
    highest = -np.inf
    for child in range(int(own.first), int(own.first) + int(own.children)):
        one = nodes[child]
        if one.proved == lost:
            continue
        visited = int(one.visits)
        if visited:
            urgency = sign * one.total / visited + (scale * float(one.prior) + least) / (1.0 + visited)
        else:
            urgency = usual + scale * float(one.prior) + least
        if urgency > highest:
            best = child
            highest = urgency
        if visited == 0:
            break
    return best


@lean
def _expand(s: Record, node: int, tree: Tree, guide: Guide, width: int) -> None:
    """Make children of the most promising actions; those that the node has already come first, and stay. Nothing
    happens if there is no room for them."""
    nodes, out, scores, order = tree.nodes, tree.out, tree.scores, tree.order
    weights, aspects = tree.weights, tree.aspects
    seat = lowest(contract.actors(s))
    listed = contract.legal(s, seat, out)
    n = min(listed, len(out))
    had, old = int(nodes[node].children), int(nodes[node].first)
    width = min(n, width)
    new = int(tree.used[0])
    if new + width > len(nodes) or width <= had:
        return
    ordering.describe(s, seat, out, n, aspects)
    for i in range(n):
        scores[i] = guide.noise * below(tree.rng, NOISE) / NOISE + _promise(weights, aspects[i])
    for child in range(had):
        action = int(nodes[old + child].action)
        nodes[new + child] = nodes[old + child]
        for i in range(n):
            if out[i] == action:
                scores[i] = -np.inf
    kept = 0
    for i in range(n):  # the best ones, in order
        score = scores[i]
        if score == -np.inf or (kept == width - had and score <= scores[order[kept - 1]]):
            continue
        place = kept if kept < width - had else kept - 1
        kept = min(kept + 1, width - had)
        while place > 0 and scores[order[place - 1]] < score:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i
    total = 0.0
    if had == 0:
        for i in range(kept):
            total += exp(scores[order[i]] - scores[order[0]])
    for i in range(kept):
        child = new + had + i
        nodes[child].action = out[order[i]]
        if had == 0:
            nodes[child].prior = exp(scores[order[i]] - scores[order[0]]) / total
        else:
            nodes[child].prior = nodes[new + had - 1].prior
        nodes[child].seat = -1
    tree.used[0] = new + had + kept
    nodes[node].seat = seat
    nodes[node].first = new
    nodes[node].children = had + kept
    nodes[node].whole = int(had + kept == listed)


@lean
@vectorised
def _promise(weights: Floats, aspects: Floats) -> float:
    """The weighted sum of an action's aspects; four sums at a time, because each would wait for its last addition."""
    n = len(weights) // 4 * 4
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for i in range(0, n, 4):
        a += weights[i] * aspects[i]
        b += weights[i + 1] * aspects[i + 1]
        c += weights[i + 2] * aspects[i + 2]
        d += weights[i + 3] * aspects[i + 3]
    for i in range(n, len(weights)):
        a += weights[i] * aspects[i]
    return (a + b) + (c + d)


@lean
def _judge(s: Record, node: int, tree: Tree) -> float:
    """The value of the position at the end of a path, for seat 0."""
    proved = int(tree.nodes[node].proved)
    if proved:
        return VALUES[proved]
    if contract.over(s):
        contract.returns(s, tree.values)
        value = tree.values[0]
        tree.nodes[node].proved = DRAWN if value == 0.0 else (WON if value > 0.0 else LOST)
        return value
    appraise(s, tree.net, tree.room, tree.values)
    return tree.values[0]


@lean
def _proved(node: int, nodes: Nodes) -> int:
    """What the children prove of a node."""
    own = nodes[node]
    won, lost = (WON, LOST) if own.seat == 0 else (LOST, WON)
    result = lost if own.whole else OPEN
    for child in range(int(own.first), int(own.first) + int(own.children)):
        proved = int(nodes[child].proved)
        if proved == won:
            return won
        if proved == OPEN:
            result = OPEN
        elif proved == DRAWN and result == lost:
            result = DRAWN
    return result


@heavy
def _transplant(nodes: Nodes, node: int, to: Nodes) -> int:
    """Copy a node and its subtree into an empty tree, as its root; returns the number of nodes copied."""
    to[0] = nodes[node]
    used = 1
    at = 0
    while at < used:
        first, children = int(to[at].first), int(to[at].children)
        if children:
            to[at].first = used
            for child in range(first, first + children):
                to[used] = nodes[child]
                used += 1
        at += 1
    return used


class Puct(TreeSearch[Tree]):
    """PUCT from a state in which nothing is hidden from the seat."""

    def __init__(
        self,
        hidden: States,
        seat: int,
        rng: Ints,
        weights: Floats,
        guide: Guide,
        nodes: int = NODES,
        threads: int = 1,
        net: Net = NONE,
    ) -> None:
        room = nodes // threads
        super().__init__(hidden, seat, [plant(hidden, rng, weights, room, net) for _ in range(threads)], room)
        self._guide = guide

    def _simulate(self, simulations: int, tree: Tree) -> None:
        _simulate(simulations, self._root, tree, self._guide)

    @property
    def settled(self) -> bool:
        """Whether more simulations cannot change anything: it is proved how the game ends."""
        return any(int(tree.nodes[0].proved) != OPEN for tree in self._trees)

    def _ranked(self) -> list[tuple[int, int, int, float]]:
        """For each action that was tried: what is proved for the seat (1 a win, -1 a loss), its visits, its code and
        its value, the best first."""
        visits: dict[int, int] = {}
        sums: dict[int, float] = {}
        proved: dict[int, int] = {}
        sign = 1 if self._seat == 0 else -1
        for tree in self._trees:
            for child in tree.children(0):
                node = tree.nodes[child]
                action = int(node.action)
                if node.visits:
                    visits[action] = visits.get(action, 0) + int(node.visits)
                    sums[action] = sums.get(action, 0.0) + sign * float(node.total)
                if node.proved:
                    proved[action] = sign * int(VALUES[node.proved])
        found = [(proved.get(a, 0), visits[a], a, float(proved.get(a, sums[a] / visits[a]))) for a in visits]
        return sorted(found, key=lambda one: (-one[0], -one[1], one[2]))

    def visits(self) -> dict[int, int]:
        """How often each action was tried."""
        return {action: visits for _, visits, action, _ in self._ranked()}

    def lead(self) -> int:
        """By how many visits the best action is ahead of every other; very many if more thought cannot change it."""
        if self.settled:
            return CERTAIN
        first, *others = self._ranked()
        return first[1] - others[0][1] if others else first[1]

    def found(self) -> list[Found]:
        """The actions that were tried: those that are proved to win first and those that lose last, otherwise the most
        visited first; ties go to the lower code."""
        sign = 1.0 if self._seat == 0 else -1.0
        return [Found(a, visits, (sign * value, -sign * value)) for _, visits, a, value in self._ranked()]

    def line(self) -> list[tuple[int, int]]:
        """Seats and actions of the most visited path, starting with the best action."""
        best = self.found()[0].action
        firsts = [(t, c) for t in self._trees for c in t.children(0) if int(t.nodes[c].action) == best]
        tree, node = max(firsts, key=lambda first: int(first[0].nodes[first[1]].visits))
        way = [(self._seat, best)]
        while after := tree.favourite(node):
            way.append((int(tree.nodes[node].seat), int(tree.nodes[after].action)))
            node = after
        return way
