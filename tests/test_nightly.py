"""`make nightly` keeps the last result of each step on a page, and `make test` shows it."""

from pathlib import Path

import pytest

from tools import nightly

RULE = "| --- | --- | --- | --- | --- | --- |"
PAGE = f"# Nightly\n\n{nightly.HEAD}\n{RULE}\n| chaos | … | passed | 9 | then | old |\n\nEnd\n"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    page = tmp_path / "nightly.md"
    page.write_text(PAGE, "utf-8")
    monkeypatch.setattr(nightly, "PAGE", page)
    monkeypatch.setattr(nightly, "LOGS", tmp_path)
    monkeypatch.setattr(nightly, "STEPS", {"tests": "python -c print(7)", "chaos": "python -c exit(3)"})
    return page


def test_each_step_has_its_last_result(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert nightly.main(["tests"]) == 0
    lines = page.read_text("utf-8").splitlines()
    assert lines[-4].startswith("| tests | `python -c print(7)` | passed | ")
    assert lines[-3] == "| chaos | … | passed | 9 | then | old |"
    assert (page.with_name("tests.txt")).read_text() == "7\n"
    assert nightly.main([]) == 1
    assert capsys.readouterr().out.endswith("==> FAILED: chaos\n")
    again = page.read_text("utf-8").splitlines()
    assert len(again) == len(lines)
    assert again[-3].startswith("| chaos | `python -c exit(3)` | FAILED | ")
    assert nightly.table() == "\n".join(again[2:-2])


def test_the_page_has_only_steps_that_there_are() -> None:
    head, _, *rows = nightly.table().splitlines()
    assert head == nightly.HEAD
    assert {row.split()[1] for row in rows} <= set(nightly.STEPS)
