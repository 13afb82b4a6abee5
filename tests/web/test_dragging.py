"""Drag and drop beside tapping: a whole game of each by both, touch, previews, and what is dropped nowhere."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import People
from tests.web.people import Person, boxes
from tests.web.players import CHOOSERS, SQUARES, may_rush, near_the_end, rush
from tests.web.serving import Server

SETTINGS = {"animation": False, "pace": "instant"}
MOST = 400  # actions after which a game should be over
PATIENCE = 120  # seconds within which somebody should be able to act

# Whether the menu of the browser stays away.
MENU = """(selector) => {
  const click = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
  return !document.querySelector(selector).dispatchEvent(click);
}"""

Hand = Callable[[Person, str, str], None]


def middle(thing: Locator) -> tuple[float, float]:
    x, y = thing.evaluate("""node => {
      node.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }""")
    return float(x), float(y)


def at_rest(thing: Locator) -> tuple[float, float]:
    """The middle of a thing, once the page no longer moves it."""
    last = None
    while (now := middle(thing)) != last:
        last = now
        thing.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return now


def drag(someone: Person, source: str, target: str) -> None:
    """With the left button held, in some steps."""
    mouse = someone.page.mouse
    mouse.move(*at_rest(someone.page.locator(source).first))
    mouse.down()
    mouse.move(*middle(someone.page.locator(target).first), steps=4)
    expect(someone.page.locator(".dragged")).to_be_visible()
    mouse.up()
    expect(someone.page.locator(".dragged")).to_have_count(0)


def cell(name: str) -> str:
    return f"[data-square={name}]"


def gesture(action: str) -> tuple[str, str] | None:
    """What is dragged where for an action; None: it is tapped."""
    if placed := re.match(r"^\+(\w)@(\w\d)$", action):
        return f"button.piece-of[data-key={placed[1]}][data-drag]", cell(placed[2])
    if moved := re.match(r"^(\w\d)(?:\[\w+\])?-(\w\d)$", action):
        return cell(moved[1]), cell(moved[2])
    if put := re.match(r"^(\w+)@(\w+)$", action):
        return f"[data-card={put[1]}][data-drag], [data-tile={put[1]}][data-drag]", cell(put[2])
    verb, *what = action.split()
    if verb == "take":
        return f"[data-stack='{what[0]}'][data-drag]", "[data-square=d4]"
    if verb in ("place", "lay"):
        return ".chain [data-drag]", cell(what[0])
    return None


def tap(someone: Person, source: str, target: str) -> None:
    """With a finger, one after the other; of a tile to take or to lay only one of the two is tapped."""
    stack, chain = source.startswith("[data-stack"), source.startswith(".chain")
    for thing in (*([] if chain else [source]), *([] if stack else [target])):
        someone.page.locator(thing).first.tap()


def play(someone: Person, action: str, hand: Hand) -> None:
    page = someone.page
    expect(page.locator(".sentence .now")).to_be_attached()
    made = gesture(action)
    verb, *what = action.split()
    if verb == "take":
        page.locator("[data-square=d4]").click()  # what was turned up has been seen
    if made:
        hand(someone, *made)
    elif verb == "flip":
        return page.locator(cell(what[0])).click()
    elif verb == "ready":
        return page.locator("[data-ready]").click()
    elif verb == "claim":
        page.locator(f"[data-claim='{what[0]}']").click()
    else:
        raise AssertionError(action)
    page.get_by_role("button", name="Confirm").click()
    return None


PLAYERS = {
    "symbol": ["me", "me"],
    "symbol_chain": ["me", "me"],
    "sequence": ["me", "bot:random"],
    "consequence": ["me", "bot:random"],
}


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_game_is_played_by_drag_and_drop(server: Server, person: People, game: str) -> None:
    whole_game(server, person, game, drag)


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_game_is_played_by_tapping_on_a_phone_on_its_side(server: Server, person: People, game: str) -> None:
    whole_game(server, person, game, tap, viewport={"width": 667, "height": 375}, has_touch=True, is_mobile=True)


def whole_game(server: Server, person: People, game: str, hand: Hand, **context: Any) -> None:
    """Of Sequence, the end of a game of two people."""
    people = [person(**context) for _ in range(2 if game == "sequence" else 1)]
    for someone in people:
        someone.choose(**SETTINGS)
    options = {"edition": "simple"} if game == "symbol" else {}
    table = (
        near_the_end(server, game, people, left=10)
        if game == "sequence"
        else people[0].table(game, PLAYERS[game], options=options)
    )
    for someone in people:
        expect(someone.page.locator("[data-square]")).to_have_count(len(SQUARES[game]))
    choose = CHOOSERS[game]()
    acted, rushed, patience = 0, False, time.monotonic() + PATIENCE
    while not people[0].page.locator(".result").count():
        assert time.monotonic() < patience, "nobody can act"
        mover = next((one for one in people if one.page.locator(".sentence .now").count()), None)
        if mover is None:
            people[0].page.wait_for_timeout(20)
            continue
        seat = mover.messages("state")[-1]["seat"]
        view, legal, made = mover.shown(table, seat, SQUARES[game])
        if not legal:
            continue
        if not rushed and may_rush(game, acted, view):
            rush(mover, table, choose)
            rushed = True
            continue
        play(mover, choose(view, seat, legal), hand)
        expect(mover.page.locator(".move").nth(made)).to_be_attached()
        acted, patience = acted + 1, time.monotonic() + PATIENCE
        assert acted < MOST
    for someone in people:
        expect(someone.page.locator(".result")).to_contain_text(re.compile("won|draw"))


@pytest.mark.parametrize(("game", "action"), [("symbol", "+K@d1"), ("sequence", "CA@f3"), ("consequence", "bM@b2")])
def test_things_are_dragged_in_guides_too(person: People, game: str, action: str) -> None:
    ada = person(reduced_motion="reduce")
    ada.page.goto(f"/learn/{game}")
    expect(ada.page.locator(".sentence .now")).to_be_attached()
    made = gesture(action)
    assert made
    drag(ada, *made)
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator(".lesson .told")).to_be_visible()


def test_a_finger_drags_too_and_the_page_stays(person: People) -> None:
    ada = person(viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True)
    ada.choose(**SETTINGS, typing=True)
    ada.table("symbol", ["me", "me"], options={"edition": "simple"})
    for action in ("+K@d2", "+K@d6", "+W@d3", "+W@d5"):
        ada.type(action)
    before = ada.page.evaluate("scrollY")
    client = ada.context.new_cdp_session(ada.page)
    source = middle(ada.page.locator(cell("d3")))
    target = middle(ada.page.locator(cell("d5")))

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *source)
    for part in (0.2, 0.6, 1.0):
        touch("touchMove", *(a + (b - a) * part for a, b in zip(source, target, strict=True)))
    expect(ada.page.locator(".dragged")).to_be_visible()
    expect(ada.page.locator(".preview .gone")).to_have_count(1)  # as under a mouse
    touch("touchEnd")
    expect(ada.page.locator(".proposal .words")).to_contain_text("Captured on d5")
    assert ada.page.evaluate("scrollY") == before


def test_what_is_held_over_a_square_shows_what_it_would_do_and_dropped_outside_does_nothing(person: People) -> None:
    ada = person()
    ada.choose(**SETTINGS, typing=True)
    ada.table("symbol", ["me", "me"])
    for action in ("+K@d2", "+K@d6", "+W@d3", "+B@d5"):
        ada.type(action)
    mouse = ada.page.mouse
    mouse.move(*middle(ada.page.locator(cell("d3"))))
    mouse.down()
    mouse.move(*middle(ada.page.locator(cell("d5"))), steps=4)
    expect(ada.page.locator(".preview .gone")).to_have_count(1)  # as when it is pointed at after a tap
    mouse.move(2, 2)
    mouse.up()
    expect(ada.page.locator(".dragged")).to_have_count(0)
    expect(ada.page.locator("[aria-selected=true]")).to_have_count(0)
    expect(ada.page.locator(".proposal")).to_have_count(0)


@pytest.mark.parametrize("game", PLAYERS)
def test_what_is_staged_survives_a_reload(person: People, game: str) -> None:
    ada = person()
    ada.choose(**SETTINGS)
    table = ada.table(game, PLAYERS[game])
    if game == "symbol_chain":
        ada.page.locator("[data-ready]").click()
        expect(ada.page.locator(".stacks.live")).to_be_visible()
        expect(ada.page.locator(".overlay .front")).to_have_count(0)
    view, legal = ada.legal(table, 0, SQUARES[game])
    action = "+K@d2" if game == "symbol" else CHOOSERS[game]()(view, 0, legal)
    made = gesture(action)
    assert made
    expect(ada.page.locator(".sentence .now")).to_be_attached()
    drag(ada, *made)
    words = ada.page.locator(".proposal .words")
    expect(words).not_to_be_empty()
    before = words.inner_text()
    ada.page.reload()
    expect(words).to_have_text(before)
    marked = ada.page.locator(".mark.picked, [data-stack][aria-pressed=true], .traces .plus")
    expect(marked.first).to_be_attached()
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator(".move").first).to_be_visible()
    ada.page.reload()
    expect(ada.page.locator("[data-square]").first).to_be_visible()
    expect(words).to_have_count(0)


def test_the_right_button_draws_arrows_and_rings(person: People) -> None:
    ada = person()
    ada.choose(**SETTINGS, typing=True)
    ada.table("symbol", ["me", "me"])
    ada.type("+K@d2")
    ada.page.get_by_role("button", name="To the beginning").click()  # also when looking back
    expect(ada.page.locator(".sentence")).to_contain_text("Looking back")
    mouse = ada.page.mouse

    def draw(start: str, end: str) -> None:
        mouse.move(*middle(ada.page.locator(cell(start))))
        mouse.down(button="right")
        mouse.move(*middle(ada.page.locator(cell(end))), steps=3)
        mouse.up(button="right")

    draw("a1", "c3")
    expect(ada.page.locator(".drawn .arrow")).to_have_count(1)
    draw("e5", "e5")
    expect(ada.page.locator(".drawn .ring")).to_have_count(1)
    ring, square = boxes(ada.page, ".drawn .ring", cell("e5"))
    assert abs(ring["x"] + ring["width"] / 2 - square["x"] - square["width"] / 2) < 2
    assert abs(ring["y"] + ring["height"] / 2 - square["y"] - square["height"] / 2) < 2
    assert ada.page.evaluate(MENU, cell("e5"))
    draw("a1", "c3")
    expect(ada.page.locator(".drawn .arrow")).to_have_count(0)
    ada.page.locator(cell("g7")).click()
    expect(ada.page.locator(".drawn .ring")).to_have_count(0)
