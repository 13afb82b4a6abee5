"""The jobs of the worker processes. For a bot, they get only what its seat may know, as bytes."""

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tesserae.workers import enough

if TYPE_CHECKING:
    from tesserae.bots.player import Player
    from tesserae.state import State

HINT = "master"  # the level of the bot that gives hints
CANDIDATES = 20  # actions in a hint
MEMORY = 256 << 20  # bytes of the searches that a worker keeps from choice to choice, at most

# In a worker: the bots whose searches it keeps, and how many bytes these take; the one that was used last comes last.
_players: "OrderedDict[tuple[str, int, str], tuple[Player, int]]" = OrderedDict()


class Question(NamedTuple):
    """A position for a bot to think about. `openly`: nothing is hidden from anybody. To go on from its last choice, a
    bot that plays at a table learns all actions so far, where everybody sees them."""

    game: str
    seats: int
    hidden: bytes
    seat: int
    level: str
    openly: bool
    table: str
    history: Sequence[tuple[int | None, str]]


def question(state: "State", seat: int, level: str, openly: bool, table: str = "") -> Question:
    """The question what a seat should do, with nothing in it that the seat may not know."""
    hidden, history = state.hidden(seat).tobytes(), () if state.game.secrets or not table else state.history
    return Question(state.game.name, state.seats, hidden, seat, level, openly, table, history)


class Chosen(NamedTuple):
    """The choice of a bot, and how many simulations it began with, left from those before it."""

    action: str
    kept: int


def _state(question: Question) -> Any:
    import numpy as np

    from tesserae.games import game as find
    from tesserae.state import State

    game = find(question.game)
    array = np.frombuffer(bytearray(question.hidden), game.rules.STATE)
    return State(game, question.seats, {}, 0, array, None)


def _bored(_: float) -> bool:
    return enough()


def choose(question: Question, seconds: float) -> Chosen:
    """The bot's choice. It goes on from its last one at the table, if this worker has kept what it found out then."""
    import numpy as np

    from tesserae.bots.bot import steps
    from tesserae.bots.player import Player, Seen
    from tesserae.engine.rng import SEEDS, seed_rng
    from tesserae.games import game as find

    game, history = find(question.game), question.history
    key = question.table, question.seat, question.level
    player, _ = _players.pop(key, (None, 0))
    player = player or Player(game, question.level, seconds)
    player.seconds = seconds
    hidden = np.frombuffer(bytearray(question.hidden), game.rules.STATE)
    seen = Seen(hidden, question.seat, question.seats, len(history), lambda first: steps(game, history[first:]))
    rng = np.zeros(4, np.int64)
    seed_rng(rng, secrets.randbelow(SEEDS), 0)
    action = game.notation.write(player.choose(seen, rng, _bored).action)
    if size := player.pack():
        _players[key] = player, size
        while sum(size for _, size in _players.values()) > MEMORY:
            _players.popitem(last=False)
    return Chosen(action, player.kept)


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
    """Compute a piece of a report, given the record of the game or what was computed before."""
    from tesserae.reports import advance, begin

    return advance(begin(work) if isinstance(work, str) else work, enough)


def warm(game: str, _: float) -> None:
    """Load the compiled code of a game."""
    from tesserae.bots import bot
    from tesserae.state import start

    state = start(game, seed=0)
    bot(game, "novice", 0.01).choose(state, state.actors[0])


class Stopped(Exception):
    """A game of the lab was abandoned."""


def lab_game(job: Any, _: float) -> Any:
    """Play a game of the lab; None if it was abandoned because others are waiting."""
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
