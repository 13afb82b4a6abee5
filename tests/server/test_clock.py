"""The time at the tables."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from tesserae.server import clock
from tesserae.server.store import Store

HOUR = 3_600_000  # milliseconds


@pytest.fixture(autouse=True)
def undisturbed() -> Iterator[None]:
    began = clock._began
    yield
    clock._began = began


def test_setting_the_clock_of_the_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    true_time = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: true_time() + HOUR * 1_000_000)
    assert before <= clock.now() < before + HOUR


def test_a_process_takes_over_the_time_of_others() -> None:
    clock.agree(clock.now() + 5 * HOUR)
    ahead = clock.now() - time.time_ns() // 1_000_000
    assert abs(ahead - 5 * HOUR) < HOUR


def test_the_time_of_a_store(database: str) -> None:
    """It is not before the last sign of life, which may have been given by a process whose clock was ahead."""

    async def scenario() -> None:
        store = await Store.open(database)
        begun = await store.time()
        assert (begun is not None) == store.shared
        assert begun is None or abs(begun - time.time_ns() // 1_000_000) < HOUR
        later = time.time_ns() // 1_000_000 + 5 * HOUR
        await store.beat(later, HOUR)
        assert await store.time() == later
        await store.close()

    asyncio.run(scenario())
