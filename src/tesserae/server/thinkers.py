"""Bots think in worker processes. They are given what their seat may know, as bytes, and nothing else."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, NamedTuple

log = logging.getLogger("tesserae.thinkers")

NICE = 5  # thinking gives way to serving
HINT = "master"  # the level of the bot that gives hints


class Question(NamedTuple):
    """What a bot has to think about."""

    game: str
    seats: int
    hidden: bytes
    seat: int
    level: str
    seconds: float


class Opinion(NamedTuple):
    """What a bot makes of a position: actions with their visits and their value for the seat, and the line."""

    candidates: list[tuple[str, int, float]]
    line: list[tuple[int, str]]


def _state(question: Question) -> Any:
    import numpy as np

    from tesserae.games import game as find
    from tesserae.state import State

    game = find(question.game)
    array = np.frombuffer(bytearray(question.hidden), game.rules.STATE)
    return State(game, question.seats, {}, 0, array, None)


def choose(question: Question) -> str:
    """In a worker: what to do."""
    from tesserae.bots import bot

    return bot(question.game, question.level, question.seconds).choose(_state(question), question.seat)


def consider(question: Question) -> Opinion:
    """In a worker: what to think of it."""
    from tesserae.bots import bot

    thoughts = bot(question.game, question.level, question.seconds).think(_state(question), question.seat)
    candidates = [(c.text, c.visits, c.values[question.seat]) for c in thoughts.candidates]
    return Opinion(candidates, list(thoughts.line))


def look_back(work: Any) -> Any:
    """In a worker: a piece of a report."""
    from tesserae.reports import advance

    return advance(work)


def warm(game: str) -> None:
    """In a worker: have the compiled code of a game at hand."""
    choose(_opening(game))


def _opening(game: str) -> Question:
    from tesserae.state import start

    state = start(game, seed=0)
    seat = state.actors[0]
    return Question(game, state.seats, state.hidden(seat).tobytes(), seat, "novice", 0.01)


def _follow() -> None:
    """End with the server, also when it was killed."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
    os._exit(1)


def _begin() -> None:
    os.nice(NICE)
    for told in (signal.SIGINT, signal.SIGTERM):  # these are for the server, which ends its workers
        signal.signal(told, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    import_module("tesserae.bots")


class Thinkers:
    """The worker processes. One that is killed is replaced, and its question is asked again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._make()

    def _make(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=_begin)

    async def ask(self, function: Any, *arguments: Any) -> Any:
        """Call a function of this module in a worker."""
        while True:
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
            except BrokenProcessPool:
                log.warning("a worker has died; there is a new one")
                if self._pool is pool:
                    self._pool = self._make()
                    pool.shutdown(wait=False)

    async def close(self) -> None:
        """End the workers, whatever they think about."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)
