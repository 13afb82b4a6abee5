"""docs/background/architecture.md names files and functions; they exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "src" / "tesserae"
PAGE = (ROOT / "docs" / "background" / "architecture.md").read_text("utf-8")
STEP = re.compile(r"`([\w/]+\.(?:py|js))` `(\w+)`")
FILE = re.compile(r"`((?:\w+/)*[\w-]+(?:\.d)?\.(?:py|js|ts|json|css|md))`")


def test_the_way_of_a_move_is_told() -> None:
    assert len(STEP.findall(PAGE)) >= 15


@pytest.mark.parametrize(("file", "name"), STEP.findall(PAGE))
def test_a_name_is_in_its_file(file: str, name: str) -> None:
    source = (HOUSE / file).read_text("utf-8")
    assert re.search(rf"^\s*(export )?(async )?(def |class |function )?{name}\b(?! *=[^=])", source, re.MULTILINE)


@pytest.mark.parametrize("file", sorted(set(FILE.findall(PAGE))))
def test_a_file_is_there(file: str) -> None:
    """From the root of the package or of the repository, or in the folder of a game."""
    part = (
        file.removeprefix("games/NAME/")
        .replace("PAGE", "home")
        .replace("LANG", "en")
        .replace("look-NAME", "look-print")
    )
    folders = [ROOT, HOUSE, *HOUSE.glob("games/*/"), *HOUSE.glob("games/*/web/"), *HOUSE.glob("games/*/web/lang/")]
    assert any((folder / part).exists() for folder in folders), file
