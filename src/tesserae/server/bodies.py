"""The bodies of the HTTP interface's requests and responses (api.py)."""

from typing import Annotated, Any, Literal

import msgspec

from tesserae.play import Settings, commands
from tesserae.server.problems import ProblemOut
from tesserae.server.summary import Summary


class OptionOut(msgspec.Struct):
    """An option of a game; `allowed` describes its possible values."""

    name: str
    kind: Literal["flag", "number", "choice", "text"]
    default: Any
    help: str
    allowed: str
    values: list[str] | None = None
    low: int | None = None
    high: int | None = None


class PresetOut(msgspec.Struct):
    """A named combination of options; `seats` is null if it is for any number of players."""

    name: str
    title: str
    about: str
    options: dict[str, Any]
    seats: int | None
    referee: bool


class GameOut(msgspec.Struct):
    """A game and its options. `teams`: the number of teams for each number of seats, unless the option `teams` is set;
    `per_seat`: the option with a value for each seat; `aid`: the option that shows players what they have seen;
    `silence`: the rule that forbids team mates to talk; `board`: whether the game has a board of its own; `rulebook`:
    whether it has a page in the rulebook."""

    name: str
    prefix: str
    title: str
    about: str
    seats: list[int]
    sides: list[str]
    secrets: bool
    memory: bool
    presets: list[PresetOut]
    options: list[OptionOut]
    aid: str | None = None
    per_seat: str | None = None
    referee: bool = False
    teams: dict[int, int] = {}
    silence: str | None = None
    board: bool = False
    rulebook: bool = False


class GamesOut(msgspec.Struct):
    """`ready`: the games that are compiled; `lab`: whether this server offers the lab."""

    games: list[GameOut]
    levels: list[str]
    ready: dict[str, bool]
    lab: bool = False


class Me(msgspec.Struct):
    """The person who sent the request. The id is not secret."""

    name: str
    person: str


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=100)]


class Checked(msgspec.Struct):
    """`problem`: what is wrong with the settings, if anything."""

    problem: ProblemOut | None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """`preset`: the name of a preset of the game; the settings override it. `players`: for each seat `me`, `open` or
    `bot:LEVEL`; `start`: bots take the open seats."""

    settings: Settings
    preset: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    players: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=12)] | None = None
    start: bool = False


class TableOut(msgspec.Struct):
    id: str
    url: str


class TablesOut(msgspec.Struct):
    """`open` can be joined, `running` can be watched."""

    open: list[Summary]
    running: list[Summary]
    mine: list[Summary]


class LevelIn(msgspec.Struct, forbid_unknown_fields=True):
    level: Annotated[str, msgspec.Meta(max_length=40)] = "club"


class SeatIn(msgspec.Struct, forbid_unknown_fields=True):
    seat: commands.Seat | None = None


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    """Continue after that many moves, with you in that seat and bots of that level in the others."""

    moves: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    seat: commands.Seat
    level: Annotated[str, msgspec.Meta(max_length=40)] = "club"


class Done(msgspec.Struct):
    """It is done, as the event with that number."""

    n: int


class Link(msgspec.Struct):
    """The token is after the `#` of the address, so that browsers do not send it when they load the page."""

    url: str
    token: str
    until: int


class Token(msgspec.Struct, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=100)]


class Progress(msgspec.Struct):
    """The part that is done, 0 to 1."""

    done: float


class Replay(msgspec.Struct):
    """The whole game so far: the position before the first move, the moves, and for each of them what it changed in the
    position, and its effects."""

    view: dict[str, Any]
    moves: list[dict[str, Any]]
    changes: list[list[Any]]
    effects: list[list[dict[str, Any]]]
