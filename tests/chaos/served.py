"""`tesserae serve` on a machine with weather: `python -m tests.chaos.served serve …`.

The file that TESSERAE_WEATHER names says how far the machine's clock is off and whether the disk can be written;
whoever tests the server changes it while it runs. Nothing in the server knows of it.
"""

import mmap
import os
import sqlite3
import struct
import sys
import time
from pathlib import Path
from typing import Any

SIZE = 16  # bytes of the file
LAYOUT = struct.Struct("<qq")  # nanoseconds that the clock is ahead, and 1 where nothing can be written


class Weather:
    """The file, as both sides see it."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(SIZE))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), SIZE)

    def read(self) -> tuple[int, int]:
        ahead, read_only = LAYOUT.unpack_from(self._memory)
        return ahead, read_only

    def write(self, *, ahead: float | None = None, read_only: bool | None = None) -> None:
        """`ahead` in seconds; what is not given stays."""
        old_ahead, old_read_only = self.read()
        new_ahead = old_ahead if ahead is None else int(ahead * 1e9)
        LAYOUT.pack_into(self._memory, 0, new_ahead, old_read_only if read_only is None else int(read_only))


def have(weather: Weather) -> None:
    """Let this process have it."""
    true_time = time.time_ns

    class Connection(sqlite3.Connection):
        """Refuses to write while the weather says so, with SQLite's own error."""

        read_only = 0

        def _look(self) -> None:
            read_only = weather.read()[1]
            if read_only != self.read_only:
                self.read_only = read_only
                super().execute(f"PRAGMA query_only = {read_only}")

        def cursor(self, *given: Any, **named: Any) -> Any:
            self._look()
            return super().cursor(*given, **named)

        def execute(self, *given: Any) -> sqlite3.Cursor:
            self._look()
            return super().execute(*given)

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        return original(*given, **{"factory": Connection, **named})

    original = sqlite3.connect
    changed: dict[Any, dict[str, Any]] = {
        sqlite3: {"connect": connect},
        time: {
            "time_ns": lambda: true_time() + weather.read()[0],
            "time": lambda: (true_time() + weather.read()[0]) / 1e9,
        },
    }
    for module, names in changed.items():
        for name, value in names.items():
            setattr(module, name, value)


if __name__ == "__main__":
    have(Weather(Path(os.environ["TESSERAE_WEATHER"])))
    from tesserae.cli import main

    sys.exit(main())
