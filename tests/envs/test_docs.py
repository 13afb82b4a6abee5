"""The code of the first environment runs and prints what its comments say; the table of sizes is right."""

import re
from pathlib import Path

import pytest

from tesserae.envs.setup import setup

DOCS = Path(__file__).parents[2] / "docs"
FIRST = (DOCS / "start" / "first-environment.md").read_text("utf-8")
PAGE = (DOCS / "reference" / "environments.md").read_text("utf-8")


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", FIRST, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})
    assert "(1024, 12, 4, 4) (1024, 992)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("row", "game", "options"),
    [
        ("Consequence", "consequence", {}),
        ("Sequence", "sequence", {}),
        ("Symbol Chain", "symbol_chain", {}),
        ("Symbol, simple", "symbol", {"edition": "simple"}),
        ("Symbol, full", "symbol", {}),
    ],
)
def test_the_sizes_are_right(row: str, game: str, options: dict[str, str]) -> None:
    found = setup(game, None, options)
    assert f"| {row} | {found.choices:,} | {found.shape} |" in PAGE
