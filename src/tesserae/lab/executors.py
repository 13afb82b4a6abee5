"""Where work is done: in this process, in processes of this machine, or on a Ray cluster (cluster.py).

A job is anything that can be pickled. Its result depends on the job alone, so it does not matter where and in which
order jobs are done. If a worker is lost, its jobs are done again, and nothing is counted twice.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any, Protocol

from tesserae.errors import BadOption, check_whole
from tesserae.workers import Worker

CHUNK = 1.0  # seconds that a chunk of jobs should take; a single job may take longer
AHEAD = 2  # chunks for each worker, so that none waits for the next

Work = Callable[[Any], Any]


class Executor(Protocol):
    """Does jobs. `run` yields results in the order in which they are ready; closing it abandons the rest."""

    workers: int

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]: ...


def executor(where: str, workers: int | None) -> Executor:
    """The executor named by `here`, `local`, `ray` or `ray://HOST:PORT`."""
    if workers is not None:
        check_whole("--workers", workers)
    if where == "here":
        return Here()
    if where == "local":
        return Processes(workers or os.cpu_count() or 1)
    if where == "ray" or where.startswith("ray://"):
        from tesserae.lab.cluster import Cluster

        return Cluster(None if where == "ray" else where, workers)
    raise BadOption(f"--on must be here, local, ray or ray://HOST:PORT, not {where!r}")


class Here:
    """This process, one job after the other."""

    workers = 1

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]:
        for job in jobs:
            yield work(job)


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


def work_through(work: Work, chunk: list[Any]) -> tuple[list[Any], float]:
    """The results of a chunk, and how long they took."""
    began = time.perf_counter()
    return [work(job) for job in chunk], time.perf_counter() - began


class Processes:
    """Worker processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]:
        chunks = Chunks(jobs, self.workers)
        workers = [Worker() for _ in range(self.workers)]
        idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in workers:
            idle.put(worker)
        threads = ThreadPoolExecutor(self.workers, "worker")  # each waits for a worker
        at_work: dict[Future[tuple[list[Any], float]], list[Any]] = {}
        try:
            while chunks or at_work:
                while chunks and len(at_work) < AHEAD * self.workers:
                    chunk = chunks.take()
                    at_work[threads.submit(_wait, idle, work, chunk)] = chunk
                for done in wait(at_work, return_when=FIRST_COMPLETED).done:
                    results, seconds = done.result()
                    chunks.took(at_work.pop(done), seconds)
                    yield from results
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.close()
            threads.shutdown()


def _wait(idle: "SimpleQueue[Worker]", work: Work, chunk: list[Any]) -> tuple[list[Any], float]:
    worker = idle.get()
    try:
        found: tuple[list[Any], float] = worker.run(work_through, work, chunk)
        return found
    finally:
        idle.put(worker)
