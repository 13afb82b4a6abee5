"""The commands that people send to a match; in a message, `t` says which one it is."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

What = Literal["draw", "takeback"]
Seat = Annotated[int, Meta(ge=0, le=99)]
Short = Annotated[str, Meta(max_length=100)]


class CommandBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower):
    """The base class."""


class Sit(CommandBase, frozen=True):
    """Take a seat, or the first that is open; `word` goes into the seed. During a party game: a bot's seat."""

    seat: Seat | None = None
    word: Short = ""


class Bot(CommandBase, frozen=True):
    """The owner gives an open seat to a bot."""

    seat: Seat
    level: Short


class Leave(CommandBase, frozen=True):
    """Give up one or all of your seats before the game; the owner of the table may clear any seat."""

    seat: Seat | None = None


class Ready(CommandBase, frozen=True):
    """Agree to begin, in a rematch, where everybody already has a seat."""

    word: Short = ""


class Start(CommandBase, frozen=True):
    """The owner gives all open seats to bots."""

    level: Short = "club"


class SetWord(CommandBase, frozen=True, tag="word"):
    """Give a word that goes into the seed, before the game begins."""

    word: Short


class Force(CommandBase, frozen=True):
    """Choose what to play with (`Game.per_seat`), hidden until all have chosen."""

    seat: Seat
    force: Short


class Act(CommandBase, frozen=True):
    """Steps of one turn: all of them or none. The seat None is the referee."""

    seat: Seat | None
    actions: Annotated[list[Short], Meta(min_length=1, max_length=100)]


class Undo(CommandBase, frozen=True):
    """Revert your last step of this turn."""

    seat: Seat


class Offer(CommandBase, frozen=True):
    """Offer a draw, or ask to take back your last turn; `seat` says for which of your seats."""

    what: What
    seat: Seat | None = None


class Accept(CommandBase, frozen=True):
    what: What


class Decline(CommandBase, frozen=True):
    """Decline an offer, or withdraw your own."""

    what: What


class Resign(CommandBase, frozen=True):
    """Resign; `seat` says which of your seats."""

    seat: Seat | None = None


class Vote(CommandBase, frozen=True):
    """Vote for a bot to take the seat of a player who is away."""

    seat: Seat


class Return(CommandBase, frozen=True):
    """Get back the seats that bots took over while you were away."""


class Chat(CommandBase, frozen=True):
    text: Annotated[str, Meta(max_length=1000)]


class Rename(CommandBase, frozen=True):
    name: Short


Command = (
    Sit
    | Bot
    | Leave
    | Ready
    | Start
    | SetWord
    | Force
    | Act
    | Undo
    | Offer
    | Accept
    | Decline
    | Resign
    | Vote
    | Return
    | Chat
    | Rename
)
