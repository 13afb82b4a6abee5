"""A game as a text file that people can read and write; docs/reference/records.md describes the format."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tesserae.errors import BadOption, BadPosition, BadRecord, Refused
from tesserae.games import game as find
from tesserae.games.effects import Effect
from tesserae.games.game import Outcome
from tesserae.games.modules import Turn
from tesserae.games.options import named
from tesserae.state import State, check_seed, effects_between, load, start

VERSION = 1
REFEREE = "-"
TAKEBACK, BOT, BACK, RESIGNED, TIME, AGREED = "takeback", "bot", "back", "resigned", "time", "agreed"
ENDINGS = (RESIGNED, TIME, AGREED)


class Step(NamedTuple):
    """An action, and the game before and after it. Steps share these states, so do not modify them."""

    before: State
    seat: int | None
    action: str
    after: State

    @property
    def goes_on(self) -> bool:
        """Whether the turn continues after it."""
        return self.before.turn_mark.goes_on(self.after, self.seat)

    def effects(self, viewer: int | None, foreseen: bool = False) -> list[Effect]:
        """What it did, as the viewer is told (None: a spectator, ALL: everything)."""
        return effects_between(self.before, self.after, self.seat, self.action, viewer, foreseen)


class TakenBack(NamedTuple):
    """So many actions were taken back."""

    actions: int
    after: State


def step(before: State, seat: int | None, action: str) -> Step:
    """Carry out an action on a copy of a game, or raise `Refused`."""
    after = before.copy()
    after.act(seat, action)
    return Step(before, seat, after.last[1], after)


def replay(beginning: State, actions: Iterable[tuple[int | None, str]]) -> Iterator[Step]:
    """Carry out actions, one after the other; `Refused` at the first that is not legal."""
    state = beginning
    for seat, action in actions:
        done = step(state, seat, action)
        yield done
        state = done.after


def beginning(state: State) -> State:
    """A game before its first action."""
    if state.origin is not None:
        return load(state.origin, state.seed)
    return start(state.game.name, state.seats, state.seed, **state.options)


def turns(steps: Iterable[Step]) -> list[Turn]:
    """The turns of a game."""
    turns: list[Turn] = []
    goes_on = False
    for number, done in enumerate(steps):
        if goes_on and turns[-1].seat == done.seat:
            turns[-1] = Turn(turns[-1].begin, number + 1, done.seat)
        else:
            turns.append(Turn(number, number + 1, done.seat))
        goes_on = done.goes_on
    return turns


class Note(NamedTuple):
    """An event of the match after that many actions, by that seat (None: by all)."""

    after: int
    seat: int | None
    word: str
    value: str = ""  # the number of actions of a takeback, the level of a bot
    line: int = 0


class Chance(NamedTuple):
    """How the seed was made, so that anyone can check it: see play/chance.py."""

    commitment: str
    secret: str
    words: list[str]


class Origin(NamedTuple):
    """How many of the actions come from a finished game at another table, whose seed was known to all."""

    actions: int
    table: str


@dataclass
class Record:
    """A saved game: how it began, and the actions. `lines`: the line of each action in the file."""

    beginning: State
    players: list[str] = field(default_factory=list)
    actions: list[tuple[int | None, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    outcome_line: int = 0
    chance: Chance | None = None
    past: Origin | None = None

    def replay(self) -> Iterator[Step | TakenBack]:
        """The actions, carried out on the beginning, and the takebacks. BadRecord where something is wrong."""
        made = [self.beginning]  # the game before the first action, and after each action that was not taken back
        notes = list(self.notes)
        for number in range(len(self.actions) + 1):
            while notes and notes[0].after == number:
                note = notes.pop(0)
                if note.word == TAKEBACK:
                    count = self._taken_back(made, note)
                    del made[-count:]
                    yield TakenBack(count, made[-1])
                elif note.seat is not None and note.seat >= made[-1].seats:
                    raise BadRecord(note.line, f"there is no seat {note.seat}")
                elif made[-1].outcome is not None:
                    raise BadRecord(note.line, f"{note.word} is not possible when the game is over")
                elif note.word == AGREED and made[-1].teams != 2:
                    raise BadRecord(note.line, "a draw can be agreed only between two sides (GE-6)")
            if number < len(self.actions):
                done = self._step(made[-1], number)
                made.append(done.after)
                yield done
        if self.outcome is not None:
            outcome = self.result(made[-1])
            reached = outcome and outcome.export()
            if reached != self.outcome:
                raise BadRecord(self.outcome_line, f"the outcome is {json.dumps(reached)}")

    def _step(self, state: State, number: int) -> Step:
        seat, action = self.actions[number]
        try:
            return step(state, seat, action)
        except Refused as refused:
            raise BadRecord(self.lines[number], f"{action} is refused by {refused.rule}: {refused}") from None

    def _taken_back(self, made: list[State], note: Note) -> int:
        """The number of actions that were taken back."""
        count = int(note.value)
        most = len(made) - 1 - (self.past.actions if self.past else 0)
        if not 0 < count <= most:
            raise BadRecord(note.line, f"{count} actions cannot be taken back; there are {most}")
        return count

    def result(self, final: State) -> Outcome | None:
        """How the match ended, given the game after the last action; None if it has not ended."""
        if final.outcome is not None or not self.notes:
            return final.outcome
        _, seat, word, *_ = self.notes[-1]
        if word == AGREED:
            return final.agreed()
        return final.against(seat, word) if word in ENDINGS and seat is not None else None

    def final(self) -> State:
        """The game after the last action."""
        final = self.beginning
        for done in self.replay():
            final = done.after
        return final.copy()


def write(state: State, players: list[str] | None = None) -> str:
    """The record of a game so far."""
    outcome = state.outcome and state.outcome.export()
    return render(Record(state, players or [], state.history, outcome=outcome))


def render(record: Record) -> str:
    """The text of a record. Of its beginning, only what is in the header is used."""
    state = record.beginning
    header = [f"tesserae: {VERSION}", f"game: {state.game.name}", f"seats: {state.seats}", f"seed: {state.seed}"]
    if state.game.rules_version != 1:
        header.append(f"rules: {state.game.rules_version}")
    if state.origin is not None:
        header.append(f"position: {json.dumps(state.origin)}")
    else:
        changed = state.game.changed(state.options)
        header += [f"option.{o.name}: {o.write(changed[o.name])}" for o in state.game.options if o.name in changed]
    if record.players:
        plain = all(re.fullmatch(r"[\w.:-]+", player) for player in record.players)
        header.append(f"players: {', '.join(record.players) if plain else json.dumps(record.players)}")
    if record.chance is not None:
        header.append(f"commitment: {record.chance.commitment}")
        header.append(f"secret: {record.chance.secret}")
        header.append(f"words: {json.dumps(record.chance.words)}")
    if record.past is not None:
        header.append(f"past: {record.past.actions} {record.past.table}")
    if record.outcome is not None:
        header.append(f"outcome: {json.dumps(record.outcome)}")
    return "\n".join([*header, "", *_body(record)]) + "\n"


def _body(record: Record) -> Iterator[str]:
    notes = list(record.notes)
    for number in range(len(record.actions) + 1):
        while notes and notes[0].after == number:
            _, seat, word, value, _ = notes.pop(0)
            yield f"* {REFEREE if seat is None else seat} {word} {value}".rstrip()
        if number < len(record.actions):
            seat, action = record.actions[number]
            yield f"{REFEREE if seat is None else seat} {action}"


def read(text: str) -> Record:
    """A record from its text. The header is checked here, the actions by `Record.replay`. BadRecord also for
    games that were played by rules which are no longer supported."""
    lines = text.splitlines()
    header: dict[str, tuple[int, str]] = {}
    body = len(lines)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            body = number
            break
        if line.startswith("#"):
            continue
        match = re.fullmatch(r"([\w.]+):\s*(.*?)\s*", line)
        if match is None:
            raise BadRecord(number, f"{line!r} is not a header line key: value; an empty line ends the header")
        if match[1] in header:
            raise BadRecord(number, f"{match[1]} is given twice")
        header[match[1]] = number, match[2]
    record = _begin(header)
    for number, line in enumerate(lines[body:], body + 1):
        if not line.strip() or line.startswith("#"):
            continue
        if record.notes and record.notes[-1].word in ENDINGS:
            raise BadRecord(number, "nothing can follow the end of the match")
        if line.startswith("*"):
            record.notes.append(_note(line, number, len(record.actions)))
            continue
        match = re.fullmatch(r"([0-9]{1,9}|-)\s+(\S.*?)\s*", line)
        if match is None:
            raise BadRecord(number, f"{line!r} is not a seat and an action, as in 0 bM@b2")
        record.actions.append((None if match[1] == REFEREE else int(match[1]), match[2]))
        record.lines.append(number)
    if record.past is not None and record.past.actions > len(record.actions):
        raise BadRecord(len(lines), f"there are {len(record.actions)} actions, not {record.past.actions} from the past")
    return record


def _note(line: str, number: int, after: int) -> Note:
    """An event of the match."""
    match = re.fullmatch(r"\*\s+([0-9]{1,9}|-)\s+(\w+)(?:\s+(\S+))?\s*", line)
    if match is not None:
        seat = None if match[1] == REFEREE else int(match[1])
        word, value = match[2], match[3] or ""
        agreed = word == AGREED and seat is None and not value
        alone = word in (BACK, RESIGNED, TIME) and seat is not None and not value
        taken_back = word == TAKEBACK and seat is not None and re.fullmatch("[0-9]{1,9}", value)
        if agreed or alone or taken_back or (word == BOT and seat is not None and value):
            return Note(after, seat, word, value, number)
    events = f"{TAKEBACK} N, {BOT} LEVEL, {BACK}, {RESIGNED}, {TIME} (each after a seat), and - {AGREED}"
    raise BadRecord(number, f"{line!r} is not an event of a match; these are {events}")


@contextmanager
def _blaming(line: int) -> Iterator[None]:
    """Report errors inside as errors of that line."""
    try:
        yield
    except (BadOption, BadPosition) as error:
        raise BadRecord(line, str(error)) from None


def _begin(header: dict[str, tuple[int, str]]) -> Record:
    """The record without its actions."""

    def take(key: str, default: str | None = None) -> tuple[int, str]:
        if key in header:
            return header.pop(key)
        if default is None:
            raise BadRecord(1, f"the header has no line {key}: …")
        return 1, default

    def whole(key: str, default: str | None = None) -> tuple[int, int]:
        line, value = take(key, default)
        if not re.fullmatch("[0-9]{1,99}", value):
            raise BadRecord(line, f"{key} must be a whole number, not {value!r}")
        return line, int(value)

    line, version = whole("tesserae")
    if version != VERSION:
        raise BadRecord(line, f"this is a record of version {version}; version {VERSION} can be read")
    line, name = take("game")
    with _blaming(line):
        game = find(name)
    line, rules = whole("rules", "1")
    if rules != game.rules_version:
        raise BadRecord(line, f"this game was played by rules of {game.title} that have changed since")
    seats_given = "seats" in header
    seats_line, seats = whole("seats", str(game.seats[0]))
    with _blaming(seats_line):
        game.resolve({}, seats)
    line, seed = whole("seed", "0")
    with _blaming(line):
        check_seed(seed)
    options: dict[str, Any] = {}
    for key in [key for key in header if key.startswith("option.")]:
        line, value = header.pop(key)
        with _blaming(line):
            option = named(game.options, key.removeprefix("option."))
            options[option.name] = option.read(value)
    line, position = take("position", "")
    if position and options:
        raise BadRecord(line, "if there is a position, the options must be in it")
    with _blaming(line):
        record = Record(load(position, seed) if position else start(name, seats, seed, **options))
    beginning = record.beginning
    if beginning.game is not game:
        raise BadRecord(line, f"this is a position of {beginning.game.name}, not of {name}")
    if seats_given and beginning.seats != seats:
        raise BadRecord(seats_line, f"the position has {beginning.seats} seats, not {seats}")
    line, players = take("players", "")
    if players.startswith("["):
        record.players = _texts(line, "players", players)
    else:
        record.players = [player.strip() for player in players.split(",")] if players else []
    if "commitment" in header:
        _, commitment = take("commitment")
        _, secret = take("secret")
        line, words = take("words")
        record.chance = Chance(commitment, secret, _texts(line, "words", words))
    if "past" in header:
        line, past = take("past")
        match = re.fullmatch(r"([0-9]{1,9}) ([\w-]+)", past)
        if match is None or record.chance is not None:
            raise BadRecord(line, "past must be a number of actions and the name of a table, without a commitment")
        record.past = Origin(int(match[1]), match[2])
    record.outcome_line, outcome = take("outcome", "null")
    record.outcome = _json(record.outcome_line, "the outcome", outcome)
    for key, (line, _) in header.items():
        raise BadRecord(line, f"there is no header line {key}; comments begin with #")
    return record


def _json(line: int, what: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(line, f"{what} is not JSON: {error}") from None


def _texts(line: int, what: str, text: str) -> list[str]:
    texts = _json(line, what, text)
    if not isinstance(texts, list) or not all(isinstance(item, str) for item in texts):
        raise BadRecord(line, f"{what} must be a list of texts")
    return texts
