"""A game of Sequence on a terminal, drawn from a view."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.actions import Action
from tesserae.games.sequence.board import NAMES, read_layout
from tesserae.games.sequence.states import states

LEGEND = """\
Play a card on one of its spaces IA@c4, ADD@c4 anywhere, REMOVE@c4 takes off a chip, dead CA exchanges a dead card.
CA● is a chip on California, [CA●] one in a completed sequence. Five of a team in a row are a sequence."""
MARKS = ("●", "■", "▲")  # the chips of each team
COLOURS = ("\033[94m", "\033[91m", "\033[92m")
PLAIN = "\033[0m"
FILES = "     " + "     ".join("abcdefghij")


def draw(view: Mapping[str, Any], colour: bool) -> str:
    """The board, the players, and what each card in one's own hand can do. Without colour nothing is lost: `CA●` is a
    chip on a space of California, `[CA●]` one that is part of a sequence."""

    def chip(text: str, team: int) -> str:
        return f"{COLOURS[team]}{text}{PLAIN}" if colour else text

    codes = dict(zip(NAMES, read_layout(view["layout"]), strict=True))
    locked = {square for _, squares in view["sequences"] for square in squares}
    lines = [FILES]
    for rank in range(10, 0, -1):
        cells = []
        for file in "abcdefghij":
            square = f"{file}{rank}"
            if square not in view["chips"]:
                cells.append(f" {codes[square]}   ")
                continue
            team = view["chips"][square]
            shown = codes[square] + MARKS[team]
            cells.append(chip(f"[{shown}]" if square in locked else f" {shown} ", team) + " ")
        lines.append(f" {rank:2} {''.join(cells)}{rank}")
    lines.append(FILES)
    for seat, size in enumerate(view["hand_sizes"]):
        lines.append(_player(view, seat, size, chip))
    lines.append(f"  deck: {_count(view['deck_size'])}")
    if view["claims"]:
        lines.append(f"  to be claimed, through {view['placed']}: {', '.join(view['claims'])}")
    for card in dict.fromkeys(view["hand"] or []):
        many = view["hand"].count(card)
        times = f" ×{many}" if many > 1 else ""
        lines.append(f"  {_named(card)}{times}: {_use(view, codes, locked, card)}")
    return "\n".join(lines)


def _player(view: Mapping[str, Any], seat: int, size: int, chip: Any) -> str:
    team = seat % view["teams"]
    to_act = "►" if seat in view["actors"] else " "
    you = " (you)" if seat == view["seat"] else ""
    notes = []
    if view["discards"][seat]:
        notes.append(f"last discard {view['discards'][seat][-1]}")
    if seat in view["owed"]:
        notes.append("owed a card")
    if seat in view["forfeits"]:
        notes.append("must forfeit a card")
    if view["hands"]:
        notes.append("holds " + " ".join(view["hands"][seat]))
    return f"{to_act} {chip(MARKS[team], team)} player {seat + 1}{you}: {', '.join([_count(size), *notes])}"


def _count(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _named(card: str) -> str:
    return f"{card} {states()[card]['name']}" if card in states() else card


def _use(view: Mapping[str, Any], codes: Mapping[str, str], locked: set[str], card: str) -> str:
    """What a card in one's own hand can do, whoever's turn it is."""
    chips = view["chips"]
    if card == "ADD":
        return f"a chip on any of {len(codes) - len(chips)} open spaces"
    if card == "REMOVE":
        own = view["seat"] % view["teams"]
        targets = [square for square, team in chips.items() if team != own and square not in locked]
        return f"takes off {' '.join(targets)}" if targets else "nothing to take off"
    spaces = [square for square, code in codes.items() if code == card and square not in chips]
    return " ".join(spaces) if spaces else "dead"


def heading(action: Action) -> str:
    """Plays are listed by card, everything else by its verb."""
    return action.piece if action.verb == "play" else action.verb
