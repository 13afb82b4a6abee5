"""Holds the history of a table against its store, in the manner of Jepsen.

- lost: acknowledged, and not in the store as it was asked for
- doubled: in the store more often than asked for, or although it was refused
- disordered: what was asked for after something else was acknowledged has the lower number
- diverged: a client was told something that is not what the store has for its seat, or ends with another document
- leaked: a client was told something that depends on what its seat may not know
- mischarged: a clock ran for longer or for less than the time that passed
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tesserae.play import Match
from tesserae.play.events import Acted, Event, Paused, read
from tesserae.server.listeners import looker
from tests.chaos.history import Asked, Heard, History, Told

KINDS = ("lost", "doubled", "disordered", "diverged", "leaked", "mischarged")
OFTEN = 8  # of so many documents one is worked out anew; of states and of last ones, all
SLACK = 1.25  # seconds between the clocks of two processes, and between an event and its time
PATIENCE = 4.5  # seconds: a shorter outage may be charged
LATE = 1.5  # seconds that the last sign of life may be old

Json = dict[str, Any]


class Problem(NamedTuple):
    """Something that must not be."""

    kind: str
    text: str


def check(history: History) -> list[Problem]:
    """Everything that is wrong; nothing, in a good world."""
    found = [*_asked(history), *_ordered(history)]
    try:
        found += _told(history)
    except Exception as error:  # what the store has cannot be replayed
        found.append(Problem("diverged", f"{history.table}: its events make no match: {error!r}"))
    return found


def _asked(history: History) -> Iterator[Problem]:
    """Acknowledged: once. Refused: never. Neither: at most once."""
    numbers = [row.number for row in history.rows]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Problem("lost", f"{history.table}: its events are {numbers}")
        return
    times = Counter(row.request for row in history.rows if row.request is not None)
    for one in history.asked:
        kept = times[one.request]
        where = f"{history.table}: {one}"
        if one.number is not None:
            if kept == 0 or not _is_it(history, one, one.number):
                yield Problem("lost", where)
        elif one.refused is not None and kept:
            yield Problem("doubled", f"{where} was refused")
        if kept > 1:
            yield Problem("doubled", where)
    known = {one.request for one in history.asked}
    persons = {one.person for one in history.asked}
    for request in times:
        if request.split(":")[0] in persons and request not in known:
            yield Problem("doubled", f"{history.table}: nobody asked for {request}")


def _is_it(history: History, one: Asked, number: int) -> bool:
    """Whether that event is what was asked for; the game may have ended with it, right after."""
    if not 0 < number <= len(history.rows) or history.rows[number - 1].request != one.request:
        return False
    for row in history.rows[max(0, number - 2) : number]:
        event = read(row.event)
        if isinstance(event, Acted) and (event.seat, event.action) == (one.seat, one.action):
            return True
    return False


def _ordered(history: History) -> Iterator[Problem]:
    """What was asked for after an answer comes after it."""
    last: Asked | None = None  # of all that have a lower number, the one that was asked for last
    done = [one for one in history.asked if one.number is not None]
    for one in sorted(done, key=lambda one: one.number or 0):
        if last is not None and one.answered < last.sent:
            yield Problem("disordered", f"{history.table}: {one} came after {last}")
        if last is None or one.sent > last.sent:
            last = one


def _told(history: History) -> Iterator[Problem]:
    """What each was told is what the store has for its seat, and nothing else."""
    events = [read(row.event) for row in history.rows]
    match = Match.replay(events[:1])
    due: dict[int, list[tuple[Heard, int, Told]]] = {}
    for heard in history.heard:
        for index, told in enumerate(heard.told):
            number = told.message["n"]
            if number > len(events):
                yield Problem("diverged", f"{history.table}: told of event {number}, which is not there")
                continue
            due.setdefault(number, []).append((heard, index, told))
    clocks = Clocks(history)
    for event in events:
        if event.number > 1:
            yield from clocks.before(match, event)
            match.evolve([event])
            clocks.after(match, event)
        for heard, index, told in due.get(event.number, ()):
            yield from _compare(history, match, heard, index, told)
    for heard in history.heard:
        if not heard.told or heard.told[-1].message["n"] != len(events):
            last = heard.told[-1].message["n"] if heard.told else None
            yield Problem("diverged", f"{history.table}: {heard.person} was last told of {last} of {len(events)}")


def _compare(history: History, match: Match, heard: Heard, index: int, told: Told) -> Iterator[Problem]:
    message, seat = told.message, told.seat
    where = f"{history.table}: {heard.person} in seat {seat} at event {message['n']}"
    whole = message["t"] == "state"
    if whole:
        if message["moves"] != _plain(match.moves(seat)):
            yield Problem("diverged", f"{where}: the moves are {message['moves']}")
    else:
        expected = _plain(match.news(seat))
        if {name: message[name] for name in expected} != expected:
            yield Problem("diverged", f"{where}: {message} is not {expected}")
    if match.outcome is None:
        text = msgspec.json.encode(message).decode()
        others = {person for person in match.people if person != heard.person}
        for secret in (match.secret.hex(), str(match.seed), *others):
            if f'"{secret}"' in text:
                yield Problem("leaked", f"{where}: {secret} in {text}")
    if whole or index == len(heard.told) - 1 or (message["n"] + index) % OFTEN == 0:
        yield from _document(history, match, heard, told, where)


def _document(history: History, match: Match, heard: Heard, told: Told, where: str) -> Iterator[Problem]:
    document = _plain(match.document(told.seat, looker(match, heard.person)))
    document["table"] = {"id": history.table, **document["table"]}
    if told.document != document:
        names = [
            f"{part}.{name}: {(told.document[part] or {}).get(name)!r}, not {value!r}"
            for part in ("table", "view")
            for name, value in (document[part] or {}).items()
            if (told.document[part] or {}).get(name) != value
        ]
        yield Problem("diverged", f"{where}: {names}")
    if match.state is not None and match.outcome is None:
        # Other worlds that one who looks cannot tell from the true one. Who looks on knows no more than any seat.
        for seat in range(match.size) if told.seat is None else [told.seat]:
            other = match.state.imagined(seat, told.message["n"]).view(told.seat)
            if _plain(other) != document["view"]:
                yield Problem("leaked", f"{where}: the view depends on what is hidden")


def _plain(value: Any) -> Any:
    """As it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Clocks:
    """Whether each turn was charged what it took, as far as clients can tell."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._sent = {one.number: one.sent for one in history.asked if one.number is not None}
        self._asked = {one.number: one for one in history.asked if one.number is not None}
        self._heard: dict[tuple[str, int], float] = {}
        for heard in history.heard:
            for told in heard.told:
                key = heard.person, told.message["n"]
                self._heard[key] = min(told.at, self._heard.get(key, told.at))
        self._began: dict[int, int] = {}  # for each seat whose clock runs, with which event it began
        self._paused = 0  # milliseconds since then

    def before(self, match: Match, event: Event) -> Iterator[Problem]:
        """An event is about to happen."""
        asked = self._asked.get(event.number) or self._asked.get(event.number + 1)
        if match.clock is None or not isinstance(event, Acted) or asked is None or asked.seat != event.seat:
            return
        began = self._began.get(asked.seat)
        if began is None or asked.seat not in match.clock.running:
            return
        charged = max(0, event.at - match.clock.since) / 1000
        where = f"{self._history.table}: seat {asked.seat} was charged {charged} s for event {event.number}"
        if began in self._sent:
            earliest = self._sent[began]
            outages = [span.overlap(earliest, asked.answered) for span in self._history.outages]
            free = sum(length - LATE for length in outages if length > PATIENCE)
            most = asked.answered - earliest - free + SLACK
            if charged > most:
                yield Problem("mischarged", f"{where}, of at most {most:.3f}")
        told = self._heard.get((asked.person, began))
        if told is not None:
            troubled = sum(
                span.overlap(told, asked.sent) + LATE
                for span in self._history.troubles
                if span.overlap(told - LATE, asked.sent + LATE)
            )
            least = asked.sent - told - troubled - self._paused / 1000 - SLACK
            if charged < least:
                yield Problem("mischarged", f"{where}, of at least {least:.3f}")

    def after(self, match: Match, event: Event) -> None:
        """It has happened."""
        if isinstance(event, Paused):
            self._paused += event.until - event.since
        if match.clock is None or isinstance(event, Paused):
            return
        running = set(match.clock.running)
        if match.clock.since == event.at or running != set(self._began):
            self._began, self._paused = dict.fromkeys(running, event.number), 0
