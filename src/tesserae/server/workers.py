"""Worker processes. Each does one job at a time, which can be ended early."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any

log = logging.getLogger("tesserae.workers")

_spawning = multiprocessing.get_context("spawn")
_enough: Any = None  # in a worker: the number of the last job that should end; shared with the server
_number = 0  # in a worker: the number of its job


def enough() -> bool:
    """In a worker: whether to end the job now, with the result so far."""
    return _enough is not None and bool(_enough.value >= _number)


def _begin(flag: Any, nice: int) -> None:
    global _enough
    _enough = flag
    os.nice(nice)
    for told in (signal.SIGINT, signal.SIGTERM):  # signals are handled by the server, which ends its workers
        signal.signal(told, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    import_module("tesserae.bots")


def _follow() -> None:
    """End when the server ends, even if it is killed."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
    os._exit(1)


def _run(number: int, function: Any, argument: Any, seconds: float) -> Any:
    global _number
    _number = number
    return function(argument, seconds)


def _retrieve(answer: asyncio.Future[Any]) -> None:
    """Retrieve the error of an answer that is no longer awaited, so that asyncio does not log it."""
    if not answer.cancelled():
        answer.exception()


class Process:
    """A worker process. If it is killed, it is replaced and its job is repeated."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._flag = _spawning.RawValue("q", -1)
        self._pool = self._make()

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, _spawning, initializer=_begin, initargs=(self._flag, self._nice))

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any:
        """Run a function in the process; returns its result."""
        while True:
            pool = self._pool
            try:  # submitting fails too, if the process was killed while it had nothing to do
                answer = asyncio.get_running_loop().run_in_executor(pool, _run, number, function, argument, seconds)
                answer.add_done_callback(_retrieve)
                # Shielded, because a pool whose process is killed sets an error even on an answer that was cancelled.
                return await asyncio.shield(answer)
            except BrokenProcessPool:
                log.warning("a worker has died and was replaced")
                if self._pool is pool:
                    self._pool = self._make()
                    pool.shutdown(wait=False)

    def enough(self, number: int) -> None:
        """End the job of that number, and any before it."""
        self._flag.value = max(self._flag.value, number)

    async def close(self) -> None:
        """Stop the process, whatever it is doing."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


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
