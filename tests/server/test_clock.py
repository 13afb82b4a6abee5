"""The time at the tables."""

import time
from collections.abc import Iterator

import pytest

from tesserae.server import clock
from tesserae.server.limits import Limits
from tesserae.server.service import Service
from tesserae.server.store import Store

HOUR = 3_600_000  # milliseconds


@pytest.fixture(autouse=True)
def undisturbed() -> Iterator[None]:
    kept = clock._offset, clock._alone
    yield
    clock._offset, clock._alone = kept


def set_machine(monkeypatch: pytest.MonkeyPatch, ahead: int) -> None:
    true_time = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: true_time() + ahead * 1_000_000)


def test_time_does_not_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    set_machine(monkeypatch, -HOUR)
    assert before <= clock.now() < before + HOUR


def test_alone_a_process_follows_a_clock_that_is_set_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    set_machine(monkeypatch, 5 * HOUR)
    assert before + 5 * HOUR - 1 <= clock.now() < before + 6 * HOUR  # a millisecond for rounding


def test_processes_that_share_a_database_go_by_its_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    clock.agree(before - 5 * HOUR)  # the machine was wrong
    assert before - 5 * HOUR <= clock.now() < before - 4 * HOUR
    set_machine(monkeypatch, 9 * HOUR)
    assert clock.now() < before - 4 * HOUR
    clock.agree(before - 7 * HOUR)  # never back
    assert clock.now() >= before - 5 * HOUR
    clock.agree(before)  # the machine has slept
    assert before <= clock.now() < before + HOUR


async def test_the_time_of_a_store(database: str) -> None:
    """It is not before the last sign of life, which may have been given by a process whose clock was ahead."""
    store = await Store.open(database)
    begun = await store.time()
    assert (begun is not None) == store.shared
    assert begun is None or abs(begun - time.time_ns() // 1_000_000) < HOUR
    later = time.time_ns() // 1_000_000 + 5 * HOUR
    await store.beat(later, HOUR)
    assert await store.time() == later
    await store.close()


async def test_a_service_does_not_begin_before_the_last_sign_of_life(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine's clock may have been set back while it was down."""

    async def nothing(_: Service) -> None:
        pass

    monkeypatch.setattr(Service, "_prepare", nothing)  # no games are needed
    store = await Store.open(database)
    later = clock.now() + 5 * HOUR
    await store.beat(later, HOUR)
    await store.close()
    service = await Service.open(database, 1, Limits())
    assert later <= clock.now() < later + HOUR
    await service.close()
