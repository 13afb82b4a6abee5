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


@lean
def _pass_up(
    level: int, way: Ints, strong: Ints, words: Ints2, begun: Ints, table: Ints2, nodes: States, meter: Ints
) -> int:
    """Take the news of the node at this level up the path, as far as it changes anything; returns the level to go on
    from."""
    while level > 0:
        child = int(way[level])
        if int(nodes[child].answer) != OPEN:
            remember(child, level, words, begun, table, nodes)
        level -= 1
        node = int(way[level])
        proof, disproof = int(nodes[node].proof), int(nodes[node].disproof)
        action, answer = int(nodes[child].action), int(nodes[child].answer)
        if (answer == OPEN and not nodes[node].own) or (answer == YES and nodes[node].own):
            strong[level] = action
        if answer != OPEN:
            unlink(node, child, nodes)
            note(node, child, nodes, meter)
        if int(nodes[node].answer) == OPEN:
            weigh(node, nodes, meter)
        if int(nodes[node].proof) == proof and int(nodes[node].disproof) == disproof:
            return level
    return 0


@heavy
def _search(positions: int, tree: Tree, question: Question) -> int:
    """Examine so many more positions, unless the answer is found before or there is no room; returns how many.

    All that calls the rules is in this one function: each further one would take as long to compile."""
    nodes, meter, path, words, way = tree.nodes, tree.meter, tree.path, tree.words, tree.way
    actors, begun, counts, strong = tree.actors, tree.begun, tree.counts, tree.strong
    table, out, results = tree.table, tree.out, tree.results
    seat, goal, turns, dice = question
    level = 0
    done = 0
    while done < positions and meter[STOP] == 0 and int(nodes[0].answer) == OPEN:
        node = int(way[level])
        actor = int(actors[level])
        good = YES if actor == seat else NO  # for who acts
        new = int(nodes[node].examined) == 0
        child = 0
        n = 1
        if level + 2 >= len(path):
            meter[STOP] = DEEP
            break
        if new or int(nodes[node].waiting) > 0:
            n = contract.legal(path[level], actor, out)
            if n > len(out):
                meter[STOP] = LONG
                meter[NEED] = n
                break
        else:
            child = urgent(node, nodes)
        # Carry out: in a new node each action, to see which of them end the game; in others the next action that has
        # not been followed and does not end it; or, if there is none, the one that the answer depends on most.
        action, after, now = -1, -1, 0
        for i in range(n):
            if new:
                action = int(out[i])
            elif child:
                action = int(nodes[child].action)
            else:
                action = int(out[(int(nodes[node].first) + int(nodes[node].tried)) % n])
                nodes[node].tried += 1
            path[level + 1] = path[level]
            s = path[level + 1]
            contract.apply(s, actor, action)
            for word in range(dice, dice + 4):
                if words[level + 1, word] != words[0, word]:
                    meter[STOP] = UNFIT
            answer = OPEN
            now = int(begun[level])
            if contract.over(s):
                contract.returns(s, results)
                reached = results[seat] == 1.0 if goal == WIN else results[seat] >= 0.0
                answer = YES if reached else NO
            else:
                seats = contract.actors(s)
                after = lowest(seats)
                if seats & (seats - 1):
                    meter[STOP] = UNFIT
                if after == seat and actor != seat:
                    now += 1
                    if 0 < turns < now:
                        meter[CUTS] += 1
                        answer = YES if goal == HOLD else NO
            if not new:
                if answer == OPEN:
                    break
            elif answer != OPEN:
                if answer == good or int(nodes[node].line) == 0 or now > int(nodes[node].turns):
                    last = new_node(action, nodes, meter)
                    if last == 0:
                        break
                    nodes[node].own = int(actor == seat)
                    settle(last, answer, now, 0, nodes, meter)
                    note(node, last, nodes, meter)
                    if answer == good:
                        break
            else:
                if int(nodes[node].waiting) == 0:  # there may be as many actions behind as who acts there had before
                    many = n
                    for above in range(level):
                        if int(actors[above]) == after:
                            many = int(counts[above])
                    nodes[node].new_proof = 1 if after == seat else many
                    nodes[node].new_disproof = many if after == seat else 1
                nodes[node].waiting += 1
                if action == strong[level]:
                    nodes[node].first = i
        if meter[STOP] != 0:
            break
        if new:
            done += 1
            counts[level] = n
            nodes[node].own = int(actor == seat)
            nodes[node].examined = 1
            if int(nodes[node].answer) == OPEN:
                weigh(node, nodes, meter)
            level = _pass_up(level, way, strong, words, begun, table, nodes, meter)
            continue
        if child == 0:
            child = new_node(action, nodes, meter)
            if child == 0:
                break
            nodes[node].waiting -= 1
            nodes[child].sibling = nodes[node].child
            nodes[node].child = child
        level += 1
        way[level] = child
        actors[level] = after
        begun[level] = now
        if recall(child, level, words, begun, table, nodes, meter):
            level = _pass_up(level, way, strong, words, begun, table, nodes, meter)
    return done


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
