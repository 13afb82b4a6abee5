"""`python -m tests.games.vectors` writes tests/js/actions.json: the forms of all games, and what some actions say.

The browser's parser is tested with it (tests/js/actions.test.mjs), and test_actions.py tests that it fits the games.
"""

import json
import random
from pathlib import Path
from typing import Any

import tesserae
from tesserae.games import game, names
from tesserae.games.actions import FIELDS

FILE = Path(__file__).parents[1] / "js" / "actions.json"
MOST = 4  # actions of each form
RARE = {
    "symbol": ["d2*d3", "d1[G]-d2*e3", "pass"],
    "symbol_chain": ["pass"],
    "consequence": ["bM@b2>NE"],
    "sequence": ["dead CA", "claim c1-g1", "draw", "pass", "forfeit ADD", "penalty 1"],
}


def vectors() -> dict[str, Any]:
    """For each game its forms, and actions with what they say and how others are told them."""
    return {name: {"forms": game(name).forms.export(), "actions": _actions(name)} for name in names()}


def _actions(name: str) -> list[dict[str, Any]]:
    forms, chance = game(name).forms, random.Random(name)
    found: dict[str, list[str]] = {form.verb: [] for form in forms}
    for seed in range(12):
        state = tesserae.start(name, seed=seed)
        for _ in range(80):
            if not state.actors:
                break
            seat = state.actors[0]
            for text in chance.sample(legal := state.legal(seat), min(8, len(legal))):
                some = found[forms.read(text).verb]
                if text not in some and len(some) < MOST:
                    some.append(text)
            state.act(seat, chance.choice(legal))
    texts = [*(text for some in found.values() for text in some), *RARE.get(name, ())]
    return [_said(name, text) for text in dict.fromkeys([*texts, *map(forms.public, texts)])]


def _said(name: str, text: str) -> dict[str, Any]:
    action = game(name).forms.read(text)
    values = {field: action.value(field) for field in FIELDS}
    said = {field: "" if value is None else str(value) for field, value in values.items()}
    return {"text": text, "verb": action.verb, "ends": action.form.ends_turn, "squares": action.squares, **said}


if __name__ == "__main__":
    text = json.dumps(vectors(), ensure_ascii=False)
    FILE.write_text(text.replace('{"text"', '\n{"text"') + "\n", "utf-8")
