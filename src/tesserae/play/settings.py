"""What is agreed about a match before it begins."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tesserae.bots import check_level
from tesserae.engine.rng import SEEDS
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games.game import Game

DAY = 86_400_000  # milliseconds
ABSENT, PARTY = 120, 60  # seconds that a player may be away; at a party table, while the others wait


class GameClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="game"):
    """Each player has a number of seconds for the whole game, and gets the increment after each turn. The first seconds
    of a player's first turn are free, so that nobody loses time on the way to the table."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    first: Annotated[int, Meta(ge=0, le=3_600)] = 60


class MoveClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """Each player has a number of days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3


class Past(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of a finished game at another table that the match continues."""

    seed: Annotated[int, Meta(ge=0, le=SEEDS - 1)]
    actions: list[tuple[int | None, str]]
    table: str


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a match. All except the game have defaults. `check` says whether they are valid."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None  # None: the smallest number that the game allows
    clock: GameClock | MoveClock | None = None
    flag: Literal["lose", "bot"] = "lose"  # what happens when a player runs out of time
    leaver: Literal["resign", "bot"] = "resign"  # what resigning does in a game of teams
    substitute: str = "club"  # the level of the bot that takes over a seat
    listed: bool = False  # among the open tables
    watch: bool = True  # whether others may watch
    best_of: Annotated[int, Meta(ge=1, le=99)] = 1
    choose_forces: bool = False  # players choose what they play with (`Game.per_seat`), hidden until all have chosen
    bot_seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0  # for each choice of a bot
    absent: Annotated[int, Meta(ge=10, le=86_400)] | None = None  # seconds; see `patience`
    referee: bool = False  # whether the owner of the table is the referee of the game
    past: Past | None = None  # the moves of another game that the match continues
    party: bool = False  # a shared screen and phones: a bot takes the seat of a player who stays away

    @property
    def patience(self) -> int:
        """Seconds after which a player who is away can be replaced."""
        return self.absent if self.absent is not None else PARTY if self.party else ABSENT

    def with_preset(self, name: str) -> "Settings":
        """The same settings with the values of a preset, except where these settings have values of their own."""
        game = find(self.game)
        options, seats = game.with_preset(name, self.options, self.seats)
        return replace(self, options=options, seats=seats, referee=game.preset(name).referee or self.referee)

    def check(self) -> tuple[Game, int, dict[str, Any]]:
        """The game, the number of seats and all its options; BadOption if they are not possible."""
        game = find(self.game)
        seats = game.seats[0] if self.seats is None else self.seats
        values = game.resolve(self.options, seats)
        check_level(self.substitute)
        if self.best_of % 2 == 0:
            raise BadOption("best_of must be an odd number, not {games}", games=self.best_of)
        if self.choose_forces:
            if game.per_seat is None:
                raise BadOption("choose_forces: {game} has no forces to choose", game=game.title)
            if values[game.per_seat.option] is not None:
                option = game.per_seat.option
                raise BadOption("choose_forces: the forces are given already, by the option {option}", option=option)
            game.per_seat.hidden(values)
        if self.referee and not game.referee:
            raise BadOption("referee: {game} has none", game=game.title)
        return game, seats, values
