"""The tests and the coverage of the rules at the same time, for `make test`: `python tools/gate.py PYTEST-OPTIONS`.

Each alone would leave cores idle. The output of the tests waits in a file until that of the coverage is complete, so
that they are read one after the other; it ends with pytest's summary.
"""

import subprocess
import sys
import time
from pathlib import Path

LOG = Path("build/tests.txt")


def follow(tests: subprocess.Popen[bytes]) -> None:
    """Show what the tests have printed, and what they print until they end."""
    with LOG.open(encoding="utf-8", errors="replace") as log:
        while True:
            ended = tests.poll() is not None
            print(log.read(), end="", flush=True)
            if ended:
                return
            time.sleep(0.2)


def main() -> int:
    print("==> all tests with the compiled rules, on all cores; they are shown after the coverage", flush=True)
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("wb") as log:
        tests = subprocess.Popen([sys.executable, "-m", "pytest", *sys.argv[1:]], stdout=log, stderr=log)
    try:
        covered = subprocess.run(["make", "--no-print-directory", "coverage"], check=False).returncode == 0
        print(f"==> all tests{'' if covered else '; the coverage FAILED, see above'}", flush=True)
        follow(tests)
        return 0 if covered and tests.returncode == 0 else 1
    finally:
        tests.wait()  # which Ctrl-C has reached, too


if __name__ == "__main__":
    sys.exit(main())
