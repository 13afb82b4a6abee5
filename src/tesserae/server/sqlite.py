"""The one connection that writes what is accepted to an SQLite file, in a thread of its own.

A batch crosses to the thread and back once. Through the engine each statement would cross several times, which for a
small batch takes longer than writing it.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

PRAGMAS = (  # commits survive a power cut, and readers do not wait for the writer
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=3000",
    "PRAGMA foreign_keys=ON",
)


class Writer:
    """Made by the store; nothing is opened before something is written."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "store")
        self._connection: sqlite3.Connection | None = None

    async def write(self, statements: Sequence[tuple[str, str]]) -> None:
        """Execute all of the statements, each with its rows as JSON, or none."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, statements)

    def _write(self, statements: Sequence[tuple[str, str]]) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            for pragma in PRAGMAS:
                self._connection.execute(pragma)
        if len(statements) == 1:  # it is a transaction of its own
            self._connection.execute(statements[0][0], {"rows": statements[0][1]})
            return
        with self._connection:  # committed in the end, or rolled back
            self._connection.execute("BEGIN IMMEDIATE")
            for statement, rows in statements:
                self._connection.execute(statement, {"rows": rows})

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
