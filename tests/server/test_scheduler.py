"""The workers are shared fairly. Their time is counted by a clock that the test sets."""

import asyncio
from typing import Any

import pytest

from tesserae.server.scheduler import LEAST, Account, Busy, Kind, Scheduler


class Desk:
    """A worker of which the test says when it is done."""

    def __init__(self) -> None:
        self.doing: tuple[int, str] | None = None
        self.seconds = 0.0
        self.told_enough: list[int] = []
        self._done: asyncio.Future[str] | None = None

    async def run(self, number: int, function: Any, argument: str, seconds: float) -> str:
        assert self.doing is None, "one thing at a time"
        self.doing, self.seconds = (number, argument), seconds
        self._done = asyncio.get_running_loop().create_future()
        try:
            return await self._done
        finally:
            self.doing = None

    def enough(self, number: int) -> None:
        self.told_enough.append(number)

    def finish(self) -> None:
        assert self._done is not None
        self._done.set_result("answer")

    async def close(self) -> None:
        pass


class Room:
    """A scheduler with such workers."""

    def __init__(self, workers: int = 1, most: float = 10.0, **more: Any) -> None:
        self.time = 1000.0
        self.desks = [Desk() for _ in range(workers)]
        self.scheduler = Scheduler(self.desks, most, clock=lambda: self.time, **more)
        self.told: dict[str, list[float]] = {}

    @property
    def doing(self) -> list[str]:
        return sorted(desk.doing[1] for desk in self.desks if desk.doing)

    async def ask(
        self, name: str, who: str, kind: Kind = Kind.PLAY, seconds: float = 1.0, person: str = ""
    ) -> "asyncio.Task[Any]":
        account = Account(who, person or f"{who}'s", name)
        told = self.told.setdefault(name, []).append
        task = asyncio.create_task(self.scheduler.think(kind, account, None, name, seconds, told))
        await settle()
        return task

    async def finish(self, name: str, after: float = 1.0) -> None:
        self.time += after
        next(desk for desk in self.desks if desk.doing and desk.doing[1] == name).finish()
        await settle()

    async def order(self, count: int) -> list[str]:
        """What is done next, one after the other."""
        found = []
        for _ in range(count):
            found.append(self.doing[0])
            await self.finish(found[-1])
        return found

    def review(self) -> None:
        """As its timer would."""
        self.scheduler._review()


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


async def test_an_address_with_many_tables_has_one_share() -> None:
    room = Room()
    for n in range(35):
        await room.ask(f"evil {n}", "evil", person=f"guest {n}")
    await room.ask("ann", "ann")
    assert await room.order(3) == ["evil 0", "ann", "evil 1"]
    await room.ask("bob", "bob")
    await room.ask("ann again", "ann")
    assert room.doing == ["evil 2"]
    assert await room.order(3) == ["evil 2", "bob", "ann again"]


async def test_a_person_with_many_addresses_has_one_share() -> None:
    room = Room(workers=3)
    for n in range(5):
        await room.ask(f"evil {n}", f"address {n}", person="evil")
    assert room.doing == ["evil 0"]
    await room.ask("ann", "ann")
    assert room.doing == ["ann", "evil 0"]


async def test_one_worker_is_left_for_other_addresses() -> None:
    room = Room(workers=3)
    for n in range(5):
        await room.ask(f"class {n}", "school", person=f"pupil {n}")
    assert room.doing == ["class 0", "class 1"]
    await room.ask("ann", "ann")
    assert room.doing == ["ann", "class 0", "class 1"]


async def test_tables_of_one_person_take_turns() -> None:
    room = Room()
    await room.ask("first", "ann")
    await room.ask("first", "ann")
    await room.ask("second", "ann")
    assert await room.order(3) == ["first", "second", "first"]


async def test_people_at_one_address_take_turns() -> None:
    room = Room()
    for name in ("first", "second", "third"):
        await room.ask(name, "school", person="pupil")
    await room.ask("other", "school", person="other pupil")
    assert await room.order(3) == ["first", "other", "second"]


async def test_people_who_play_come_before_hints_and_those_before_reports() -> None:
    room = Room()
    await room.ask("now", "zoe")
    for kind in reversed(Kind):
        await room.ask(kind.name, kind.name, kind)
    assert await room.order(6) == ["now", "PLAY", "ANSWER", "WATCH", "REPORT", "LAB"]


async def test_what_has_waited_long_is_not_put_off_for_ever() -> None:
    """Somebody plays at many tables at once, without end; somebody else wants a hint."""
    room = Room()
    for n in range(9):
        await room.ask(f"evil {n}", "evil", person=f"guest {n}")
    await room.ask("hint", "ann", Kind.ANSWER)
    await room.ask("lab", "lab", Kind.LAB)
    assert await room.order(4) == ["evil 0", "evil 1", "hint", "evil 2"]
    assert "lab" not in await room.order(6)


async def test_one_question_runs_and_one_waits() -> None:
    room = Room()
    await room.ask("a", "ann", Kind.ANSWER)
    await room.ask("b", "ann", Kind.ANSWER)
    for who, person in (("ann", "somebody else"), ("elsewhere", "ann's")):
        refused = await room.ask("c", who, Kind.ANSWER, person=person)
        assert isinstance(refused.exception(), Busy)
    await room.ask("bob", "bob", Kind.ANSWER)
    await room.ask("game", "ann")  # no question: a bot moves
    assert await room.order(4) == ["a", "game", "bob", "b"]
    assert (await room.ask("d", "ann", Kind.ANSWER)).done() is False


async def test_what_nobody_waits_for_is_given_up() -> None:
    room = Room()
    running = await room.ask("a", "ann", Kind.ANSWER)
    waiting = await room.ask("b", "bob", Kind.ANSWER)
    last = await room.ask("c", "zoe", Kind.ANSWER)
    waiting.cancel()
    running.cancel()
    await settle()
    assert room.desks[0].doing is not None
    assert room.desks[0].told_enough == [room.desks[0].doing[0]]
    await room.finish("a", after=0.03)
    assert room.doing == ["c"]
    await room.finish("c")
    assert last.result() == "answer"
    assert room.doing == []


async def test_budgets_are_capped() -> None:
    room = Room(most=3.0)
    await room.ask("a", "ann", seconds=60)
    assert room.desks[0].seconds == 3
    assert room.told["a"] == [3]


@pytest.mark.parametrize(
    ("evil", "seconds"), [(Kind.PLAY, 60.0), (Kind.ANSWER, 60.0), (Kind.REPORT, 1.0), (Kind.LAB, 60.0)]
)
async def test_who_waits_is_answered_within_twice_the_budget(evil: Kind, seconds: float) -> None:
    """A long thought is under way when somebody moves who has a bot that thinks for a second."""
    room = Room()
    await room.ask("evil", "evil", evil, seconds=seconds)
    await room.ask("more evil", "evil", evil, seconds=seconds, person="guest")
    room.time += 0.5
    began = room.time
    await room.ask("ann", "ann")
    while room.doing == ["evil"]:
        room.time += 0.01
        assert room.time < began + 2
        room.review()
        if room.desks[0].told_enough:
            await room.finish("evil", after=0.03)
    assert room.doing == ["ann"]
    assert room.time - began + room.desks[0].seconds < 2
    assert room.desks[0].seconds > 0.5


async def test_a_crowd_thinks_for_shorter_and_is_told() -> None:
    room = Room()
    began = room.time
    people = [f"person {n}" for n in range(8)]
    for person in people:
        await room.ask(person, person)
    for person in people:
        assert room.doing == [person]
        share = room.told[person][-1]
        assert LEAST <= share <= 1
        await room.finish(person, after=share)
    assert room.time - began < 2  # each within twice its budget
    assert room.told["person 0"][0] == 1
    assert room.told["person 0"][-1] < 0.5
    assert len(room.told["person 7"]) == 1


async def test_many_small_questions_do_not_shorten_a_long_one() -> None:
    """Whoever has used the workers more does not cut others short."""
    room = Room()
    for n in range(40):
        await room.ask(f"evil {n}", "evil", seconds=0.05)
        await room.finish(f"evil {n}", after=0.05)
    await room.ask("ann", "ann")
    await room.ask("evil", "evil", seconds=0.05)
    room.time += 0.5
    room.review()
    assert room.told["ann"] == [1]
    assert not room.desks[0].told_enough


async def test_what_goes_wrong_reaches_who_asked_and_the_worker_goes_on() -> None:
    room = Room()
    first = await room.ask("a", "ann")
    desk = room.desks[0]
    assert desk._done is not None
    desk._done.set_exception(ValueError("wrong"))
    await settle()
    assert isinstance(first.exception(), ValueError)
    await room.ask("b", "ann")
    assert room.doing == ["b"]


async def test_accounts_are_forgotten() -> None:
    room = Room()
    for n in range(2_000):
        await room.ask("a", f"address {n}")
        await room.finish("a", after=1.0)
    assert len(room.scheduler._used) < 1_100


async def test_the_bots_of_a_table_return_to_their_worker() -> None:
    room = Room(workers=3)

    def at(name: str) -> int:
        return next(n for n, desk in enumerate(room.desks) if desk.doing and desk.doing[1] == name)

    async def where(name: str, kind: Kind = Kind.PLAY) -> int:
        await room.ask(name, name, kind)
        found = at(name)
        await room.finish(name)
        return found

    homes = [await where(name) for name in ("ann", "bob", "cyd")]
    assert sorted(homes) == [0, 1, 2]  # new tables are spread
    for _ in range(2):
        assert [await where(name) for name in ("cyd", "ann", "bob")] == [homes[2], *homes[:2]]
    await where("ann", Kind.ANSWER)  # whoever gives a hint knows nothing of the bot
    assert await where("ann", Kind.WATCH) == homes[0]
    await room.ask("dan", "dan")  # it takes a worker that is somebody's
    taken = at("dan")
    displaced = ("ann", "bob", "cyd")[homes.index(taken)]
    elsewhere = await where(displaced)
    assert elsewhere != taken  # nobody waits for a worker while another one is free
    await room.finish("dan")
    assert await where(displaced) == elsewhere  # what it found out last is there
