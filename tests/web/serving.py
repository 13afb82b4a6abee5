"""A real server in a process of its own, which can be stopped and started again on the same port."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tesserae.play import Match
from tesserae.play.events import write
from tests.server.laying import lay

LONG = 600  # seconds within which all games are compiled, on a slow machine with an empty cache


class Server:
    """`tesserae serve` with a database of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = environment
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tesserae.cli", "serve", "--port", str(self.port), "--workers", "1"]
        command += ["--database", str(self.folder / "tables.db"), "--rate", "500"]
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **self.environment})
        self.wait(lambda: self.get("/health"), 60)

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == 0  # Ctrl-C is no failure
        self.process = None

    def kill(self) -> None:
        """As a power cut would end it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)
        self.process = None

    def wait_until_compiled(self) -> None:
        self.wait(lambda: all(json.loads(self.get("/api/games"))["ready"].values()), LONG)

    def lay(self, match: Match) -> str:
        """Put a table into the store, as if it had been made here; its id."""
        id = secrets.token_hex(5)
        lay(str(self.folder / "tables.db"), id, [write(event) for event in match.events])
        return id

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.base + path, timeout=10) as answer:
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
