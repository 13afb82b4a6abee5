"""Whole games by what a screen reader tells: roles, names, states and the live region, with the keyboard alone."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.web.conftest import People
from tests.web.players import ASSAULT

NODE = re.compile(r"^\s*- '?(button|gridcell) \"((?:[^\"\\]|\\.)*)\"((?: \[[^\]]*\])*)", re.M)
Role = Literal["button", "gridcell"]
WAITING = re.compile("^(To act|Sending|Your turn is over|Your move is kept)")
MOST = 400  # presses after which a game should be over
ENOUGH = 30  # presses after which a long game is given up, because the whole of it takes minutes
PATIENCE = 120  # seconds without anything to do
CHOICE = 20  # seconds within which a choice shows, if it shows at all


@dataclass
class Heard:
    """A moment, as the accessibility tree has it."""

    sentence: str
    buttons: list[str]
    cells: list[str]

    def button(self, pattern: str) -> str | None:
        return next((name for name in self.buttons if re.search(pattern, name)), None)

    def cell(self, pattern: str) -> str | None:
        return next((name for name in self.cells if re.search(pattern, name)), None)


class Listener:
    """Somebody who sees nothing of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.told: list[str] = []  # what the live region said, each thing once

    def hear(self) -> Heard:
        tree = self.page.get_by_role("main").aria_snapshot()
        nodes = [(role, name) for role, name, state in NODE.findall(tree) if "disabled" not in state]
        live = self.page.get_by_role("status").inner_text()
        if live and live not in self.told[-1:]:
            self.told.append(live)
        return Heard(
            self.page.locator(".sentence").inner_text(),
            [name for role, name in nodes if role == "button"],
            [name for role, name in nodes if role == "gridcell"],
        )

    def press(self, role: Role, name: str) -> None:
        """Go there and press Enter; of several with that name any will do. A move is awaited until it is read out, and
        a choice until it shows."""
        before = self.page.get_by_role("status").inner_text()
        main = self.page.get_by_role("main")
        tree = main.aria_snapshot()
        try:
            self.page.get_by_role(role, name=name, exact=True).first.press("Enter", timeout=CHOICE * 1000)
        except TimeoutError:
            return  # the page has changed since, and what was heard is not there any more
        if name == "Confirm":
            expect(self.page.get_by_role("status")).not_to_have_text(before)
        end = time.monotonic() + CHOICE
        while main.aria_snapshot() == tree and time.monotonic() < end:
            self.page.wait_for_timeout(50)


Press = tuple[Role, str]
Plan = Callable[[Heard], Press | None]


def button(name: str | None) -> Press | None:
    return ("button", name) if name else None


def cell(name: str | None) -> Press | None:
    return ("gridcell", name) if name else None


def consequence(heard: Heard) -> Press | None:
    """Place one tile after the other."""
    return cell(heard.cell("can go here")) or button(heard.button("^(blue|red) "))


@dataclass
class SymbolChain:
    """Remembers the faces that were read out."""

    faces: dict[str, str] = field(default_factory=dict)

    def __call__(self, heard: Heard) -> Press | None:
        for name in heard.cells:
            square, what, *_ = name.split(", ")
            if re.match("black|white|grey", what):
                self.faces[square] = what
        if wanted := re.search(r"shows a (\w+ \w+)", heard.sentence):
            known = [square for square, face in self.faces.items() if face == wanted[1]]
            found = next((heard.cell(f"^{square}, tile face down") for square in known), None)
            return cell(found or heard.cell("tile face down"))
        if "empty square" in heard.sentence:
            return cell(heard.cell("can go here"))
        if "whose place" in heard.sentence:
            found = heard.cell("tile face down")
            self.faces.pop(str(found)[:2], None)
            return cell(found)
        return button(heard.button("^I am ready") or heard.button(r"^stack \d: [1-9]") or heard.button("^Pass"))


@dataclass
class Sequence:
    """Any card that can be played, where it can be played."""

    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __call__(self, heard: Heard) -> Press | None:
        if target := heard.cell("can be played here"):
            return cell(target)
        if choice := heard.button("^Exchange|^Claim|^Pass"):
            return button(choice)
        cards = heard.buttons[: heard.buttons.index("Hint")] if "Hint" in heard.buttons else []
        return button(self.chance.choice(cards)) if cards else None


@dataclass
class Symbol:
    """Both sides of the assault on a king, gesture by gesture."""

    gestures: list[Press] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = {"W": "^white: ", "G": "^green: "}
        for turn in range(4):
            for side in (0, 1):
                for action in ASSAULT[side][turn : turn + 1]:
                    if action[1] in names:
                        self.gestures.append(("button", names[action[1]]))
                    elif "-" in action:
                        self.gestures.append(("gridcell", f"^{action[:2]}, "))
                    self.gestures.append(("gridcell", f"^{action[-2:]}, "))

    def __call__(self, heard: Heard) -> Press | None:
        if end := heard.button("^End the turn"):
            return button(end)
        if not self.gestures:
            return None
        role, pattern = self.gestures[0]
        found = (heard.button if role == "button" else heard.cell)(pattern)
        if found is None:
            return None
        self.gestures.pop(0)
        return role, found


GAMES: dict[str, tuple[Callable[[], Plan], list[str]]] = {
    "consequence": (lambda: consequence, ["me", "bot:novice"]),
    "symbol_chain": (SymbolChain, ["me", "bot:novice"]),
    "sequence": (Sequence, ["me", "bot:expert", "bot:expert"]),  # of three, who has one sequence has won
    "symbol": (Symbol, ["me", "me"]),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_what_is_read_out(person: People, game: str) -> None:
    ada = person()
    ada.choose(animation=False, confirm=game != "symbol_chain", pace="instant")
    make, players = GAMES[game]
    options = {"edition": "simple"} if game == "symbol" else {}
    ada.table(game, players, options=options, seats=len(players))
    ada.page.get_by_role("grid").wait_for()
    plan, listener = make(), Listener(ada.page)
    done: list[Press] = []
    patience = time.monotonic() + PATIENCE
    while not ada.page.get_by_role("button", name="Rematch").is_visible():
        assert time.monotonic() < patience, (listener.hear(), done[-5:])
        assert len(done) < MOST, done[-10:]
        heard = listener.hear()
        if game in ("symbol_chain", "sequence") and len(done) >= ENOUGH:
            ada.page.get_by_role("button", name="Resign").press("Enter")
            ada.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").press("Enter")
            ada.page.get_by_role("button", name="Rematch").wait_for()
            break
        confirm = button(heard.button("^Confirm$"))
        what = confirm or (None if WAITING.match(heard.sentence) else plan(heard))
        if what is None:
            ada.page.wait_for_timeout(100)
            continue
        listener.press(*what)
        done.append(what)
        patience = time.monotonic() + PATIENCE
    said = " ".join(listener.told)
    listener.hear()
    expect(ada.page.get_by_role("status")).to_contain_text(re.compile("won[:.]|draw: "))
    assert "Bot (" in said or game == "symbol", "the bot's moves were never read out"


def test_rows_and_the_standing_are_named(person: People) -> None:
    ada = person()
    ada.table("symbol", ["me", "bot:novice"])
    tree = ada.page.get_by_role("grid").aria_snapshot()
    assert re.findall(r'^\s*- row "([^"]*)"', tree, re.M) == [f"Row {rank}" for rank in range(7, 0, -1)]
    standing = ada.page.get_by_role("region", name="Standing").get_by_role("term")
    expect(standing).to_have_text(
        ["You: Regions", "You: On the board", "Bot (novice): Regions", "Bot (novice): On the board"]
    )
