"""Worker processes."""

import asyncio
import gc
import time

import pytest

from tesserae.server.workers import Process


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
