"""What `make test` runs: `python -m tools.gate PYTEST-OPTIONS`.

Linters, type checks and the coverage of changed rules run beside the tests, because each alone would leave cores idle.
The output of each waits in a file until those before it are complete, so that they are read one after the other; it
ends with pytest's summary.
"""

import subprocess
import sys
import time
from pathlib import Path

from tools import nightly

MAKE = ("make", "--no-print-directory")
BUILD = Path("build")


def begin(name: str, *command: str) -> tuple[subprocess.Popen[bytes], Path]:
    """Start it, with its output in a file."""
    log = BUILD / f"{name}.txt"
    with log.open("wb") as file:
        return subprocess.Popen(command, stdout=file, stderr=file), log


def follow(process: subprocess.Popen[bytes], log: Path) -> bool:
    """Show what it has printed, and what it prints until it ends; whether it succeeded."""
    with log.open(encoding="utf-8", errors="replace") as output:
        while True:
            ended = process.poll() is not None
            print(output.read(), end="", flush=True)
            if ended:
                return process.returncode == 0
            time.sleep(0.2)


def main() -> int:
    print(
        f"==> the last nightly run, which has the tests that are too long for this one\n{nightly.table()}", flush=True
    )
    BUILD.mkdir(exist_ok=True)
    started = []
    try:
        started.append(begin("lint", *MAKE, "lint"))
        compiled = subprocess.run([*MAKE, "warm"], check=False).returncode == 0
        started.append(begin("tests", sys.executable, "-m", "pytest", *sys.argv[1:]))
        started.append(begin("changed", sys.executable, "-m", "tools.changed"))
        clean = follow(*started[0])
        print("==> coverage of the rules that have changed", flush=True)
        clean = follow(*started[2]) and clean
        print(f"==> all tests{'' if clean else '; something that runs beside them FAILED, see above'}", flush=True)
        passed = follow(*started[1])
        return 0 if compiled and clean and passed else 1
    finally:
        for process, _ in started:
            process.wait()  # which Ctrl-C has reached, too


if __name__ == "__main__":
    sys.exit(main())
