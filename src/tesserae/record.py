"""A game as a text file that people can read and write; docs/records.md describes the format."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tesserae.errors import BadOption, BadPosition, BadRecord, Refused
from tesserae.games import game as find
from tesserae.games.options import named
from tesserae.state import State, check_seed, load, start

VERSION = 1
REFEREE = "-"


@dataclass
class Record:
    """A record as read: how the game began, and who did what. `lines` says where each action stands in the file."""

    beginning: State
    players: list[str] = field(default_factory=list)
    actions: list[tuple[int | None, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    outcome_line: int = 0

    def replay(self) -> Iterator[State]:
        """The game at the beginning and after each action; always the same State. BadRecord where it goes wrong."""
        state = self.beginning.copy()
        yield state
        for (seat, action), line in zip(self.actions, self.lines, strict=True):
            try:
                state.act(seat, action)
            except Refused as refused:
                raise BadRecord(line, f"{action} is refused by {refused.rule}: {refused}") from None
            yield state
        if self.outcome is not None:
            found = state.outcome and state.outcome.export()
            if found != self.outcome:
                raise BadRecord(self.outcome_line, f"the outcome is {json.dumps(found)}")

    def final(self) -> State:
        """The game after the last action."""
        *_, last = self.replay()
        return last


def write(state: State, players: list[str] | None = None) -> str:
    """The record of a game so far."""
    header = [f"tesserae: {VERSION}", f"game: {state.game.name}", f"seats: {state.seats}", f"seed: {state.seed}"]
    if state.origin is not None:
        header.append(f"position: {json.dumps(state.origin)}")
    else:
        changed = state.game.changed(state.options)
        header += [f"option.{o.name}: {o.write(changed[o.name])}" for o in state.game.options if o.name in changed]
    if players:
        header.append(f"players: {', '.join(players)}")
    if state.outcome is not None:
        header.append(f"outcome: {json.dumps(state.outcome.export())}")
    actions = [f"{REFEREE if seat is None else seat} {action}" for seat, action in state.history]
    return "\n".join([*header, "", *actions]) + "\n"


def read(text: str) -> Record:
    """A record from its text. The header is checked here, the actions by `Record.replay`."""
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
            raise BadRecord(number, f"{line!r} is not a header line; those are key: value, and an empty line ends them")
        if match[1] in header:
            raise BadRecord(number, f"{match[1]} is there twice")
        header[match[1]] = number, match[2]
    record = _begin(header)
    for number, line in enumerate(lines[body:], body + 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([0-9]{1,9}|-)\s+(\S.*?)\s*", line)
        if match is None:
            raise BadRecord(number, f"{line!r} is not a seat and an action, as in 0 bM@b2")
        record.actions.append((None if match[1] == REFEREE else int(match[1]), match[2]))
        record.lines.append(number)
    return record


@contextmanager
def _blaming(line: int) -> Iterator[None]:
    """What is wrong inside is the fault of that line."""
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
        raise BadRecord(line, "with a position the options stand in the position")
    with _blaming(line):
        record = Record(load(position, seed) if position else start(name, seats, seed, **options))
    found = record.beginning
    if found.game is not game:
        raise BadRecord(line, f"this is a position of {found.game.name}, not of {name}")
    if seats_given and found.seats != seats:
        raise BadRecord(seats_line, f"the position has {found.seats} seats, not {seats}")
    _, players = take("players", "")
    record.players = [player.strip() for player in players.split(",")] if players else []
    record.outcome_line, outcome = take("outcome", "null")
    try:
        record.outcome = json.loads(outcome)
    except (ValueError, RecursionError) as error:
        raise BadRecord(record.outcome_line, f"the outcome is not JSON: {error}") from None
    for key, (line, _) in header.items():
        raise BadRecord(line, f"there is no header line {key}; free remarks begin with #")
    return record
