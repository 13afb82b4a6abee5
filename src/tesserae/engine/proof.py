"""Proof-number search: what a seat can force, in games in which nothing is hidden and nothing is left to chance.

A question has the answer yes or no: can the seat force a win, or can it avoid losing, whatever the others do; ever, or
within a number of its own turns. The tree has a node for each position that was examined. Where the seat acts, one
action with a yes is enough; where another seat acts, all actions need one. Each node estimates how many positions are
still needed for a yes (`proof`) and for a no (`disproof`), and the search always examines the position that, by these
numbers, the answer depends on most. An action that has not been followed yet takes no memory: a node only counts them.

Positions are told apart by all bytes of their record and by the turns used. So two positions that look the same but
have different histories, where repetition counts, are never confused. The table of known answers serves positions
that are really the same, such as after the steps of one turn in another order.

Memory: a node takes 56 bytes. What is below a node with an answer is used again, except for one line to the end of the
game. When there is no room for a new node, the search ends without an answer.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Ints, Ints2, States, heavy, lean
from tesserae.engine.playouts import ROOM
from tesserae.engine.proof_nodes import (
    CUTS,
    DEEP,
    FULL,
    LONG,
    NEED,
    NO,
    NODE,
    OPEN,
    STOP,
    UNFIT,
    YES,
    new_node,
    note,
    recall,
    remember,
    settle,
    unlink,
    urgent,
    weigh,
)

NODES = 1 << 21  # of all questions of a solver together: 112 MiB
TABLE = 1 << 17  # answers that are remembered for other ways to the same position: 3 MiB a question
DEEPEST = 1024  # actions in a row that can be looked ahead

WIN, HOLD = 1, 0  # what the seat may be after: to win alone, or not to lose


class Question(NamedTuple):
    """Whether the seat reaches the goal, before its turn comes for the `turns`-th time after this one; 0: ever."""

    seat: int
    goal: int
    turns: int
    dice: int  # the first of the four words of a record that are its random generator; they must never change


class Tree(NamedTuple):
    """The nodes, and scratch space."""

    nodes: Annotated[NDArray[Any], NODE]
    meter: Ints
    path: States  # the states from the root to where the search is
    words: Ints2  # the same memory as numbers
    way: Ints  # the nodes of the path, …
    actors: Ints  # … who acts there, …
    begun: Ints  # … how many turns of the seat have begun, …
    counts: Ints  # … and how many actions there are
    strong: Ints  # the action that was last a good one so far from the root
    table: Ints2  # two keys, and an answer
    out: Ints
    results: Floats


# --- The search ------------------------------------------------------------------------------------------------------


@heavy
def _search(positions: int, tree: Tree, question: Question) -> int:
    """Examine so many more positions, unless the answer is found before or there is no room; returns how many."""
    nodes, meter, way = tree.nodes, tree.meter, tree.way
    level = 0
    done = 0
    while done < positions and meter[STOP] == 0 and int(nodes[0].answer) == OPEN:
        node = int(way[level])
        if level + 2 >= len(tree.path):
            meter[STOP] = DEEP
        elif int(nodes[node].examined) == 0:
            _examine(level, tree, question)
            if meter[STOP] == 0:
                done += 1
                level = _pass_up(level, tree)
        else:
            child = _follow(level, tree, question)
            if meter[STOP] == 0:
                level += 1
                way[level] = child
                if recall(child, level, tree.words, tree.begun, tree.table, nodes, meter):
                    level = _pass_up(level, tree)
    return done


@lean
def _examine(level: int, tree: Tree, question: Question) -> None:
    """Carry out every action of a new node, to see which of them end the game."""
    nodes, meter, begun = tree.nodes, tree.meter, tree.begun
    node = int(tree.way[level])
    own = tree.actors[level] == question.seat
    good = YES if own else NO
    n = _list(level, tree)
    for i in range(n):
        action = int(tree.out[i])
        answer = _carry_out(action, level, tree, question)
        if answer == OPEN:
            if int(nodes[node].waiting) == 0:
                _guess(node, n, level, tree, question)
            nodes[node].waiting += 1
            if action == tree.strong[level]:
                nodes[node].first = i
        elif answer == good or int(nodes[node].line) == 0 or begun[level + 1] > int(nodes[node].turns):
            last = new_node(action, nodes, meter)
            if last == 0:
                break
            nodes[node].own = int(own)
            settle(last, answer, int(begun[level + 1]), 0, nodes, meter)
            note(node, last, nodes, meter)
            if answer == good:
                break
    if meter[STOP] == 0:
        tree.counts[level] = n
        nodes[node].own = int(own)
        nodes[node].examined = 1
        if int(nodes[node].answer) == OPEN:
            weigh(node, nodes, meter)


@lean
def _follow(level: int, tree: Tree, question: Question) -> int:
    """Carry out the next action of a node that has not been followed and does not end the game; if there is none, the
    one that the answer depends on most. Returns its child; 0 if there is no room."""
    nodes, meter = tree.nodes, tree.meter
    node = int(tree.way[level])
    if int(nodes[node].waiting) == 0:
        child = urgent(node, nodes)
        _carry_out(int(nodes[child].action), level, tree, question)
        return child
    n = _list(level, tree)
    action = -1
    for _ in range(n):
        action = int(tree.out[(int(nodes[node].first) + int(nodes[node].tried)) % n])
        nodes[node].tried += 1
        if _carry_out(action, level, tree, question) == OPEN:
            break
    child = 0 if meter[STOP] else new_node(action, nodes, meter)
    if child:
        nodes[node].waiting -= 1
        nodes[child].sibling = nodes[node].child
        nodes[node].child = child
    return child


@lean
def _list(level: int, tree: Tree) -> int:
    """List the legal actions; returns how many, or 0 if there is no room for them."""
    n = contract.legal(tree.path[level], int(tree.actors[level]), tree.out)
    if n > len(tree.out):
        tree.meter[STOP] = LONG
        tree.meter[NEED] = n
        return 0
    return n


@lean
def _carry_out(action: int, level: int, tree: Tree, question: Question) -> int:
    """Carry out an action from one level to the next; returns the answer, if that is known then."""
    path, words, meter, actors, begun = tree.path, tree.words, tree.meter, tree.actors, tree.begun
    seat, goal, turns, dice = question
    path[level + 1] = path[level]
    s = path[level + 1]
    contract.apply(s, int(actors[level]), action)
    for word in range(dice, dice + 4):
        if words[level + 1, word] != words[0, word]:
            meter[STOP] = UNFIT
    begun[level + 1] = begun[level]
    if contract.over(s):
        contract.returns(s, tree.results)
        reached = tree.results[seat] == 1.0 if goal == WIN else tree.results[seat] >= 0.0
        return YES if reached else NO
    seats = contract.actors(s)
    if seats & (seats - 1):
        meter[STOP] = UNFIT
    actors[level + 1] = lowest(seats)
    if actors[level + 1] == seat and actors[level] != seat:
        begun[level + 1] += 1
        if 0 < turns < begun[level + 1]:
            meter[CUTS] += 1
            return YES if goal == HOLD else NO
    return OPEN


@lean
def _guess(node: int, n: int, level: int, tree: Tree, question: Question) -> None:
    """How many positions it takes to answer what is behind an action that waits: there may be as many actions behind as
    who acts there had before."""
    nodes, after = tree.nodes, tree.actors[level + 1]
    many = n
    for above in range(level):
        if tree.actors[above] == after:
            many = int(tree.counts[above])
    nodes[node].new_proof = 1 if after == question.seat else many
    nodes[node].new_disproof = many if after == question.seat else 1


@lean
def _pass_up(level: int, tree: Tree) -> int:
    """Take the news of the node at this level up the path, as far as it changes anything; returns the level to go on
    from."""
    nodes, meter, way = tree.nodes, tree.meter, tree.way
    while level > 0:
        child = int(way[level])
        if int(nodes[child].answer) != OPEN:
            remember(child, level, tree.words, tree.begun, tree.table, nodes)
        level -= 1
        node = int(way[level])
        proof, disproof = int(nodes[node].proof), int(nodes[node].disproof)
        action, answer = int(nodes[child].action), int(nodes[child].answer)
        if (answer == OPEN and not nodes[node].own) or (answer == YES and nodes[node].own):
            tree.strong[level] = action
        if answer != OPEN:
            unlink(node, child, nodes)
            note(node, child, nodes, meter)
        if int(nodes[node].answer) == OPEN:
            weigh(node, nodes, meter)
        if int(nodes[node].proof) == proof and int(nodes[node].disproof) == disproof:
            return level
    return 0


# --- From Python -----------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An action, and who takes it."""

    seat: int
    action: int


class Proof:
    """The search for the answer to one question. The state is an array of one record, and not that of a game which is
    over.

    Each call of `run` examines more positions, so the caller can stop in between. The same calls give the same result.
    """

    def __init__(self, states: States, seats: int, seat: int, goal: int, turns: int = 0, nodes: int = NODES) -> None:
        path = np.repeat(states, DEEPEST)
        fields: Any = states.dtype.fields
        self._question = Question(seat, goal, turns, fields["rng"][1] // 8)
        self._tree = Tree(
            nodes=np.zeros(nodes, NODE),
            meter=np.array([1, 0, 0, 0, 0], np.int64),
            path=path,
            words=path.view(np.int64).reshape(DEEPEST, -1),
            way=np.zeros(DEEPEST, np.int64),
            actors=np.zeros(DEEPEST, np.int64),
            begun=np.ones(DEEPEST, np.int64),
            counts=np.ones(DEEPEST, np.int64),
            strong=np.full(DEEPEST, -1, np.int64),
            table=np.zeros((TABLE, 3), np.int64),
            out=np.empty(ROOM, np.int64),
            results=np.zeros(seats),
        )
        self._tree.actors[0] = lowest(contract.actors(states))
        self._seats = seats
        self.positions = 0  # examined so far

    def run(self, positions: int) -> None:
        """Examine so many more positions, unless it is `finished` before."""
        meter = self._tree.meter
        while positions > 0 and not self.finished:
            done = int(_search(positions, self._tree, self._question))
            positions -= done
            self.positions += done
            if meter[STOP] == LONG:
                self._tree = self._tree._replace(out=np.empty(2 * int(meter[NEED]), np.int64))
                meter[STOP] = 0

    @property
    def answer(self) -> bool | None:
        """None if it is not found."""
        return {OPEN: None, YES: True, NO: False}[int(self._tree.nodes[0].answer)]

    @property
    def finished(self) -> bool:
        """Whether the answer is found, or cannot be found within the memory."""
        return self.answer is not None or int(self._tree.meter[STOP]) in (FULL, DEEP, UNFIT)

    @property
    def limit(self) -> int:
        """The number of turns in the question; 0: any."""
        return self._question.turns

    @property
    def unfit(self) -> bool:
        """Whether chance has a part in the game, or several seats act at once: then there is no answer."""
        return int(self._tree.meter[STOP]) == UNFIT

    @property
    def limited(self) -> bool:
        """Whether the answer may be another if there are more turns."""
        return int(self._tree.meter[CUTS]) > 0

    @property
    def turns(self) -> int:
        """In how many turns of the seat, counted with the one under way, the answer shows at the latest."""
        return int(self._tree.nodes[0].turns)

    def line(self) -> list[Step]:
        """How the game goes on if those whom the answer suits play for it, and the others hold out for as long as the
        search saw. It ends early if a part of it, which the search has not kept, cannot be found again."""
        steps: list[Step] = []
        question, proof = self._question, self
        states = self._tree.path[:1].copy()
        begun = 1
        while True:
            kept = proof._kept()
            for step in kept:
                before = lowest(contract.actors(states))
                contract.act(states, step.seat, step.action, proof._tree.out)
                begun += int(before != question.seat and contract.actors(states) == 1 << question.seat)
            steps += kept
            if contract.over(states) or not kept:
                return steps
            left = self.turns - begun + 1
            proof = Proof(states, self._seats, question.seat, question.goal, left, len(self._tree.nodes))
            proof.run(self.positions)
            if proof.answer != self.answer:
                return steps

    def _kept(self) -> list[Step]:
        """The line as far as it is in the tree."""
        steps = []
        states = self._tree.path[:1].copy()
        node = int(self._tree.nodes[0].line)
        while node:
            steps.append(Step(lowest(contract.actors(states)), int(self._tree.nodes[node].action)))
            contract.act(states, *steps[-1], self._tree.out)
            node = int(self._tree.nodes[node].line)
        return steps
