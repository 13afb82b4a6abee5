"""The board on every screen: how large it is, what can be tapped, and that nothing jumps or is covered."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import People
from tests.web.people import Person, box, boxes, styles
from tests.web.players import SQUARES

SCREENS = [
    (320, 568),
    (375, 667),
    (412, 915),
    (568, 320),
    (667, 375),
    (640, 400),  # 1280 by 800 at 200 %
    (320, 200),  # and at 400 %
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 2560),
    (1920, 1080),
    (2560, 1440),
]
SHARE, ENOUGH, TAP = 0.85, 700, 32  # of the shorter side of the window, or of so many pixels; what a finger hits
PHONES = [(320, 568), (375, 667)]

# The squares as one field, without the letters beside them; and what can be tapped and is smaller than a finger.
FIELD = """(tap) => {
  const squares = [...document.querySelectorAll(".hits [data-square] > rect:first-child")];
  const boxes = squares.map((one) => one.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
  const small = [...document.querySelectorAll("#app :is(button, summary, input, select)")]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && (width < tap - 0.1 || height < tap - 0.1));
  const [at, to] = [[left, top], [right, bottom]].map((place) => place.map(Math.round));
  return {
    left: at[0], top: at[1], right: to[0], bottom: to[1], width: right - left, height: bottom - top,
    square: boxes[0].width, wide: document.documentElement.scrollWidth,
    small: small.map(([text, { width, height }]) => `${text} ${width} ${height}`),
  };
}"""

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node, previousRect: a, currentRect: b } of sources) {
        if (!a.width || !b.width) continue; // it came into sight, or went out of it
        const by = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
        if (by > 2) shifts.push(`${node?.nodeName}.${node?.className?.baseVal ?? node?.className} by ${by}`);
      }
  }).observe({ type: "layout-shift" });
}"""

# What of the needed things reaches below the upper edge of the status.
COVERED = """(needed) => {
  const edge = document.querySelector(".status").getBoundingClientRect().top + 1;
  const low = [...document.querySelectorAll(needed)].filter((one) => one.getBoundingClientRect().bottom > edge);
  return low.map((one) => one.getAttribute("class"));
}"""

PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".board .grid, .hand, .reserve, .controls, .moves-panel, .seats-panel")]
  .filter((one) => one.checkVisibility())
  .map((one, n) => [`${n} ${one.getAttribute("class")}`, one.getBoundingClientRect()])
  .map(([name, { x, y, width }]) => [name, [x, y, width].map(Math.round)]))"""


def start(person: People, game: str, size: tuple[int, int] = (1280, 800), seats: int = 2, **settings: Any) -> Person:
    ada = person(viewport={"width": size[0], "height": size[1]})
    other = "me" if game == "symbol_chain" else "bot:novice"  # no bot to wait for until one may begin
    ada.table(game, ["me"] + [other] * (seats - 1), seats=seats, **settings)
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    if game == "symbol_chain":
        ada.page.locator("[data-ready]").click()
        expect(ada.page.locator(".stacks.live")).to_be_visible()
    ada.page.evaluate("document.fonts.ready")
    return ada


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=list(size))
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


CLOCK = {"clock": {"kind": "game", "seconds": 600, "increment": 5}}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((game, 2, {}) for game in SQUARES),
    ("symbol_chain", 4, CLOCK),
    ("sequence", 4, CLOCK),
]


@pytest.mark.parametrize(("game", "seats", "settings"), TABLES)
def test_the_board_is_large_on_every_screen(person: People, game: str, seats: int, settings: dict[str, Any]) -> None:
    ada = start(person, game, seats=seats, **settings)
    small = []
    for size in SCREENS:
        resize(ada.page, size)
        field: dict[str, Any] = ada.page.evaluate(FIELD, TAP)
        least = SHARE * min(*size, ENOUGH)
        assert min(field["width"], field["height"]) >= least, (size, field)
        assert 0 <= field["left"] < field["right"] <= size[0], (size, field)  # none of it is beside the screen
        assert field["wide"] <= size[0], (size, field)
        if size[1] > 200:
            assert 0 <= field["top"] < field["bottom"] <= size[1], (size, field)  # nor below it
        assert field["small"] == [], size
        if field["square"] < TAP - 0.1:
            small.append(size)
    # Where squares are smaller than a finger, the page can be panned and pinched.
    assert set(small) <= {(320, 200), (568, 320)}
    assert styles(ada.page, ".board .grid", "touchAction") == ["manipulation"]
    viewport = ada.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "scalable" not in viewport
    assert "maximum" not in viewport


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("game", SQUARES)
def test_nothing_that_is_needed_is_covered(person: People, game: str, size: tuple[int, int]) -> None:
    ada = start(person, game, size)
    choose(ada, game)
    assert box(ada.page, ".status")["bottom"] <= size[1]  # Confirm is in sight
    assert ada.page.evaluate(COVERED, ".board .grid, .hand, .reserve") == []


MANY: dict[str, tuple[int, dict[str, Any]]] = {
    "symbol_chain": (4, CLOCK),
    "sequence": (12, {"options": {"teams": 3}}),
}


@pytest.mark.parametrize("game", MANY)
def test_nothing_is_covered_when_many_sit_at_the_table(person: People, game: str) -> None:
    """Nor by the status before anything is chosen: with clocks, while all look on, and in the middle of a turn."""
    seats, settings = MANY[game]
    ada = person(viewport={"width": 375, "height": 667})
    ada.choose(pace="instant")
    ada.table(game, ["me"] + ["bot:novice"] * (seats - 1), seats=seats, **settings)
    expect(ada.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    nothing_covered(ada.page, "[data-ready]" if game == "symbol_chain" else ".hand")
    if game == "symbol_chain":
        ada.page.locator("[data-ready]").click()
        expect(ada.page.locator(".stacks.live")).to_be_visible()
        ada.page.locator("[data-stack='6']").click()
        ada.page.get_by_role("button", name="Confirm").click()
        expect(ada.page.locator(".chain li")).to_have_count(6)
        nothing_covered(ada.page, ".hand")


def nothing_covered(page: Page, hand: str) -> None:
    for size in PHONES:
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED, f".board .grid, {hand}") == [], size


@pytest.mark.parametrize("size", [(375, 667), (667, 375), (1280, 800)])
@pytest.mark.parametrize("game", SQUARES)
def test_nothing_jumps_when_a_step_is_chosen(person: People, game: str, size: tuple[int, int]) -> None:
    ada = start(person, game, size)
    before = ada.page.evaluate(PLACES)
    ada.page.evaluate(SHIFTS)
    choose(ada, game)
    assert ada.page.evaluate(PLACES) == before
    confirm, cancel = boxes(ada.page, ".proposal [data-key=confirm]", ".proposal [data-key=cancel]")
    assert abs(confirm["y"] - cancel["y"]) <= 1  # in one line
    ada.page.locator("[data-key=cancel]").click()
    expect(ada.page.locator(".proposal")).to_have_count(0)
    assert ada.page.evaluate(PLACES) == before
    assert ada.page.evaluate("shifts") == []


def choose(ada: Person, game: str) -> None:
    """Up to where Confirm is."""
    page = ada.page
    if game == "consequence":
        page.locator("[data-tile]:not(.used)").first.click()
        page.locator("[data-square=b2]").click()
    elif game == "sequence":
        page.locator("[data-card]:not([data-card=REMOVE], [data-card=ADD])").first.click()
        page.locator("[data-square][aria-label*='can be played here']").first.click()
    elif game == "symbol":
        page.locator("[data-square=d1]").click()
    else:
        page.locator("[data-stack='2']").click()
    expect(page.locator(".proposal")).to_be_visible()
