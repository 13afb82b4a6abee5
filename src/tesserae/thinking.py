"""Bots that think in a terminal: a progress bar, Ctrl-C to stop, and their thoughts as text."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar

from tesserae.bots import Bot, Thoughts
from tesserae.games.effects import Effect
from tesserae.games.words import say_all
from tesserae.state import State

# What an action would do, make possible or prevent (play/foretelling.py); the flag says whether nothing is hidden.
Promise = Callable[[State, bool, int, str], list[Effect]]
AHEAD = 8  # the longest expected line; beyond that there are few simulations


@contextmanager
def bar(about: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on a terminal; yields a function to call with the part that is done."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn()
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task(about, total=1.0)
        yield lambda done: shown.update(task, completed=done)


@contextmanager
def ctrl_c_noted() -> Iterator[Callable[[], bool]]:
    """Catch the first Ctrl-C; yields a function that says whether it was pressed. A second one works as usual."""
    pressed = False

    def note(*_: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def consider(thinker: Bot, state: State, seat: int) -> Thoughts:
    """The thoughts of a bot, with a progress bar; Ctrl-C stops it with the thoughts so far."""
    with ctrl_c_noted() as enough, bar("thinking (Ctrl-C to stop)") as show:

        def progress(done: float) -> bool:
            show(done)
            return enough()

        return thinker.think(state, seat, progress)


def advice(level: str, state: State, thoughts: Thoughts, promise: Promise) -> str:
    """The best action, what it does as far as that is certain, its value, and how the game is expected to continue."""
    side = state.game.side
    (seat, action), *replies = thoughts.line
    values = thoughts.candidates[0].values
    expected = ", ".join(f"{', '.join(map(side, party))} {values[party[0]]:+.2f}" for party in parties(state))
    lines = [
        f"{side(seat)}: {action} ({level}, {thoughts.simulations:,} simulations)",
        *say_all(state.game, promise(state, not state.game.secrets, seat, action), side),
        f"Expected: {expected} (+1 is a win, -1 a loss)",
    ]
    if replies:
        told = ", ".join(f"{side(actor)} {reply}" for actor, reply in replies[: AHEAD - 1])
        lines.append(f"Then perhaps: {told}{', …' if len(replies) >= AHEAD else ''}")
    return "\n".join(lines)


def parties(state: State) -> list[tuple[int, ...]]:
    """The seats that win and lose together."""
    number = state.game.teams(state.options, state.seats)
    return [tuple(range(party, state.seats, number)) for party in range(number)]
