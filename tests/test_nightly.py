"""`make nightly` keeps the last result of each step on a page, and `make test` shows it and measures what has changed
since then."""

import subprocess
from pathlib import Path

import pytest

from tools import changed, nightly

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


def test_what_has_changed_since_the_last_coverage_run_is_measured(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "src" / "tesserae" / "games" / "chess" / "rules.py"
    rules.parent.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.coverage.run]\ninclude = ["src/tesserae/games/*/rules.py"]\n')
    monkeypatch.setattr(changed, "ROOT", tmp_path)
    assert changed.main() == 0
    assert "no coverage run" in capsys.readouterr().out

    def git(*words: str) -> str:
        name = ["-c", "user.name=a", "-c", "user.email=a"]
        return subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    rules.write_text("one\ntwo\nthree\n")
    git("init", "-q")
    git("add", "src")
    git("commit", "-q", "-m", "a")
    line = f"| coverage | … | passed | 9 | then | {git('rev-parse', '--short=10', 'HEAD').strip()}+ |"
    page.write_text(PAGE.replace("\n\nEnd", f"\n{line}\n\nEnd"), "utf-8")
    assert changed.main() == 0
    assert capsys.readouterr().out.endswith(": none\n")

    file = "src/tesserae/games/chess/rules.py"
    rules.write_text("one\nzwei\nthree\nfour\nfive\n")
    monkeypatch.setattr(changed, "measure", lambda games: {file: {1, 4}} if games == ["chess"] else {})
    assert changed.main() == 1  # line 1 has not changed
    assert capsys.readouterr().out.splitlines()[1:] == [f"{file}:4: no test of this game executes this changed line"]
    monkeypatch.setattr(changed, "measure", lambda _: {file: {1}})
    assert changed.main() == 0
