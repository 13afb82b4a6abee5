"""The connection that writes events to an SQLite file, in a thread of its own.

A batch is handed to the thread as a whole. With SQLAlchemy, each statement would go back and forth between threads
several times, which takes longer than writing a small batch.
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
    """Created by the store; the file is opened at the first write."""

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
        if len(statements) == 1:  # a transaction by itself
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
