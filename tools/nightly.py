"""What is too long for every change: `python -m tools.nightly [STEP …]`, or `make nightly STEPS="coverage chaos"`.

The steps run one after the other, a failed one does not stop the others, and their output is kept in build/nightly.
docs/measurements/nightly.md has the last result of each.
"""

import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "measurements" / "nightly.md"
LOGS = ROOT / "build" / "nightly"

STEPS = {
    "tests": "make tests",
    "coverage": "make coverage",
    "twin": "python -m tests.games.symbol.long_run 50000 12",
    "chaos": "make chaos MINUTES=20",
    "lowest": "make test-lowest",
    "newest": "make test-lowest RESOLUTION=highest",
}
HEAD = "| step | what was run | result | seconds | date | commit |"


def table() -> str:
    """The results on the page."""
    return "\n".join(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|"))


def commit() -> str:
    """What is tested; a plus says that something is not committed."""
    found = subprocess.run(
        ["git", "describe", "--always", "--abbrev=10", "--dirty=+", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


def run(step: str) -> str:
    """Do it; its line of the table."""
    command = STEPS[step]
    print(f"==> {step}: {command}", flush=True)
    began = time.monotonic()
    words = [sys.executable if word == "python" else word for word in command.split()]
    with (LOGS / f"{step}.txt").open("wb") as log:
        code = subprocess.run(words, cwd=ROOT, stdout=log, stderr=log, check=False).returncode
    seconds = time.monotonic() - began
    result = "FAILED" if code else "passed"
    print(f"    {result} in {seconds:.0f} s; its output is in {log.name}", flush=True)
    return f"| {step} | `{command}` | {result} | {seconds:.0f} | {datetime.now(UTC):%Y-%m-%d} | {commit()} |"


def keep(line: str) -> None:
    """Put the line in the place of the one that its step had."""
    text = PAGE.read_text("utf-8")
    before, old, after = text.partition(table())
    assert old
    lines = {one.split()[1]: one for one in [*old.splitlines()[2:], line]}
    rows = [HEAD, "| --- | --- | --- | --- | --- | --- |", *(lines[step] for step in STEPS if step in lines)]
    PAGE.write_text(before + "\n".join(rows) + after, "utf-8")


def main(steps: list[str]) -> int:
    LOGS.mkdir(parents=True, exist_ok=True)
    failed = []
    for step in steps or STEPS:
        line = run(step)
        keep(line)
        failed += [step] if "FAILED" in line else []
    print(f"==> {table()}")
    print(f"==> FAILED: {', '.join(failed)}" if failed else "==> all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
