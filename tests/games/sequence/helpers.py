"""Positions of Sequence for tests, written briefly, and random games."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import tesserae
from tesserae.conformance import refusal
from tesserae.state import State

CODES = """
    AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS
    MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY
"""
ALL_STATES = CODES.split()
ALL_CARDS = sorted(ALL_STATES * 2 + ["ADD", "REMOVE"] * 4)
TABLES: list[tuple[int, dict[str, Any]]] = [  # every number of players with every number of teams
    (2, {}),
    (3, {}),
    (4, {}),
    (6, {}),
    (6, {"teams": 3}),
    (8, {}),
    (9, {}),
    (10, {}),
    (12, {}),
    (12, {"teams": 3}),
]


def position(
    *hands: str, chips: tuple[str, ...] = (), sequences: tuple[tuple[int, str], ...] = (), deck: str = "", **more: Any
) -> dict[str, Any]:
    """`hands` and `deck` are cards with spaces between; `chips` the squares of team 0, 1, 2; a sequence is a team and
    its squares, whose chips need not be named again. Fields of a position and options may be added."""
    on_board = {square: team for team, squares in enumerate(chips) for square in squares.split()}
    on_board.update({square: team for team, squares in sequences for square in squares.split()})
    options = {name: more.pop(name) for name in ("teams", "draw", "board") if name in more}
    return {
        "game": "sequence",
        "options": options,
        "turn": 0,
        "hands": [hand.split() for hand in hands],
        "deck": deck.split(),
        "chips": on_board,
        "sequences": [[team, squares.split()] for team, squares in sequences],
        **more,
    }


def table(*hands: str, **more: Any) -> State:
    """The game at such a position."""
    return tesserae.load(position(*hands, **more))


def rule(state: State, seat: int | None, action: str) -> str:
    """The rule that refuses the action."""
    return refusal(state, seat, action).rule


def line(start: str, end: str) -> str:
    """The squares from one to another, in a row, column or diagonal."""
    return " ".join(squares_between(start, end))


def squares_between(start: str, end: str) -> Iterator[str]:
    file, rank = ord(start[0]), int(start[1:])
    steps = max(abs(ord(end[0]) - file), abs(int(end[1:]) - rank))
    for i in range(steps + 1):
        yield f"{chr(file + (ord(end[0]) - file) * i // steps)}{rank + (int(end[1:]) - rank) * i // steps}"


def full_board() -> tuple[str, str]:
    """A chip of one of two teams on every square, nowhere five in a row."""
    squares: tuple[list[str], list[str]] = ([], [])
    for rank in range(10):
        for file in range(10):
            squares[(file + 2 * rank) % 4 // 2].append(f"{'abcdefghij'[file]}{rank + 1}")
    return " ".join(squares[0]), " ".join(squares[1])


@st.composite
def tables(draw: st.DrawFn) -> State:
    """A new game, of any size and with any options."""
    seats, options = draw(st.sampled_from(TABLES))
    more: dict[str, Any] = {
        "draw": draw(st.sampled_from(["auto", "manual"])),
        "board": draw(st.sampled_from(["standard", "shuffled"])),
    }
    return tesserae.start("sequence", seats, draw(st.integers(0, 2**62)), **options, **more)


def step(state: State, chance: random.Random) -> None:
    """One random action; now and then the referee interferes."""
    if chance.random() < 0.03 and (penalties := state.legal(None)):
        state.act(None, chance.choice(penalties))
    else:
        seat = chance.choice(state.actors)
        state.act(seat, chance.choice(state.legal(seat)))


def played(state: State, steps: int, seed: int) -> State:
    """The game after so many random actions, or at its end."""
    chance = random.Random(seed)
    while steps and state.actors:
        step(state, chance)
        steps -= 1
    return state
