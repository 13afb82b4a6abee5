"""Reports and runs of the lab share the workers with everybody, and end when nobody asks for them any more."""

import asyncio
from collections.abc import Coroutine
from typing import Any, cast

import pytest

from tesserae import record, start
from tesserae.games import game
from tesserae.lab.plan import Plan, variants
from tesserae.reports import Report, Work
from tesserae.server import lab, reporting
from tesserae.server.lab import Lab
from tesserae.server.reporting import WANTED, Reports
from tesserae.server.scheduler import Account, Kind, Scheduler
from tesserae.server.service import Service

ANN, BOB = Account("a", "ann"), Account("b", "bob")
RECORD = record.write(start("consequence", seed=1))


class Workers:
    """They note what they are asked, and answer when they are told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[Kind, Account, Any]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self._answers: list[asyncio.Future[Any]] = []

    async def think(self, kind: Kind, account: Account, function: Any, argument: Any, seconds: float) -> Any:
        self.asked.append((kind, account, argument))
        self._answers.append(asyncio.get_running_loop().create_future())
        return await self._answers[-1]

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, answer: Any) -> None:
        self._answers.pop(0).set_result(answer)
        await settle()

    @property
    def thinkers(self) -> "Workers":
        return self


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any) -> None:
        self.now = 1000.0
        monkeypatch.setattr(owner.time, "monotonic", lambda: self.now)


async def settle() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


def piece(done: float, report: object = None) -> Work:
    return Work(RECORD, [], 1, done=done, report=cast(Report | None, report))


def reports_of(workers: Workers) -> Reports:
    return Reports(cast(Scheduler, workers), workers.start)


async def test_a_report_is_computed_as_long_as_somebody_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, reporting)
    workers = Workers()
    reports = reports_of(workers)
    assert reports.find("t", lambda: RECORD, ANN) == 0.0
    await settle()
    assert workers.asked == [(Kind.REPORT, ANN, RECORD)]
    await workers.answer(piece(0.25))
    assert len(workers.asked) == 2  # somebody has asked just now
    clock.now += WANTED + 1
    await workers.answer(piece(0.5))
    assert len(workers.asked) == 2
    assert not workers.tasks
    assert reports.find("t", lambda: RECORD, BOB) == 0.5  # it goes on from there
    await settle()
    assert workers.asked[2] == (Kind.REPORT, BOB, piece(0.5))
    await workers.answer(piece(1.0, "report"))
    assert reports.find("t", lambda: RECORD, ANN) == cast(object, "report")


async def test_an_address_has_one_report_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch, reporting)
    workers = Workers()
    reports = reports_of(workers)
    for table, account in (("t", ANN), ("u", ANN), ("t", BOB)):
        reports.find(table, lambda: RECORD, account)
    await settle()
    assert [account for _, account, _ in workers.asked] == [ANN]
    reports.find("u", lambda: RECORD, BOB)
    await settle()
    assert [account for _, account, _ in workers.asked] == [ANN, BOB]
    await workers.answer(piece(1.0, "first"))
    await workers.answer(piece(1.0, "second"))


async def test_so_many_reports_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting, "KEPT", 4)
    workers = Workers()
    reports = reports_of(workers)
    for table in "abcde":
        reports.find(table, lambda: RECORD, ANN)
        await settle()
        await workers.answer(piece(1.0, table))
        assert len(reports._works) == min(4, ord(table) - ord("a") + 1)
    assert list(reports._works) == list("bcde")


async def test_the_lab_comes_last_and_ends_when_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, lab)
    plan = Plan("consequence", variants(game("consequence"), {}, None, {}), ["random"], games=20)
    workers = Workers()
    laboratory = Lab(cast(Service, workers))
    run = laboratory.runs[laboratory.begin(plan, ANN)]
    for played in range(3):
        await settle()
        assert len(workers.asked) == len(run.rows) + 1 == played + 1
        await workers.answer("row")
    clock.now += lab.LOOKED + 1
    await workers.answer("row")
    for results in ("with four games", "in the end"):
        await workers.answer({"results": results})
    assert (run.done, run.failed, len(run.rows)) == (True, False, 4)
    assert run.results == {"results": "in the end"}
    assert {kind for kind, _, _ in workers.asked} == {Kind.LAB}
    assert not workers.tasks
