"""The connection to the database: an SQLite file, or a PostgreSQL."""

import contextlib
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tesserae.errors import BadOption
from tesserae.server.sqlite import PRAGMAS

PATIENCE = 5.0  # seconds after which the store counts as unavailable


def engine_for(database: str) -> AsyncEngine:
    """A SQLAlchemy engine for the path of an SQLite file or a PostgreSQL URL."""
    try:
        url = make_url(database) if "://" in database else sa.URL.create("sqlite", database=database)
    except ArgumentError:
        raise BadOption(f"database: {database!r} is neither a path nor a URL") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.get_backend_name() if "+" in url.drivername else url.drivername
    if kind not in drivers:
        raise BadOption(f"database: {kind} is not supported; it takes the path of an SQLite file, or postgresql://…")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise BadOption("database: without the path of a file nothing would be kept")
    try:
        shared = {"pool_pre_ping": True, "connect_args": {"timeout": PATIENCE, "command_timeout": 2 * PATIENCE}}
        engine = create_async_engine(url.set(drivername=drivers[kind]), **({} if kind == "sqlite" else shared))
    except ModuleNotFoundError:
        raise BadOption('database: PostgreSQL needs asyncpg; install "tesserae-games[postgres]"') from None
    if kind == "sqlite":
        private(Path(str(url.database)))
        sa.event.listen(engine.sync_engine, "connect", _durable)
    return engine


def private(file: Path) -> None:
    """Create the file if it is missing, readable only by its owner, because it will hold the secret for cookies."""
    with contextlib.suppress(OSError):  # opening it will report the problem
        file.touch(0o600)


def _durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
