"""`Match`, the interface of this package."""

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from tesserae.games import game as find
from tesserae.play import chance, deciding, seeing
from tesserae.play import events as e
from tesserae.play.commands import Accept, Act, Command, Decline, Offer, Undo
from tesserae.play.diff import Change
from tesserae.play.events import Event, Series
from tesserae.play.refusals import refuse
from tesserae.play.seeing import Replaying
from tesserae.play.settings import Past, Settings
from tesserae.play.standing import Decision, Standing
from tesserae.play.writing import write

T = TypeVar("T")


class Match(Standing):
    """Made by `create` or `replay`. `decide` gives the events of a command, `evolve` applies them."""

    @classmethod
    def create(cls, settings: Settings, owner: str, now: int, secret: bytes, series: Series | None = None) -> "Match":
        """An empty table; `secret` are 32 bytes from the system. BadOption for settings that are not possible."""
        game, size, _ = settings.check()
        if len(secret) != chance.SECRET:
            raise ValueError(f"the secret must have {chance.SECRET} bytes, not {len(secret)}")
        series = series or Series(1, [0] * size)
        commitment = chance.commitment(secret)
        created = e.Created(
            settings, owner, secret.hex(), commitment, series, game.rules_version, number=1, at=now, person=owner
        )
        return cls(created)

    @classmethod
    def replay(cls, events: Sequence[Event]) -> "Match":
        """The match with these events, from the first one on; Refused if its rules are no longer supported."""
        created = events[0] if events else None
        if not isinstance(created, e.Created) or created.number != 1:
            raise ValueError("a match begins with the event created, number 1")
        game = find(created.settings.game)
        if created.rules_version != game.rules_version:
            raise refuse("MA-37", game=game.title)
        match = cls(created)
        match.evolve(events[1:])
        return match

    # --- Commands ----------------------------------------------------------------------------------------------------

    def decide(self, command: Command, person: str | None, now: int, name: str = "") -> Decision:
        """The events that a command leads to, and the game after them, or Refused. Nothing changes before `evolve`.

        `person` is the sender, None if the server acts for a bot; `name` is the name of that person.
        """
        return deciding.decide(self, command, person, now, name)

    def stale(self, command: Command, seen: int) -> bool:
        """Whether what the command refers to has changed since the event of that number. Before the first turn, when
        everybody acts at the same time, actions of others do not count."""
        if isinstance(command, Act) and self.state is not None and self.state.untimed:
            return False
        if isinstance(command, Act | Undo | Offer):
            return seen < self.turned
        if isinstance(command, Accept | Decline):
            offer = self.offers.get(command.what)
            return offer is not None and seen < offer.number
        return False

    def tick(self, now: int) -> Decision:
        """The events that are due because somebody has run out of time."""
        return deciding.tick(self, now)

    def pause(self, since: int, until: int) -> Decision:
        """An outage: clocks do not count that time."""
        if self.status != "playing" or until <= since:
            return Decision([])
        return self.follow([e.Paused(since, until)], None, until)

    def presence(self, person: str, here: bool, now: int) -> Decision:
        """A player has connected or left; no event if that was known already, or if the person has no seat."""
        own = self.seats_of(person)
        if not own or self.status == "over" or (person not in self.gone) == here:
            return Decision([])
        return self.follow([e.Back(own[0]) if here else e.Gone(own[0])], person, now)

    def hand_over(self, person: str, to: str, now: int) -> Decision:
        """Move all seats of a person to another one, on another device; no event if there are none."""
        seats = [n for n, seat in enumerate(self.seats) if person in (seat.person, seat.left)]
        if not seats or person == to:
            return Decision([])
        return self.follow([e.Handed(seats[0], seats, to, self.owner == person)], person, now)

    def take_back(self, person: str, now: int) -> Decision:
        """Get back the seats that were handed over; Refused if there are none."""
        seats = [n for n, seat in enumerate(self.seats) if person in seat.givers]
        if not seats:
            raise refuse("MA-7")
        return self.follow([e.Handed(seats[0], seats, person, person in self.owners)], person, now)

    def rematch(self, person: str, now: int, secret: bytes) -> "Match":
        """The next game, at a new table: the next one of the series or, if that is over, the first one of another.

        Players and the shared screen of a party may ask for it. Everybody moves on by one seat, so that the starting
        player changes, and keeps what they play with (`Game.per_seat`). The player who asked for it is ready to begin,
        and so are the bots; the others are not ready yet.
        """
        self._check_over(person)
        options = dict(self.settings.options)
        per_seat = self.game.per_seat
        if per_seat and options.get(per_seat.option):
            options[per_seat.option] = _move_on(options[per_seat.option])
        series = None
        if not self.series_over:
            chosen = None
            if per_seat and self.state and self.settings.choose_forces:
                chosen = self.state.options[per_seat.option] or [per_seat.standard(self.options)] * self.size
            series = Series(self.series.game + 1, _move_on(self.wins()), chosen and _move_on(chosen))
        match = Match.create(replace(self.settings, options=options, past=None), self.owner, now, secret, series)
        seats: list[Event] = [
            e.Seated(number, seat.level, seat.left, seat.name if seat.left is not None else "")
            if seat.kind == "bot"
            else e.Sat(number, seat.name, "", seat.person == person, person=seat.person)
            for number, seat in enumerate(_move_on(self.seats))
        ]
        match.evolve(*match.follow(seats, None, now))
        match.evolve(*match.follow(deciding.begin(match, match.seats), None, now))
        return match

    def play_on(
        self, moves: int, seat: int, level: str, person: str, name: str, now: int, secret: bytes, table: str
    ) -> "Match":
        """A new match that continues this finished one from some moment: the person in one seat, bots in the others.

        `table` is the id of this match's table.
        """
        if self.state is None or self.outcome is None:
            raise refuse("MA-28")
        self.check_look(None, person)
        self.check_seat(seat)
        deciding.refuse_unknown_level(level)
        if not 0 <= moves <= len(self.moves_made):
            raise refuse("MA-35", moves=moves, last=len(self.moves_made))
        if moves == len(self.moves_made) and self.state.outcome is not None:
            raise refuse("MA-36")
        past = Past(self.seed, [(move.seat, move.action) for move in self.moves_made[:moves]], table)
        settings = Settings(
            self.game.name,
            self.game.changed(self.state.options),
            self.size,
            watch=self.settings.watch,
            bot_seconds=self.settings.bot_seconds,
            past=past,
        )
        match = Match.create(settings, person, now, secret)
        own = e.Sat(seat, deciding.good_name(name), "", True, person=person)
        bots = [e.Seated(other, level) for other in range(self.size) if other != seat]
        match.evolve(*match.follow([own, *bots, e.Started()], None, now))
        return match

    def continued(self, table: str, person: str, now: int) -> Decision:
        """Record where the next game is."""
        self._check_over(person)
        own = self.seats_of(person)
        return self.follow([e.Continued(own[0] if own else None, table)], person, now)

    def _check_over(self, person: str) -> None:
        if self.status != "over":
            raise refuse("MA-28")
        screen = self.settings.party and person == self.owner
        if not self.seats_of(person) and not screen:
            raise refuse("MA-7")
        if self.next is not None:
            raise refuse("MA-29")

    # --- What people may see -----------------------------------------------------------------------------------------

    def document(self, seat: int | None, person: str | None) -> dict[str, Any]:
        """Everything that a person in a seat (None: a spectator) may see, or Refused.

        It is the same object until something has changed. Do not modify it.
        """
        return seeing.document(self, seat, person)

    def changes(self, seat: int | None, before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
        """The changes between two documents of a seat; the second one is the present document."""
        return seeing.changed(self, seat, before, after)

    def news(self, seat: int | None) -> dict[str, Any]:
        """The last event as that seat may know it; an action with its effects."""
        return seeing.news(self, seat)

    def moves(self, seat: int | None) -> list[dict[str, Any]]:
        """The actions that were not taken back, as that seat may know them."""
        return seeing.moves(self, seat)

    def chats(self) -> list[dict[str, Any]]:
        """The chat messages."""
        return seeing.chats(self)

    def choices(self, seat: int | None, person: str | None) -> dict[str, Any] | None:
        """The legal actions of a viewer, to be sent with an event; None if there are none."""
        return seeing.choices(self, seat, person)

    def listed(self, seat: int, person: str | None) -> dict[str, Any]:
        """The same for one seat of the person, but never None."""
        self.check_own(seat, person)
        return seeing.listed(self, self.playing(), seat)

    def check_looking_back(self, seat: int | None, person: str | None) -> None:
        """Refused unless the person may see the game so far as that seat saw it. In a game of memory nobody may look
        back before it is over."""
        self.check_look(seat, person)
        if self.state is None or (self.outcome is None and self.game.memory and not self.aided):
            raise refuse("MA-28")

    def replaying(self, seat: int | None) -> Replaying:
        """The whole game so far, as that seat saw it; when it is over, with nothing hidden."""
        return Replaying(self, seat)

    def record(self) -> str:
        """The record of the game; Refused before the end, because it contains everything."""
        return write(self)


def _move_on(places: Sequence[T]) -> list[T]:
    """Move everybody down one seat, and the first to the end."""
    return [*places[1:], places[0]]
