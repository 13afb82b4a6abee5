"""What each person may see of a match. The game itself is shown only by `State.view`."""

from itertools import islice
from typing import NamedTuple

import msgspec

from tesserae.games.effects import plain
from tesserae.play import events as e
from tesserae.play.deciding import last_turn, may_draw, may_talk, may_undo, takeback_way
from tesserae.play.diff import Change, changes
from tesserae.play.events import Event
from tesserae.play.queries import legal
from tesserae.play.shown import Frame, Json
from tesserae.play.standing import Standing
from tesserae.record import Step, beginning, replay
from tesserae.state import ALL, State

NO_OFFERS: Json = {}
TALK = 100  # chat messages that a new client gets


def document(match: Standing, seat: int | None, person: str | None) -> Json:
    match.check_look(seat, person)
    document = match.shown.documents.get((seat, person))
    if document is None:
        document = {"table": table(match, seat, person), "view": view(match, seat)}
        match.shown.documents[seat, person] = document
    return document


def changed(match: Standing, seat: int | None, before: Json, after: Json) -> list[Change]:
    """If they are the same for several seats, it is the same object."""
    old, new = before["view"], after["view"]
    changed = changes(before["table"], after["table"], ("table",))
    if old is None or new is None:
        return changed if old is new else [*changed, [["view"], new]]
    of_view = _view_changes(match, seat, old, new)
    return changed + of_view if changed else of_view


def _view_changes(match: Standing, seat: int | None, old: Json, new: Json) -> list[Change]:
    """If all seats see the same, views are compared only once."""
    shown = match.shown
    first, last = shown.earlier.get(None), shown.views.get(None)
    alike = not match.game.secrets and old is shown.earlier.get(seat) and (old is first) == (new is last)
    if not alike or first is None or last is None:
        return changes(old, new, ("view",))
    if shown.difference is None:
        shown.difference = changes(first, last, ("view",))
    return shown.difference


def view(match: Standing, seat: int | None) -> Json | None:
    """The game as the seat sees it, or with nothing hidden when the match is over."""
    if match.state is None:
        return None
    if match.outcome is not None:
        seat = None
    shown = match.shown.views.get(seat)
    if shown is None:
        if match.outcome is not None:
            shown = {**match.state.reveal(), "actors": [], "outcome": match.outcome.export()}
        elif seat is None or match.game.secrets:
            shown = match.state.shared_view(seat)
        else:  # all seats see the same, so it is computed once
            shown = {**(view(match, None) or {}), "seat": seat}
        match.shown.views[seat] = shown
    return shown


def table(match: Standing, seat: int | None, person: str | None) -> Json:
    """Everything except the game itself: first what only other events change, then what every action can change."""
    known = match.shown.frames.get((seat, person))
    if known is None:
        known = match.shown.frames[seat, person] = frame(match, seat, person)
    if known.takeback is not None and not known.turns:
        known.turns = last_turn(match, known.seats) is not None
    varying = {
        "clock": clock(match),
        "offers": {what: offer(match, what, person) for what in match.offers} if match.offers else NO_OFFERS,
        "undo": may_undo(match, seat),
        "takeback": known.takeback if known.turns else None,
    }
    if varying != known.varying:  # otherwise the same object, so that comparing is quick
        known.varying, known.table = varying, {**known.shown, **varying}
    return known.table


def frame(match: Standing, seat: int | None, person: str | None) -> Frame:
    over = match.status == "over"
    own = match.seats_of(person) if seat is None else [seat]
    settings = msgspec.to_builtins(match.settings)
    del settings["game"], settings["options"], settings["seats"], settings["past"]
    past = match.settings.past
    settings["absent"] = match.settings.patience
    given = [number for number, taken in enumerate(match.seats) if person in taken.givers]
    shown = {
        "status": match.status,
        "game": match.game.name,
        "options": match.game.changed(match.options),
        "settings": settings,
        "seats": [chair(match, number, seat, person) for number in range(match.size)],
        "owner": person == match.owner,
        "votes": votes(match),
        "gone": [match.gone.get(str(taken.person)) for taken in match.seats] if match.gone else [],
        "draw": match.status == "playing" and bool(own) and may_draw(match, own[0]) is None,
        "chat": may_talk(match, person) is None,
        "past": {"table": past.table, "moves": match.given} if past else None,
        "commitment": None if past else match.commitment,
        "secret": match.secret.hex() if over and not past else None,
        "seed": str(match.seed) if over else None,  # as a text: JavaScript's numbers have 53 bits
        "result": match.outcome.export() if match.outcome else None,
        "series": {
            "best_of": match.settings.best_of,
            "game": match.series.game,
            "wins": match.wins(),
            "over": match.series_over,
        },
        "next": match.next,
        **({"given": given} if given else {}),
    }
    way = takeback_way(match, person) if match.status == "playing" and person is not None and own else None
    return Frame(shown, own, way)


def chair(match: Standing, number: int, looking: int | None, person: str | None) -> Json:
    seat = match.seats[number]
    team = number % match.teams if match.teams < match.size else None
    if seat.kind == "open":
        return {"kind": "open", "team": team}
    if seat.kind == "bot":
        kept = {"name": seat.name} if seat.left is not None else {}
        return {"kind": "bot", "level": seat.level, "team": team, **kept}
    started = match.state is not None
    return {
        "kind": "person",
        "name": seat.name,
        "mine": seat.person == person,
        "here": seat.person not in match.gone,
        "team": team,
        "ready": seat.ready and (started or not match.chooses or seat.force is not None),
        "word": seat.word,
        "force": seat.force if started or number == looking else None,
    }


def clock(match: Standing) -> Json | None:
    """The time that each seat had left at a moment, and whose clock has run since."""
    clock = match.clock
    if clock is None:
        return None
    left = [left if seat.person else None for left, seat in zip(clock.left, match.seats, strict=True)]
    return {"left": left, "running": list(clock.running), "at": clock.since}


def offer(match: Standing, what: str, person: str | None) -> Json:
    offer = match.offers[what]
    chairs = [(number, seat.person) for number, seat in enumerate(match.seats) if seat.person]
    said = {
        "seat": offer.seat,
        "mine": offer.person == person,
        "accepted": [number for number, other in chairs if other in offer.accepted],
        "waiting": [number for number, other in chairs if other not in (offer.person, *offer.accepted)],
    }
    return said if what == "draw" else {**said, "to": offer.to}


def votes(match: Standing) -> list[list[int]]:
    """For each seat, the seats of the players who voted for a bot there."""
    if not match.votes:
        return []
    return [
        [other for other, chair in enumerate(match.seats) if chair.person in match.votes.get(number, ())]
        for number in range(match.size)
    ]


def told(match: Standing, event: Event, seat: int | None) -> Json:
    data: Json
    match event:
        case e.Acted():
            data = {"action": _told(match, seat, event.seat, event.action)}
        case e.Force() if event.seat != seat and match.state is None:
            data = {}
        case e.Seated():
            data = {"level": event.level}
        case e.Handed():
            data = {"seats": event.seats}
        case e.Created():
            data = event.data
            del data["owner"], data["secret"], data["settings"]["past"]
        case _:
            data = event.data
    return {"n": event.number, "at": event.at, "kind": event.kind, "seat": event.seat, "data": data}


def news(match: Standing, seat: int | None) -> Json:
    """If all seats are told the same, they get the same object."""
    event = match.events[-1]
    if not isinstance(event, e.Acted):
        return told(match, event, seat)
    text = _told(match, seat, event.seat, event.action)
    viewer = seat if match.game.secrets else None
    known = match.shown.news.get((viewer, text))
    if known is None:
        known = told(match, event, seat)
        assert match.before is not None
        assert match.state is not None
        step = Step(match.before, event.seat, text, match.state)
        known["data"]["turn"] = match.moves_made[-1].began
        known["data"]["effects"] = step.effects(viewer)
        match.shown.news[viewer, text] = known
    return known


def moves(match: Standing, seat: int | None) -> list[Json]:
    return [
        {
            "n": move.number,
            "seat": move.seat,
            "action": _told(match, seat, move.seat, move.action),
            "at": move.at,
            "turn": move.began,
        }
        for move in match.moves_made
    ]


def _told(match: Standing, seat: int | None, actor: int | None, action: str) -> str:
    """An action as a seat is told it. Parts of a seat's own actions are hidden, too, unless the memory aid is on."""
    if match.outcome is not None or (actor == seat and match.aided):
        return action
    return match.game.forms.public(action)


class Replayed(NamedTuple):
    """Of some moves: what each changed in the view, and its effects."""

    changes: list[list[Change]]
    effects: list[list[Json]]


class Replaying:
    """The whole game so far, as a seat saw it, computed piece by piece. The match may continue in the meantime."""

    def __init__(self, match: Standing, seat: int | None) -> None:
        assert match.state is not None
        state = beginning(match.state)
        self._seat = seat
        self._over = match.outcome is not None
        self._viewer = ALL if self._over else None if match.open_game else seat
        self._steps = replay(state, [(move.seat, move.action) for move in match.moves_made])
        self.beginning = self._last = self._view(state)
        self.moves = moves(match, seat)
        self.done = 0

    def _view(self, state: State) -> Json:
        return state.reveal() if self._over else state.shared_view(self._seat)

    def advance(self, number: int) -> Replayed:
        """Compute that many more moves, or those that are left."""
        replayed = Replayed([], [])
        for step in islice(self._steps, number):
            told = self.moves[self.done]["action"]
            before, self._last = self._last, self._view(step.after)
            replayed.changes.append(changes(before, self._last))
            replayed.effects.append(plain(step._replace(action=told).effects(self._viewer)))
            self.done += 1
        return replayed


def chats(match: Standing) -> list[Json]:
    said = [event for event in match.events if isinstance(event, e.Chatted)][-TALK:]
    return [{"n": event.number, "at": event.at, "seat": event.seat, **event.data} for event in said]


def choices(match: Standing, looking: int | None, person: str | None) -> Json | None:
    """For the viewer's seat or, if it cannot act, for the first seat of the person that can."""
    own = [seat for seat in match.seats_of(person) if seat in match.actors]
    if not own or match.state is None:
        return None
    return listed(match, match.state, looking if looking in own else own[0])


def listed(match: Standing, state: State, seat: int) -> Json:
    """The legal actions of a seat or, if there are too many, the squares that have some."""
    listed = match.shown.legal.get(seat)
    if listed is None:
        listed = match.shown.legal[seat] = legal(state, seat)
    return listed
