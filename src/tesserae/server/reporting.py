"""Reports of finished games, computed piece by piece by the bot workers when nothing is more urgent."""

import logging
import time
from collections.abc import Callable
from typing import Any

from tesserae.reports import Report, Work
from tesserae.server.scheduler import Account, Busy, Kind, Scheduler
from tesserae.server.thinkers import look_back

log = logging.getLogger("tesserae.reporting")

KEPT = 200  # reports that are kept; others are computed again
WANTED = 10.0  # seconds after which a report is paused if nobody asks for it again
PIECE = 1.0  # seconds that a piece takes, about


class Reports:
    """The reports that were requested, by table. A report never changes, so each process can have its own."""

    def __init__(self, thinkers: Scheduler, start: Callable[[Any], Any]) -> None:
        self._thinkers = thinkers
        self._start = start
        self._works: dict[str, str | Work | None] = {}  # a record: not started yet; None: it failed
        self._asked: dict[str, float] = {}  # when it was last asked for
        self._making: dict[str, str] = {}  # the tables whose reports are being computed, by the address that asked

    def find(self, table: str, record: Callable[[], str], account: Account) -> Report | float | None:
        """The report of a table, or the part of it that is done; None if it failed. It is computed as long as somebody
        keeps asking for it, one report at a time for each address."""
        if table not in self._works:
            idle = [one for one in self._works if one not in self._making.values()]
            for old in idle[: max(0, len(self._works) - KEPT + 1)]:
                del self._works[old], self._asked[old]
            self._works[table] = record()
        self._asked[table] = time.monotonic()
        work = self._works[table]
        if work is None or (isinstance(work, Work) and work.report is not None):
            return None if work is None else work.report
        if account.address not in self._making and table not in self._making.values():
            self._making[account.address] = table
            self._start(self._make(table, account))
        return work.done if isinstance(work, Work) else 0.0

    async def _make(self, table: str, account: Account) -> None:
        try:
            work: Work | None = None
            while (work is None or work.report is None) and time.monotonic() - self._asked[table] < WANTED:
                work = await self._thinkers.think(Kind.REPORT, account, look_back, self._works[table], PIECE)
                self._works[table] = work
        except Busy:  # the same person from elsewhere; it continues when it is asked for again
            pass
        except Exception:
            log.exception("the report of table %s failed", table)
            self._works[table] = None
        finally:
            del self._making[account.address]
