"""Alpha-beta search for two seats where nothing is hidden or random.

Iterative deepening: depth after depth, every action is followed, but for those that can no longer change the choice. At
the given depth, quiescence search follows only loud actions (captures, say), until the position is quiet enough to be
judged. A transposition table keeps positions under their `key`; the best action found there is tried first the next
time, then loud actions, then those that have been good elsewhere (history heuristic). Later actions of a list are first
searched less deeply (late-move reductions), and by null-window search, which only asks whether they are better than the
best so far. Near the end of the depth, where that is the question, positions and quiet actions that are far from
changing the answer are left out, by what the judgement says of the position before them (futility pruning).

Values are whole numbers, which are equal more often than fractions: the judgement times UNIT, or WON less the number of
actions until the end. Compiled functions that are kept on disk must not call themselves, so the actions that lead to
the position in hand are frames on a stack. That also makes it possible to stop after any position and to go on later.

Memory: the table takes 32 MiB, everything else 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract, ordering
from tesserae.engine.bits import lowest
from tesserae.engine.jit import Floats, Ints, Ints2, States, entry, heavy, lean
from tesserae.engine.net import NONE, Net, Scratch, appraise, scratch
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import below
from tesserae.engine.searches import Found, Step, Task, leads, size

UNIT = 1000
WON = 1 << 30
PROVED = WON - UNIT  # values beyond this are certain wins or losses
DEEPEST = 64  # actions from the root to the deepest position
SLOTS = 1 << 20  # of the transposition table
HISTORY = 1 << 16  # actions are counted under the lowest bits of a mixture of their bits
SLIGHT = 8  # the counts at the beginning are below this
FADING = 8  # when the game goes on, they are divided by this: what was good elsewhere counts for less
FIRST, LOUD = 1 << 62, 1 << 40  # the score of the action to be tried first, and the least of a loud one
EXACT, AT_LEAST, AT_MOST = 0, 1, 2

# What a frame is doing next.
# Look at its position; try its next action; wait for the value of an action, from a null or a full window.
ENTER, TRY, NULL_WINDOW, FULL_WINDOW = range(4)

FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("alpha", np.int64),  # the mover has at least this, somewhere
                ("beta", np.int64),  # with this or more, the opponent would not let it come to this position
                ("floor", np.int64),  # alpha at the beginning
                ("best", np.int64),
                ("choice", np.int64),  # the action with the best value
                ("depth", np.int64),  # actions still to follow; below 1, only loud ones
                ("seat", np.int64),
                ("count", np.int64),  # legal actions
                ("next", np.int64),  # which of them is tried
                ("stage", np.int64),
                ("static", np.int64),  # the judgement of the position; WON if there is none
                ("listed", np.int64),  # whether all actions are listed, or only the one that the table names
                ("reduced", np.int64),  # by how much less deeply the action in hand is searched
            ]
        ),
    )
)
SLOT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int64),
                ("action", np.int64),  # the best one; -1 if all were equally bad
                ("value", np.int64),
                ("depth", np.int32),
                ("kind", np.int32),  # what the value is: EXACT, AT_LEAST or AT_MOST
            ]
        ),
    )
)


class Pruning(NamedTuple):
    """The numbers of alpha-beta search. Values are judgements times UNIT; the depth is that of the actions still to be
    followed."""

    quiescence: int = 6  # loud actions that are followed beyond the depth
    shallow: int = 1  # the depth up to which there is futility pruning:
    clear: int = 150  # of a position that is better than needed by this, times the depth,
    hopeless: int = 150  # and of quiet actions in one that is worse by this …
    hope: int = 100  # … and by this, times the depth
    reduced_depth: int = 3  # the depth from which there are late-move reductions:
    late: int = 4  # from this place in the list by 1,
    very_late: int = 16  # from this place by 2
    drawn: int = 200  # a draw is worth so much less than an even position, lest the bot repeats moves


# Places in Desk.at: the number of the frame in hand, how many positions were looked at, the seat for which the search
# is, and then the numbers of Pruning.
AT_FRAME, POSITIONS, SEARCHER = range(3)
QUIESCENCE, SHALLOW, CLEAR, HOPELESS, HOPE, REDUCED_DEPTH, LATE, VERY_LATE, DRAWN = range(3, 12)


@dataclass(frozen=True)
class AlphaBetaSettings:
    """How to search a game by alpha-beta search, which takes one thread and always the same memory."""

    title: ClassVar[str] = "alpha-beta search"
    growth: ClassVar[int] = 0
    numbers: Pruning = field(default_factory=Pruning)
    net: Net = NONE  # by which positions are judged; NONE: the game's `evaluate`

    def make(self, task: Task) -> "AlphaBeta":
        return AlphaBeta(task, self)


class Desk(NamedTuple):
    """Everything that compiled code works on."""

    states: States  # for each frame its position
    frames: Annotated[NDArray[Any], FRAME]
    actions: Ints2  # for each frame its legal actions
    scores: Ints2  # and in which order they are tried: the highest first
    table: Annotated[NDArray[Any], SLOT]
    history: Ints2  # for each seat and action, how much it has cut off elsewhere
    values: Floats
    at: Ints  # one array is quicker to pass than so many numbers
    net: Net
    room: Scratch  # for the work of the net


@heavy
def _search(desk: Desk, positions: int) -> bool:
    """Go on until the root has its value, or so many positions have been looked at. Whether the root has its value."""
    frames, at = desk.frames, desk.at
    limit = at[POSITIONS] + positions
    while at[POSITIONS] < limit:
        ply = int(at[AT_FRAME])
        frame = frames[ply]
        if frame.stage == ENTER:
            at[POSITIONS] += 1
            done = _enter(desk, ply)
        else:
            done = False
        while not done and frame.stage == TRY:
            done = _try(desk, ply)
        while done:  # the frame has its value, and the one above it takes account of it
            if ply == 0:
                return True
            ply -= 1
            at[AT_FRAME] = ply
            value = frames[ply + 1].best
            frame = frames[ply]
            if frames[ply + 1].seat != frame.seat:
                value = -value
            if frame.stage == NULL_WINDOW and value > frame.alpha and (frame.reduced > 0 or value < frame.beta):
                _push(desk, ply, int(frame.depth) - 1, False)
                break
            done = _account(desk, ply, int(value))
            while not done and frame.stage == TRY:
                done = _try(desk, ply)
    return False


@lean
def _enter(desk: Desk, ply: int) -> bool:
    """Look at the position of a new frame. Whether its value is known already."""
    frame, s = desk.frames[ply], desk.states[ply]
    actions = desk.actions[ply]
    seat = lowest(contract.actors(s))
    frame.seat = seat
    frame.floor = frame.alpha
    frame.choice = -1
    frame.static = WON
    frame.count = 0
    frame.listed = 0
    frame.next = 0
    frame.stage = TRY
    if frame.depth < 1:
        frame.best = _static(desk, ply)
        if frame.best >= frame.beta or frame.depth <= -desk.at[QUIESCENCE] or ply + 1 >= len(desk.states):
            return True
        frame.alpha = max(frame.alpha, frame.best)
        frame.listed = 1
        frame.count = min(ordering.loud(s, seat, actions), len(actions))
        for i in range(frame.count):
            desk.scores[ply, i] = ordering.urgency(s, seat, int(actions[i])) * LOUD
        return bool(frame.count == 0)
    frame.best = -WON
    first = -1
    key = ordering.key(s)
    slot = desk.table[key & (SLOTS - 1)]
    if slot.key == key:
        first = int(slot.action)
        value = int(slot.value)
        if abs(value) > PROVED:  # in the table it is counted from the position itself
            value -= ply if value > 0 else -ply
        bound = (slot.kind == AT_LEAST and value >= frame.beta) or (slot.kind == AT_MOST and value <= frame.alpha)
        if ply > 0 and slot.depth >= frame.depth and (slot.kind == EXACT or bound):
            frame.best = value
            return True
    if ply > 0 and frame.depth <= desk.at[SHALLOW] and frame.beta - frame.alpha == 1:
        frame.static = _static(desk, ply)
        if abs(frame.beta) < PROVED and frame.static - desk.at[CLEAR] * frame.depth >= frame.beta:
            frame.best = frame.static
            return True
    if ply > 0 and first >= 0 and contract.allowed(s, seat, first, actions):
        actions[0] = first
        desk.scores[ply, 0] = FIRST
        frame.count = 1
    else:
        _list(desk, ply, first)
    return False


@lean
def _static(desk: Desk, ply: int) -> int:
    """The judgement of a position, for who acts."""
    appraise(desk.states[ply], desk.net, desk.room, desk.values)
    return int(desk.values[int(desk.frames[ply].seat)] * UNIT)


@lean
def _list(desk: Desk, ply: int, first: int) -> None:
    """List all actions, the first one to be tried, or that was tried already, before the others."""
    frame, s = desk.frames[ply], desk.states[ply]
    actions, scores = desk.actions[ply], desk.scores[ply]
    seat = int(frame.seat)
    frame.count = min(contract.legal(s, seat, actions), len(actions))
    frame.listed = 1
    for i in range(frame.count):
        action = int(actions[i])
        if action == first:
            scores[i] = FIRST
        else:
            scores[i] = ordering.urgency(s, seat, action) * LOUD + desk.history[seat, _mixed(action)]
    if frame.next > 0:
        _bring_best(actions, scores, 0, int(frame.count))


@lean
def _mixed(action: int) -> int:
    return (action ^ action >> 17 ^ action >> 36) & (HISTORY - 1)


@entry
def _shuffle(history: Ints2, rng: Ints) -> None:
    """Begin with slight counts, so that actions are not always tried in the same order."""
    for seat in range(len(history)):
        for place in range(HISTORY):
            history[seat, place] = below(rng, SLIGHT)


@lean
def _try(desk: Desk, ply: int) -> bool:
    """Carry out the next action. Whether the frame has its value, because there is none."""
    frame, states, at = desk.frames[ply], desk.states, desk.at
    i, depth = int(frame.next), int(frame.depth)
    if i == frame.count and not frame.listed:
        _list(desk, ply, int(desk.actions[ply, 0]))
    if i < frame.count:
        _bring_best(desk.actions[ply], desk.scores[ply], i, int(frame.count))
    quiet = i < frame.count and desk.scores[ply, i] < LOUD
    if i == frame.count or (depth > 0 and quiet and _hopeless(desk, ply)):
        if depth > 0:
            _remember(desk, ply)
        return True
    states[ply + 1] = states[ply]
    after = states[ply + 1]
    contract.apply(after, int(frame.seat), int(desk.actions[ply, i]))
    if contract.over(after):
        contract.returns(after, desk.values)
        result = int(desk.values[int(frame.seat)])
        drawn = -at[DRAWN] if frame.seat == at[SEARCHER] else at[DRAWN]
        return _account(desk, ply, result * (WON - ply - 1) if result else drawn)
    frame.reduced = 0
    if depth >= at[REDUCED_DEPTH] and i >= at[LATE] and quiet:
        frame.reduced = 1 if i < at[VERY_LATE] else 2
    _push(desk, ply, depth - 1 - int(frame.reduced), i > 0 and depth > 0)
    return False


@lean
def _hopeless(desk: Desk, ply: int) -> bool:
    """Whether the remaining actions, all of them quiet, are left out. One is always tried, and more if it loses."""
    frame = desk.frames[ply]
    if frame.next == 0 or frame.static == WON or frame.best < -PROVED or abs(frame.alpha) > PROVED:
        return False
    hope = frame.static + desk.at[HOPELESS] + desk.at[HOPE] * frame.depth
    if hope > frame.alpha:
        return False
    frame.best = max(frame.best, hope)
    return True


@lean
def _bring_best(actions: Ints, scores: Ints, i: int, count: int) -> None:
    """Put the best of the remaining actions in place i."""
    best = i
    for j in range(i + 1, count):
        if scores[j] > scores[best]:
            best = j
    actions[i], actions[best] = actions[best], actions[i]
    scores[i], scores[best] = scores[best], scores[i]


@lean
def _push(desk: Desk, ply: int, depth: int, null: bool) -> None:
    """Search the position after the action in hand: its value, or with a null window only whether it is better than
    alpha."""
    frame, below = desk.frames[ply], desk.frames[ply + 1]
    alpha = frame.alpha
    beta = alpha + 1 if null else frame.beta
    if lowest(contract.actors(desk.states[ply + 1])) == frame.seat:
        below.alpha, below.beta = alpha, beta
    else:
        below.alpha, below.beta = -beta, -alpha
    below.depth = depth
    below.stage = ENTER
    frame.stage = NULL_WINDOW if null else FULL_WINDOW
    desk.at[AT_FRAME] = ply + 1


@lean
def _account(desk: Desk, ply: int, value: int) -> bool:
    """The action in hand has this value. Whether that decides the frame."""
    frame = desk.frames[ply]
    i = int(frame.next)
    frame.next += 1
    frame.stage = TRY
    if value <= frame.best:
        return False
    action = int(desk.actions[ply, i])
    frame.best = value
    frame.choice = action
    if value > frame.alpha:
        frame.alpha = value
        if value >= frame.beta:
            if frame.depth > 0:
                if desk.scores[ply, i] < LOUD:
                    desk.history[int(frame.seat), _mixed(action)] += frame.depth * frame.depth
                _remember(desk, ply)
            return True
    return False


@lean
def _remember(desk: Desk, ply: int) -> None:
    """Put the value of a frame into the table."""
    frame = desk.frames[ply]
    key = ordering.key(desk.states[ply])
    slot = desk.table[key & (SLOTS - 1)]
    value = int(frame.best)
    if abs(value) > PROVED:
        value += ply if value > 0 else -ply
    slot.key = key
    slot.action = frame.choice
    slot.value = value
    slot.depth = frame.depth
    slot.kind = AT_LEAST if frame.best >= frame.beta else (AT_MOST if frame.best <= frame.floor else EXACT)


@entry
def _line(desk: Desk, line: Ints) -> int:
    """Write the expected actions, as the table has them, to `line`, two numbers each: seat and action. Returns how many
    numbers. The positions of the frames beyond the first are overwritten."""
    states, n = desk.states, 0
    states[1] = states[0]
    s = states[1]
    while n < len(line) and not contract.over(s):
        slot = desk.table[ordering.key(s) & (SLOTS - 1)]
        seat = lowest(contract.actors(s))
        action = int(slot.action)
        if slot.key != ordering.key(s) or not contract.allowed(s, seat, action, desk.actions[1]):
            break
        line[n], line[n + 1] = seat, action
        n += 2
        contract.apply(s, seat, action)
    return n


class AlphaBeta:
    """A search from a state of a game for two in which nothing is hidden. What is called simulations are positions
    here. The same generator, and the same states after each other with the same numbers of positions, give the same
    result; other generators choose others among equals."""

    def __init__(self, task: Task, settings: AlphaBetaSettings) -> None:
        root, net = task.hidden, settings.net
        self._root = root
        self._desk = Desk(
            states=np.repeat(root, DEEPEST),
            frames=np.zeros(DEEPEST, FRAME),
            actions=np.zeros((DEEPEST, ROOM), np.int64),
            scores=np.zeros((DEEPEST, ROOM), np.int64),
            table=np.zeros(SLOTS, SLOT),
            history=np.zeros((2, HISTORY), np.int64),
            values=np.zeros(2),
            at=np.array([0, 0, 0, *settings.numbers], np.int64),
            net=net,
            room=scratch(root.dtype, net),
        )
        _shuffle(self._desk.history, task.rng)
        self._begin()

    def _begin(self) -> None:
        """Start with the present root."""
        self._seat = int(contract.actors(self._root)).bit_length() - 1
        self._desk.states[0] = self._root[0]
        self._desk.at[SEARCHER] = self._seat
        self.depth = 0  # the last that was finished
        self._found: tuple[int, int] | None = None  # the best action and its value
        self._deepen()

    def _deepen(self) -> None:
        frame = self._desk.frames[0]
        frame.alpha, frame.beta, frame.depth, frame.stage = -WON, WON, self.depth + 1, ENTER
        self._desk.at[AT_FRAME] = 0

    @property
    def simulations(self) -> int:
        return int(self._desk.at[POSITIONS])

    def run(self, simulations: int) -> None:
        """Look at so many more positions; more, if there is no first choice yet, and fewer, if nothing is left."""
        end = self.simulations + simulations
        while not self.settled and (self._found is None or self.simulations < end):
            if _search(self._desk, max(end - self.simulations, 1)):
                self.depth += 1
                self._note()
                self._deepen()
        self._note()

    def _note(self) -> None:
        """Keep the best action of the root as far as it is known. The best one of the depth before is tried first, so
        that any better one is better than that."""
        frame = self._desk.frames[0]
        if frame.stage != ENTER and frame.choice >= 0:
            self._found = int(frame.choice), int(frame.best)

    @property
    def settled(self) -> bool:
        """Whether looking deeper is of no use: the result is proved, or the depth is all there is room for."""
        value = 0 if self._found is None else self._found[1]
        lost = value < -PROVED and self._desk.frames[0].stage == ENTER  # all actions have been tried
        deepest = DEEPEST - 1 - int(self._desk.at[QUIESCENCE])
        return value > PROVED or lost or self.depth >= max(deepest, 1)

    def lead(self) -> int:
        """Never any: a greater depth can always change the choice."""
        return 0

    def visits(self) -> dict[int, int]:
        """The best action, if there is one yet; it is counted with all of the positions."""
        return {} if self._found is None else {self._found[0]: self.simulations}

    def found(self) -> list[Found]:
        """The best action alone: the others are only known not to be better."""
        assert self._found is not None, "nothing was run"
        action, value = self._found
        worth = (1.0 if value > 0 else -1.0) if abs(value) > PROVED else value / UNIT
        values = (worth, -worth) if self._seat == 0 else (-worth, worth)
        return [Found(action, self.simulations, values)]

    def line(self) -> list[Step]:
        """Seats and actions as they are expected, starting with the best action."""
        best = self.found()[0].action
        numbers: Ints = np.zeros(2 * DEEPEST, np.int64)
        count = _line(self._desk._replace(states=self._desk.states.copy()), numbers)
        steps = [(int(numbers[i]), int(numbers[i + 1])) for i in range(0, count, 2)]
        return steps if steps and steps[0][1] == best else [(self._seat, best)]

    def advance(self, steps: Sequence[Step], hidden: States) -> bool:
        """Continue from a later state of the same game, with what the table knows. False if the steps do not lead
        there, or if it is not the same seat's turn."""
        if contract.actors(hidden) != 1 << self._seat or not leads(self._root, steps, self._seat, hidden):
            return False
        if steps:
            self._root = hidden
            self._desk.history[:] //= FADING
            self._begin()
        return True

    def pack(self) -> int:
        """All of it is needed."""
        return size(self._desk)
