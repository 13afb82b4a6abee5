"""The pages of docs/: each is of one kind, none is too long, their links lead somewhere, and their code runs."""

import re
from pathlib import Path

import pytest

from tools.figures import twice

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
KINDS = {
    "rules": "The games",
    "start": "Get started",
    "guides": "Guides",
    "reference": "Reference",
    "background": "Background",
    "measurements": "Measurements",
}
PAGES = sorted(DOCS.rglob("*.md"))
WORDS = {"guides/add-a-game.md": 2_500}  # the others have at most 3,000
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"^\|.*\n?", re.MULTILINE)

# Figures that stand on two pages, and why they may.
TWICE = {
    "11.5 … 0.25": "a setting in use, and the matches in which it was tried",
    "158 … 37": "wins and losses of two different matches",
}


def name(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def test_every_page_is_of_one_kind() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    for kind, caption in KINDS.items():
        listed = re.findall(rf":caption: {caption}\n:maxdepth: 1\n\n(.*?)\n```", index, re.DOTALL)[0].split()
        pages = {name(page).removesuffix(".md") for page in PAGES if page.parent.name == kind}
        assert set(listed) == pages, caption
    assert {page.parent.name for page in PAGES} == {*KINDS, "docs"}
    assert [page.name for page in PAGES if page.parent == DOCS] == ["index.md"]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_is_short_enough(page: Path) -> None:
    text = CODE.sub("", page.read_text("utf-8"))
    long = [line for line in text.splitlines() if len(line) > 130 and not line.startswith(("|", "*["))]
    assert long == []
    if page.parent.name == "reference":
        text = TABLE.sub("", text)
    assert len(text.split()) <= WORDS.get(name(page), 3_000)


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name == "measurements"], ids=name)
def test_tables_of_measurements_have_a_date(page: Path) -> None:
    """The nightly run has a date in each line; pictures and the text about the pages need none."""
    if page.stem in ("nightly", "about"):
        return
    text = CODE.sub("", page.read_text("utf-8"))
    tables = re.findall(r"((?:^\|.*\n)+)(\n\*Recorded \d{4}-\d\d-\d\d)?", text, re.MULTILINE)
    assert [table.splitlines()[0] for table, recorded in tables if not recorded and "](../pictures" not in table] == []


@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("*.md")], ids=lambda page: page.stem)
def test_links_are_named_and_lead_to_files(page: Path) -> None:
    text = CODE.sub("", page.read_text("utf-8"))
    for words, target in re.findall(r"\[([^\]]*)\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:|#|…", target) or "`" in words + target:
            continue
        assert (page.parent / target.partition("#")[0]).exists(), target
        assert not words.endswith(".md") or page.parent == ROOT, f"{words}: say what the page is about"


def test_pages_named_elsewhere_exist() -> None:
    """In comments, docstrings, messages and other files of the project."""
    files = [path for part in ("src", "tests", "tools", "bench", "examples") for path in (ROOT / part).rglob("*.py")]
    files += [
        *(ROOT / "src").rglob("*.js"),
        *(ROOT / "src").rglob("*.d.ts"),
        ROOT / "Makefile",
        ROOT / "pyproject.toml",
    ]
    named = {(path, page) for path in files for page in re.findall(r"\bdocs/[\w/-]+\.md", path.read_text("utf-8"))}
    assert {(path.name, page) for path, page in named if not (ROOT / page).exists()} == set()


def test_no_figure_stands_in_two_places() -> None:
    assert {figure: pages for figure, pages in twice().items() if figure not in TWICE} == {}


@pytest.mark.parametrize("page", ["start/match-of-bots.md", "guides/write-a-bot.md"])
def test_the_code_runs(page: str) -> None:
    scope: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, scope)
