"""A real server in a process of its own, which can be stopped and started again on the same port."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tesserae.play import Match
from tesserae.play.events import write
from tests.server.laying import lay
from tests.server.processes import LONG, PATIENT


class Server:
    """`tesserae serve` with a database of its own, and these options."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.folder = folder
        self.options = options
        self.environment = environment
        self.port = 0  # any that is free; the same after the first start
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", str(self.port), "--workers", "1"]
        command += ["--database", str(self.folder / "tables.db"), "--rate", "500", *self.options]
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **self.environment})
        self.wait(self._listens, PATIENT)

    def _listens(self) -> bool:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", (self.folder / "log.txt").read_text()):
            self.port = int(found[1])
        return bool(self.port and self.get("/health"))

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENT) == 0  # Ctrl-C is no failure
        self.process = None

    def kill(self) -> None:
        """As a power cut would end it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENT)
        self.process = None

    def wait_until_compiled(self) -> None:
        self.wait(lambda: all(json.loads(self.get("/api/games"))["ready"].values()), LONG)

    def lay(self, match: Match) -> str:
        """Put a table into the store, as if it had been made here; its id."""
        id = secrets.token_hex(5)
        lay(str(self.folder / "tables.db"), id, [write(event) for event in match.events])
        return id

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.base + path, timeout=PATIENT) as answer:
            return str(answer.read().decode())

    def wait(self, what: Any, seconds: float) -> None:
        """Until `what` is true and raises nothing."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / "log.txt").read_text()
            try:
                if what():
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise TimeoutError((self.folder / "log.txt").read_text())
