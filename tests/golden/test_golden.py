"""Golden games: what a game says today is what it said when it was last looked at."""

from difflib import unified_diff
from itertools import islice
from typing import Any

import pytest

from tests.golden.make import FOLDER, change, game_text, setups


@pytest.mark.parametrize(("name", "game", "seats", "seed", "options"), setups(), ids=[setup[0] for setup in setups()])
def test_golden_game(name: str, game: str, seats: int, seed: int, options: dict[str, Any]) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.exists(), "run `python -m tests.golden.make` and read what it wrote"
    expected, found = path.read_text(encoding="utf-8"), game_text(game, seats, seed, options)
    if found != expected:
        lines = unified_diff(expected.splitlines(), found.splitlines(), "golden", "now", lineterm="", n=1)
        pytest.fail("\n".join(line[:200] for line in islice(lines, 20)), pytrace=False)


def test_no_golden_game_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {setup[0] for setup in setups()}


def test_change_shows_what_is_different() -> None:
    assert change({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}) == {"b": [1, 3]}
    assert change({"a": {"x": 1, "y": 2}}, {"a": {"x": 1}, "c": 3}) == {"a": {"y": None}, "c": 3}
    assert change([[1], [2]], [[1], [3]]) == {"1": [3]}
    assert change([[1]], [[1], [2]]) == [[1], [2]]
    assert change({"deck": list("abcdefgh")}, {"deck": list("abcdef")}) == {"deck": {"-": 2}}
    assert change(list("abcdefgh"), list("abcdefghij")) == {"+": ["i", "j"]}
    assert change(list("abcdefgh"), list("bcdefgh")) == list("bcdefgh")
