"""The clients that are connected to a table, the seat whose view each has, and what each was sent last."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tesserae.errors import Refused
from tesserae.play import Event, Match
from tesserae.play.diff import Change
from tesserae.server.clock import now
from tesserae.server.socket import Socket, framed

RECENT = 100  # the most events that a reconnecting client is sent one by one

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode


class Client:
    """A connection to a table: its person, and the seat whose view it has."""

    __slots__ = ("address", "group", "legal", "outside", "person", "seat", "socket")

    def __init__(self, socket: Socket, address: str, person: str = "") -> None:
        self.socket = socket
        self.address = address
        self.person = person
        self.seat: int | None = None
        self.outside = False  # a shared screen: has a spectator's view and does not count as the presence of a player
        self.legal = False  # whether to send legal actions with events
        self.group: Group | None = None

    def send(self, message: Json) -> None:
        self.socket.say(framed(encode(message)))

    def end(self, code: str, text: str, status: int = 1008) -> None:
        """Send the reason, and close the connection."""
        self.send(parting(code, text))
        self.socket.part(status, code)


class Group:
    """Clients that see the same document."""

    __slots__ = ("clients", "document", "person", "seat")

    def __init__(self, seat: int | None, person: str | None, document: Json) -> None:
        self.seat = seat
        self.person = person
        self.document = document  # the document that they have
        self.clients: set[Client] = set()


class News(NamedTuple):
    """A message for some clients, to be sent when its event has been written."""

    clients: Sequence[Client]
    text: bytes
    whole: bool = False  # a whole state, to which nothing needs to be added
    last: bool = False  # why they may no longer watch; they are then disconnected


class Missed(NamedTuple):
    """What a client with the view of that seat has missed up to an event; None if it needs the whole state instead."""

    number: int
    seat: int | None
    told: list[bytes] | None


class Listeners:
    """The clients of one table."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._groups: dict[tuple[int | None, str | None], Group] = {}
        self._parting: set[Client] = set()  # clients to be disconnected as soon as the reason has been written

    def __bool__(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._groups)

    def all(self) -> list[Client]:
        return [client for group in self._groups.values() for client in group.clients]

    def here(self) -> set[str]:
        """The people who are connected."""
        return {client.person for client in self.all() if not client.outside}

    # Connecting and disconnecting.

    def join(self, client: Client, match: Match, seat: int | None) -> None:
        """Give a client the view of that seat, or of another one of its own. Refused if it may not watch."""
        mine = [] if client.outside else match.seats_of(client.person)
        if seat not in mine:
            actors = match.actors
            seat = next((own for own in mine if own in actors), mine[0] if mine else None)
        person = looker(match, client.person)
        group = self._groups.get((seat, person))
        if group is None:
            group = self._groups[seat, person] = Group(seat, person, match.document(seat, person))
        group.clients.add(client)
        client.seat, client.group = seat, group

    def leave(self, client: Client) -> None:
        self._parting.discard(client)
        group, client.group = client.group, None
        if group is not None:
            group.clients.discard(client)
            if not group.clients:
                del self._groups[group.seat, group.person]

    def look(self, client: Client, match: Match, seat: int | None) -> None:
        """Give a client the view of another seat, and send it the whole state."""
        self.leave(client)
        try:
            self.join(client, match, seat)
        except Refused as refused:  # it may no longer watch
            client.end("forbidden", str(refused))
        else:
            client.send(self.state(client, match))

    def renew(self, match: Match) -> None:
        """The match was reloaded: forget what clients were sent before."""
        clients = [*self.all(), *self._parting]
        for client in clients:
            self.leave(client)
        for client in clients:
            self.look(client, match, client.seat)

    def unseated(self, match: Match) -> list[Client]:
        """Remove the clients that got or lost a seat from their groups; they will get the view of another seat."""
        moved = []
        for client in self.all():
            mine = [] if client.outside else match.seats_of(client.person)
            if (client.seat is None and mine) or (client.seat is not None and client.seat not in mine):
                self.leave(client)
                moved.append(client)
        return moved

    def reseat(self, client: Client, match: Match) -> News:
        """Put such a client into the group of its new seat; returns what to send to it."""
        try:
            self.join(client, match, None)
        except Refused as refused:
            self._parting.add(client)
            return News([client], encode(parting("forbidden", str(refused))), whole=True, last=True)
        return News([client], encode(self.state(client, match)), whole=True)

    # Sending.

    def say(self, message: Json) -> None:
        """Send something to everybody now."""
        frame = framed(encode(message))
        for client in self.all():
            client.socket.say(frame)

    def greet(self, client: Client, match: Match, missed: Missed | None) -> None:
        """Send a client that has joined what it has missed, if that is known, or the whole state."""
        if missed is None or missed.told is None or missed[:2] != (match.number, client.seat):
            client.send(self.state(client, match))
            return
        for number, message in enumerate(missed.told, 1):
            extra = choices(client, match) if number == len(missed.told) else {}
            client.socket.say(framed(joined(message, extra)))
        client.send({"t": "ok", "id": None, "n": match.number})

    def state(self, client: Client, match: Match) -> Json:
        """The whole state, as a client may see it."""
        assert client.group is not None
        document = client.group.document
        return {
            "t": "state",
            "v": 1,
            "n": match.number,
            "now": now(),
            "seat": client.seat,
            "doc": {**document, "table": {"id": self._table, **document["table"]}},
            "moves": match.moves(client.seat),
            "chat": match.chats(),
            **choices(client, match),
        }

    def news(self, match: Match) -> list[News]:
        """The last event of the match, as each group is told of it."""
        told = []
        news: Json = {}
        changes: list[Change] = []
        text = b""
        for group in self._groups.values():
            document = match.document(group.seat, group.person)
            last = news, changes
            news, changes = match.news(group.seat), match.changes(group.seat, group.document, document)
            if news is not last[0] or changes is not last[1]:  # else it is the same message
                text = encode({"t": "event", **news, "changes": changes})
            group.document = document
            told.append(News(tuple(group.clients), text))
        return told


def missed(events: Sequence[Event], seen: int, seat: int | None, person: str) -> list[bytes] | None:
    """The events that a client of that seat missed after that event; None if it needs the whole state instead."""
    if not 0 < seen <= len(events) or len(events) - seen > RECENT:
        return None
    if seen == len(events):
        return []
    past = Match.replay(events[:seen])
    told: list[bytes] = []
    try:
        before = past.document(seat, looker(past, person))
        for event in events[seen:]:
            past.evolve([event])
            document = past.document(seat, looker(past, person))
            told.append(encode({"t": "event", **past.news(seat), "changes": past.changes(seat, before, document)}))
            before = document
    except Refused:  # the seat belonged to somebody else in between
        return None
    return told


def tell(match: Match, told: Iterable[News], final: bool, sender: Client | None, id: str | None) -> None:
    """Send the messages about one event, now that it is written. `final`: it is the last of the events written
    together, so the legal actions are added for those who want them, and the id for the sender."""
    for clients, text, whole, last in told:
        frame = framed(text)
        for client in clients:
            extra = choices(client, match) if final and not whole else {}
            if client is sender and final and not whole:
                extra["id"] = id
            client.socket.say(framed(joined(text, extra)) if extra else frame)
            if last:
                client.socket.part(1008, "forbidden")


def joined(text: bytes, extra: Json) -> bytes:
    """A message with further fields."""
    return text[:-1] + b"," + encode(extra)[1:] if extra else text


def parting(code: str, text: str) -> Json:
    """The last message of a connection."""
    return {"t": "error", "code": code, "text": text}


def choices(client: Client, match: Match) -> Json:
    """The legal actions of a client, as part of a message, if it asked for them and has any."""
    if not client.legal or client.outside:
        return {}
    legal = match.choices(client.seat, client.person)
    return {} if legal is None else {"legal": legal}


def looker(match: Match, person: str | None) -> str | None:
    """The person, or None for all people who have nothing to do with the table, because they see the same."""
    return person if person in match.people or person == match.owner or person in match.members else None
