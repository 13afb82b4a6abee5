"""Positions of Symbol for the tests of the solver."""

import random
from collections.abc import Iterator
from typing import Any

import tesserae
from tesserae import BadPosition, State

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


def walk(state: State, chance: random.Random, turns: int) -> None:
    """Play on at random for some turns; it may end in the middle of one only with the game."""
    for _ in range(turns):
        while state.actors:
            seat = state.actors[0]
            state.act(seat, chance.choice(state.legal(seat)))
            if "step" not in state.export():
                break


def positions(chance: random.Random, edition: str) -> Iterator[State]:
    """Kings at home, a few pieces each, small reserves; then a few random turns."""
    while True:
        options: dict[str, Any] = {"edition": edition}
        if chance.random() < 0.3:
            name, value = chance.choice([("unlimited", True), ("enlist", True), ("blast_center", False)])
            options[name] = value
        board: dict[str, list[Any]] = {}
        reserve = []
        for seat in range(2):
            ranks = (1, 2) if seat == 0 else (6, 7)
            king = f"{chance.choice('abcdefg')}{chance.choice(ranks)}"
            board[king] = [seat, "K"]
            for _ in range(chance.randint(2, 6)):
                square = f"{chance.choice('abcdefg')}{chance.randint(1, 7)}"
                piece = chance.choice("GBWRD")
                if square not in board:
                    board[square] = [seat, piece]
                elif edition == "full" and board[square][0] == seat:
                    board[square][1] = "".join(sorted(board[square][1] + piece, key="KGBWRD".index))
            most = 5 if edition == "simple" else 2
            reserve.append("".join(sorted(chance.choices("GBWRD", k=chance.randint(0, most)), key="GBWRD".index)))
        fields = {
            "game": "symbol",
            "options": options,
            "turn": chance.randint(0, 1),
            "board": board,
            "reserve": reserve,
        }
        try:
            state = tesserae.load(fields)
        except BadPosition:
            continue
        walk(state, chance, chance.randint(0, 3))
        if state.actors:
            yield tesserae.load(state.export())
