"""The state of a match, built from its events."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Literal, NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from tesserae import state as states
from tesserae.games.game import Outcome
from tesserae.play import chance
from tesserae.play import events as e
from tesserae.play.clock import Clock
from tesserae.play.events import Event
from tesserae.play.refusals import refuse
from tesserae.play.shown import Shown
from tesserae.record import Step, replay, step
from tesserae.state import State

Status = Literal["waiting", "choosing", "playing", "over"]

MARK = 50  # moves; taking back replays at most this many, however long the game is


class Seat(Struct, frozen=True):
    """A seat: open, or taken by a person or a bot."""

    kind: Literal["open", "person", "bot"] = "open"
    person: str | None = None
    name: str = ""
    level: str = ""
    ready: bool = True  # whether this person is ready to begin
    word: str = ""  # goes into the seed
    force: str | None = None  # what the player has chosen to play with
    left: str | None = None  # the person for whom a bot keeps the seat
    givers: tuple[str, ...] = ()  # people on other devices who had the seat before and can take it back


OPEN = Seat()


class Move(Struct, frozen=True, gc=False):
    """An action that was not taken back."""

    number: int
    at: int
    seat: int | None
    action: str
    began: int  # the index of the first move of this turn
    goes_on: bool  # whether the turn continued after it


class OpenOffer(NamedTuple):
    """An open offer of a draw, or a request to take back everything from event `to` on; `accepted`: who has agreed."""

    number: int
    seat: int
    person: str
    to: int
    accepted: tuple[str, ...]


class Decision(NamedTuple):
    """Events, and the states of the game after them as far as they are known. For `Match.evolve`."""

    events: list[Event]
    states: Sequence[State] = ()


class Standing:
    """The state of a match. Decisions are in deciding.py, views in seeing.py."""

    def __init__(self, created: e.Created) -> None:
        self.settings = created.settings
        self.game, self.size, self.options = self.settings.check()
        self.owner = created.owner
        self.owners: tuple[str, ...] = ()  # former owners, on other devices
        self.secret = bytes.fromhex(created.secret)
        self.commitment = created.commitment
        self.series = created.series
        self.teams = self.game.teams(self.options, self.size)
        self.events: list[Event] = [created]
        self.seats: list[Seat] = [OPEN] * self.size
        self.status: Status = "waiting"
        self.state: State | None = None
        self.before: State | None = None  # the game before the last action
        self.moves_made: list[Move] = []
        self._marks: list[State] = []  # the game before each move whose number is a multiple of MARK
        self.turned = created.number  # the last event that changed the game
        self.clock: Clock | None = None
        self.offers: dict[str, OpenOffer] = {}
        self.rebuffed: set[tuple[str, str]] = set()  # who must move before repeating an offer
        self.votes: dict[int, tuple[str, ...]] = {}
        self.gone: dict[str, int] = {}  # who is away, since when
        self.waited = 0  # since when the table has waited for those who are to act
        self.outcome: Outcome | None = None
        self.next: str | None = None
        self.shown = Shown()

    # --- Questions ---------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.events[-1].number

    @property
    def people(self) -> list[str]:
        """The people in the order of their seats, each once; do not change the list."""
        if self.shown.people is None:
            self.shown.people = list(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))
        return self.shown.people

    @property
    def leavers(self) -> set[str]:
        """The people whose seats bots keep."""
        return {seat.left for seat in self.seats if seat.left is not None}

    @property
    def members(self) -> list[str]:
        """The people whose table this is: those who have a seat, can return to one or take one back, or show the table
        on a shared screen. Do not modify the list."""
        if self.shown.members is None:
            owner = [self.owner] if self.settings.party else []
            givers = [person for seat in self.seats for person in seat.givers]
            self.shown.members = list(dict.fromkeys([*self.people, *sorted(self.leavers), *givers, *owner]))
        return self.shown.members

    def seats_of(self, person: str | None) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.person == person] if person is not None else []

    def others(self, person: str) -> list[str]:
        """The other people at the table."""
        return [other for other in self.people if other != person]

    def alone(self, person: str) -> bool:
        """Whether all other seats belong to bots."""
        return bool(self.seats_of(person)) and not self.others(person)

    @property
    def open_game(self) -> bool:
        """Whether nothing is ever hidden in this game."""
        return not self.game.secrets and not self.game.memory

    @property
    def chooses(self) -> bool:
        """Whether players choose before the game what they play with."""
        return self.settings.choose_forces and self.series.forces is None

    @property
    def aided(self) -> bool:
        """Whether players are shown again what they have seen."""
        return self.game.aid is not None and bool(self.options[self.game.aid])

    def playing(self) -> State:
        """The game that is being played; Refused if there is none."""
        if self.status != "playing" or self.state is None:
            raise refuse("MA-6")
        return self.state

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.state.actors if self.state is not None and self.status == "playing" else ()

    @property
    def seed(self) -> int:
        past = self.settings.past
        return past.seed if past else chance.seed(self.secret, [seat.word for seat in self.seats])

    @property
    def given(self) -> int:
        """The number of moves that had been made when the match began; these cannot be taken back."""
        return len(self.settings.past.actions) if self.settings.past else 0

    @property
    def thinkers(self) -> list[tuple[int, str, float]]:
        """The bots that may act now, their levels, and for how many seconds they may think."""
        bots = [(seat, self.seats[seat]) for seat in self.actors if self.seats[seat].kind == "bot"]
        return [(number, seat.level, self.settings.bot_seconds) for number, seat in bots]

    @property
    def missed(self) -> list[tuple[int, int]]:
        """At a party table: the seats that are to act while their players are away, and when bots take them.

        None while everybody is away, because then nobody is waiting.
        """
        if not self.gone or not self.settings.party or self.status != "playing" or self.state is None:
            return []
        if all(person in self.gone for person in self.people):
            return []
        away = [(seat, self.gone.get(str(self.seats[seat].person))) for seat in self.state.actors]
        patience = self.settings.patience * 1000
        return [(seat, max(since, self.waited) + patience) for seat, since in away if since is not None]

    @property
    def due(self) -> int | None:
        """When the next player will run out of time or be replaced by a bot, if nothing happens before."""
        times = [at for _, at in self.missed]
        if self.clock is not None and self.status == "playing":
            times += [self.clock.since + self.clock.left[seat] for seat in self.clock.running]
        return min(times, default=None)

    def wins(self) -> list[int]:
        """The games of the series that each seat has won, this one included."""
        won = self.outcome.winners if self.outcome else ()
        return [wins + (seat in won) for seat, wins in enumerate(self.series.wins)]

    @property
    def series_over(self) -> bool:
        """Whether the leader can no longer be caught, or all games have been played."""
        if self.outcome is None:
            return False
        rest = self.settings.best_of - self.series.game
        wins = sorted(self.wins()[: self.teams])
        return rest <= 0 or wins[-1] - wins[-2] > rest

    def check_seat(self, seat: int) -> Seat:
        if not 0 <= seat < self.size:
            raise refuse("MA-1", seat=seat, last=self.size - 1)
        return self.seats[seat]

    def check_own(self, seat: int, person: str | None) -> Seat:
        """Refused unless the person has that seat; the person of a bot's seat is None."""
        place = self.check_seat(seat)
        if place.kind == "open" or place.person != person:
            raise refuse("MA-3")
        return place

    def check_look(self, seat: int | None, person: str | None) -> None:
        """Refused unless the person may see what that seat sees."""
        if seat is not None:
            if person is None:
                raise refuse("MA-3")
            self.check_own(seat, person)
        elif not self.settings.watch and person != self.owner and person not in self.members:
            raise refuse("MA-25")

    def follow(self, events: Iterable[Event], person: str | None, now: int) -> Decision:
        """The events with their numbers; `person` is filled in where an event has none."""
        numbered = enumerate(events, self.number + 1)
        return Decision([replace(one, number=n, at=now, person=one.person or person) for n, one in numbered])

    # --- What has happened -------------------------------------------------------------------------------------------

    def evolve(self, events: Iterable[Event], states: Iterable[State] = ()) -> None:
        """Apply events; `states` as in Decision."""
        for event, state in zip_longest(events, states):
            if event.number != self.events[-1].number + 1:
                raise ValueError(f"event {event.number} cannot follow event {self.events[-1].number}")
            self._happen(event, state)
            self.events.append(event)
            self.shown.forget(event)

    def _happen(self, event: Event, state: State | None) -> None:
        match event:
            case e.Acted():
                self._acted(event, state)
            case e.Chatted() | e.Resigned() | e.Flagged():
                pass  # only kept as an event; the next event is its consequence
            case e.Sat():
                self.seats[event.seat] = Seat("person", event.person, event.name, "", event.ready, event.word)
                self.gone.pop(str(event.person), None)
                self._gather()
            case e.Ready():
                self._change(event.person, ready=True, word=event.word)
                self._gather()
            case e.Seated():
                self.seats[event.seat] = Seat("bot", name=event.name, level=event.level, left=event.left)
                self._gather()
            case e.Stood():
                self.seats[event.seat] = OPEN
                self.seats = [replace(seat, force=None) for seat in self.seats]
                self._gather()
            case e.Renamed():
                own = self.seats_of(event.person)
                for seat in [seat for seat in own if not self.seats[seat].givers] or own:  # moved seats keep names
                    self.seats[seat] = replace(self.seats[seat], name=event.name)
            case e.Word():
                self._change(event.person, word=event.word)
            case e.Force():
                self.seats[event.seat] = replace(self.seats[event.seat], force=event.force)
            case e.Started():
                self._started(event)
            case e.Undone():
                self._undone(event)
            case e.Offered():
                self.offers[event.what] = OpenOffer(event.number, event.seat, str(event.person), event.to, ())
            case e.Accepted():
                offer = self.offers[event.what]
                self.offers[event.what] = offer._replace(accepted=(*offer.accepted, str(event.person)))
            case e.Declined() | e.Withdrawn():
                self.rebuffed.add((self.offers.pop(event.what).person, event.what))
            case e.Replaced():
                self._replaced(event)
            case e.Returned():
                self._returned(event)
            case e.Handed():
                self._handed(event)
            case e.Voted():
                self.votes[event.seat] = (*self.votes.get(event.seat, ()), str(event.person))
            case e.Gone():
                self.gone[str(event.person)] = event.at
            case e.Back():
                self._back(event)
            case e.Paused():
                self._paused(event)
            case e.Ended():
                self._ended(event)
            case e.Continued():
                self.next = event.table
            case e.Created():
                raise ValueError("a match is created once")
            case _:
                assert_never(event)

    def _change(self, person: str | None, **changes: Any) -> None:
        for seat in self.seats_of(person):
            self.seats[seat] = replace(self.seats[seat], **changes)

    def _gather(self) -> None:
        """Before the game: update the status."""
        complete = all(seat.kind != "open" and seat.ready for seat in self.seats)
        self.status = "choosing" if complete and self.chooses else "waiting"

    def _started(self, event: e.Started) -> None:
        options = dict(self.settings.options)
        per_seat = self.game.per_seat
        if per_seat and self.series.forces is not None:
            options[per_seat.option] = self.series.forces
        elif per_seat and self.chooses:
            standard = per_seat.standard(self.options)
            options[per_seat.option] = [seat.force or standard for seat in self.seats]
        self.state = states.start(self.game.name, self.size, self.seed, **options)
        self.options = self.state.options
        self.status = "playing"
        self.turned, self.waited = event.number, event.at
        if self.settings.past is not None:
            for seat, action in self.settings.past.actions:
                self._move(event, seat, action)
        if self.settings.clock is not None:
            self.clock = Clock(self.settings.clock, self.size)
        self._wind(event.at)

    def _wind(self, now: int, finished: int | None = None) -> None:
        """Start the clocks of the seats that are to act: the seat whose turn it is, or all that must act before it.

        Bots have no clocks, and no clock runs before the first turn.
        """
        if self.clock is None or self.state is None:
            return
        actors = self.actors
        turn = self.state.turn
        wanted = () if self.state.untimed else (turn,) if turn in actors else actors
        if finished is not None and self.seats[finished].kind == "bot":
            finished = None
        self.clock.run([seat for seat in wanted if self.seats[seat].kind == "person"], now, finished)

    def _move(self, event: e.Started | e.Acted, seat: int | None, action: str, after: State | None = None) -> bool:
        """Add a move that leads to `after`; returns whether the turn continues."""
        assert self.state is not None
        done = step(self.state, seat, action) if after is None else Step(self.state, seat, action, after)
        self.before, self.state = done.before, done.after
        goes_on = done.goes_on
        moves = self.moves_made
        if len(moves) % MARK == 0:
            self._marks[len(moves) // MARK :] = [self.before.copy()]
        last = moves[-1] if moves else None
        began = last.began if last and last.goes_on and last.seat == seat else len(moves)
        moves.append(Move(event.number, event.at, seat, action, began, goes_on))
        return goes_on

    def _acted(self, event: e.Acted, state: State | None) -> None:
        goes_on = self._move(event, event.seat, event.action, state)
        self.turned, self.waited = event.number, event.at
        if self.offers:
            self.offers.pop("takeback", None)
            if (draw := self.offers.get("draw")) and draw.person != event.person:
                del self.offers["draw"]
        if self.rebuffed:
            self.rebuffed = {(person, what) for person, what in self.rebuffed if person != event.person}
        if self.clock is not None and not goes_on:
            assert self.before is not None
            turn, untimed = self.before.turn_mark
            self._wind(event.at, event.seat if event.seat == turn and not untimed else None)

    def _undone(self, event: e.Undone) -> None:
        assert self.state is not None
        del self.moves_made[-event.count :]
        mark = len(self.moves_made) // MARK
        self.state = self._marks[mark].copy()
        for done in replay(self.state, [(move.seat, move.action) for move in self.moves_made[mark * MARK :]]):
            self.state = done.after
        self.turned, self.waited = event.number, event.at
        self.offers.clear()
        if event.how != "undo":
            self._wind(event.at)

    def _replaced(self, event: e.Replaced) -> None:
        left = self.seats[event.seat]
        bot = Seat("bot", level=event.level, word=left.word, force=left.force)
        if event.why == "gone":
            bot = replace(bot, name=left.name, left=left.person)
        self.seats[event.seat] = bot
        self.votes.clear()
        self.offers.clear()
        if not self.seats_of(left.person):
            self.gone.pop(str(left.person), None)
        self._wind(event.at)

    def _returned(self, event: e.Returned) -> None:
        self._welcome(event.at)
        kept = self.seats[event.seat]
        name = event.name or kept.name  # a latecomer has a name of their own
        self.seats[event.seat] = replace(kept, kind="person", person=event.person, name=name, level="", left=None)
        self.gone.pop(str(event.person), None)
        self._wind(event.at)

    def _handed(self, event: e.Handed) -> None:
        to = event.to
        self._welcome(event.at)
        for number in event.seats:
            seat = self.seats[number]
            givers = _before((*seat.givers, str(seat.person or seat.left)), to)
            person, left = (to, None) if seat.person else (None, to)
            self.seats[number] = replace(seat, person=person, left=left, givers=givers)
        if event.owner:
            self.owner, self.owners = to, _before((*self.owners, self.owner), to)
        self.gone.pop(to, None)
        here = {seat.person for seat in self.seats}
        self.gone = {person: since for person, since in self.gone.items() if person in here}
        self.offers.clear()
        self.votes.clear()

    def _welcome(self, now: int) -> None:
        """If everybody was away, the waiting time starts again."""
        if all(person in self.gone for person in self.people):
            self.waited = now

    def _back(self, event: e.Back) -> None:
        self._welcome(event.at)
        self.gone.pop(str(event.person), None)
        for seat in self.seats_of(event.person):
            self.votes.pop(seat, None)

    def _paused(self, event: e.Paused) -> None:
        since, until = event.since, event.until
        if self.clock is not None:
            self.clock.pause(since, until)
        self.gone = {person: at + max(0, until - max(since, at)) for person, at in self.gone.items()}
        self.waited += max(0, until - max(since, self.waited))

    def _ended(self, event: e.Ended) -> None:
        self.outcome = event.outcome.outcome
        self.status = "over"
        self.turned = event.number
        self.offers.clear()
        self.votes.clear()
        self._wind(event.at)


def _before(givers: tuple[str, ...], person: str) -> tuple[str, ...]:
    """The earlier holders up to a person, in order; all of them, if the person is not among them."""
    return givers[: givers.index(person)] if person in givers else givers
