"""Where work is done: in this process, in processes of this machine, or on a Ray cluster (cluster.py).

A job is anything that can be pickled. Its result depends on the job alone, so it does not matter where and in which
order jobs are done. If a worker is lost, its jobs are done again, and nothing is counted twice.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_byte
from typing import Any, Protocol

from tesserae.errors import BadOption

CHUNK = 1.0  # seconds that a chunk of jobs should take; a single job may take longer
AHEAD = 2  # chunks for each worker, so that none waits for the next
LOSSES = 3  # times in a row that workers may be lost without any result

Heed = Callable[[float], None]  # called now and then during the work; it raises Stopped to abandon it
Work = Callable[[Any, Heed], Any]


class Stopped(Exception):
    """The work was abandoned."""


class Lost(Exception):
    """Workers were killed again and again."""


class Executor(Protocol):
    """Does jobs. `run` yields results in the order in which they are ready; closing it abandons the rest."""

    workers: int

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]: ...


def executor(where: str, workers: int | None) -> Executor:
    """The executor named by `here`, `local`, `ray` or `ray://HOST:PORT`."""
    if workers is not None and workers < 1:
        raise BadOption(f"--workers: {workers} is not possible; it takes a whole number from 1")
    if where == "here":
        return Here()
    if where == "local":
        return Processes(workers or os.cpu_count() or 1)
    if where == "ray" or where.startswith("ray://"):
        from tesserae.lab.cluster import Cluster

        return Cluster(None if where == "ray" else where, workers)
    raise BadOption(f"--on: {where!r} is not possible; it takes here, local, ray or ray://HOST:PORT")


class Here:
    """This process, one job after the other."""

    workers = 1

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]:
        for job in jobs:
            yield work(job, lambda done: None)


class Chunks:
    """Jobs in chunks of about CHUNK seconds, estimated from earlier jobs. Chunks become smaller towards the end, so
    that all workers finish at the same time."""

    def __init__(self, jobs: Sequence[Any], workers: int) -> None:
        self._left = deque(jobs)
        self._workers = workers
        self._done = 0
        self._seconds = 0.0

    def __bool__(self) -> bool:
        return bool(self._left)

    def take(self) -> list[Any]:
        size = int(CHUNK * self._done / self._seconds) if self._seconds else 1
        size = max(1, min(size, len(self._left) // (AHEAD * self._workers)))
        return [self._left.popleft() for _ in range(min(size, len(self._left)))]

    def give_back(self, chunk: list[Any]) -> None:
        self._left.extendleft(reversed(chunk))

    def took(self, chunk: list[Any], seconds: float) -> None:
        self._done += len(chunk)
        self._seconds += seconds


def work_through(work: Work, chunk: list[Any], heed: Heed) -> tuple[list[Any], float]:
    """The results of a chunk, and how long they took."""
    began = time.perf_counter()
    return [work(job, heed) for job in chunk], time.perf_counter() - began


# --- Processes of this machine ---------------------------------------------------------------------------------------


class Processes:
    """Worker processes that end with this process. Use it from the main thread only."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]:
        chunks = Chunks(jobs, self.workers)
        losses = 0
        while chunks:
            try:
                for results in self._pool(work, chunks):
                    losses = 0
                    yield from results
            except BrokenProcessPool:
                losses += 1
                if losses == LOSSES:
                    raise Lost("worker processes are killed again and again, perhaps for lack of memory") from None

    def _pool(self, work: Work, chunks: Chunks) -> Generator[list[Any]]:
        """Work in new processes until everything is done or a process is lost; returns the jobs that were not done."""
        context = multiprocessing.get_context("spawn")
        stop = context.RawValue("b")  # not an Event: a killed worker could leave its lock locked
        pool = ProcessPoolExecutor(self.workers, context, _enter, (stop,))
        at_work: dict[Future[tuple[list[Any], float]], list[Any]] = {}

        def hand_out() -> None:
            while chunks and len(at_work) < AHEAD * self.workers:
                chunk = chunks.take()
                try:
                    at_work[pool.submit(_serve, work, chunk)] = chunk
                except BrokenProcessPool:
                    chunks.give_back(chunk)
                    raise

        try:
            with _deaf():
                hand_out()
            while at_work:
                done, _ = wait(at_work, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda one: isinstance(one.exception(), BrokenProcessPool)):
                    results, seconds = future.result()
                    chunks.took(at_work.pop(future), seconds)
                    yield results
                hand_out()
        except BrokenProcessPool:
            for chunk in at_work.values():
                chunks.give_back(chunk)
            raise
        finally:
            stop.value = 1
            pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started here ignore Ctrl-C, which a terminal sends to all of them: the main process handles it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_stop: c_byte


def _enter(stop: c_byte) -> None:
    """What a worker does first. It must not survive when the main process is killed."""
    global _stop
    _stop = stop
    first = multiprocessing.parent_process()
    assert first is not None

    def leave() -> None:
        first.join()
        os._exit(1)

    threading.Thread(target=leave, daemon=True).start()


def _serve(work: Work, chunk: list[Any]) -> tuple[list[Any], float]:
    def heed(done: float) -> None:
        if _stop.value:
            raise Stopped

    return work_through(work, chunk, heed)
