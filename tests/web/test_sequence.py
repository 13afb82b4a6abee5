"""Sequence by click, where it takes more than a card and a space: choosing among claims, exchanging a dead card; and
everybody's cards at the end."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

import tesserae
from tesserae.play.settings import Past
from tests.web.conftest import People
from tests.web.people import Person, boxes
from tests.web.players import LINES, SQUARES, View, seat_at
from tests.web.serving import Server

Choose = Callable[[], Callable[[View, int, list[str]], str | None]]
SEEDS, MOST = 100, 300  # games and actions of each, within which the wanted position comes about

THROUGH = {square: [line for line in LINES if square in line] for square in SQUARES["sequence"]}


def chips(view: View, line: list[str], team: int) -> int:
    return sum(view["chips"].get(square) == team for square in line)


def placed(action: str) -> tuple[str, str]:
    """The card and the space of an action that places a chip."""
    card, _, square = action.partition("@")
    return (card, square) if card != "REMOVE" else (card, "")


def candidates(view: View, team: int, square: str) -> int:
    """SQ-10: the lines of five that a chip there would complete."""
    done = [set(squares) for owner, squares in view["sequences"] if owner == team]
    complete = [line for line in THROUGH[square] if chips(view, [s for s in line if s != square], team) == 4]
    return sum(all(len(set(line) & squares) <= 1 for squares in done) for line in complete)


def towards_claims(view: View, seat: int, legal: list[str]) -> str | None:
    """The first seat crowds its chips and completes no line alone, the second keeps away; None once several can be."""

    def worth(action: str) -> float:
        card, square = placed(action)
        if not square:
            return -1e6
        lines = candidates(view, seat, square)
        if lines:
            return 1e6 if lines > 1 and seat == 0 else -1e5
        free = [line for line in THROUGH[square] if not chips(view, line, 1)]
        crowd = sum(chips(view, line, 0) ** 3 for line in free)
        return (crowd if seat == 0 else -crowd) - (1e4 if card == "ADD" else 0)

    best = max(legal, key=worth)
    return None if worth(best) == 1e6 else best


class TowardsADeadCard:
    """Whoever has an ADD keeps it for the second space of a card that somebody holds."""

    def __init__(self) -> None:
        self.hands: dict[int, list[str]] = {}

    def __call__(self, view: View, seat: int, legal: list[str]) -> str | None:
        self.hands[seat] = view["hand"]
        if view["dead"]:
            return None
        rows = [row.split() for row in view["layout"]]
        spaces: dict[str, list[str]] = {}
        for rank, row in zip(range(10, 0, -1), rows, strict=True):
            for file, code in zip("abcdefghij", row, strict=True):
                spaces.setdefault(code, []).append(f"{file}{rank}")
        held = {card for hand in self.hands.values() for card in hand if len(card) == 2}
        open_ones = [[square for square in spaces[card] if square not in view["chips"]] for card in sorted(held)]
        last = {squares[0] for squares in open_ones if len(squares) == 1}

        def worth(action: str) -> int:
            card, square = placed(action)
            if card == "ADD":
                return 9 if square in last else -2
            if not square or candidates(view, seat, square):
                return -3
            return 1 if square not in last else 0

        return max(legal, key=worth)


def lead(server: Server, people: list[Person], choose: Choose) -> tuple[View, int, list[str]]:
    """Seat people where `choose` has nothing more to do, in the first game that gets there; what the seat to act sees
    and may do."""
    for seed in range(SEEDS):
        state = tesserae.start("sequence", len(people), seed)
        chooser = choose()
        for _ in range(MOST):
            if not state.actors:
                break
            seat = state.actors[0]
            view, legal = state.view(seat), state.legal(seat)
            action = chooser(view, seat, legal)
            if action is None:
                seat_at(server, "sequence", Past(seed, list(state.history), "another"), people)
                return view, seat, legal
            state.act(seat, action)
    raise AssertionError("the position did not come about")


def test_one_of_several_lines_is_chosen_by_click(server: Server, person: People) -> None:
    ada, bo = people = [person(), person()]
    view, seat, legal = lead(server, people, lambda: towards_claims)
    assert seat == 0
    action = next(one for one in legal if placed(one)[1] and candidates(view, 0, placed(one)[1]) > 1)
    card, square = placed(action)
    page = ada.page
    page.locator(f"[data-card={card}]").first.click()
    page.locator(f"[data-square={square}]").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".sentence")).to_contain_text(f"Several lines of five run through {square}")
    claims = page.locator("[data-claim]")
    expect(claims).to_have_count(candidates(view, 0, square))
    page.locator(f"[data-square={square}]").click()  # that one is in all of them
    expect(page.locator(".sentence")).to_contain_text(f"Several of the lines run through {square}")
    names = [claims.nth(n).get_attribute("data-claim") or "" for n in range(claims.count())]
    lines = {name: next(line for line in LINES if {line[0], line[-1]} == set(name.split("-"))) for name in names}
    chosen, alone = next(
        (name, space)
        for name, line in lines.items()
        for space in line
        if sum(space in other for other in lines.values()) == 1
    )
    page.locator(f"[data-square={alone}]").click()
    expect(page.locator(f"[data-claim={chosen}]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".moves")).to_contain_text(f"claim {chosen}")
    for one in lines[chosen]:
        for someone in (ada, bo):
            locked = re.compile("locked in a sequence")
            expect(someone.page.locator(f"[data-square={one}]")).to_have_attribute("aria-label", locked)


def test_a_dead_card_is_exchanged_by_click(server: Server, person: People) -> None:
    people = [person(), person()]
    view, seat, _ = lead(server, people, TowardsADeadCard)
    page = people[seat].page
    card = view["dead"][0]
    dead = page.locator(f"[data-card={card}]")
    expect(dead.first).to_have_attribute("aria-label", re.compile("dead: both its spaces are covered"))
    before = dead.count()
    dead.first.click()
    page.get_by_role("button", name=re.compile("^Exchange ")).click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".moves")).to_contain_text(f"dead {card}")
    expect(dead).to_have_count(before - 1)
    expect(page.locator("[data-card]")).to_have_count(7)
    expect(page.locator(".sentence .now")).to_be_attached()  # the turn goes on


def test_everybodys_cards_at_the_end_are_one_below_the_other(person: People) -> None:
    ada = person()
    ada.table("sequence", ["me", "bot:novice"])
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.locator("[data-key=yes]").click()
    expect(ada.page.locator(".shown")).to_have_count(2)
    first, second = boxes(ada.page, ".shown:first-child", ".shown:last-child")
    assert first["y"] + first["height"] <= second["y"]
    assert first["width"] > 200
