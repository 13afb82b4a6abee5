"""The jobs of the worker processes. For a bot, they get only what its seat may know, as bytes."""

from typing import Any, NamedTuple

import msgspec

from tesserae.server.workers import enough

HINT = "master"  # the level of the bot that gives hints
CANDIDATES = 20  # actions in a hint


class Question(NamedTuple):
    """A position for a bot to think about. `openly`: nothing is hidden from anybody."""

    game: str
    seats: int
    hidden: bytes
    seat: int
    level: str
    openly: bool


def _state(question: Question) -> Any:
    import numpy as np

    from tesserae.games import game as find
    from tesserae.state import State

    game = find(question.game)
    array = np.frombuffer(bytearray(question.hidden), game.rules.STATE)
    return State(game, question.seats, {}, 0, array, None)


def _bored(_: float) -> bool:
    return enough()


def choose(question: Question, seconds: float) -> str:
    """The bot's choice."""
    from tesserae.bots import bot

    return bot(question.game, question.level, seconds).choose(_state(question), question.seat, _bored)


def consider(question: Question, seconds: float) -> bytes:
    """A hint as JSON: the best actions, each with its visits, its value for the seat and its effects, and the line that
    is expected."""
    from tesserae.bots import bot
    from tesserae.play.foretelling import promise

    state, seat = _state(question), question.seat
    thoughts = bot(question.game, question.level, seconds).think(state, seat, _bored)
    candidates = [
        {
            "action": candidate.text,
            "visits": candidate.visits,
            "value": candidate.values[seat],
            "effects": promise(state, question.openly, seat, candidate.text),
        }
        for candidate in thoughts.candidates[:CANDIDATES]
    ]
    return msgspec.json.encode({"candidates": candidates, "line": thoughts.line})


def look_back(work: Any, _: float) -> Any:
    """Compute a piece of a report."""
    from tesserae.reports import Course, advance, begin

    return advance(begin(work) if isinstance(work, Course) else work, enough)


def warm(game: str, _: float) -> None:
    """Load the compiled code of a game."""
    from tesserae.state import start

    state = start(game, seed=0)
    seat = state.actors[0]
    choose(Question(game, state.seats, state.hidden(seat).tobytes(), seat, "novice", False), 0.01)


def lab_game(job: Any, _: float) -> Any:
    """Play a game of the lab; None if it was abandoned because others are waiting."""
    from tesserae.lab.executors import Stopped
    from tesserae.lab.playing import play

    def heed(_: float) -> None:
        if enough():
            raise Stopped

    try:
        return play(job, heed)
    except Stopped:
        return None


def lab_results(run: Any, _: float) -> Any:
    """The results of a run of the lab, from its plan and the games so far."""
    from tesserae.lab.results import results

    return results(*run)


def lab_page(run: Any, _: float) -> str:
    """The report of a run of the lab, from its results, in a language."""
    from tesserae.lab.page import page

    return page(*run)
