"""Racing: comparing actions in imagined worlds, for games with hidden information and a net to judge by.

First every legal action is judged at once, by the net and what the seat knows afterwards, in a few imagined worlds. The
most promising ones enter the race, which is successive elimination with common random numbers. In each round all of
them are tried in the same imagined world, with the same random numbers, so that luck concerns them all alike: the
others answer for some turns, and the net judges what has come of it, from what the seat knows then. Who acts in that
world takes the action that the net thinks best, from what *that* seat would know: its view of the world is hidden and
imagined anew. So nobody acts on cards that they cannot see, which is the weakness of searches that play each imagined
world with open cards. An action that is clearly behind, judged by how much the differences vary, is eliminated; when
only one is left, the race is over.

A tree would be of little use here: after one turn of each, chance has led elsewhere in every world.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import ClassVar, NamedTuple

import numpy as np

from tesserae.engine import contract, ordering
from tesserae.engine.jit import Floats, Floats2, Ints, Record, States, heavy, lean
from tesserae.engine.net import Net, Scratch, scratch, value
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import draw, one_of, seed_rng
from tesserae.engine.searches import Found, Step, Task, size

LOOKS = 4  # worlds in which every legal action is judged at once; they count as so many rounds
SURE = 16  # rounds before an action may drop out
LONGEST = 200  # actions in one world, at most
ROUND, NEXT, SEED, LEFT = 0, 1, 2, 3  # places in Course.at


class Racing(NamedTuple):
    """The numbers of racing."""

    turns: int = 1  # of others that are played after an action, before it is judged
    field: int = 10  # actions that take part, at most …
    margin: float = 0.4  # … and by how much they may look worse than the best
    doubt: float = 4.0  # an action drops out if it is behind by so many standard errors


@dataclass(frozen=True)
class RacingSettings:
    """How to search a game by racing, which takes one thread and always the same memory."""

    title: ClassVar[str] = "racing"
    growth: ClassVar[int] = 0
    net: Net  # by which positions are judged
    numbers: Racing = field(default_factory=Racing)

    def make(self, task: Task) -> "Race":
        return Race(task, self)


class Judge(NamedTuple):
    """By what positions are judged, and room for it."""

    net: Net
    room: Scratch
    values: Floats
    out: Ints


class Course(NamedTuple):
    """The race so far, and room for it; for compiled code."""

    actions: Ints  # those that take part
    running: Ints  # whether each still does: 1 or 0
    rounds: Ints  # how many rounds it has run
    sums: Floats2  # for each action and seat, of the values of all rounds
    squares: Floats2  # for each pair of actions, of the squared differences
    scores: Floats2  # for each action and seat, in the present round
    at: Ints  # the number of the round, the next action to be tried, the seed of the round, how many still run
    rng: Ints  # for the worlds
    dice: Ints  # for what happens in them
    worlds: States
    judge: Judge


def judge_by(net: Net, states: States, seats: int) -> Judge:
    room = scratch(states.dtype, net, contract.sides(states, seats))
    return Judge(net, room, np.zeros(seats), np.empty(ROOM, np.int64))


@lean
def _worth(s: Record, seat: int, judge: Judge) -> float:
    """What a position is worth for a seat."""
    if contract.over(s):
        contract.returns(s, judge.values)
        return judge.values[seat]
    room = judge.room
    n = contract.inputs(s, seat, room.places, room.amounts)
    return value(judge.net, n, room.places, room.amounts, room.hidden)


@lean
def _worth_after(worlds: States, seat: int, judge: Judge, out: Ints) -> float:
    """What the first world is worth for a seat that has just acted. If its turn goes on, its next action counts in:
    the best one. The second world is changed."""
    s = worlds[0]
    if contract.over(s) or contract.actors(s) != 1 << seat:
        return _worth(s, seat, judge)
    highest = -np.inf
    for i in range(min(len(out), ordering.promising(s, seat, out))):
        worlds[1] = worlds[0]
        contract.apply(worlds[1], seat, out[i])
        highest = max(highest, _worth(worlds[1], seat, judge))
    return highest


@heavy
def look(root: States, seat: int, actions: Ints, rng: Ints, worlds: States, judge: Judge, worth: Floats) -> None:
    """Write to `worth` what each of some actions of a seat is worth at once: the mean of some imagined worlds."""
    for i in range(len(actions)):
        worth[i] = 0.0
    for _ in range(LOOKS):
        worlds[0] = root[0]
        contract.hide(worlds[0], seat)
        contract.imagine(worlds[0], seat, rng)
        for i in range(len(actions)):
            worlds[1] = worlds[0]
            contract.apply(worlds[1], seat, actions[i])
            worth[i] += _worth_after(worlds[1:], seat, judge, judge.out) / LOOKS


@lean
def reply(worlds: States, seat: int, rng: Ints, judge: Judge) -> int:
    """What a seat does in the first world: the action that the net thinks best, judged in another world that the seat
    cannot tell from this one. The other three worlds are changed."""
    half = len(judge.out) // 2
    out, more = judge.out[:half], judge.out[half:]
    n = min(half, ordering.promising(worlds[0], seat, out))
    if n == 1:
        return int(out[0])
    worlds[1] = worlds[0]
    contract.hide(worlds[1], seat)
    contract.imagine(worlds[1], seat, rng)
    best = -1
    highest = -np.inf
    for i in range(n):
        worlds[2] = worlds[1]
        contract.apply(worlds[2], seat, out[i])
        worth = _worth_after(worlds[2:], seat, judge, more)
        if worth > highest:
            highest = worth
            best = int(out[i])
    return best


@heavy
def _run(tries: int, root: States, seat: int, racing: Racing, course: Course) -> None:
    """Try so many times an action in a world; fewer if the race ends."""
    at, worlds, running, dice = course.at, course.worlds, course.running, course.dice
    for _ in range(tries):
        if at[LEFT] < 2:
            return
        if at[NEXT] == 0:
            worlds[0] = root[0]
            contract.imagine(worlds[0], seat, course.rng)
            at[SEED] = draw(course.rng)
        while running[at[NEXT]] == 0:
            at[NEXT] += 1
        number = at[NEXT]
        seed_rng(dice, at[SEED], at[ROUND])
        worlds[1] = worlds[0]
        contract.apply(worlds[1], seat, course.actions[number])
        _play_on(seat, racing.turns, course)
        _score(seat, course, number)
        at[NEXT] += 1
        while at[NEXT] < len(running) and running[at[NEXT]] == 0:
            at[NEXT] += 1
        if at[NEXT] == len(running):
            _finish_round(seat, racing.doubt, course)


@lean
def _play_on(seat: int, turns: int, course: Course) -> None:
    """Finish the seat's turn in the second world, and play some of the others'."""
    worlds = course.worlds[1:]
    s = worlds[0]
    last = seat
    for _ in range(LONGEST):
        if contract.over(s):
            return
        who = one_of(contract.actors(s), course.dice)
        if who != last:
            if turns == 0:
                return
            turns -= 1
            last = who
        action = reply(worlds, who, course.dice, course.judge)
        contract.apply(s, who, action)


@lean
def _score(seat: int, course: Course, number: int) -> None:
    """Write the value of the second world for every seat: with two sides, as the seat judges it; with more, as somebody
    of each side does."""
    s, scores = course.worlds[1], course.scores
    seats = scores.shape[1]
    if contract.over(s):
        contract.returns(s, scores[number])
        return
    sides = course.judge.room.sides
    own = _worth(s, seat, course.judge)
    for side in range(sides):
        worth = own
        if seat % sides != side:
            worth = -own if sides == 2 else _worth(s, side, course.judge)
        for other in range(side, seats, sides):
            scores[number, other] = worth


@lean
def _finish_round(seat: int, doubt: float, course: Course) -> None:
    """Add the scores up, and take out what is clearly behind."""
    at, running, rounds = course.at, course.running, course.rounds
    sums, squares, scores = course.sums, course.squares, course.scores
    at[ROUND] += 1
    at[NEXT] = 0
    best = -1
    for i in range(len(running)):
        if running[i]:
            rounds[i] += 1
            for other in range(scores.shape[1]):
                sums[i, other] += scores[i, other]
            for j in range(len(running)):
                squares[i, j] += (scores[i, seat] - scores[j, seat]) ** 2
            if best < 0 or sums[i, seat] > sums[best, seat]:
                best = i
    done = at[ROUND]
    if done < SURE:
        return
    for i in range(len(running)):
        if running[i] and i != best:
            behind = (sums[best, seat] - sums[i, seat]) / done
            spread = max(0.0, squares[best, i] / done - behind * behind)
            if behind > doubt * sqrt(spread / done):
                running[i] = 0
                at[LEFT] -= 1


class Race:
    """A race from a state hidden for the seat, which must be one of its actors. What others call simulations is here an
    action tried in a world. The same generator and number of simulations give the same result."""

    def __init__(self, task: Task, settings: RacingSettings) -> None:
        hidden, seat, seats = task.hidden, task.seat, task.seats
        self._root = hidden
        self._seat = seat
        self._racing = racing = settings.numbers
        own: Ints = np.zeros(4, np.int64)
        seed_rng(own, draw(task.rng), draw(task.rng))
        worlds: States = np.repeat(hidden, 5)
        judge = judge_by(settings.net, hidden, seats)
        self._sides = judge.room.sides
        n = contract.legal(hidden, seat, judge.out)
        self._legal: Ints = judge.out[:n].copy()
        self._first: Floats = np.zeros(n)  # what each is worth at once
        look(hidden, seat, self._legal, own, worlds, judge, self._first)
        order = np.argsort(-self._first, kind="stable")[: racing.field]
        enough = self._first[order[0]] - racing.margin
        order = order[self._first[order] >= enough]
        if self._first[order[0]] >= 1.0:  # it wins
            order = order[:1]
        entered = len(order)
        self._order = order
        self._course = Course(
            actions=self._legal[order],
            running=np.ones(entered, np.int64),
            rounds=np.zeros(entered, np.int64),
            sums=np.zeros((entered, seats)),
            squares=np.zeros((entered, entered)),
            scores=np.zeros((entered, seats)),
            at=np.array([0, 0, 0, entered], np.int64),
            rng=own,
            dice=np.zeros(4, np.int64),
            worlds=worlds,
            judge=judge,
        )
        self.simulations = 0

    @property
    def settled(self) -> bool:
        """Whether only one action is left."""
        return int(self._course.at[LEFT]) < 2

    def run(self, simulations: int) -> None:
        self.simulations += simulations
        _run(simulations, self._root, self._seat, self._racing, self._course)

    def advance(self, steps: Sequence[Step], hidden: States) -> bool:
        """False: a race cannot go on from another state."""
        return False

    def pack(self) -> int:
        """All of it is needed."""
        return size(self._course)

    def visits(self) -> dict[int, int]:
        """In how many worlds each action was judged."""
        visits = dict.fromkeys(self._legal.tolist(), LOOKS)
        for action, rounds in zip(self._course.actions.tolist(), self._course.rounds.tolist(), strict=True):
            visits[action] += rounds
        return visits

    def lead(self) -> int:
        """Nothing can be said: the last round may decide."""
        return 0

    def found(self) -> list[Found]:
        """All legal actions: first those that are still in the race, then the others in the order of leaving it; among
        equals, the best first."""
        visits = self.visits()
        found = []
        entered = {int(number): place for place, number in enumerate(self._order)}
        running = set(self._course.actions[self._course.running > 0].tolist())
        for number, action in enumerate(self._legal.tolist()):
            values = LOOKS * self._supposed(float(self._first[number]))
            if number in entered:
                values = values + self._course.sums[entered[number]]
            found.append(Found(action, visits[action], tuple((values / visits[action]).tolist())))
        return sorted(
            found, key=lambda one: (one.action not in running, -one.visits, -one.values[self._seat], one.action)
        )

    def _supposed(self, worth: float) -> Floats:
        """The value for every seat, if it is known for the own: what one side wins the others lose in equal parts."""
        values: Floats = np.full(self._course.sums.shape[1], -worth / (self._sides - 1))
        values[self._seat % self._sides :: self._sides] = worth
        return values

    def line(self) -> list[Step]:
        """The best action alone: what others do depends on their cards."""
        return [(self._seat, self.found()[0].action)]
