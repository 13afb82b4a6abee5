"""Real servers in processes of their own."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx

ROOT = Path(__file__).resolve().parents[2]
LONG = 600  # seconds within which all games are compiled, on a slow machine with an empty cache
PATIENT = 120  # seconds within which a busy machine answers
IN_USE = "address already in use"
LOOSE = ("--rate", "100000", "--sockets", "10000")  # limits that no test meets by accident


class Serving:
    """A `tesserae serve` that listens."""

    def __init__(
        self, database: str, *options: str, port: int = 0, module: str = "tesserae.cli", **environment: str
    ) -> None:
        command = [sys.executable, "-m", module, "serve", "--port", str(port), "--database", database]
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONWARNINGS": "default", **environment}
        end = time.monotonic() + PATIENT
        while not self._begin([*command, "--workers", "1", *options], environment):
            if IN_USE not in "".join(self.log) or time.monotonic() > end:
                raise RuntimeError("".join(self.log))
            time.sleep(0.1)  # while this server was down, another process got its port
        self.base = f"http://127.0.0.1:{self.port}"
        assert self.process.stdout is not None
        self._reading = threading.Thread(target=self._read, args=[self.process.stdout], daemon=True)
        self._reading.start()

    def _begin(self, command: list[str], environment: dict[str, str]) -> bool:
        """Whether it listens."""
        self.log: list[str] = []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.log.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return True
        self.process.stdout.close()
        self.process.wait()
        return False

    def _read(self, output: IO[str]) -> None:
        """All that it says: it would stand still if nobody read it."""
        self.log.extend(output)

    def wait(self, *games: str) -> "Serving":
        """Until these games can be played."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            ready = self.get("/api/games").json()["ready"]
            if all(ready[game] for game in games):
                return self
            time.sleep(0.1)
        raise RuntimeError("the games were not ready")

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """What nobody in particular is answered, without a cookie to keep."""
        return httpx.request(method, self.base + path, timeout=PATIENT, verify=False, **more)

    def kill(self) -> None:
        """As a power cut would, for the process."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """In order; the exit code."""
        self.process.terminate()
        code = self.process.wait(PATIENT)
        self._close()
        return code

    def _close(self) -> None:
        assert self.process.stdout is not None
        self._reading.join(PATIENT)
        self.process.stdout.close()


@contextmanager
def serving(database: str, *options: str, games: tuple[str, ...] = ()) -> Iterator[Serving]:
    """A server that is stopped in the end; it must not have anything to complain about."""
    server = Serving(database, *options)
    try:
        yield server.wait(*games)
    finally:
        if server.process.poll() is None:
            server.stop()
    noise = [line for line in server.log if "Traceback" in line or " ERROR " in line]
    assert not noise, "".join(server.log)
