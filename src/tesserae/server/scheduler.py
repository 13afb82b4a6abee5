"""Shares the workers fairly between bots, hints, reports and studies.

The most urgent kind goes first, and waiting work becomes more urgent. Of equally urgent work, the address that has
used the workers least lately goes first, then the person, then the table. If others who have used them less are
waiting, a job ends early with its result so far. To cancel work, cancel the task that awaits it.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

from tesserae.errors import Refused

LEAST = 0.05  # the least seconds for a job, however many are waiting
PATIENCE = 1.8  # a bot should answer within this many times its budget, even under load
HALF_LIFE = 10.0  # seconds after which past use counts only half
AGEING = 2.0  # seconds of waiting that raise the urgency by one kind
REMEMBERED = 1_000  # accounts above which those with almost no use are dropped, and tables whose worker is known


class Kind(IntEnum):
    """The kinds of jobs, the most urgent first."""

    PLAY = 0  # a bot's move at a table where somebody plays
    ANSWER = 1  # what somebody has asked for and waits for: a hint, a preview, a picture
    WATCH = 2  # bots playing each other, with a spectator
    REPORT = 3
    LAB = 4  # background work; it does not become more urgent


ASKED = (Kind.ANSWER, Kind.REPORT)  # the number that may wait for one person and for one address is limited


class Account(NamedTuple):
    """The table, person and address that a job is charged to."""

    address: str
    person: str
    table: str = ""


class Busy(Refused):
    """Too many requests of this person or address are waiting already."""


class Worker(Protocol):
    """Does one job at a time."""

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any: ...

    def enough(self, number: int) -> None:
        """End the job of that number early, with the result so far."""

    async def close(self) -> None: ...


class Thought:
    """A job for a worker."""

    def __init__(self, number: int, kind: Kind, account: Account, function: Any, argument: Any, seconds: float) -> None:
        self.number = number
        self.kind = kind
        self.account = account
        self.function = function
        self.argument = argument
        self.seconds = seconds  # the budget
        self.given = seconds  # the budget as reduced under load
        self.since = 0.0  # when it began to wait; later, when it started
        self.told: Callable[[float], None] | None = None
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Scheduler:
    """The workers, their jobs, and the jobs that are waiting. `most`: the longest budget in seconds; `waiting`: how
    many jobs of the kinds in ASKED may wait for one person, and for one address."""

    def __init__(
        self, workers: Sequence[Worker], most: float, waiting: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.workers = workers
        self.most = most
        self._room = waiting
        self._clock = clock
        self._free = list(workers)  # the one that has been free for longest comes first
        self._homes: dict[str, Worker] = {}  # for each table the worker in which its bots thought last
        self._running: dict[Thought, Worker] = {}
        self._waiting: list[Thought] = []
        self._used: dict[tuple[str, str], tuple[float, float]] = {}  # seconds used, and when
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._number = 0

    async def think(
        self,
        kind: Kind,
        account: Account,
        function: Any,
        argument: Any,
        seconds: float = 0.0,
        told: Callable[[float], None] | None = None,
    ) -> Any:
        """Call `function(argument, seconds)` in a worker when its turn has come. Busy if too many are waiting already.

        `told` is called with the number of seconds when the job begins, and again if it is reduced.
        """
        if kind in ASKED:
            same = [one.account for one in self._waiting if one.kind is kind]
            if (
                sum(one.person == account.person for one in same) >= self._room
                or sum(one.address == account.address for one in same) >= self._room
            ):
                raise Busy("SV-5", "You have asked for something already; wait for the answer.")
        self._number += 1
        thought = Thought(self._number, kind, account, function, argument, min(seconds, self.most))
        thought.told = told
        thought.since = self._clock()
        thought.answer.add_done_callback(lambda answer: self._forsaken(thought) if answer.cancelled() else None)
        self._waiting.append(thought)
        self._review()
        return await thought.answer

    def load(self, account: Account) -> tuple[int, float]:
        """How much an account has used the workers lately."""
        running = sum(one.account.address == account.address for one in self._running)
        return running, self._usage("address", account.address)

    async def close(self) -> None:
        """Stop the workers, whatever they are doing."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*[worker.close() for worker in self.workers])

    # Scheduling.

    def _review(self) -> None:
        """Give jobs to free workers, and end running jobs early if others are waiting."""
        while self._free and (thought := self._next()) is not None:
            self._begin(thought)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._waiting:
            return
        now = self._clock()
        soonest = AGEING
        for thought, worker in self._running.items():
            given = self._share(thought)
            if given < thought.given:
                thought.given = given
                if thought.told is not None:
                    thought.told(given)
            left = thought.since + thought.given - now
            if thought.given < thought.seconds:
                if left <= 0:
                    worker.enough(thought.number)
                else:
                    soonest = min(soonest, left)
        self._timer = asyncio.get_running_loop().call_later(max(soonest, 0.001), self._review)

    def _next(self) -> Thought | None:
        addresses = Counter(one.account.address for one in self._running)
        people = Counter(one.account.person for one in self._running)
        most = max(1, len(self.workers) - 1)  # one worker is always left for other addresses
        able = [
            one for one in self._waiting if not people[one.account.person] and addresses[one.account.address] < most
        ]
        return min(able, key=lambda one: (self._rank(one), *self._due(one), one.number), default=None)

    def _rank(self, thought: Thought) -> int:
        """The urgency; 0 is the most urgent."""
        if thought.kind is Kind.LAB or thought in self._running:
            return thought.kind
        return max(0, thought.kind - int((self._clock() - thought.since) / AGEING))

    def _due(self, thought: Thought) -> tuple[float, float, float]:
        """The order of jobs with the same urgency: least use first."""
        address, person, table = thought.account
        return self._usage("address", address), self._usage("person", person), self._usage("table", table)

    def _share(self, thought: Thought) -> float:
        """The seconds for a job while others are waiting, so that each of them can be answered in time."""
        now, rank = self._clock(), self._rank(thought)
        spent = now - thought.since if thought in self._running else 0.0
        rivals, left = set[tuple[str, ...]](), math.inf
        for other in self._waiting:
            if other.account[:2] == thought.account[:2]:
                continue
            urgency = self._rank(other)
            if urgency < rank:
                return min(thought.seconds, LEAST)
            if urgency == rank and self._has_had_more(thought, other):
                rivals.add(other.account[:2])
                left = min(left, other.since + PATIENCE * other.seconds - now)
        if not rivals:
            return thought.seconds
        workers = len(self.workers)
        return min(thought.seconds, max(LEAST, spent + left * workers / (len(rivals) + workers)))

    def _has_had_more(self, thought: Thought, other: Thought) -> bool:
        """Whether one account will have used the workers more than the other, if its job uses all its time."""
        what, which = ("person", 1) if thought.account.address == other.account.address else ("address", 0)
        mine, others = (self._usage(what, one.account[which]) for one in (thought, other))
        return mine + thought.seconds > others

    # Running.

    def _begin(self, thought: Thought) -> None:
        worker = self._take_worker(thought)
        self._waiting.remove(thought)
        now = self._clock()
        late = thought.since + PATIENCE * thought.seconds - now  # although it has waited, it should answer in time
        thought.given = min(self._share(thought), max(LEAST, late))
        thought.since = now
        self._running[thought] = worker
        if thought.told is not None:
            thought.told(thought.given)
        task = asyncio.get_running_loop().create_task(self._run(thought, worker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take_worker(self, thought: Thought) -> Worker:
        """A free worker: for the bots of a table the one in which they thought last, because it has kept their
        searches; if it is busy, or for anything else, the one that has been free for longest."""
        worker = self._free[0]
        if thought.kind in (Kind.PLAY, Kind.WATCH):
            table = thought.account.table
            home = self._homes.pop(table, worker)
            worker = home if home in self._free else worker
            self._homes[table] = worker
            if len(self._homes) > REMEMBERED:
                del self._homes[next(iter(self._homes))]
        self._free.remove(worker)
        return worker

    async def _run(self, thought: Thought, worker: Worker) -> None:
        answer, error = None, None
        try:
            answer = await worker.run(thought.number, thought.function, thought.argument, thought.given)
        except Exception as fault:
            error = fault
        finally:
            del self._running[thought]
            self._free.append(worker)
            self._charge(thought)
        if not thought.answer.done():
            if error is None:
                thought.answer.set_result(answer)
            else:
                thought.answer.set_exception(error)
        self._review()

    def _forsaken(self, thought: Thought) -> None:
        """The task that awaited the job was cancelled."""
        if thought in self._running:
            self._running[thought].enough(thought.number)
        elif thought in self._waiting:
            self._waiting.remove(thought)
            self._review()

    def _charge(self, thought: Thought) -> None:
        now = self._clock()
        spent = now - thought.since
        if len(self._used) > REMEMBERED:
            self._used = {key: used for key, used in self._used.items() if self._usage(*key) > LEAST}
        for key in zip(("address", "person", "table"), thought.account, strict=True):
            self._used[key] = self._usage(*key) + spent, now

    def _usage(self, what: str, name: str) -> float:
        """Seconds of worker time; older use counts less."""
        used, at = self._used.get((what, name), (0.0, 0.0))
        return float(used * 0.5 ** ((self._clock() - at) / HALF_LIFE)) if used else 0.0
