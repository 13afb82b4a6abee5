"""What the scheduler has its jobs done in: a worker process, or a thread of this process. Each does one at a time."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tesserae.workers import Worker


class Process:
    """A worker process, for which threads wait."""

    def __init__(self, nice: int) -> None:
        self.worker = Worker(nice)
        self._waiting = ThreadPoolExecutor(1, "worker")
        self._telling = ThreadPoolExecutor(1, "worker")

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any:
        """Run a function in the process; returns its result."""
        work = partial(self.worker.run, function, argument, seconds, number=number)
        return await asyncio.get_running_loop().run_in_executor(self._waiting, work)

    def enough(self, number: int) -> None:
        """End the job of that number, and any before it."""
        self._telling.submit(self.worker.stop, number)

    async def close(self) -> None:
        """Stop the process, whatever it is doing."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.worker.close()
        for threads in (self._waiting, self._telling):
            threads.shutdown(cancel_futures=True)


class Thread:
    """A thread of this process, for short work that would still block the event loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "desk")

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any:
        """Run a function in the thread; returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, argument, seconds)

    def enough(self, number: int) -> None:
        """Not needed: the jobs are short."""

    async def close(self) -> None:
        """Start no more jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)
