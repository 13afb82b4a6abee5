"""What each may see of a match. The game is seen through `State.view` alone; here is only what lies around it."""

from typing import Any

import msgspec

from tesserae.play.deciding import last_turn, may_draw, may_talk, may_undo, takeback_way
from tesserae.play.events import Event
from tesserae.play.standing import Offer, Standing

Json = dict[str, Any]


def document(match: Standing, seat: int | None, person: str | None) -> Json:
    match.check_look(seat, person)
    found = match.documents.get((seat, person))
    if found is None:
        found = {"table": table(match, seat, person), "view": view(match, seat)}
        match.documents[seat, person] = found
    return found


def view(match: Standing, seat: int | None) -> Json | None:
    """The game as the seat sees it; everything, when the match is over."""
    if match.state is None:
        return None
    if match.outcome is not None:
        seat = None
    found = match.views.get(seat)
    if found is None:
        if match.outcome is None:
            found = match.state.view(seat)
        else:
            found = {**match.state.reveal(), "actors": [], "outcome": match.outcome.export()}
        match.views[seat] = found
    return found


def table(match: Standing, seat: int | None, person: str | None) -> Json:
    over, playing = match.status == "over", match.status == "playing"
    own = match.seats_of(person)
    may_offer = playing and bool(own)
    looking = own if seat is None else [seat]
    return {
        "status": match.status,
        **fixed(match),
        "seats": seats(match, seat, person),
        "owner": person == match.owner,
        "clock": clock(match),
        "offers": {what: offer(match, what, person) for what in ("draw", "takeback")},
        "votes": votes(match),
        "gone": [match.gone.get(str(chair.person)) for chair in match.seats] if match.gone else [],
        "undo": may_undo(match, seat),
        "takeback": takeback_way(match, str(person)) if may_offer and last_turn(match, looking) is not None else None,
        "draw": may_offer and may_draw(match, looking[0]) is None,
        "chat": may_talk(match, person) is None,
        "secret": match.secret.hex() if over else None,
        "seed": str(match.seed) if over else None,  # as a text: JavaScript's numbers have 53 bits
        "result": match.outcome.export() if match.outcome else None,
        "series": {
            "best_of": match.settings.best_of,
            "game": match.series.game,
            "wins": match.wins(),
            "over": match.series_over,
        },
        "next": match.next,
    }


def fixed(match: Standing) -> Json:
    """What does not change while the game is played."""
    if match.fixed is None:
        settings = msgspec.to_builtins(match.settings)
        del settings["game"], settings["options"], settings["seats"]
        match.fixed = {
            "game": match.game.name,
            "options": match.game.changed(match.options),
            "settings": settings,
            "commitment": match.commitment,
        }
    return match.fixed


def seats(match: Standing, looking: int | None, person: str | None) -> list[Json]:
    found = match.seat_lists.get((looking, person))
    if found is not None:
        return found
    found = []
    for number, seat in enumerate(match.seats):
        team = number % match.teams if match.teams < match.size else None
        if seat.kind == "open":
            found.append({"kind": "open", "team": team})
        elif seat.kind == "bot":
            found.append({"kind": "bot", "level": seat.level, "team": team})
        else:
            found.append(
                {
                    "kind": "person",
                    "name": seat.name,
                    "mine": seat.person == person,
                    "here": seat.person not in match.gone,
                    "team": team,
                    "ready": seat.ready and (not match.chooses or match.state is not None or seat.force is not None),
                    "word": seat.word,
                    "force": seat.force if match.state is not None or number == looking else None,
                }
            )
    match.seat_lists[looking, person] = found
    return found


def clock(match: Standing) -> Json | None:
    """What each had left at a moment, and whose time has run since."""
    found = match.clock
    if found is None:
        return None
    people = [seat.kind == "person" for seat in match.seats]
    left = [left if person else None for left, person in zip(found.left, people, strict=True)]
    return {"left": left, "running": list(found.running), "at": found.since}


def offer(match: Standing, what: str, person: str | None) -> Json | None:
    found: Offer | None = match.offers.get(what)
    if found is None:
        return None
    chairs = [(number, seat.person) for number, seat in enumerate(match.seats) if seat.person]
    said = {
        "seat": found.seat,
        "mine": found.person == person,
        "accepted": [number for number, other in chairs if other in found.accepted],
        "waiting": [number for number, other in chairs if other not in (found.person, *found.accepted)],
    }
    return said if what == "draw" else {**said, "to": found.to}


def votes(match: Standing) -> list[list[int]]:
    """For each seat, the seats of those who want a bot there."""
    if not match.votes:
        return []
    return [
        [other for other, chair in enumerate(match.seats) if chair.person in match.votes.get(number, ())]
        for number in range(match.size)
    ]


def told(match: Standing, event: Event, seat: int | None) -> Json:
    data = event.data
    if event.kind == "acted" and event.seat != seat and match.outcome is None:
        data = {"action": match.game.text.public(data["action"])}
    elif event.kind == "force" and event.seat != seat and match.state is None:
        data = {}
    elif event.kind == "created":
        data = {"settings": data["settings"], "commitment": data["commitment"], "series": data["series"]}
    return {"n": event.number, "at": event.at, "kind": event.kind, "seat": event.seat, "data": data}


def moves(match: Standing, seat: int | None) -> list[Json]:
    public = match.game.text.public
    return [
        {
            "n": move.number,
            "seat": move.seat,
            "action": move.action if move.seat == seat or match.outcome is not None else public(move.action),
            "at": move.at,
        }
        for move in match.moves_made
    ]


def chats(match: Standing) -> list[Json]:
    return [
        {"n": event.number, "at": event.at, "seat": event.seat, **event.data}
        for event in match.events
        if event.kind == "chatted"
    ]
