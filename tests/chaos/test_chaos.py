"""The storm in short: each fault once, on SQLite and on PostgreSQL with two processes; `make chaos` is the long one."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.storm import EACH, Storm, storm
from tests.server.postgres import Postgres

BETWEEN = 15  # moves between two faults

pytestmark = pytest.mark.slow


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """One of our own, which is killed and started again."""
    with Postgres() as running:
        yield running


async def each_once(storm: Storm) -> None:
    for fault in EACH:
        await storm.moves(BETWEEN)
        await fault(storm)


def good(found: Storm) -> None:
    assert found.counts.problems == []
    assert found.counts.tables > 0
    assert found.counts.refused["internal"] == 0
    assert found.faults() == {}


def test_sqlite(tmp_path: Path) -> None:
    found = asyncio.run(storm(tmp_path, 1, None, each_once))
    good(found)
    assert found.kills >= 3


def test_postgresql_with_two_processes(tmp_path: Path, postgres: Postgres) -> None:
    found = asyncio.run(storm(tmp_path, 2, postgres, each_once))
    good(found)
    assert found.counts.races > 0
    assert found.done["PostgreSQL killed"] == 1
