"""The README's Python runs, and prints what its comments say."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text()


def test_the_code_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) >= 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(block, scope)
    printed = capsys.readouterr().out.splitlines()
    calls = [line for block in blocks for line in block.splitlines() if line.startswith("print(")]
    assert len(printed) == len(calls)
    for call, line in zip(calls, printed, strict=True):
        if "  # " in call:
            assert call.split("  # ")[1].strip().startswith(line), call
