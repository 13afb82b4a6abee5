"""Positions of Symbol for the tests of the solver."""

from typing import Any

# b3[B]-b5 wins, and nothing else does.
WON: dict[str, Any] = {
    "game": "symbol",
    "options": {"edition": "simple"},
    "turn": 1,
    "board": {
        "d1": [0, "G"],
        "e2": [0, "K"],
        "b3": [1, "B"],
        "d5": [0, "D"],
        "e5": [0, "R"],
        "b6": [1, "K"],
        "c7": [1, "W"],
    },
    "reserve": ["", ""],
}
FAR: dict[str, Any] = {**WON, "turn": 0, "board": {"a1": [0, "K"], "g1": [0, "W"], "a7": [1, "K"], "g7": [1, "W"]}}
