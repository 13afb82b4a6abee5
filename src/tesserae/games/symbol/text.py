"""A game of Symbol on a terminal, drawn from a view."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.actions import Action
from tesserae.games.symbol.board import FILES, LETTERS, RANKS, REGION_FILES, REGION_RANKS

PAINT = dict(zip(LETTERS, ("\033[93m", "\033[92m", "\033[94m", "\033[97m", "\033[91m", "\033[90m"), strict=True))
PLAIN = "\033[0m"
LEGEND = """\
Reinforce +G@c2, move (part of) a stack d1[GW]-d3, then strike d1[G]-d2*e3, strike d2*d3, explode d3!, end.
? d4 says what stands on d4, what its pieces can do, and which actions start there."""
KEY = (
    "CAPITALS player 1, small letters player 2 · . land ~ water",
    "G two steps on land, turning, strikes onto water · B three straight on water, strikes onto land",
    "W two straight anywhere · R one step, then pushes what it touches · D explodes · K: lose it and you lose",
)
ABILITY = {
    "K": "K is carried; reinforcements come in around it",
    "G": "G carries one or two steps over land, and strikes an enemy on water beside its way",
    "B": "B carries up to three steps straight over water, and strikes the first enemy on land ahead",
    "W": "W carries one or two steps straight, over land and water",
    "R": "R carries one step, then pushes every enemy beside it one square away",
    "D": "D is carried; it can be exploded, and explodes when removed",
}


def draw(view: Mapping[str, Any], colour: bool) -> str:
    """The board with its terrain and stacks, who controls which region, the reserves, and the turn under way.

    Nothing depends on colour: capitals are player 1's, small letters player 2's, and a number before a letter says
    how many there are.
    """
    shown = {square: _stack(pieces, seat) for square, (seat, pieces) in view["board"].items()}
    width = max([3, *map(len, shown.values())])
    lines = [f"    {_row([file.center(width) for file in FILES])}"]
    rule = "    " + _row(["-" * width] * len(FILES)).replace(" ", "-").replace("|", "+")
    tops = [ranks[-1] for ranks in REGION_RANKS[:-1]]
    for rank in reversed(RANKS):
        if rank in tops:
            lines.append(rule)
        cells = []
        for file in FILES:
            square = file + rank
            text = shown.get(square, "~" if rank in REGION_RANKS[1] else ".").center(width)
            cells.append(_painted(text) if colour and square in shown else text)
        lines.append(f"  {rank} {_row(cells)} {rank}")
    lines += [lines[0], "", *_regions(view), ""]
    for seat in range(2):
        to_act = "►" if seat in view["actors"] else " "
        reserve = _stack(view["reserve"][seat], seat, " ") or "-"
        lines.append(f"{to_act} player {seat + 1}  reserve {_painted(reserve) if colour else reserve}")
    lines += [*_turn(view), "", *KEY]
    return "\n".join(line.rstrip() for line in lines)


def _stack(pieces: str, seat: int, between: str = "") -> str:
    """Pieces in short: 2G for GG."""
    parts = [(pieces.count(letter), letter) for letter in LETTERS if letter in pieces]
    text = between.join(letter if n == 1 else f"{n}{letter}" for n, letter in parts)
    return text if seat == 0 else text.lower()


def _row(cells: list[str]) -> str:
    """One row, with bars between the regions."""
    groups, first = [], 0
    for files in REGION_FILES:
        groups.append(" ".join(cells[first : first + len(files)]))
        first += len(files)
    return " | ".join(groups)


def _painted(text: str) -> str:
    return "".join(f"{PAINT[c.upper()]}{c}{PLAIN}" if c.upper() in PAINT else c for c in text)


def _regions(view: Mapping[str, Any]) -> list[str]:
    """The nine regions as a small board: who controls each."""
    lines = ["  regions " + "".join(f"{files:^5}" for files in REGION_FILES)]
    for ranks in reversed(REGION_RANKS):
        owners = (view["regions"][files + ranks] for files in REGION_FILES)
        lines.append(f"  {ranks:>7} " + "".join(f"{'-' if owner is None else owner + 1:^5}" for owner in owners))
    return lines


def _turn(view: Mapping[str, Any]) -> list[str]:
    """What has been done in the turn under way, what may still be added, and how near a draw is."""
    lines = []
    step = view["step"]
    if step:
        done = [f"this turn uses {step['square']}, where {step['stood']} stood"]
        if step["moved"]:
            done.append(f"{step['part']} rests on {step['rest']}" if step["part"] else "nothing of what moved is left")
        if step["exploded"]:
            done.append("there was an explosion")
        lines.append("  " + "; ".join(done))
    kings = [seat for seat, pieces in view["board"].values() if "K" in pieces]
    if view["actors"] and view["turn"] not in kings:
        lines.append("  the king is to be placed, on the own land")
    elif view["actors"] and view["edition"] == "full":
        where = "" if step else ", if it uses the king's square"
        lines.append(f"  reinforcements left in this turn: {view['allowance']}{where}")
    if view["quiet"] >= 80:
        lines.append(f"  {view['quiet']} quiet turns; a draw at 100")
    if view["occurrences"] == 2:
        lines.append("  this position stands for the second time; the third is a draw")
    return lines


def heading(action: Action) -> str:
    """Reinforcements are listed by piece, everything else by the square it starts from."""
    return f"add {action.piece}" if action.verb == "place" else action.origin or action.verb


def told(square: str, seat: int | None, pieces: str) -> str:
    """What stands on a square, and what each of its colours can do."""
    if seat is None:
        return f"{square}: empty, {'water' if square[1] in REGION_RANKS[1] else 'land'}"
    abilities = "; ".join(ABILITY[letter] for letter in LETTERS if letter in pieces)
    return f"{square}: player {seat + 1}'s {pieces}. {abilities}."
