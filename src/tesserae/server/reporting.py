"""Reports of finished games, worked out by the bots' processes a piece at a time, so that bots never wait long."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from tesserae.reports import Course, Report, Work, begin
from tesserae.server.thinkers import Thinkers, look_back

log = logging.getLogger("tesserae.reporting")

KEPT = 200  # reports at hand; others are worked out again


class Reports:
    """Those that were asked for, by table. A report never changes, so any process may have its own."""

    def __init__(self, thinkers: Thinkers, start: Callable[[Any], None]) -> None:
        self._thinkers = thinkers
        self._start = start
        self._works: dict[str, Work | None] = {}  # None: it went wrong
        self._one = asyncio.Semaphore(1)  # one is worked on at a time: the other workers are for those who play

    def find(self, table: str, course: Callable[[], Course]) -> Report | float | None:
        """The report of a table, or the part of it that is done; None if it cannot be made."""
        if table not in self._works:
            while len(self._works) >= KEPT:
                del self._works[next(iter(self._works))]
            self._works[table] = begin(course())
            self._start(self._make(table))
        work = self._works[table]
        return None if work is None else work.report or work.done

    async def _make(self, table: str) -> None:
        async with self._one:
            while (work := self._works.get(table)) is not None and work.report is None:
                try:
                    work = await self._thinkers.ask(look_back, work)
                except Exception:
                    log.exception("the report of table %s", table)
                    work = None
                if table in self._works:
                    self._works[table] = work
