"""One game, for ordinary Python code: played move by move, in the game's own notation."""

import json
import secrets
import threading
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import SEEDS, seed_rng
from tesserae.errors import BadOption, BadPosition, Refused
from tesserae.games import game as find
from tesserae.games.effects import Effect
from tesserae.games.game import EVERYTHING, Game, Outcome

REFEREE = -1  # the number of the seat `None` in compiled code: the referee, or a spectator
ALL = EVERYTHING  # the viewer from whom nothing is hidden, for finished games and analysis

Step = tuple[int | None, str]  # a seat, None for the referee, and what it did
PIECE = 16  # actions; copies share all full pieces of the history, so that copying a long game costs no more


class _Scratch(threading.local):
    """A buffer for legal lists, one per thread; it grows when a list does not fit."""

    def __init__(self) -> None:
        self.out: Ints = np.empty(ROOM, np.int64)

    def fit(self, n: int) -> Ints:
        if n > len(self.out):
            self.out = np.empty(max(n, 2 * len(self.out)), np.int64)
        return self.out


_scratch = _Scratch()


def _own(fields: dict[str, Any]) -> dict[str, Any]:
    """A copy that shares nothing mutable."""
    own: dict[str, Any] = msgspec.to_builtins(fields)
    return own


def duplicate(states: States) -> States:
    """A copy byte for byte; NumPy's own would go field by field, which takes ten times as long."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def _readable(text: object) -> str:
    """The text of an action or a square; Refused if it is not a text."""
    if not isinstance(text, str):
        raise Refused("GE-4", "An action or a square is a text, not a {kind}.", kind=type(text).__name__)
    return text


@lru_cache(1 << 14)
def _understood(game: Game, action: str) -> tuple[int, str]:
    """The code of an action and its canonical text."""
    code = game.notation.parse(action)
    return code, game.notation.write(code)


class TurnMark(NamedTuple):
    """Whose turn it was at a moment, and whether that was before the first turn."""

    turn: int
    untimed: bool

    def goes_on(self, after: "State", seat: int | None) -> bool:
        """Whether the turn in which a seat acted continues after its action. An action out of turn, before the
        first turn, or by the referee is a turn of its own."""
        return seat is not None and not self.untimed and after.turn == self.turn and seat in after.actors


class State:
    """A game at one moment. Made by `tesserae.start` or `tesserae.load`.

    Seats are numbered from 0. Actions are texts in the game's notation: read leniently, written canonically.
    `history` lists the actions so far, each with its seat; `options`, `seats`, `seed` and `game` say what is being
    played.

    >>> state = tesserae.start("consequence", seed=7)
    >>> state.act(0, "bm @ b2")
    >>> state.history
    [(0, 'bM@b2')]
    """

    __slots__ = (
        "_actors",
        "_array",
        "_changed",
        "_latest",
        "_looks",
        "_mark",
        "_older",
        "game",
        "options",
        "origin",
        "seats",
        "seed",
    )

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], seed: int, array: States, origin: dict[str, Any] | None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.origin = origin  # the position it was loaded from, None for a new game
        self._older: tuple[tuple[Step, ...], ...] = ()  # the history in pieces, which copies share
        self._latest: list[Step] = []  # what is in none of them yet
        self._array = array  # only `act` changes it
        self._looks: dict[int, States] | None = None  # the states hidden for each viewer, when they are needed
        self._actors: tuple[int, ...] | None = None  # likewise
        self._mark: TurnMark | None = None  # likewise
        self._changed: dict[str, Any] | None = None  # the options that differ from their defaults, likewise

    @property
    def history(self) -> list[Step]:
        """The actions so far, each with its seat."""
        return [*chain.from_iterable(self._older), *self._latest]

    @property
    def last(self) -> Step:
        """The last action, with its seat; IndexError if there was none."""
        return self._latest[-1] if self._latest else self._older[-1][-1]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over.

        >>> tesserae.start("symbol_chain", seats=3, seed=1).actors  # everybody says `ready`, in any order
        (0, 1, 2)
        """
        if self._actors is None:
            mask = contract.actors(self._array)
            self._actors = tuple([seat for seat in range(self.seats) if mask >> seat & 1])
        return self._actors

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: winners, reason and scores; None before the end.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.outcome is None
        True
        """
        if not contract.over(self._array):
            return None
        return self.game.position.outcome(self._array)

    @property
    def turn(self) -> int:
        """The seat whose turn it is; others may have to act before it, or may act, too."""
        return self.turn_mark.turn

    @property
    def turn_mark(self) -> "TurnMark":
        """Keep it before an action, to find out afterwards whether the turn continues."""
        if self._mark is None:
            self._mark = TurnMark(int(self._array["turn"][0]), self.game.untimed(self._array))
        return self._mark

    @property
    def untimed(self) -> bool:
        """Whether this is before the first turn, so that nobody's clock runs."""
        return self.turn_mark.untimed

    @property
    def teams(self) -> int:
        """The number of sides; seat i belongs to side i modulo this number."""
        return self.game.teams(self.options, self.seats)

    def agreed(self) -> Outcome:
        """How the game ends if the players agree to a draw now."""
        return self.game.loaded.agreed(self._array)

    def against(self, seat: int, reason: str) -> Outcome:
        """How the game ends if the side of a seat resigns: all others win."""
        teams = self.teams
        winners = tuple(other for other in range(self.seats) if other % teams != seat % teams)
        return Outcome(winners, reason, None)

    def legal(self, seat: int | None, at: str | None = None) -> list[str]:
        """The seat's legal actions, sorted; with `at` only those that start on a square or put something there.

        None is the referee. Raises `Refused` for a seat or a square that does not exist.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.legal(0, at="b2")
        ['bM@b2', 'bS@b2', 'bo@b2']
        >>> state.legal(1)  # not this seat's turn
        []
        """
        return sorted(map(self.game.notation.write, self._codes(seat, at).tolist()))

    def listed(
        self, seat: int | None, most: int, at: str | None = None, begins: str | None = None
    ) -> tuple[list[str] | None, int]:
        """The legal actions, or None if there are more than `most`, because turning many into text takes long; and
        their number. With `begins` only those whose text begins like that.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.listed(0, most=20)
        (None, 48)
        >>> state.listed(0, most=20, at="b2", begins="bS")
        (['bS@b2'], 1)
        """
        codes = self._codes(seat, at)
        pattern = getattr(self.game.notation, "pattern", None)
        if begins is not None and pattern is not None:
            mask, wanted = pattern(begins)
            codes = codes[codes & mask == wanted]
        if len(codes) > most:
            return None, len(codes)
        texts = sorted(map(self.game.notation.write, codes.tolist()))
        if begins is not None:
            texts = [text for text in texts if text.startswith(begins)]
        return texts, len(texts)

    def _codes(self, seat: int | None, at: str | None) -> Ints:
        """The codes of the legal actions, in a buffer that is reused."""
        number = self._number(seat)
        if at is None:
            n = self.count(seat)
            if n > len(_scratch.out):
                contract.legal(self._array, number, _scratch.fit(n))
        else:
            square = self.game.notation.square(_readable(at))
            n = contract.legal_at(self._array, number, square, _scratch.out)
            if n > len(_scratch.out):
                contract.legal_at(self._array, number, square, _scratch.fit(n))
        return _scratch.out[:n]

    def count(self, seat: int | None) -> int:
        """How many legal actions the seat has, without turning them into text.

        >>> tesserae.start("consequence", seed=7).count(0)
        48
        """
        return contract.legal(self._array, self._number(seat), _scratch.out)

    def squares(self, seat: int | None) -> list[str]:
        """The squares for which `legal(seat, at=square)` has something, in the order of the board."""
        number, names = self._number(seat), self.game.notation.NAMES
        return [
            name for square, name in enumerate(names) if contract.legal_at(self._array, number, square, _scratch.out)
        ]

    def act(self, seat: int | None, action: str) -> None:
        """Carry out an action, or raise `Refused` and change nothing.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.act(0, "bM@b2")
        >>> state.act(1, "rS@b2")
        Traceback (most recent call last):
        tesserae.errors.Refused: b2 is not empty; a tile is placed on an empty square.
        """
        number = self._number(seat)
        code, text = _understood(self.game, _readable(action))
        if not contract.act(self._array, number, code, _scratch.out):
            raise self._refusal(seat, number, code)
        self._actors = self._mark = self._looks = None
        self._latest.append((seat, text))
        if len(self._latest) == PIECE:
            self._older, self._latest = (*self._older, tuple(self._latest)), []

    def why(self, seat: int | None, action: str) -> Refused | None:
        """None if the action is legal, else what `act` would raise.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.why(0, "bM@b2") is None
        True
        >>> state.why(1, "rS@b2").rule
        'GE-7'
        """
        try:
            number = self._number(seat)
            code, _ = _understood(self.game, _readable(action))
        except Refused as refused:
            return refused
        if contract.allowed(self._array, number, code, _scratch.out):
            return None
        return self._refusal(seat, number, code)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see (None: a spectator), ready for JSON.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.act(0, "bM@b2")
        >>> state.view(1)["board"]  # a blue tile, and only its player knows which
        {'b2': 'b?'}
        """
        return _own(self.shared_view(seat))

    def shared_view(self, seat: int | None) -> dict[str, Any]:
        """The same, but not to be modified: it may share parts with other views, which makes it faster."""
        return self._view(seat, self._number(seat), self._look(seat))

    def reveal(self) -> dict[str, Any]:
        """A view with nothing hidden, for finished games and analysis.

        >>> state = tesserae.start("consequence", seed=7)
        >>> state.act(0, "bM@b2")
        >>> state.reveal()["board"]
        {'b2': 'bM'}
        """
        return _own(self._view(None, EVERYTHING, self._array))

    def _view(self, seat: int | None, number: int, states: States) -> dict[str, Any]:
        outcome = self.outcome
        if self._changed is None:
            self._changed = self.game.changed(self.options)
        return {
            "game": self.game.name,
            "options": self._changed.copy(),
            "seats": self.seats,
            "seat": seat,
            "actors": list(self.actors),
            **self.game.view.view(states, number),
            "outcome": outcome and outcome.export(),
        }

    def hidden(self, seat: int | None) -> States:
        """The raw state, as an array of one record, with everything blanked that the seat cannot know."""
        array = duplicate(self._array)
        contract.hide(array, self._number(seat))
        return array

    def _look(self, viewer: int | None) -> States:
        """The same, computed once, or the complete state for ALL. Do not modify it."""
        if viewer == ALL:
            return self._array
        number = self._number(viewer)
        if self._looks is None:
            self._looks = {}
        look = self._looks.get(number)
        if look is None:
            look = self._looks[number] = self.hidden(viewer)
        return look

    def imagined(self, seat: int | None, seed: int = 0) -> "State":
        """A random game that is consistent with what a seat knows. It reveals nothing that is hidden."""
        other = self.copy()
        other._array = self.hidden(seat)
        rng = np.empty(4, np.int64)
        seed_rng(rng, seed, 0)
        contract.imagine(other._array, self._number(seat), rng)
        return other

    def foretell(self, seat: int | None, action: str, viewer: int | None, foreseen: bool = False) -> list[Effect]:
        """The effects that an action would have now, as the viewer would be told (None: a spectator, ALL: everything),
        or Refused; with `foreseen` also what it makes possible or prevents.

        The action is tried out on a copy of this game, so the effects reveal hidden tiles and future random events. For
        somebody who may not know these, call it on an imagined game."""
        after = self.copy()
        after.act(seat, action)
        return effects_between(self, after, seat, after.last[1], viewer, foreseen)

    def inspect(self, viewer: int | None, square: str) -> dict[str, Any]:
        """What the game itself says of a square (`Modules.inspect`), as far as the viewer may know."""
        return self.game.loaded.inspect(self._look(viewer), self.game.notation.square(_readable(square)))

    def export(self) -> dict[str, Any]:
        """The position, everything included, ready for JSON; `tesserae.load` reads it.

        >>> state = tesserae.start("consequence", seed=7)
        >>> tesserae.load(state.export()).export() == state.export()
        True
        """
        outcome = self.outcome
        return {
            "game": self.game.name,
            "options": self.game.changed(self.options),
            **_own(self.game.position.export(self._array)),
            "outcome": outcome and outcome.export(),
        }

    def copy(self) -> "State":
        """An independent game at the same moment.

        >>> state = tesserae.start("consequence", seed=7)
        >>> other = state.copy()
        >>> other.act(0, "bM@b2")
        >>> state.history, other.history
        ([], [(0, 'bM@b2')])
        """
        other = State(self.game, self.seats, self.options, self.seed, duplicate(self._array), self.origin)
        other._older, other._latest = self._older, self._latest.copy()
        other._changed = self._changed
        return other

    def tobytes(self) -> bytes:
        """The raw state, everything included; equal bytes are equal games."""
        return self._array.tobytes()

    def raw(self) -> States:
        """A copy of the raw state, everything included: an array of one record, for compiled code."""
        return duplicate(self._array)

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.seats} seats, {len(self.history)} actions>"

    def _number(self, seat: int | None) -> int:
        if seat is None:
            return REFEREE
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise Refused("GE-7", "There is no seat {seat}; the seats are 0 to {last}.", seat=seat, last=self.seats - 1)
        return seat

    def _refusal(self, seat: int | None, number: int, code: int) -> Refused:
        """Why an action is illegal, from what the seat itself may know."""
        actors = self.actors
        if not actors:
            return Refused("GE-7", "The game is over.")
        if seat is not None and seat not in actors:
            if (refused := self.game.loaded.out_of_turn(self.hidden(seat), number, code)) is not None:
                return refused
            names = ", ".join(self.game.side(actor) for actor in actors)
            return Refused("GE-7", "It is not your turn; to act: {names}.", names=names)
        return self.game.why.why(self.hidden(seat), number, code)


def effects_between(
    before: State, after: State, seat: int | None, action: str, viewer: int | None, foreseen: bool = False
) -> list[Effect]:
    """The effects of an action that led from one state to the other, as the viewer is told (None: a spectator, ALL:
    everything). Games compute them from two hidden states and the action; all viewers except the actor get its public
    form."""
    game = before.game
    told = game.forms.read(action if viewer in (seat, ALL) else game.forms.public(action))
    actor, number = (REFEREE if who is None else who for who in (seat, viewer))
    arguments = before._look(viewer), after._look(viewer), actor, told, number
    effects = game.effects.effects(*arguments)
    if foreseen:
        effects += game.loaded.foreseen(*arguments)
    return effects


def start(game: str, seats: int | None = None, seed: int | None = None, **options: object) -> State:
    """A new game. `seats` is by default the smallest possible number, `seed` a random one."""
    declared = find(game)
    number = declared.seats[0] if seats is None else seats
    values = declared.resolve(options, number)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    check_seed(seed)
    array = declared.blank()
    contract.start(array, declared.encode(values), number, seed)
    return State(declared, number, values, seed, array, None)


def load(position: str | Mapping[str, Any], seed: int = 0) -> State:
    """A game from a position (JSON text or the object itself); `seed` decides all random events to come."""
    check_seed(seed)
    origin = _plain(position)
    fields = dict(origin)
    declared = find(_text(fields, "game"))
    options = fields.pop("options", {})
    if not isinstance(options, dict):
        raise BadPosition("options", "must be an object of names and values")
    if fields.pop("outcome", None) is not None:
        raise BadPosition("outcome", "a finished game cannot be loaded; it must be null")
    if "step" in fields:
        raise BadPosition("step", "a position in the middle of a turn cannot be loaded")
    seats = declared.position.seats(fields)
    values = declared.resolve(options, seats)
    array = declared.blank()
    declared.position.load(array, fields, values, declared.encode(values), seats, seed)
    return State(declared, seats, values, seed, array, origin)


def _plain(position: object) -> dict[str, Any]:
    """The position as an object of plain JSON values, which is not shared with the caller."""
    try:
        if isinstance(position, Mapping):
            position = json.dumps(dict(position))
        plain = json.loads(position) if isinstance(position, str) else None
    except (TypeError, ValueError, RecursionError) as error:
        raise BadPosition("position", f"not JSON: {error}") from None
    if not isinstance(plain, dict):
        raise BadPosition("position", "must be an object")
    return plain


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.pop(name, None)
    if not isinstance(value, str):
        raise BadPosition(name, "must be there, as text")
    return value


def check_seed(seed: object) -> None:
    """Seeds are whole numbers below 2**63."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        sentence = "seed must be a whole number from 0 to {most}, not {seed}"
        raise BadOption(sentence, seed=repr(seed), most=SEEDS - 1)
