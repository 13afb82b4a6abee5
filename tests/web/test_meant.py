"""A click means what one meant: after Confirm, after a refusal, with offers and steps that are staged."""

import re

from playwright.sync_api import expect

from tests.web.conftest import People, pair
from tests.web.people import box, boxes, styles
from tests.web.players import SQUARES

QUICK = {"animation": False, "pace": "instant"}


def test_a_second_click_where_confirm_was_does_nothing(person: People) -> None:
    ada = person()
    ada.choose(**QUICK)
    ada.table("symbol", ["me", "bot:random"])
    before = box(ada.page, ".controls [data-key=resign]")
    ada.page.locator("[data-square=d2]").click()
    confirm, resign = boxes(ada.page, "[data-key=confirm]", ".controls [data-key=resign]")
    assert resign == before  # controls do not move
    at = confirm["x"] + confirm["width"] / 2, confirm["y"] + confirm["height"] / 2
    ada.page.evaluate(
        """([x, y]) => { // whatever comes to lie there
          const trap = document.createElement("button");
          Object.assign(trap.style, { position: "fixed", left: `${x - 20}px`, top: `${y - 20}px`, padding: "20px" });
          trap.style.zIndex = -1;
          trap.onclick = () => (window.trapped = true);
          document.body.append(trap);
          document.querySelector("[data-key=confirm]").addEventListener("click", () => (trap.style.zIndex = 99));
        }""",
        at,
    )
    ada.page.mouse.dblclick(*at)
    expect(ada.page.locator(".move").first).to_be_visible()
    assert not ada.page.evaluate("Boolean(window.trapped)")


def test_taking_back_against_a_bot_asks_first(person: People) -> None:
    ada = person()
    ada.choose(**QUICK, typing=True)
    ada.table("symbol", ["me", "bot:random"])
    ada.type("+K@d2")
    expect(ada.page.locator(".move")).to_have_count(2)
    ada.page.get_by_role("button", name="Take back").click()
    ada.page.get_by_role("button", name="Cancel").click()
    expect(ada.page.locator(".move")).to_have_count(2)
    ada.page.get_by_role("button", name="Take back").click()
    ada.page.get_by_role("group", name="Take back").get_by_role("button", name="Take back").click()
    expect(ada.page.locator(".move")).to_have_count(0)
    expect(ada.page.locator(".told").first).to_contain_text("Your last turn was taken back")


def test_a_refusal_goes_with_the_next_step_and_names_pieces_in_words(person: People) -> None:
    ada = person()
    ada.choose(**QUICK, typing=True)
    ada.table("symbol", ["me", "me"])
    for action in ("+K@d2", "+K@d6", "+W@d2", "+W@d6"):
        ada.type(action)
    ada.page.locator("#typed").fill("d2[K]-d3")
    ada.page.locator("#typed").press("Enter")
    expect(ada.page.locator(".why")).to_contain_text("King and black do not move by themselves")
    ada.page.locator("[data-square=d2]").click()
    expect(ada.page.locator(".why")).to_have_count(0)


def test_offers_are_told_to_both_as_they_see_them(person: People) -> None:
    ada, bo, _ = pair(person, "symbol", **QUICK, typing=True)
    ada.type("+K@d2")
    bo.type("+K@d6")
    ada.page.get_by_role("button", name="Offer a draw").click()
    expect(ada.page.locator(".offer")).to_contain_text("You offered a draw.")
    bo.page.get_by_role("button", name="Decline").click()
    expect(ada.page.locator(".told").first).to_contain_text("declined the draw")
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    expect(ada.page.locator(".result")).to_contain_text("You resigned.")
    expect(bo.page.locator(".result")).to_contain_text("You won: the other side gave up.")


def test_who_accepts_a_draw_is_told_so(person: People) -> None:
    ada, bo, _ = pair(person, "symbol", **QUICK, typing=True)
    ada.type("+K@d2")
    bo.type("+K@d6")
    ada.page.get_by_role("button", name="Offer a draw").click()
    bo.page.get_by_role("button", name="Accept").click()
    expect(bo.page.locator(".told").first).to_contain_text("You accepted the draw.")
    expect(ada.page.locator(".told").first).to_contain_text("accepted the draw")


def test_what_is_chosen_stays_chosen_when_the_opponent_offers_something(person: People) -> None:
    """Nor does it go when somebody's connection is lost, or comes back."""
    ada, bo, _ = pair(person, "symbol", **QUICK, typing=True)
    ada.type("+K@d2")
    bo.type("+K@d6")
    ada.page.locator("button.piece-of[data-key=W]").click()
    ada.page.locator("[data-square=d3]").click()
    expect(ada.page.locator(".proposal .words")).to_be_visible()
    bo.page.get_by_role("button", name="Offer a draw").click()
    expect(ada.page.get_by_role("button", name="Accept")).to_be_visible()
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator(".moves")).to_contain_text("+W@d3")


def test_symbol_says_what_can_still_be_done_and_what_will_happen(person: People) -> None:
    ada = person()
    ada.choose(**QUICK, typing=True)
    ada.table("symbol", ["me", "me"])
    for action in ("+K@d2", "+K@d6", "+W@d2", "+W@d6"):
        ada.type(action)
    sentence = ada.page.locator(".sentence .now")
    ada.page.locator("button.piece-of[data-key=D]").click()
    ada.page.locator("[data-square=d3]").click()
    expect(sentence).to_contain_text("The stack on d2 may still move, or you end the turn.")
    ada.page.locator("[data-square=c2]").click()  # the stack goes there; nothing is left to do
    expect(sentence).to_contain_text(re.compile("complete|End the turn"))
    expect(ada.page.locator(".proposal .words")).to_contain_text("From d2 to c2")
    made = ada.page.locator(".move").count()
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.locator(".move")).to_have_count(made + 2)  # typed any sooner, it would be player 1's move
    ada.type("+G@e7", "end")
    ada.page.locator("[data-square=d3]").click()
    expect(sentence).to_contain_text("Black does not move by itself, but it can explode here.")
    explode = ada.page.get_by_role("button", name="Explode black on d3")
    expect(explode).to_have_class(re.compile("primary"))
    explode.hover()
    expect(sentence).to_contain_text(re.compile(r"Lost in the blast on c2 \((You|Player 1)\)"))


def test_the_legend_of_symbol_keeps_the_own_shapes(person: People) -> None:
    """Tiles for player 2, as on the board."""
    ada, bo, _ = pair(person, "symbol", **QUICK)
    for someone, shape in ((ada, "circle"), (bo, "rect")):
        pictures = someone.page.locator(".abilities .picture")
        expect(pictures).to_have_count(6)
        shapes = pictures.evaluate_all("all => all.map((one) => one.querySelector('circle, rect').tagName)")
        assert set(shapes) == {shape}


def test_a_focus_ring_is_no_selection(person: People) -> None:
    ada = person()
    ada.choose(**QUICK)
    ada.table("sequence", ["me", "bot:random"])
    expect(ada.page.locator(".sentence .now")).to_be_attached()
    cards = ada.page.locator("[data-card]")
    look = ("outlineStyle", "boxShadow")
    plain = styles(ada.page, "[data-card]:nth-child(2)", *look)
    ada.page.keyboard.press("Tab")  # from now on by keyboard
    cards.nth(1).focus()
    expect(cards.nth(1)).to_have_css("outline-style", "dotted")
    expect(cards.nth(1)).to_have_css("box-shadow", plain[1])
    ada.page.locator("[data-square=a1]").focus()
    expect(ada.page.locator("[data-square=a1] .focus")).not_to_have_css("stroke-dasharray", "none")
    cards.nth(0).click()
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "true")
    chosen = styles(ada.page, "[data-card]", *look)
    assert chosen[0] != "dotted"
    assert chosen != plain


def test_sequence_marks_the_drawn_card_and_an_empty_pile_is_no_card(person: People) -> None:
    ada = person()
    ada.choose(**QUICK, typing=True)
    table = ada.table("sequence", ["me", "bot:random"])
    expect(ada.page.locator(".topmost.none")).to_have_text(["", ""])
    _, legal = ada.legal(table, 0, SQUARES["sequence"])
    ada.type(next(action for action in legal if "@" in action))
    expect(ada.page.locator(".card.drawn")).to_have_count(1)
    expect(ada.page.locator(".card.drawn")).to_have_attribute("aria-label", re.compile("just drawn"))
    others = styles(ada.page, ".card:not(.drawn)", "borderTopColor")
    assert styles(ada.page, ".card.drawn", "borderTopColor") != others


def test_symbol_chain_marks_the_chosen_stack_and_shows_the_own_symbol(person: People) -> None:
    ada = person()
    ada.choose(**QUICK)
    ada.table("symbol_chain", ["me", "bot:random"])
    ada.page.locator("[data-ready]").click()
    expect(ada.page.locator(".stacks.live")).to_be_visible()
    stack = "[data-stack='4']"
    plain = styles(ada.page, stack, "boxShadow")
    ada.page.locator(stack).click()
    expect(ada.page.get_by_role("button", name="Confirm")).to_be_visible()
    assert styles(ada.page, stack, "boxShadow") != plain
    ada.page.get_by_role("button", name="Confirm").click()
    expect(ada.page.get_by_role("img", name=re.compile("Own symbol of the tile"))).to_be_visible()
