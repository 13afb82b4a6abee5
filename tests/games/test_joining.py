"""Games of other installed packages join by an entry point; one that cannot be used is named and left out."""

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tesserae import BadOption
from tesserae.engine.compiler.sources import sources
from tesserae.games import NAMES, game, games, names

Install = Callable[[str, str], Path]

GAME = """\
from tesserae.games.game import Game


def modules():
    raise ImportError("never played")


GAME = Game(
    name="{name}", package=__name__, prefix="{prefix}", title="A game", about="Of another.", seats=(2,), modules=modules
)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Makes a package with that text, whose entry point gives its GAME, and finds the games anew."""
    monkeypatch.syspath_prepend(str(tmp_path))
    packages: list[str] = []

    def install(package: str, text: str) -> Path:
        packages.append(package)
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(text, "utf-8")
        about = tmp_path / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
        (about / "entry_points.txt").write_text(f"[tesserae.games]\n{package} = {package}:GAME\n", "utf-8")
        games.cache_clear()
        return tmp_path / package

    yield install
    monkeypatch.undo()
    for package in packages:
        sys.modules.pop(package, None)
    games.cache_clear()


def test_an_installed_game_is_listed_after_those_of_the_house(install: Install) -> None:
    install("visitor", GAME.format(name="visitor", prefix="VI"))
    assert names() == (*NAMES, "visitor")
    assert game("visitor").package == "visitor"
    assert game("visitor").title == "A game"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("GAME = 1\n", "visitor:GAME is not a Game but a int"),
        ("nothing = 1\n", "has no attribute 'GAME'"),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("1 / 0\n", "division by zero"),
        ("def (\n", "invalid syntax"),
        (GAME.format(name="Visitor!", prefix="VI"), "the name 'Visitor!' is not possible"),
        (GAME.format(name="table", prefix="VI"), "the name 'table' is not possible"),
        (GAME.format(name="visitor", prefix="GE"), "the prefix 'GE' is not possible"),
        (GAME.format(name="visitor", prefix="Visit"), "the prefix 'Visit' is not possible"),
    ],
)
def test_a_broken_package_is_named_and_the_rest_works(
    install: Install, caplog: pytest.LogCaptureFixture, text: str, reason: str
) -> None:
    install("visitor", text)
    install("welcome", GAME.format(name="welcome", prefix="WE"))
    with caplog.at_level(logging.WARNING):
        assert names() == (*NAMES, "welcome")
    (said,) = caplog.messages
    assert said.startswith("the game visitor of the package visitor cannot be used: ")
    assert reason in said
    with pytest.raises(BadOption, match="there is no game 'visitor'"):
        game("visitor")


@pytest.mark.parametrize(("name", "prefix"), [("first", "SE"), ("second", "FI")])
def test_two_games_of_one_name_or_prefix(
    install: Install, caplog: pytest.LogCaptureFixture, name: str, prefix: str
) -> None:
    install("one", GAME.format(name="first", prefix="FI"))
    install("two", GAME.format(name=name, prefix=prefix))
    with caplog.at_level(logging.WARNING):
        assert names() == (*NAMES, "first")
    (said,) = caplog.messages
    assert "the game two of the package two cannot be used" in said
    assert "belongs to the game of the package one already" in said


def test_a_game_cannot_take_the_place_of_one_of_the_house(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    install("visitor", GAME.format(name=NAMES[0], prefix="VI"))
    with caplog.at_level(logging.WARNING):
        assert names() == NAMES
    assert game(NAMES[0]).package == f"tesserae.games.{NAMES[0]}"
    assert f"package tesserae.games.{NAMES[0]} already" in caplog.text


def test_what_is_compiled_of_it_is_followed_without_importing_it(install: Install) -> None:
    folder = install("visitor", "def modules():\n    from visitor import view\n\n\n1 / 0\n")
    (folder / "rules.py").write_text("", "utf-8")

    def now() -> str:
        return repr(sources("visitor", ["visitor.rules"]))

    keys = [now()]
    for name, text in [
        ("rules.py", "from . import board\nfrom visitor.parts import counting\nfrom .record import STATE\n"),
        ("__init__.py", "x = 1\n"),
        ("board.py", "from .parts.counting import two\n"),
        ("record.py", "STATE = 1\n"),
        ("parts/__init__.py", "y = 1\n"),
        ("parts/counting.py", "from ..deep import z\n"),
        ("deep.py", "z = 1\n"),
        ("data/words.txt", "one\n"),
    ]:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
        keys.append(now())
    assert len(set(keys)) == len(keys)
    (folder / "view.py").write_text("from visitor import board\n", "utf-8")
    assert now() == keys[-1]
    assert "visitor" not in sys.modules
