"""MCTS: information-set Monte Carlo tree search from the point of view of one seat, for any game.

Each simulation imagines a world that the seat cannot rule out (with a belief, likely worlds more often), walks down the
tree by actions that are legal in it, adds one node, evaluates the position reached, and adds the result, one number per
seat, to all nodes on the path. Nodes stand for sequences of actions, not for states: worlds that share a sequence share
its nodes, so the search learns what to do without knowing which world is the true one. A node counts how often it was
available, so that an action that is seldom legal does not look neglected. Without hidden information all worlds are the
same and this is plain UCT.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import sqrt
from typing import ClassVar, NamedTuple

import numpy as np

from tesserae.engine import contract, ordering
from tesserae.engine.belief import Pool, pool, take
from tesserae.engine.jit import Floats, Record, States, heavy, lean
from tesserae.engine.maths import log
from tesserae.engine.net import NONE, Net, appraise
from tesserae.engine.rng import below, one_of
from tesserae.engine.searches import Found, Step, Task, TreeSearch
from tesserae.engine.tree import Tree, find_child, insert_child, only_child

LISTED = 512  # up to so many legal actions are listed and compared with a node's children; else each child is checked
PERFECT = -1  # the memory span of a player who forgets nothing
OMNISCIENT = -2  # sees everything, for reports on finished games: nothing is hidden, so nothing is imagined


class Mind(NamedTuple):
    """The numbers of MCTS."""

    exploration: float = 0.7  # how much to try actions that seem worse
    whole: int = 64  # lists up to this length are tried in full; of longer ones a part that grows with the visits …
    widening: float = 4.0  # … (progressive widening): so many actions, times the square root of the visits
    sieve: int = 1  # a new node is the best, as judged at once, of this many random actions
    plies: int = 100_000  # random actions before the evaluation; if the game is not over by then, it is judged
    reflexes: bool = False  # below the root an `obvious` action is taken without looking at others


@dataclass(frozen=True)
class MctsSettings:
    """How to search a game by MCTS."""

    title: ClassVar[str] = "MCTS"
    growth: ClassVar[int] = 1
    numbers: Mind = field(default_factory=Mind)
    span: int = PERFECT  # how many things the seat remembers, as defined by the game's `forget`
    net: Net = NONE  # by which positions are judged; NONE: the game's `evaluate`
    belief: Net = NONE  # says which worlds are likely; NONE: all are equally likely

    def make(self, task: Task) -> "Mcts":
        return Mcts(task, self)


# --- One simulation --------------------------------------------------------------------------------------------------


@heavy
def _simulate(simulations: int, root: States, observer: int, span: int, tree: Tree, pool: Pool, mind: Mind) -> None:
    """Run several simulations. `root` is hidden for the observer, unless the observer is omniscient."""
    nodes, sums, worlds, values, path, rng = tree.nodes, tree.sums, tree.worlds, tree.values, tree.path, tree.rng
    for _ in range(simulations):
        s = worlds[0]
        if span == PERFECT and len(pool.upto) > 0:
            take(root, observer, pool, rng, worlds)
        else:
            worlds[0] = root[0]
            if span != OMNISCIENT:
                contract.imagine(s, observer, rng)
                if span != PERFECT:
                    contract.forget(s, observer, span, rng)
        length, known = _walk(observer, tree, mind)
        if not known:
            _judge(s, tree, mind)
        for i in range(length):
            node = path[i]
            nodes[node].visits += 1
            for seat in range(sums.shape[1]):
                sums[node, seat] += values[0, seat]


@lean
def _walk(observer: int, tree: Tree, mind: Mind) -> tuple[int, bool]:
    """Play in the first world from the root to a new node, or to one with nothing more to choose. Returns the number
    of nodes on the path, and whether the result is known and written. At the root the observer acts; further down, any
    seat that may act, each with equal probability."""
    s = tree.worlds[0]
    nodes, used, path, rng, out = tree.nodes, tree.used, tree.path, tree.rng, tree.out
    node = 0
    path[0] = 0
    length = 1
    seat = observer
    while length < len(path) and not contract.over(s):
        if length > 1:
            if len(tree.net.bias) > 0 and ordering.solved(s, tree.values[0]):
                return length, True
            seat = one_of(contract.actors(s), rng)
        reflex = contract.obvious(s, seat) if mind.reflexes and length > 1 else -1
        if reflex >= 0:
            child = only_child(seat, reflex, node, tree)
        else:
            action, n = contract.pick(s, seat, rng, out)
            listed = contract.legal(s, seat, out) if n <= LISTED else 0
            child, tried = _best(s, seat, node, tree, mind.exploration, listed)
            width = n if n <= mind.whole else 1 + int(mind.widening * sqrt(float(nodes[node].visits)))
            if tried < min(n, width) and used[0] < len(nodes):
                if listed > 0:
                    action = _untried(seat, node, tree, n, n - tried)
                if mind.sieve > 1:
                    action = _sift(seat, node, tree, action, mind.sieve)
                new = insert_child(seat, action, node, tree)
                child = child if new == 0 else new
        if child == 0:
            break
        contract.apply(s, seat, nodes[child].action)
        path[length] = child
        length += 1
        if nodes[child].visits == 0:
            break
        node = child
    return length, False


@lean
def _best(s: Record, seat: int, node: int, tree: Tree, exploration: float, listed: int) -> tuple[int, int]:
    """The most promising (UCB) of the node's children that the seat may choose in this world (0 if there is none), and
    the number of such children. If `listed` is not 0, `tree.out` holds that many legal actions."""
    nodes, sums, out = tree.nodes, tree.sums, tree.out
    best = 0
    highest = -np.inf
    tried = 0
    place = 0
    child = int(nodes[node].child)
    while child:
        if int(nodes[child].seat) == seat:
            action = int(nodes[child].action)
            if listed > 0:
                while place < listed and out[place] < action:
                    place += 1
                possible = place < listed and out[place] == action
            else:
                possible = contract.allowed(s, seat, action, out)
            if possible:
                tried += 1
                nodes[child].available += 1
                visits = int(nodes[child].visits)
                chance = log(int(nodes[child].available)) / visits
                urgency = sums[child, seat] / visits + exploration * sqrt(chance)
                if urgency > highest:
                    best = child
                    highest = urgency
        child = int(nodes[child].sibling)
    return best, tried


@lean
def _untried(seat: int, node: int, tree: Tree, n: int, untried: int) -> int:
    """A random one of the n listed actions that are not yet children of the node; there are `untried` of them."""
    nodes, out = tree.nodes, tree.out
    skip = below(tree.rng, untried)
    child = int(nodes[node].child)
    for place in range(n):
        action = int(out[place])
        while child and (int(nodes[child].action) < action or int(nodes[child].seat) != seat):
            child = int(nodes[child].sibling)
        if child == 0 or int(nodes[child].action) != action:
            if skip == 0:
                return action
            skip -= 1
    return -1  # never reached


@lean
def _sift(seat: int, node: int, tree: Tree, action: int, sieve: int) -> int:
    """The best of an action and some random others that are not yet children of the node, by what the positions
    they lead to look like."""
    nodes, worlds, values, rng, out = tree.nodes, tree.worlds, tree.values, tree.rng, tree.out
    net, room = tree.net, tree.room
    best = action
    highest = -np.inf
    for i in range(sieve):
        if i > 0:
            action = contract.pick(worlds[0], seat, rng, out)[0]
            if find_child(seat, action, node, nodes):
                continue
        worlds[1] = worlds[0]
        after = worlds[1]
        contract.apply(after, seat, action)
        if contract.over(after):
            contract.returns(after, values[1])
        else:
            appraise(after, net, room, values[1])
        if values[1, seat] > highest:
            best = action
            highest = values[1, seat]
    return best


@lean
def _judge(s: Record, tree: Tree, mind: Mind) -> None:
    """Write the value of the position for each seat to the first row of `tree.values`. The state is changed."""
    rng, out = tree.rng, tree.out
    plies = mind.plies
    while plies > 0 and not contract.over(s):
        seat = one_of(contract.actors(s), rng)
        action = contract.obvious(s, seat) if mind.reflexes else -1
        if action < 0:
            action = contract.pick(s, seat, rng, out)[0]
        contract.apply(s, seat, action)
        plies -= 1
    if contract.over(s):
        contract.returns(s, tree.values[0])
    else:
        appraise(s, tree.net, tree.room, tree.values[0])


# --- A search --------------------------------------------------------------------------------------------------------


class Mcts(TreeSearch[Pool]):
    """MCTS from a state hidden for the seat; with the span OMNISCIENT, from one in which nothing is hidden."""

    def __init__(self, task: Task, settings: MctsSettings) -> None:
        pools = [pool(task.hidden, settings.belief) for _ in range(task.threads)]
        super().__init__(task, settings.net, task.seats, pools)
        self._mind = settings.numbers
        self._span = settings.span

    def _simulate(self, simulations: int, tree: Tree, extra: Pool) -> None:
        _simulate(simulations, self._root, self._seat, self._span, tree, extra, self._mind)

    @property
    def settled(self) -> bool:
        """They never are of no use."""
        return False

    def lead(self) -> int:
        """By how many visits the most visited action is ahead of every other."""
        first, *others = nlargest(2, self.visits().values())
        return first - others[0] if others else first

    def found(self) -> list[Found]:
        """The actions that were tried, the most visited first; ties go to the lower code. A mind with reflexes and a
        perfect memory puts the obvious action first if it is worth as much as the best: an immediate win and an
        equally certain win one turn later have the same value."""
        visits = self.visits()
        sums: dict[int, Floats] = {}
        for tree in self._trees:
            for child in tree.children(0):
                action = tree.action(child)
                sums[action] = sums.get(action, 0.0) + tree.sums[child]
        ranked = sorted(visits, key=lambda action: (-visits[action], action))
        found = [Found(action, visits[action], tuple((sums[action] / visits[action]).tolist())) for action in ranked]
        if self._mind.reflexes and self._span == PERFECT:
            obvious = contract.obvious(self._root, self._seat)
            worth = found[0].values[self._seat]
            found.sort(key=lambda one: one.action != obvious or one.values[self._seat] < worth)
        return found

    def _favourite(self, tree: Tree, node: int) -> int:
        """The most visited child."""
        return max(tree.children(node), key=tree.visits, default=0)

    def advance(self, steps: Sequence[Step], hidden: States) -> bool:
        for worlds in self._extras if steps else ():
            worlds.left[0] = 0  # they are of another position
        return super().advance(steps, hidden)
