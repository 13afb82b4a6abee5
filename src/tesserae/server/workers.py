"""Worker processes: each does one thing at a time, and can be told that it has done enough."""

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
_enough: Any = None  # in a worker: the number of the last work that is to end; shared with the server
_number = 0  # in a worker: the number of its work


def enough() -> bool:
    """In a worker: whether it is to end with what it has."""
    return _enough is not None and bool(_enough.value >= _number)


def _begin(flag: Any, nice: int) -> None:
    global _enough
    _enough = flag
    os.nice(nice)
    for told in (signal.SIGINT, signal.SIGTERM):  # these are for the server, which ends its workers
        signal.signal(told, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    import_module("tesserae.bots")


def _follow() -> None:
    """End with the server, also when it was killed."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
    os._exit(1)


def _run(number: int, function: Any, argument: Any, seconds: float) -> Any:
    global _number
    _number = number
    return function(argument, seconds)


class Process:
    """A process of our own. One that is killed is replaced, and its question is asked again."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._flag = _spawning.RawValue("q", -1)
        self._pool = self._make()

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, _spawning, initializer=_begin, initargs=(self._flag, self._nice))

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any:
        """What the function gives there."""
        while True:
            pool = self._pool
            answer = asyncio.get_running_loop().run_in_executor(pool, _run, number, function, argument, seconds)
            try:
                # Shielded, because a pool whose process is killed sets an error even on an answer that was cancelled.
                return await asyncio.shield(answer)
            except BrokenProcessPool:
                log.warning("a worker has died; there is a new one")
                if self._pool is pool:
                    self._pool = self._make()
                    pool.shutdown(wait=False)

    def enough(self, number: int) -> None:
        """The work of that number, and any before it, is to end."""
        self._flag.value = max(self._flag.value, number)

    async def close(self) -> None:
        """End it, whatever it does."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


class Thread:
    """A thread of this process, for what is short, but not short enough for the loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "desk")

    async def run(self, number: int, function: Any, argument: Any, seconds: float) -> Any:
        """What the function gives."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, argument, seconds)

    def enough(self, number: int) -> None:
        """It is short anyway."""

    async def close(self) -> None:
        """Nothing is begun any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
