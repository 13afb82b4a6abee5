"""The nodes of a proof-number search (proof.py), and the table of answers that are known already.

A node counts the actions that have not been followed yet; they have no nodes. The children that have no answer yet form
a list. What is below a node with an answer is used again, except for one line to the end of the game."""

import numpy as np

from tesserae.engine.jit import Ints, States, lean

OPEN, YES, NO = 0, 1, 2  # the answers
BIG = 1 << 30  # stands for "never"
USED, FREE, STOP, NEED, CUTS = range(5)  # what `meter` holds
FULL, DEEP, LONG, UNFIT = 1, 2, 3, 4  # why the search had to stop; UNFIT: chance, or several seats act at once

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int64),  # what leads here
                ("child", np.int32),  # the first of the children without an answer; 0: none
                ("sibling", np.int32),
                ("line", np.int32),  # the child that the answer comes from; without an answer, the longest way to it
                ("first", np.int32),  # where in the legal list to begin, and go round
                ("tried", np.int32),  # how many actions of the list have been followed
                ("waiting", np.int32),  # how many of the others do not end the game; they have no node yet
                ("proof", np.int32),
                ("disproof", np.int32),
                ("new_proof", np.int32),  # the same for those that wait, as a guess
                ("new_disproof", np.int32),
                ("turns", np.int32),  # of the seat until the answer shows, at most
                ("examined", np.int8),
                ("own", np.int8),  # whether the seat acts
                ("answer", np.int8),
            ],
            align=True,
        ),
    )
)


# --- Nodes -----------------------------------------------------------------------------------------------------------


@lean
def new_node(action: int, nodes: States, meter: Ints) -> int:
    """A new node; 0 if there is no room."""
    node = int(meter[FREE])
    if node == 0:
        if meter[USED] == len(nodes):
            meter[STOP] = FULL
            return 0
        node = int(meter[USED])
        meter[USED] += 1
    else:  # what is below it is free as well, and only taken apart now
        rest = int(nodes[node].sibling)
        line = int(nodes[node].line)
        if line:
            nodes[line].sibling = rest
            rest = line
        child = int(nodes[node].child)
        while child:
            after = int(nodes[child].sibling)
            nodes[child].sibling = rest
            rest = child
            child = after
        meter[FREE] = rest
    nodes[node].action = action
    nodes[node].child = 0
    nodes[node].sibling = 0
    nodes[node].line = 0
    nodes[node].first = 0
    nodes[node].tried = 0
    nodes[node].waiting = 0
    nodes[node].proof = 1
    nodes[node].disproof = 1
    nodes[node].turns = 0
    nodes[node].examined = 0
    nodes[node].answer = OPEN
    return node


@lean
def discard(node: int, nodes: States, meter: Ints) -> None:
    """The node, with all below it, can be used again."""
    nodes[node].sibling = meter[FREE]
    meter[FREE] = node


@lean
def settle(node: int, answer: int, turns: int, line: int, nodes: States, meter: Ints) -> None:
    """The node has its answer; of what is below it only the line is kept."""
    if int(nodes[node].line) and int(nodes[node].line) != line:
        discard(int(nodes[node].line), nodes, meter)
    child = int(nodes[node].child)
    while child:
        after = int(nodes[child].sibling)
        discard(child, nodes, meter)
        child = after
    nodes[node].child = 0
    nodes[node].line = line
    nodes[node].waiting = 0
    nodes[node].turns = turns
    nodes[node].answer = answer
    nodes[node].proof = 0 if answer == YES else BIG
    nodes[node].disproof = 0 if answer == NO else BIG


@lean
def note(node: int, child: int, nodes: States, meter: Ints) -> None:
    """A child, which is not among the others, has its answer. That may be the node's, too."""
    answer, turns, line = int(nodes[child].answer), int(nodes[child].turns), int(nodes[node].line)
    if answer == (YES if nodes[node].own else NO):
        settle(node, answer, turns, child, nodes, meter)
    elif line == 0 or turns > int(nodes[node].turns):
        if line:
            discard(line, nodes, meter)
        nodes[node].line = child
        nodes[node].turns = turns
    else:
        discard(child, nodes, meter)


@lean
def weigh(node: int, nodes: States, meter: Ints) -> None:
    """Work out the numbers of a node from those of its children; if none are left it has the answer of all of them."""
    waiting, child = int(nodes[node].waiting), int(nodes[node].child)
    if waiting == 0 and child == 0:
        answer = NO if nodes[node].own else YES
        settle(node, answer, int(nodes[node].turns), int(nodes[node].line), nodes, meter)
        return
    least, total = BIG, 0
    if nodes[node].own:
        if waiting:
            least, total = int(nodes[node].new_proof), waiting * int(nodes[node].new_disproof)
        while child:
            least = min(least, int(nodes[child].proof))
            total += int(nodes[child].disproof)
            child = int(nodes[child].sibling)
        nodes[node].proof = least
        nodes[node].disproof = min(total, BIG - 1)
    else:
        if waiting:
            least, total = int(nodes[node].new_disproof), waiting * int(nodes[node].new_proof)
        while child:
            least = min(least, int(nodes[child].disproof))
            total += int(nodes[child].proof)
            child = int(nodes[child].sibling)
        nodes[node].proof = min(total, BIG - 1)
        nodes[node].disproof = least


@lean
def urgent(node: int, nodes: States) -> int:
    """The child that the answer depends on most."""
    own = bool(nodes[node].own)
    best, least = 0, BIG + 1
    child = int(nodes[node].child)
    while child:
        number = int(nodes[child].proof) if own else int(nodes[child].disproof)
        if number < least:
            best, least = child, number
        child = int(nodes[child].sibling)
    return best


@lean
def unlink(node: int, child: int, nodes: States) -> None:
    if int(nodes[node].child) == child:
        nodes[node].child = nodes[child].sibling
    else:
        before = int(nodes[node].child)
        while int(nodes[before].sibling) != child:
            before = int(nodes[before].sibling)
        nodes[before].sibling = nodes[child].sibling
    nodes[child].sibling = 0


# --- The table -------------------------------------------------------------------------------------------------------


@lean
def _mix(key: int, word: int, factor: int) -> int:
    key = ((key ^ word) * factor) & 0x7FFFFFFFFFFFFFFF
    return key ^ key >> 32


@lean
def _keys(words: Ints, level: int, turns: int) -> tuple[int, int]:
    """Two numbers that stand for a state, by where it differs from the root, and for the turns begun."""
    a, b = _mix(turns, 1, 0x2545F4914F6CDD1D), _mix(turns, 2, 0x369DEA0F31A53F85)
    for i in range(words.shape[1]):
        word = int(words[level, i])
        if word != int(words[0, i]):
            low, high = word & 0xFFFFFFFF | (2 * i + 1) << 32, word >> 32 & 0xFFFFFFFF | (2 * i + 2) << 32
            a = _mix(_mix(a, low, 0x2545F4914F6CDD1D), high, 0x2545F4914F6CDD1D)
            b = _mix(_mix(b, low, 0x369DEA0F31A53F85), high, 0x369DEA0F31A53F85)
    return a, b


@lean
def recall(node: int, level: int, words: Ints, begun: Ints, table: Ints, nodes: States, meter: Ints) -> bool:
    """Take over the answer of the same position elsewhere, if there is one."""
    a, b = _keys(words, level, int(begun[level]))
    place = a % len(table)
    if table[place, 0] != a or table[place, 1] != b or table[place, 2] == OPEN:
        return False
    settle(node, int(table[place, 2]) & 3, int(table[place, 2]) >> 2, 0, nodes, meter)
    return True


@lean
def remember(node: int, level: int, words: Ints, begun: Ints, table: Ints, nodes: States) -> None:
    a, b = _keys(words, level, int(begun[level]))
    place = a % len(table)
    table[place, 0] = a
    table[place, 1] = b
    table[place, 2] = int(nodes[node].turns) << 2 | int(nodes[node].answer)
