"""How the tests play: short games to the end, chosen from what a seat may see and do."""

from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import expect

import tesserae
from tesserae.play import Match, Settings
from tesserae.play.events import Seated
from tesserae.play.settings import Past
from tests.web.people import Person
from tests.web.serving import Server

View = dict[str, Any]

SQUARES = {
    "symbol": [f"{file}{rank}" for rank in range(1, 8) for file in "abcdefg"],
    "symbol_chain": [f"{file}{rank}" for rank in range(1, 8) for file in "abcdefg"],
    "sequence": [f"{file}{rank}" for rank in range(1, 11) for file in "abcdefghij"],
    "consequence": [f"{file}{rank}" for rank in range(1, 5) for file in "abcd"],
}

# SY-13, SY-26: white goes straight at the king, which stays where it is.
ASSAULT = {0: ["+K@d2", "+W@d3", "d3[W]-d5", "d5[W]-d6"], 1: ["+K@d6", "+G@e7", "+G@c7"]}


class Symbol:
    """Seat 0 takes the king of seat 1, who lets it happen; against a bot, whoever is faster."""

    def __init__(self) -> None:
        self.plans = {seat: list(actions) for seat, actions in ASSAULT.items()}

    def __call__(self, view: View, seat: int, legal: list[str]) -> str:
        enemy = {square for square, (owner, pieces) in view["board"].items() if owner != seat and "K" in pieces}
        for action in legal:
            if action[-2:] in enemy and ("-" in action or "*" in action):
                return action
        plan = self.plans[seat]
        if plan and plan[0] in legal:
            return plan.pop(0)
        return "end" if "end" in legal else legal[0]


class SymbolChain:
    """Remembers where the starting tiles lie, and takes the shortest tiles, which ends the game soonest."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}

    def __call__(self, view: View, seat: int, legal: list[str]) -> str:
        self.seen |= {square: face for square, (face, _) in view["board"].items() if face}
        if view["step"] == "flip":
            face = view["taken"][1].split()[len(view["flipped"])]
            known = [f"flip {square}" for square, seen in self.seen.items() if seen == face]
            return next((action for action in known if action in legal), legal[0])
        if view["step"] in ("place", "lay"):
            self.seen.pop(legal[0].split()[1], None)  # another tile lies there now
        return legal[0]


def lines() -> list[list[str]]:
    squares = [(file, rank) for file in range(10) for rank in range(10)]
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    found = [[(f + i * df, r + i * dr) for i in range(5)] for f, r in squares for df, dr in steps]
    return [
        [f"{'abcdefghij'[f]}{r + 1}" for f, r in line]
        for line in found
        if all(0 <= f < 10 and 0 <= r < 10 for f, r in line)
    ]


LINES = lines()


class Sequence:
    """Lengthens its longest line; taking chips off would help nobody to an end."""

    def __call__(self, view: View, seat: int, legal: list[str]) -> str:
        team = seat % view["teams"]
        chips = view["chips"]

        def worth(action: str) -> int:
            if "@" not in action or action.startswith("REMOVE"):
                return 6 if action.startswith("claim") else -1
            square = action.split("@")[1]
            free = [line for line in LINES if square in line and all(chips.get(s, team) == team for s in line)]
            return max((sum(chips.get(s) == team for s in line) for line in free), default=0)

        return max(legal, key=worth)


class Consequence:
    """Places until a hand is empty (CQ-8)."""

    def __call__(self, view: View, seat: int, legal: list[str]) -> str:
        return next((action for action in legal if "@" in action and ">" not in action), legal[0])


Chooser = Callable[[View, int, list[str]], str]
CHOOSERS: dict[str, Callable[[], Chooser]] = {
    "symbol": Symbol,
    "symbol_chain": SymbolChain,
    "sequence": Sequence,
    "consequence": Consequence,
}


def seat_at(server: Server, game: str, past: Past, people: list[Person], bots: int = 0) -> str:
    """Seat people, one of them perhaps twice, and behind them bots at a table that goes on from there."""
    settings = Settings(game, seats=len(people) + bots, past=past, bot_seconds=0.05)
    match = Match.create(settings, "nobody", 1, bytes(32))
    seated = [Seated(len(people) + number, "novice") for number in range(bots)]
    match.evolve(*match.follow(seated, None, 1))
    table = server.lay(match)
    for seat, someone in enumerate(people):
        joined = someone.context.request.post(f"/api/tables/{table}/join", data={"seat": seat})
        assert joined.ok, joined.text()
    for someone in set(people):
        someone.page.goto(f"/t/{table}")
        own = someone.page.locator(".seat:has-text('You'), .curtain button")
        expect(own.first).to_be_visible()
    return table


@cache
def whole(game: str) -> tuple[int, list[tuple[int | None, str]]]:
    """A game of two to its end: its seed and its actions."""
    for seed in range(100):
        state, choose = tesserae.start(game, 2, seed), CHOOSERS[game]()
        while state.actors and len(state.history) < 200:
            seat = state.actors[0]
            state.act(seat, choose(state.view(seat), seat, state.legal(seat)))
        if state.outcome:
            return seed, list(state.history)
    raise AssertionError("no game came to an end")


LONG = {"symbol_chain", "sequence"}  # games of which tests play only the end


def near_the_end(server: Server, game: str, people: list[Person], left: int, bots: int = 0) -> str:
    """Seat two at a game with so many actions left, as the tests play."""
    seed, actions = whole(game)
    return seat_at(server, game, Past(seed, actions[:-left], "another"), people, bots)


ROUND = 11  # actions of Symbol Chain, in which both are ready and, if they remember all, complete a sequence of two
# The middle of a game of Symbol Chain, beside the page: tiles are taken and a wrong one is turned up.
RUSH = """async ([table, faces, left]) => {
  const { Live } = await import("/static/js/live.js");
  const live = await new Promise((done) => {
    const made = new Live(table, () => made.doc && made.link === "open" && done(made));
  });
  const act = async (action) => {
    const { ok, refused } = await live.send({ t: "act", seat: live.doc.view.turn, actions: [action] });
    if (!ok) throw new Error(`${action}: ${refused.sentence}`);
  };
  while (live.doc.view.stacks.some((stacks) => stacks["2"].length > left)) {
    await act("take 2");
    const [next] = live.doc.view.taken[1].split(" ");
    await act(`flip ${Object.keys(faces).find((square) => faces[square] !== next)}`);
  }
  live.close();
}"""


def may_rush(game: str, acted: int, view: View) -> bool:
    """Whether enough was played by hand, and a turn begins."""
    return game == "symbol_chain" and acted >= ROUND and view["step"] == "take"


def rush(someone: Person, table: str, choose: Any) -> None:
    """Go on to near the end of a game of Symbol Chain with all seats at this screen, where a chooser has played."""
    someone.page.evaluate(RUSH, [table, choose.seen, 1])
    someone.page.reload()
    expect(someone.page.locator(".stacks.live, .curtain button").first).to_be_visible()
