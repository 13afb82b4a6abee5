"""Code and styles are served without what only readers need, and mean the same."""

import re
from pathlib import Path

import pytest

from tesserae.games import games
from tesserae.server.light import light
from tesserae.server.pages import WEB, folder

SOURCES = [
    path
    for place in (WEB, *(folder(game) for game in games()))
    for path in sorted(place.rglob("*"))
    if path.suffix in (".js", ".css")
]


def test_comments_and_indentation_go_and_nothing_else() -> None:
    source = """// @ts-check
/** One line. */
/** Two
 * lines. */
export class A {
\t/** @type {string | null} */ name = null; // stays
\turl = "http://a/*b*/";
\t/* c */ /* d */ x = 1;
}
"""
    assert light(source) == 'export class A {\nname = null; // stays\nurl = "http://a/*b*/";\nx = 1;\n}\n'


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_text_spans_lines(path: Path) -> None:
    """Or its lines would be taken for code; and no line of code begins as a comment does inside of one."""
    text = path.read_text("utf-8")
    assert [line for line in text.splitlines() if line.count("`") % 2] == []
    assert not re.search(r"^[^\n'\"`]*[^\s*/][^\n'\"`]*/\*(?:(?!\*/)[^\n])*$", text, re.M), (
        "a comment begins after code"
    )
    assert light(light(text)) == light(text)


def test_a_text_that_spans_lines_is_left_alone() -> None:
    """As in the board of another package."""
    source = "const text = `one\n\t// two\n`;\n"
    assert light(source) == source
