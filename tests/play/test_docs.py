"""docs/background/matches.md is true."""

import doctest
from pathlib import Path

from tesserae.play.refusals import SENTENCES

PAGE = Path(__file__).parents[2] / "docs" / "background" / "matches.md"


def test_the_example_runs() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_all_refusals_are_listed() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(("| MA-", "| SQ-"))]
    assert rows == [f"| {rule} | {sentence} |" for rule, sentence in SENTENCES.items()]
