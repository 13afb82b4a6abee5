"""The folder of a run: each game is written as soon as it is over, so that nothing is played twice.

A run is continued from `plan.json` and `games.jsonl`. When it ends, for any reason, `results.json`, `games.parquet`
and `report.html` are made from them.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from tesserae.errors import BadOption
from tesserae.lab.plan import Plan
from tesserae.lab.playing import Row, plain

PLAN, GAMES, RESULTS, TABLE, REPORT = "plan.json", "games.jsonl", "results.json", "games.parquet", "report.html"
NESTED = ("kinds", "came", "went", "squares")  # columns with JSON, because their keys differ from game to game


class Folder:
    """Opened by `create` or `resume`."""

    def __init__(self, path: Path, plan: Plan, rows: list[Row]) -> None:
        self.path, self.plan, self.rows = path, plan, rows
        self._log: IO[bytes] = (path / GAMES).open("ab")

    @classmethod
    def create(cls, path: Path, plan: Plan) -> "Folder":
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise BadOption(f"--out: {path} is not empty; to continue the run in it, use --resume {path}")
        (path / PLAN).write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        return cls(path, plan, [])

    @classmethod
    def resume(cls, path: Path) -> "Folder":
        if not (path / PLAN).exists():
            raise BadOption(f"--resume: there is no run of the lab in {path}")
        try:
            plan = msgspec.json.decode((path / PLAN).read_bytes(), type=Plan)
        except msgspec.DecodeError as error:
            raise BadOption(f"{path / PLAN}: {error}") from None
        log = path / GAMES
        kept = log.read_bytes() if log.exists() else b""
        whole = kept[: kept.rfind(b"\n") + 1]  # the run was killed while writing a last line without a line break
        if whole != kept:
            log.write_bytes(whole)
        try:
            rows = [msgspec.json.decode(line, type=Row) for line in whole.splitlines()]
        except msgspec.DecodeError as error:
            raise BadOption(f"{log}: {error}") from None
        return cls(path, plan, list({row.number: row for row in rows}.values()))

    def add(self, row: Row) -> None:
        self._log.write(msgspec.json.encode(row) + b"\n")
        self._log.flush()
        self.rows.append(row)

    def close(self) -> None:
        self._log.close()

    def finish(self, results: dict[str, Any], report: str) -> bool:
        """Write the report, the results and the games; returns whether Parquet is among them, which needs pyarrow."""
        (self.path / RESULTS).write_text(json.dumps(results, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
        (self.path / REPORT).write_text(report, "utf-8")
        return table(sorted(self.rows, key=lambda row: row.number), self.plan, self.path / TABLE)


def table(rows: Sequence[Row], plan: Plan, to: Path) -> bool:
    """Write the games as Parquet, one row each, if pyarrow is installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return False
    records = []
    for row in rows:
        columns = plain(row)
        columns["variant"] = plan.variants[row.variant].name
        records.append({**columns, **{name: json.dumps(columns[name]) for name in NESTED}})
    made = pyarrow.Table.from_pylist(records)
    parquet.write_table(made.replace_schema_metadata({"plan": msgspec.json.encode(plan)}), to)
    return True
