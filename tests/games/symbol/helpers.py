"""Short ways to set up and read games of Symbol in tests: capitals are player 1's pieces, small letters player 2's."""

import random
from typing import Any

import tesserae
from tesserae.games.symbol import notation
from tesserae.games.symbol.board import SQUARES
from tesserae.games.symbol.record import explosion
from tests.walks import codes

EXPLOSIONS = set(map(explosion, range(SQUARES)))


def game(board: dict[str, str], turn: int = 0, reserve: tuple[str, str] = ("", ""), **options: Any) -> tesserae.State:
    """A loaded position. A king that is not given stands in a far corner: K on a1, k on g7."""
    quiet = options.pop("quiet", 0)
    text = "".join(board.values())
    for king, corner in (("K", "a1"), ("k", "g7")):
        if king not in text:
            board = {**board, corner: king}
    position = {
        "game": "symbol",
        "options": options,
        "turn": turn,
        "board": {square: [int(pieces.islower()), pieces.upper()] for square, pieces in board.items()},
        "reserve": list(reserve),
        "quiet": quiet,
    }
    return tesserae.load(position)


def simple(board: dict[str, str], turn: int = 0, reserve: tuple[str, str] = ("", ""), **options: Any) -> tesserae.State:
    return game(board, turn, reserve, edition="simple", **options)


def pieces(state: tesserae.State) -> dict[str, str]:
    """What stands where, without kings that stand alone in their corners."""
    shown = {square: text if seat == 0 else text.lower() for square, (seat, text) in state.export()["board"].items()}
    return {square: text for square, text in shown.items() if (square, text) not in (("a1", "K"), ("g7", "k"))}


def play(state: tesserae.State, *actions: str) -> dict[str, str]:
    """Act for whoever's turn it is; returns what then stands where."""
    for action in actions:
        state.act(state.actors[0], action)
    return pieces(state)


def random_action(state: tesserae.State, rng: random.Random, explosions: float = 0.0) -> str:
    """Any legal action, without making texts of all others, of which there can be thousands; with that probability an
    explosion if there is one."""
    listed = codes(state, state.actors[0])
    if rng.random() < explosions:
        listed = [code for code in listed if code in EXPLOSIONS] or listed
    return notation.write(rng.choice(listed))


def actions(state: tesserae.State, at: str | None = None) -> set[str]:
    return set(state.legal(state.actors[0], at))


def targets(state: tesserae.State, start: str) -> set[str]:
    """Where moves without a strike lead to from a square, whatever the part."""
    found = actions(state, start)
    return {text.split("-")[1] for text in found if "-" in text and "*" not in text}


def strikes(state: tesserae.State, start: str) -> set[str]:
    """Strikes from a square as `rest*struck`."""
    found = {text for text in actions(state, start) if "*" in text}
    return {text.split("-")[-1] for text in found}


def rule(state: tesserae.State, action: str) -> str | None:
    """The rule that forbids an action to the player to move; None if it is legal."""
    refused = state.why(state.actors[0], action)
    return None if refused is None else refused.rule


def ended(state: tesserae.State) -> tuple[tuple[int, ...], str]:
    """Winners and reason of a finished game."""
    assert state.outcome is not None
    return state.outcome.winners, state.outcome.reason
