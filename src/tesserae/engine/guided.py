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

from dataclasses import dataclass, field
from math import sqrt
from typing import ClassVar, NamedTuple

import numpy as np

from tesserae.engine import contract, ordering
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Floats2, Ints, Record, States, heavy, lean, vectorised
from tesserae.engine.maths import exp
from tesserae.engine.net import NONE, Net, appraise
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import below
from tesserae.engine.searches import Found, Task, TreeSearch
from tesserae.engine.tree import Nodes, Tree

# What is known of a node: nothing; that all its legal actions are children; that seat 0 wins, seat 1 wins, or a draw.
# What is above OPEN is proved.
WHOLE, OPEN, WON, LOST, DRAWN = -1, 0, 1, 2, 3
VALUES = np.array([0.0, 1.0, -1.0, 0.0])  # of what is proved, for seat 0
CERTAIN = 1 << 40  # the lead of an action that needs no more thought
NOISE = 1 << 20  # steps of the random part of a preference
WIDE = 64  # nodes that are made for a simulation, at most, as long as the number of children is not doubled


class Guide(NamedTuple):
    """The numbers of PUCT."""

    exploration: float = 1.0  # how much to follow the preferences against the values found
    even: float = 0.05  # the part of the preferences that is shared evenly, so that nothing is ruled out by its looks
    even_at_root: float = 0.25  # the same where the search begins
    pessimism: float = 0.2  # how much worse than its parent an action is taken to be before it is tried
    width: int = 32  # children of a node at first
    patience: int = 24  # visits for each child before the number of children is doubled
    noise: float = 0.2  # random part of a preference, so that games and threads differ


@dataclass(frozen=True)
class PuctSettings:
    """How to search a game by PUCT."""

    title: ClassVar[str] = "PUCT"
    growth: ClassVar[int] = WIDE
    weights: Floats  # of the numbers by which the game describes an action
    numbers: Guide = field(default_factory=Guide)
    net: Net = NONE  # by which positions are judged; NONE: the game's `evaluate`

    def make(self, task: Task) -> "Puct":
        return Puct(task, self)


class Preferences(NamedTuple):
    """How promising the actions of a position look; all but the weights is scratch space."""

    weights: Floats  # of the numbers by which the game describes an action
    aspects: Floats2
    scores: Floats
    order: Ints


@heavy
def _simulate(simulations: int, root: States, tree: Tree, preferences: Preferences, guide: Guide) -> None:
    """Run several simulations, or fewer if the root is proved."""
    nodes, sums, world, path = tree.nodes, tree.sums, tree.worlds, tree.path
    for _ in range(simulations):
        if nodes[0].status > OPEN:
            return
        world[0] = root[0]
        length = _walk(tree, preferences, guide)
        value = _judge(world[0], path[length - 1], tree)
        for i in range(length - 1, -1, -1):
            node = nodes[path[i]]
            if i < length - 1 and nodes[path[i + 1]].status > OPEN and node.status <= OPEN:
                node.status = _status(path[i], nodes)
            if node.status > OPEN:
                value = VALUES[node.status]
            node.visits += 1
            sums[path[i], 0] += value


@lean
def _walk(tree: Tree, preferences: Preferences, guide: Guide) -> int:
    """Play from the root to a node that is new, proved, or has nothing more to choose. Returns the number of nodes on
    the path."""
    s = tree.worlds[0]
    nodes, path = tree.nodes, tree.path
    node = 0
    path[0] = 0
    length = 1
    while length < len(path):
        own = nodes[node]
        if (int(own.visits) == 0 and node > 0) or own.status > OPEN or contract.over(s):
            return length
        if int(own.children) == 0:
            _expand(s, node, tree, preferences, guide, guide.width)
        elif own.status != WHOLE and int(own.visits) > guide.patience * int(own.children):
            _expand(s, node, tree, preferences, guide, 2 * int(own.children))
        child = _best(node, tree, guide)
        if child == 0 and own.status != WHOLE:  # all of the children lose
            _expand(s, node, tree, preferences, guide, 2 * int(own.children))
            child = _best(node, tree, guide)
        if child == 0:
            return length
        contract.apply(s, int(nodes[child].seat), nodes[child].action)
        path[length] = child
        length += 1
        node = child
    return length


@lean
def _best(node: int, tree: Tree, guide: Guide) -> int:
    """The most urgent of the node's children that is not lost for who acts; 0 if there is none. Children are tried in
    order, so that those behind the first untried one need no look."""
    nodes, sums = tree.nodes, tree.sums
    child = int(nodes[node].child)
    sign = 1.0 if nodes[child].seat == 0 else -1.0
    lost = LOST if nodes[child].seat == 0 else WON
    visits = int(nodes[node].visits)
    even = guide.even if node else guide.even_at_root
    share = guide.exploration * sqrt(float(visits))
    scale = (1.0 - even) * share
    least = even / guide.width * share  # of each child, however many there are by now
    usual = (sign * sums[node, 0] / visits if visits else 0.0) - guide.pessimism
    best = 0
    highest = -np.inf
    untried = False
    while child and not untried:
        one = nodes[child]
        if one.status != lost:
            visited = int(one.visits)
            untried = visited == 0
            if untried:
                urgency = usual + scale * float(one.prior) + least
            else:
                urgency = sign * sums[child, 0] / visited + (scale * float(one.prior) + least) / (1.0 + visited)
            if urgency > highest:
                best = child
                highest = urgency
        child = int(one.sibling)
    return best


@lean
def _expand(s: Record, node: int, tree: Tree, preferences: Preferences, guide: Guide, width: int) -> None:
    """Make children of the most promising actions, behind those that the node has already. Nothing happens if there is
    no room for them."""
    nodes, out = tree.nodes, tree.out
    scores, order = preferences.scores, preferences.order
    seat = lowest(contract.actors(s))
    listed = contract.legal(s, seat, out)
    n = min(listed, len(out))
    had = int(nodes[node].children)
    more = min(n, width) - had
    new = int(tree.used[0])
    if more <= 0 or new + more > len(nodes):
        return
    _score(s, seat, n, tree, preferences, guide)
    last = 0
    child = int(nodes[node].child)
    while child:
        for i in range(n):
            if out[i] == nodes[child].action:
                scores[i] = -np.inf
        last = child
        child = int(nodes[child].sibling)
    kept = _sort(n, more, scores, order)
    total = 0.0
    for i in range(kept):
        total += exp(scores[order[i]] - scores[order[0]])
    for i in range(kept):
        child = new + i
        nodes[child].action = out[order[i]]
        nodes[child].seat = seat
        nodes[child].prior = nodes[last].prior if had else exp(scores[order[i]] - scores[order[0]]) / total
        nodes[child].sibling = child + 1 if i + 1 < kept else 0
    if had:
        nodes[last].sibling = new
    else:
        nodes[node].child = new
    tree.used[0] = new + kept
    nodes[node].children = had + kept
    if had + kept == listed:
        nodes[node].status = WHOLE


@lean
def _score(s: Record, seat: int, n: int, tree: Tree, preferences: Preferences, guide: Guide) -> None:
    """How promising each of the n legal actions looks, with some noise."""
    weights, aspects, scores = preferences.weights, preferences.aspects, preferences.scores
    ordering.describe(s, seat, tree.out, n, aspects)
    for i in range(n):
        scores[i] = guide.noise * below(tree.rng, NOISE) / NOISE + _promise(weights, aspects[i])


@lean
def _sort(n: int, most: int, scores: Floats, order: Ints) -> int:
    """The best of n scores, in order; how many there are."""
    kept = 0
    for i in range(n):
        score = scores[i]
        if score == -np.inf or (kept == most and score <= scores[order[kept - 1]]):
            continue
        place = kept if kept < most else kept - 1
        kept = min(kept + 1, most)
        while place > 0 and scores[order[place - 1]] < score:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i
    return kept


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
    values = tree.values[0]
    status = int(tree.nodes[node].status)
    if status > OPEN:
        return VALUES[status]
    if contract.over(s):
        contract.returns(s, values)
        tree.nodes[node].status = DRAWN if values[0] == 0.0 else (WON if values[0] > 0.0 else LOST)
    else:
        appraise(s, tree.net, tree.room, values)
    return values[0]


@lean
def _status(node: int, nodes: Nodes) -> int:
    """What is known of a node, when something was proved of a child."""
    status = int(nodes[node].status)
    child = int(nodes[node].child)
    won = WON if nodes[child].seat == 0 else LOST
    lost = LOST if nodes[child].seat == 0 else WON
    result = lost if status == WHOLE else OPEN
    while child:
        proved = int(nodes[child].status)
        if proved == won:
            return won
        if proved <= OPEN:
            result = OPEN
        elif proved == DRAWN and result == lost:
            result = DRAWN
        child = int(nodes[child].sibling)
    return status if result == OPEN else result


class Puct(TreeSearch[Preferences]):
    """PUCT from a state in which nothing is hidden from the seat."""

    def __init__(self, task: Task, settings: PuctSettings) -> None:
        weights = settings.weights
        room = ROOM, len(weights)
        extras = [
            Preferences(weights, np.empty(room), np.zeros(ROOM), np.zeros(ROOM, np.int64)) for _ in range(task.threads)
        ]
        super().__init__(task, settings.net, 1, extras)
        self._guide = settings.numbers

    def _simulate(self, simulations: int, tree: Tree, extra: Preferences) -> None:
        _simulate(simulations, self._root, tree, extra, self._guide)

    @property
    def settled(self) -> bool:
        """Whether more simulations cannot change anything: it is proved how the game ends."""
        return any(int(tree.nodes[0].status) > OPEN for tree in self._trees)

    def _ranked(self) -> list[tuple[int, int, int, float]]:
        """For each action that was tried: what is proved for the seat (1 a win, -1 a loss), its visits, its code and
        its value, the best first."""
        visits = self.visits()
        sums: dict[int, float] = {}
        proved: dict[int, int] = {}
        sign = 1 if self._seat == 0 else -1
        for tree in self._trees:
            for child in tree.children(0):
                action, status = tree.action(child), int(tree.nodes["status"][child])
                sums[action] = sums.get(action, 0.0) + sign * float(tree.sums[child, 0])
                if status > OPEN:
                    proved[action] = sign * int(VALUES[status])
        found = [(proved.get(a, 0), visits[a], a, float(proved.get(a, sums[a] / visits[a]))) for a in visits]
        return sorted(found, key=lambda one: (-one[0], -one[1], one[2]))

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

    def _favourite(self, tree: Tree, node: int) -> int:
        """One that is proved to win, else the most visited that is not proved to lose, else the most visited."""
        best = 0
        highest = (-1, 0)
        for child in tree.children(node):
            status, visits = int(tree.nodes["status"][child]), tree.visits(child)
            won, lost = (WON, LOST) if tree.seat(child) == 0 else (LOST, WON)
            rank = (2 if status == won else 0 if status == lost else 1, visits)
            if visits and rank > highest:
                best, highest = child, rank
        return best
