"""Are the rules that have changed tested? Run by `make test`; `make nightly` measures all of them.

What has changed since the last coverage run of docs/measurements/nightly.md is measured, without the compiler, with the
tests of its game: each changed line must have been executed. Where nothing has changed, this takes no time.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

from tools import nightly

ROOT = Path(__file__).resolve().parents[1]
GAME = re.compile(r"src/tesserae/games/(\w+)/")
HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def base() -> str | None:
    """The commit of the last coverage run; None if there was none, or if this clone does not have it."""
    for line in nightly.table().splitlines():
        if line.startswith("| coverage |") and "| passed |" in line:
            commit = line.split("|")[6].strip().rstrip("+")
            known = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
            return commit if subprocess.run(known, cwd=ROOT, check=False, capture_output=True).returncode == 0 else None
    return None


def lines(difference: str) -> dict[str, set[int]]:
    """The new lines of each file of a `git diff -U0`."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    file = ""
    for line in difference.splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ b/")
        elif hunk := HUNK.match(line):
            first = int(hunk[1])
            found[file].update(range(first, first + int(hunk[2] or 1)))
    return {file: numbers for file, numbers in found.items() if numbers}


def measure(games: list[str]) -> dict[str, set[int]]:
    """The lines of each file that the tests of these games do not execute."""
    data = ROOT / "build" / "executed"  # no file of the gate is called so; coverage reads all that begin with it
    options = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
    coverage = [sys.executable, "-m", "coverage"]
    tests = [f"tests/games/{game}" for game in games]
    run = [*coverage, "run", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not nightly", *tests]
    subprocess.run(run, cwd=ROOT, env=options, check=True)
    report = [*coverage, "json", "-q", "--fail-under=0", "-o", f"{data}.json"]
    subprocess.run(report, cwd=ROOT, env=options, check=True)
    files = json.loads(Path(f"{data}.json").read_text("utf-8"))["files"]
    return {file: set(what["missing_lines"]) for file, what in files.items()}


def main() -> int:
    commit = base()
    if commit is None:
        print("there is no coverage run to compare with; `make nightly STEPS=coverage` makes one")
        return 0
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    measured = settings["tool"]["coverage"]["run"]["include"]
    difference = ["git", "diff", "-U0", "--no-renames", "--no-ext-diff", commit, "--", *measured]
    changed = lines(subprocess.run(difference, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    games = sorted({found[1] for file in changed if (found := GAME.match(file))})
    print(f"rules that have changed since {commit}: {', '.join(games) or 'none'}", flush=True)
    if not games:
        return 0
    missing = measure(games)
    wanting = [
        (file, number) for file in sorted(changed) for number in sorted(changed[file] & missing.get(file, set()))
    ]
    for file, number in wanting:
        print(f"{file}:{number}: no test of this game executes this changed line")
    return 1 if wanting else 0


if __name__ == "__main__":
    sys.exit(main())
