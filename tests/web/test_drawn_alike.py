"""Pieces look the same in the browser and in pictures that Python draws: both read one description and one style."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import tesserae
from tesserae.games.sketch import SEATS
from tests.web.conftest import People
from tests.web.players import near_the_end, whole
from tests.web.serving import Server

PIECES = {
    "symbol": ".board .stack",
    "symbol_chain": ".board .tile-side",
    "sequence": ".board :is(.space, .chip)",
    "consequence": ".disc",  # also in the hand, where faces are seen
}
LEFT = 6  # actions to the end
Drawn = set[tuple[str, ...]]
READ = """(pieces) => [...document.querySelectorAll(`${pieces} :is(path, rect, circle)`)].map((node) => {
  const style = getComputedStyle(node);
  const shape = ["d", "r", "width", "transform"].map((name) => node.getAttribute(name) ?? "");
  return [node.tagName, ...shape, style.fill, style.stroke, style.strokeWidth];
})"""


def plain(node: tuple[str, ...]) -> tuple[str, ...]:
    """In one way of writing. How wide nothing is does not matter, and neither do the names of patterns."""
    tag, d, r, width, transform, fill, stroke, thick = node
    numbers = [text and f"{float(text):g}" for text in (r, width, thick.removesuffix("px"))]
    fill = colour(SEATS[0]) if "#seat-fill-0" in fill else re.sub(r"url\(.*", "a pattern", colour(fill))
    stroke = colour(stroke)
    moved = re.sub(r"[\d.]+", lambda found: f"{float(found[0]):g}", transform)
    return tag, d, numbers[0], numbers[1], moved, fill, stroke, numbers[2] if stroke != "none" else ""


def colour(text: str) -> str:
    """A colour as browsers write it."""
    digits = text.removeprefix("#")
    if digits == text:
        return text
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, *rest = (int(digits[i : i + 2], 16) for i in range(0, len(digits), 2))
    return f"rgba({red}, {green}, {blue}, {rest[0] / 255:.3g})" if rest else f"rgb({red}, {green}, {blue})"


def pictured(svg: str) -> Drawn:
    """The shapes of a picture."""
    names = ("d", "r", "width", "transform", "fill", "stroke", "stroke-width")
    usual: Callable[[str], str] = {"fill": "#000", "stroke": "none", "stroke-width": "1"}.get  # type: ignore[assignment]
    return {
        plain((node.tag.rpartition("}")[2], *(node.get(name) or usual(name) or "" for name in names)))
        for node in ElementTree.fromstring(svg).iter()
        if node.tag.endswith(("path", "rect", "circle"))
    }


@pytest.mark.parametrize("game", PIECES)
def test_pieces_look_the_same(person: People, server: Server, game: str) -> None:
    ada, bo = person(), person()
    near_the_end(server, game, [ada, bo], LEFT)
    seed, actions = whole(game)
    state = tesserae.start(game, 2, seed)
    for seat, action in actions[:-LEFT]:
        state.act(seat, action)
    picture = state.game.environment().picture
    assert picture is not None
    expect(ada.page.locator(PIECES[game]).first).to_be_visible()
    shown = {plain(tuple(node)) for node in ada.page.evaluate(READ, PIECES[game])}
    assert len(shown) >= 4
    assert sorted(shown - pictured(picture.draw(state.view(0)))) == []
