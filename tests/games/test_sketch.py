"""Pictures drawn in Python: what is read from the browser's style sheets."""

from pathlib import Path

import pytest

from tesserae.games import NAMES
from tesserae.games import game as find
from tesserae.games.sketch import Sheet, described, element

CSS = """/* a { comment } */
:root { --ink: light-dark(#111, #eee); --edge: var(--ink); }
.a,
.b circle {
	fill: var(--own, #fff);
	stroke: var(--edge);
	cursor: pointer;
}
.b.seat-1 { --own: light-dark(#222, #ddd); }
@media (width > 1px) { .a { fill: red; } .c { fill: red; } }
.d circle { stroke-width: 3; }
"""


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    path = tmp_path / "a.css"
    path.write_text(CSS, "utf-8")
    return Sheet(path)


def test_the_look_of_an_element_in_the_light_theme(sheet: Sheet) -> None:
    assert sheet.look(".a") == {"fill": "#fff", "stroke": "#111"}
    assert sheet.look(".b.seat-1", ".b circle") == {"fill": "#222", "stroke": "#111"}
    assert sheet.colour("edge") == "#111"
    with pytest.raises(KeyError):
        sheet.look(".c")


def test_rules_are_stronger_than_attributes(sheet: Sheet) -> None:
    drawn = element("circle", {"class": "x y", "r": 3, "stroke-width": 1}, sheet, (".d",), {"fill": "#333"})
    assert drawn == '<circle r="3" stroke-width="3" fill="#333"/>'


def test_every_shape_of_a_game_has_a_name_and_parts() -> None:
    for name in NAMES:
        shapes = described(find(name).package)["shapes"]
        assert shapes
        for parts in shapes.values():
            assert {tag for tag, _ in parts} <= {"path", "circle", "rect"}
    assert described("tesserae.engine") == {"shapes": {}}
