"""Work on a Ray cluster (the extra `ray`): one actor per core, which keeps its compiled code.

A lost actor is replaced, and its work is done again. Towards the end, work that takes much longer than usual is also
given to a second actor; the first answer counts.
"""

import time
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any

from tesserae.errors import BadOption
from tesserae.lab.executors import Chunks, Work, work_through
from tesserae.workers import LOSSES, Lost

SLOW = 5.0  # times the usual duration, after which work is also given to another actor
PATIENCE = 30.0  # seconds, at least
LOOK = 1.0  # seconds between two checks for slow work


class Serving:
    """What an actor does."""

    def warm(self, game: str) -> float:
        """Load the compiled rules, and compile them first if this node has to; returns the seconds it took."""
        from tesserae.engine import artefact, jit
        from tesserae.games import game as find

        began = time.perf_counter()
        if not jit.INTERPRETED:
            artefact.of_package(find(game).package).load()
        return time.perf_counter() - began

    def serve(self, work: Work, chunk: list[Any]) -> tuple[list[Any], float]:
        return work_through(work, chunk)


class Cluster:
    """A running cluster at an address, or a new one on the cores of this machine."""

    def __init__(self, address: str | None, workers: int | None) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise BadOption("--on ray needs Ray; install tesserae-games[ray]") from None
        self._own = not self._ray.is_initialized()
        if self._own:
            local = {"num_cpus": workers, "include_dashboard": False} if address is None else {}
            try:
                self._ray.init(address, log_to_driver=False, **local)
            except Exception as error:  # Ray raises plain exceptions, for example if a node does not start in time
                raise BadOption(f"--on {address or 'ray'}: {error}") from None
        self.workers = workers or int(self._ray.cluster_resources().get("CPU", 1))
        self.actors: list[Any] = []

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]:
        try:
            self._begin(jobs)
            yield from self._work(work, Chunks(jobs, self.workers))
        finally:
            for actor in self.actors:
                self._ray.kill(actor)
            self.actors = []
            if self._own:
                self._ray.shutdown()

    def _actor(self) -> Any:
        return self._ray.remote(Serving).options(num_cpus=1, max_restarts=0).remote()

    def _begin(self, jobs: Sequence[Any]) -> None:
        """Compile the rules once on each new node; then all of its actors load the compiled code."""
        self.actors = [self._actor() for _ in range(self.workers)]
        games = sorted({job.game for job in jobs})
        strategy = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
        warm = self._ray.remote(_warm)
        nodes = [node["NodeID"] for node in self._ray.nodes() if node["Alive"]]
        there = [warm.options(num_cpus=0, scheduling_strategy=strategy(node, soft=False)) for node in nodes]
        waiting = [one.remote(game) for one in there for game in games]
        slowest = max(self._ray.get(waiting), default=0.0)
        if slowest > 1:
            print(f"warmed up {len(nodes)} nodes: the rules were compiled there ({slowest:.0f} s)")

    def _work(self, work: Work, chunks: Chunks) -> Generator[Any]:
        """Every actor has one chunk at a time. A chunk counts once, whoever does it; `doing` says who works on it."""
        ray = self._ray
        idle = list(self.actors)
        at_work: dict[Any, tuple[Any, list[Any], float]] = {}  # by reference: the actor, the chunk, since when
        done: set[int] = set()  # the ids of chunks, which live while something refers to them
        kept: list[list[Any]] = []
        usual, losses = 0.0, 0
        while chunks or any(id(chunk) not in done for _, chunk, _ in at_work.values()):
            while idle:
                chunk = chunks.take() if chunks else self._slow(at_work, done, usual)
                if not chunk:
                    break
                kept.append(chunk)
                actor = idle.pop()
                at_work[actor.serve.remote(work, chunk)] = actor, chunk, time.monotonic()
            ready, _ = ray.wait(list(at_work), timeout=LOOK)
            for reference in ready:
                actor, chunk, _ = at_work.pop(reference)
                try:
                    results, seconds = ray.get(reference)
                except ray.exceptions.RayActorError:
                    losses += 1
                    if losses > LOSSES * self.workers:
                        raise Lost("actors of the cluster are lost again and again") from None
                    self.actors.remove(actor)
                    self.actors.append(self._actor())
                    idle.append(self.actors[-1])
                    if id(chunk) not in done and not any(other is chunk for _, other, _ in at_work.values()):
                        chunks.give_back(chunk)
                    continue
                idle.append(actor)
                losses = 0
                if id(chunk) not in done:
                    done.add(id(chunk))
                    usual = max(usual, seconds)
                    chunks.took(chunk, seconds)
                    yield from results

    def _slow(self, at_work: dict[Any, tuple[Any, list[Any], float]], done: set[int], usual: float) -> list[Any]:
        """A chunk that only one actor has been working on, for too long."""
        now = time.monotonic()
        alone = [
            (since, chunk)
            for _, chunk, since in at_work.values()
            if id(chunk) not in done and sum(other is chunk for _, other, _ in at_work.values()) == 1
        ]
        late = [chunk for since, chunk in alone if now - since > max(PATIENCE, SLOW * usual)]
        return late[0] if late else []


def _warm(game: str) -> float:
    return Serving().warm(game)
