"""Worker processes."""

import asyncio
import gc
import time
from typing import Any

import pytest

from tesserae.server import thinkers, workers
from tesserae.server.workers import Process
from tesserae.state import start


def sleep(_: None, seconds: float) -> None:
    time.sleep(seconds)


def test_work_that_nobody_waits_for_ends_with_its_process_and_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        process = Process(0)
        waiting = asyncio.create_task(process.run(1, sleep, None, 600.0))
        await asyncio.sleep(0.5)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await process.close()
        await asyncio.sleep(0.1)
        gc.collect()

    asyncio.run(scenario())
    assert "never retrieved" not in caplog.text


def test_a_process_that_was_killed_while_it_had_nothing_to_do_is_replaced() -> None:
    async def scenario() -> None:
        process = Process(0)
        assert await process.run(1, pow, 2, 3) == 8
        (worker,) = (process._pool._processes or {}).values()
        worker.kill()
        await asyncio.to_thread(worker.join)
        for job in range(2, 4):
            assert await process.run(job, pow, 2, 3) == 8
        await process.close()

    asyncio.run(scenario())


def test_a_worker_knows_when_its_job_is_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(0)
    monkeypatch.setattr(workers, "_enough", process._flag)

    def work(jobs: list[int], _: float) -> list[bool]:
        found = [thinkers._bored(0.0)]
        for job in jobs:
            process.enough(job)
            found.append(thinkers._bored(0.0))
        return found

    assert workers._run(5, work, [3, 4, 5, 2], 0.0) == [False, False, False, True, True]
    assert workers._run(6, work, [], 0.0) == [False]


@pytest.mark.parametrize("job", [thinkers.choose, thinkers.consider])
def test_a_bot_ends_when_it_is_told_to(job: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would think for longer than any test may take."""
    process = Process(0)
    monkeypatch.setattr(workers, "_enough", process._flag)
    process.enough(7)
    state = start("consequence", seed=1)
    assert workers._run(7, job, thinkers.question(state, 0, "master", False), 1e9)
