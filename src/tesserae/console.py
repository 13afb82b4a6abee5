"""Shared by the two ways of playing in a terminal: a local game (terminal.py) and a table of a server (remote.py)."""

import sys
from collections.abc import Callable

from tesserae.games.game import Outcome

WELCOME = "Type ? for a list of moves, help for all commands."
NOTHING_TYPED = "Type a move, ? for a list of moves, help for all commands."


class Left(Exception):
    """The player wants to stop, or the server has closed the connection."""


def prompt(text: str) -> str:
    """A line from the player."""
    line = input(text)
    if not sys.stdin.isatty():
        print(line)  # so that the output of a script reads like a dialogue
    return line


def closing(outcome: Outcome | None, name: Callable[[int], str]) -> str:
    """How a game ended, as a sentence."""
    if outcome is None:
        return "The game is not over."
    names = " and ".join(map(name, outcome.winners))
    points = f", {' : '.join(map(str, outcome.scores))}" if outcome.scores else ""
    return f"{names + ' wins' if names else 'A draw'} ({outcome.reason}{points})."
