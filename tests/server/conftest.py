from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tesserae.games import NAMES
from tesserae.server.store import Store
from tests.server.place import Place, opened, place
from tests.server.postgres import Postgres
from tests.server.processes import LOOSE, Serving, serving
from tests.server.wire import Device


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server with an SQLite file, for all tests that do not harm it."""
    with serving(str(tmp_path_factory.mktemp("store") / "tables.db"), *LOOSE, games=NAMES) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL of our own."""
    with Postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A new, empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("store") / "tables.db")
    running: Postgres = request.getfixturevalue("postgres")
    return running.database()


# What these give is entered where a test begins (tests/conftest.py); each name is another device, or another store.


@pytest.fixture
def ann(server: Serving) -> Device:
    return Device(server.base)


bob = eve = phone = screen = ann


@pytest.fixture
def store(database: str) -> AbstractAsyncContextManager[Store]:
    return opened(database)


one = two = store


@pytest.fixture
def here(tmp_path: Path) -> AbstractAsyncContextManager[Place]:
    """A service in this process, with one worker that answers when the test says so."""
    return place(tmp_path)
