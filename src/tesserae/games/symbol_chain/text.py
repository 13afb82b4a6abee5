"""A game of Symbol Chain on a terminal, drawn from a view."""

from collections.abc import Mapping
from typing import Any

from tesserae.games.actions import Action

LEGEND = """\
Faces: b black, w white, g grey; T triangle, C circle, X cross; ?? face down; a number is the owner's.
take 3 takes from a stack, flip c4 turns a tile up; place c4 puts yours there, lay e5 what was there on e5."""

STYLES = {"b": "\033[1;30;47m", "w": "\033[1;97;40m", "g": "\033[1;37;100m"}
PLAIN = "\033[0m"
STEPS = {
    "take": "take a tile",
    "flip": "flip a tile",
    "place": "place the tile",
    "lay": "lay the lifted tile",
    "pass": "no tile left: pass",
}


def draw(view: Mapping[str, Any], colour: bool) -> str:
    """The board as it lies, the tile taken and how much of it is found, the stacks, the scores and the turn before.

    A face-down tile is `??`; the number beside a tile is its owner's where that is shown, a starting tile has none.
    """

    def face(text: str | None) -> str:
        if text is None:
            return "??"
        return f"{STYLES[text[0]]}{text}{PLAIN}" if colour else text

    def tile(item: list[str]) -> str:
        return f"{face(item[0])} ({' '.join(map(face, item[1].split()))})"

    last = view["last"]
    marked = view["flipped"]
    if last:
        marked = [square for square, *_ in last["flipped"]] + [last["placed"]]
        marked += last["displaced"][:1] if last["displaced"] else []
    files = "     " + "    ".join("abcdefg")
    lines = [files]
    for rank in "7654321":
        cells = []
        for file in "abcdefg":
            shown, owner = view["board"].get(file + rank, (None, None))
            number = " " if owner is None else str(owner + 1)
            text = face(shown) + number if file + rank in view["board"] else " . "
            cells.append(f"[{text}]" if file + rank in marked else f" {text} ")
        lines.append(f"  {rank} {''.join(cells)}{rank}")
    lines.append(files)
    for seat, stacks in enumerate(view["stacks"]):
        to_act = "►" if seat in view["actors"] else " "
        heights = " ".join(f"{name}:{len(tiles)}" for name, tiles in stacks.items())
        lines.append(f"{to_act} player {seat + 1}  {view['scores'][seat]:3} points  stacks {heights}")
        tops = [f"{name}: {tile(tiles[-1])}" for name, tiles in stacks.items() if tiles and tiles[-1]]
        lines.append(f"    {'   '.join(tops) or 'no open tile'}")
    if last:
        lines.append(f"  player {last['seat'] + 1} took {tile(last['taken'])}")
        lines.append("    flipped " + ", ".join(f"{square} {face(shown)}" for square, shown, _ in last["flipped"]))
        if last["right"]:
            square, shown, _ = last["displaced"]
            lines.append(f"    complete: placed on {last['placed']}, the {face(shown)} there is now on {square}")
        else:
            lines.append("    wrong: the tile is discarded")
    if view["taken"]:
        right = " ".join(face(view["board"][square][0]) for square in view["flipped"])
        rest = " ".join(map(face, view["taken"][1].split()[len(view["flipped"]) :]))
        lines.append(f"  taken: {tile(view['taken'])}   turned up: {right or '-'}   to come: {rest or '-'}")
    if view["lifted"]:
        shown, owner = view["lifted"]
        whose = "a starting tile" if owner is None else f"player {owner + 1}'s"
        lines.append(f"  lifted: {face(shown)}, {whose}")
    if not view["begun"]:
        lines.append("  remember the board: it is turned face down when everybody is ready")
    elif view["step"]:
        lines.append(f"  player {view['turn'] + 1}: {STEPS[view['step']]}")
    return "\n".join(lines)


def heading(action: Action) -> str:
    """Actions of one kind are listed together."""
    return action.verb
