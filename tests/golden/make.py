"""Whole games as text, to be read and compared: `python -m tests.golden.make` writes them anew.

Each file is one game of random moves. After the start and after every action it shows the position and the views, of
all seats and of a spectator in games for two, of the actor and of a spectator in larger ones. To keep the files short,
only what has changed since that line was last shown is written: `null` marks what is gone, `{"1": ...}` an item of a
list that has changed, `{"+": [...]}` items added to the end of a long list and `{"-": 2}` how many were taken from it.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tesserae
from tesserae import State
from tesserae.games import NAMES

LONG = 7  # a hand of cards or tiles is still shown as a whole
FOLDER = Path(__file__).resolve().parent
# File name, game, seats, seed, options.
SETUPS: tuple[tuple[str, str, int, int, dict[str, Any]], ...] = (
    ("consequence", "consequence", 2, 1, {}),
    ("consequence_open", "consequence", 2, 2, {"reveal_pushed": "both", "memory_aid": True}),
    ("consequence_row_2", "consequence", 2, 3, {"row_min": 2, "memory_aid": True}),
    ("symbol", "symbol", 2, 1, {}),
    ("symbol_simple", "symbol", 2, 2, {"edition": "simple"}),
    ("symbol_unlimited", "symbol", 2, 3, {"edition": "simple", "unlimited": True}),
    ("symbol_enlist", "symbol", 2, 4, {"enlist": True, "region_tiebreak": True}),
    ("symbol_pushed", "symbol", 2, 7, {"immobile": "pushed"}),
    ("symbol_chain", "symbol_chain", 2, 1, {}),
    ("symbol_chain_aid", "symbol_chain", 3, 2, {"memory_aid": True}),
    ("symbol_chain_shape", "symbol_chain", 3, 3, {"match": "shape", "backs": "owner"}),
    ("sequence", "sequence", 2, 1, {}),
    ("sequence_manual", "sequence", 3, 2, {"draw": "manual"}),
    ("sequence_teams", "sequence", 6, 3, {"teams": 3}),
)


def setups() -> list[tuple[str, str, int, int, dict[str, Any]]]:
    """Those of the games that there are."""
    return [setup for setup in SETUPS if setup[1] in NAMES]


def change(old: Any, new: Any) -> Any:
    """What is new or different."""
    if isinstance(old, dict) and isinstance(new, dict):
        gone = dict.fromkeys(key for key in old if key not in new)
        return gone | {k: change(old[k], v) if k in old else v for k, v in new.items() if k not in old or old[k] != v}
    if isinstance(old, list) and isinstance(new, list):
        if len(old) == len(new) and any(map(nested, old)):
            return {str(i): change(old[i], new[i]) for i in range(len(new)) if old[i] != new[i]}
        if max(len(old), len(new)) > LONG and new[: len(old)] == old:
            return {"+": new[len(old) :]}
        if max(len(old), len(new)) > LONG and old[: len(new)] == new:
            return {"-": len(old) - len(new)}
    return new


def nested(item: object) -> bool:
    return isinstance(item, (dict, list))


class Page:
    """The lines of a file, and what each of them showed last."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.shown: dict[str, Any] = {}

    def show(self, name: str, content: dict[str, Any]) -> None:
        new = json.loads(json.dumps(content))
        part = change(self.shown.get(name, {}), new)
        self.lines.append(f"  {name} {json.dumps(part, separators=(',', ':'), ensure_ascii=False)}")
        self.shown[name] = new

    def moment(self, state: State, viewers: list[int | None]) -> None:
        self.show("position", state.export())
        for seat in viewers:
            self.show("spectator" if seat is None else f"seat {seat}", state.view(seat))


def game_text(game: str, seats: int, seed: int, options: dict[str, Any]) -> str:
    """A whole game, told line by line."""
    state = tesserae.start(game, seats, seed, **options)
    page = Page()
    page.lines += [f"game: {game}", f"seats: {seats}", f"seed: {seed}", f"options: {json.dumps(options)}", "", "start"]
    page.moment(state, [*range(seats), None])
    for number, (seat, action) in enumerate(moves(state, random.Random(seed)), 1):
        page.lines.append(f"{number}. seat {seat}: {action}")
        page.moment(state, [*range(seats), None] if seats == 2 else [seat, None])
    outcome = state.outcome
    assert outcome is not None
    page.lines += [f"end: {json.dumps(outcome.export())}", ""]
    return "\n".join(page.lines)


def moves(state: State, chance: random.Random) -> Iterator[tuple[int, str]]:
    """Random actions, each given after it was carried out."""
    while state.actors:
        seat = chance.choice(state.actors)
        action = chance.choice(state.legal(seat))
        state.act(seat, action)
        yield seat, action


def main() -> None:
    for name, game, seats, seed, options in setups():
        text = game_text(game, seats, seed, options)
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"{name}: {text.count('. seat ')} actions, {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
