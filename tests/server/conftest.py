from collections.abc import Iterator

import pytest

from tesserae.games import NAMES
from tests.server.postgres import Postgres
from tests.server.processes import LOOSE, Serving, serving


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
