"""What an action did, as data: small records in the order in which things happen, each with its cause.

A game's `effects.py` makes them from two states that have passed the gate, so a seat is told only what it may see. The
kinds are shared by all games, so that generic code can draw, animate and describe them. The catalogue of the game has a
sentence for each, under `effect.KIND.CAUSE`.

`piece` and `pieces` are written as in the game's notation and views, with `?` for what the viewer may not know. Seats
are numbers; where teams own things together, a seat stands for its team as in the game's view.
"""

from typing import Any

import msgspec
from msgspec import Struct

from tesserae.games.game import Outcome


class Effect(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True, rename={"origin": "from"}):
    """The base class. `cause` is a word of the game: `capture`, `push`, `blast`, `reinforce` …"""

    cause: str


class Moved(Effect, frozen=True):
    """Pieces went from one square to another."""

    origin: str
    to: str
    pieces: str
    owner: int | None = None


class Placed(Effect, frozen=True):
    """Pieces came to a square from a hand, a reserve or a stock."""

    square: str
    pieces: str
    owner: int | None = None


class Removed(Effect, frozen=True):
    """Pieces left the board; `to` is the seat that has them now, `toward` the square a push would have put them on."""

    square: str
    pieces: str
    owner: int | None = None
    to: int | None = None
    toward: str | None = None


class Exploded(Effect, frozen=True):
    """Something exploded on a square; `area` are the squares that it hit."""

    square: str
    area: list[str]


class Turned(Effect, frozen=True):
    """A piece on a square was turned; `up` is whether all can see its face now."""

    square: str
    piece: str
    up: bool
    owner: int | None = None


class Took(Effect, frozen=True):
    """A seat took a card or tile from a stock, or was given one; `piece` is `?` where the viewer may not know it."""

    seat: int
    piece: str


class Gave(Effect, frozen=True):
    """A seat laid something aside or lost it: a card that was played or discarded, a tile that was used up."""

    seat: int
    piece: str


class Claimed(Effect, frozen=True):
    """Squares now count for a seat or team: a completed line, a region."""

    squares: list[str]
    owner: int | None  # None: they no longer count for anybody


class Scored(Effect, frozen=True):
    """A seat got points."""

    seat: int
    points: int


class Said(Effect, frozen=True):
    """A seat did something that changes nothing on the board: it passed, it is ready, it ended its turn."""

    seat: int | None


class Foreseen(Effect, frozen=True):
    """Only with hints: what an action makes possible or prevents, for instance a threat. Nothing has happened yet."""

    squares: list[str] = []
    pieces: str = ""
    n: int = 0


class Ended(Effect, frozen=True):
    """The game is over; `cause` is the reason of the outcome."""

    winners: list[int]
    scores: list[int] | None = None


Kind = Moved | Placed | Removed | Exploded | Turned | Took | Gave | Claimed | Scored | Said | Foreseen | Ended


def ending(outcome: Outcome | None) -> list[Effect]:
    """The last effect of a finished game; an empty list while it is being played."""
    if outcome is None:
        return []
    scores = None if outcome.scores is None else list(outcome.scores)
    return [Ended(outcome.reason, list(outcome.winners), scores)]


def before_the_end(effects: list[Effect]) -> list[Effect]:
    """The effects that a preview may show: not what is revealed at the end of the game, nor the result."""
    shown = (number for number, effect in enumerate(effects) if isinstance(effect, Turned) and effect.cause == "end")
    return effects[: next(shown, len(effects))]


def plain(effects: list[Effect]) -> list[dict[str, Any]]:
    """Effects as plain data for JSON."""
    data: list[dict[str, Any]] = msgspec.to_builtins(effects)
    return data
