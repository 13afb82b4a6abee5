"""Worker processes of the server, and its jobs in them."""

import asyncio
import gc
import time
from typing import Any

import pytest

from tesserae.lab.playing import Job
from tesserae.server import thinkers
from tesserae.server.workers import Process
from tesserae.state import start
from tesserae.workers import Worker


def sleep(_: None, seconds: float) -> None:
    time.sleep(seconds)


async def test_work_that_nobody_waits_for_ends_with_its_process_and_without_a_word(
    caplog: pytest.LogCaptureFixture,
) -> None:
    process = Process(0)
    waiting = asyncio.create_task(process.run(1, sleep, None, 600.0))
    while process.worker.pid is None:
        await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await process.close()
    await asyncio.sleep(0.1)
    gc.collect()
    assert "never retrieved" not in caplog.text


async def test_a_process_is_told_to_end_a_job() -> None:
    """While it is at work: a bot would think for longer than any test may take."""
    process = Process(0)
    asked = thinkers.question(start("consequence", seed=1), 0, "master", False)
    thinking = asyncio.create_task(process.run(7, thinkers.choose, asked, 1e9))
    while process.worker.pid is None:
        await asyncio.sleep(0.01)
    process.enough(7)
    assert isinstance(await thinking, thinkers.Chosen)
    await process.close()


@pytest.mark.parametrize("job", [thinkers.choose, thinkers.consider])
def test_a_bot_ends_when_it_is_told_to(job: Any) -> None:
    with Worker() as worker:
        worker.stop(7)
        asked = thinkers.question(start("consequence", seed=1), 0, "master", False)
        assert worker.run(job, asked, 1e9, number=7)


def test_a_game_of_the_lab_is_abandoned_when_it_is_told_to() -> None:
    job = Job(0, "consequence", 0, "master", 2, {}, 0, 0, 0, ["master", "master"], {"seconds": 1e9}, 0, 400)
    with Worker() as worker:
        worker.stop(7)
        assert worker.run(thinkers.lab_game, job, 0.0, number=7) is None
