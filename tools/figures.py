"""Figures that stand on two pages of docs/, so that one of them will grow old: `python -m tools.figures`.

A figure is a number of at least four digits, or two numbers side by side of which one has at least three digits, as in
"73.1 % of 26 games". (A single short number is on two pages by chance.) Code, links and headings do not count.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
NUMBER = re.compile(r"(?<![\w.,:/#^-])\d[\d,]*(?:\.\d+)?(?![\w/-]|[.,]\d)")
PAIR = re.compile(rf"(?=({NUMBER.pattern})[^\d\n]{{1,12}}({NUMBER.pattern}))")
SKIPPED = re.compile(
    r"^```.*?^```|`[^`]*`|\]\([^)]*\)|^#[^\n]*$|\d{4}-\d\d-\d\d|commit \w+|\b[A-Z]{2}-\d+", re.DOTALL | re.MULTILINE
)


def digits(number: str) -> int:
    """How many digits it has, zeros at its ends aside."""
    return len(re.sub(r"\D", "", number).strip("0"))


def figures(text: str) -> set[str]:
    """The figures of a page."""
    text = SKIPPED.sub(" ", text)
    pairs = [pair for pair in PAIR.findall(text) if max(map(digits, pair)) >= 3 and min(map(digits, pair)) >= 2]
    return {number for number in NUMBER.findall(text) if digits(number) >= 4} | {" … ".join(pair) for pair in pairs}


def twice() -> dict[str, list[str]]:
    """The figures that stand on several pages, and these pages."""
    pages = defaultdict(list)
    for page in sorted(DOCS.rglob("*.md")):
        for figure in figures(page.read_text("utf-8")):
            pages[figure].append(page.relative_to(DOCS).as_posix())
    return {figure: on for figure, on in sorted(pages.items()) if len(on) > 1}


def main() -> int:
    for figure, pages in twice().items():
        print(f"{figure:>16}  {', '.join(pages)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
