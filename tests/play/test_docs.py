"""The pages about matches are true."""

import doctest
from pathlib import Path

from tesserae.play.refusals import SENTENCES

DOCS = Path(__file__).parents[2] / "docs"


def test_the_example_runs() -> None:
    results = doctest.testfile(str(DOCS / "background" / "matches.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


def test_all_refusals_are_listed() -> None:
    page = (DOCS / "reference" / "refusals.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith(("| MA-", "| SQ-"))]
    assert rows == [f"| {rule} | {sentence} |" for rule, sentence in SENTENCES.items()]
