"""Playing in a terminal at a table of a server: `tesserae join`. docs/reference/protocol.md describes the messages."""

import contextlib
import json
import os
import random
import secrets
import shutil
import textwrap
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tesserae.console import NOTHING_TYPED, WELCOME, Left, closing, prompt
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games.effects import Kind
from tesserae.games.game import Game, Outcome
from tesserae.games.words import say_all
from tesserae.play import apply

Json = dict[str, Any]

SHORT = 60  # a list of actions up to this long is shown whole
TRIES, PAUSE = 60, 1.0  # how often to try to reconnect, and the seconds between two attempts
HELP = """\
  MOVE         make a move, written as in the list; separate several steps of one turn by commas
  any          make any legal move
  ?            list your legal moves; ? SQUARE lists those of a square
  why MOVE     say whether a move is allowed and, if not, why
  undo         take back your last step of this turn
  draw, takeback           offer a draw, ask to take back your last turn
  accept draw, decline draw, accept takeback, decline takeback
  say TEXT     send a message to everybody at the table
  hint         show what a strong bot would do, if all other players are bots
  board        show the board again
  resign       give up
  quit         leave; the table waits for you"""


def cookies() -> Path:
    """Where this user's identities are kept, one for each server."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "tesserae" / "cookies.json"


class Remote:
    """A client for one table of a server."""

    def __init__(self, url: str, file: Path | None, colour: bool, auto: bool) -> None:
        parts = urlsplit(url)
        way = parts.path.rstrip("/").rsplit("/", 1)
        if parts.scheme not in ("http", "https") or not parts.netloc or not way[-1]:
            raise BadOption(f"{url!r} is not the address of a table, as http://127.0.0.1:8000/t/abc")
        self.base, self.table = f"{parts.scheme}://{parts.netloc}", way[-1]
        self.file = file
        self.colour = colour
        self.auto = auto
        self.cookie = self._known().get(self.base, "")
        self.document: Json = {}
        self.number = 0
        self.seat: int | None = None
        self.choices: Json | None = None  # the legal actions that came with the last event
        self.unanswered = ""  # the message to be sent again after a reconnect
        self.shown = 0  # the event of the board that was printed last
        self.socket: ClientConnection | None = None
        self._stamp, self._ids = secrets.token_hex(6), 0

    # Identity, and requests other than those of the table.

    def _known(self) -> dict[str, str]:
        if self.file is None or not self.file.exists():
            return {}
        try:
            known: dict[str, str] = json.loads(self.file.read_text("utf-8"))
        except ValueError:
            raise BadOption(f"{self.file} is damaged; delete it to get a new identity") from None
        return known

    def _remember(self, cookie: str) -> None:
        self.cookie = cookie
        if self.file is not None:
            known = {**self._known(), self.base: cookie}
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.touch(0o600)
            self.file.write_text(json.dumps(known), "utf-8")

    def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send an HTTP request; returns the answer from JSON. BadOption with the server's message if it is refused."""
        headers = {"content-type": "application/json", **({"cookie": self.cookie} if self.cookie else {})}
        data = None if body is None else json.dumps(body).encode()
        try:
            asked = urllib.request.Request(self.base + path, data, headers, method=method)
            with urllib.request.urlopen(asked, timeout=30) as answer:
                if made := answer.headers.get("set-cookie"):
                    self._remember(made.split(";")[0])
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                said = error.read()
            try:
                text = json.loads(said)["text"]
            except (ValueError, KeyError, TypeError):
                text = f"{self.base}: {error}"
            raise BadOption(text) from None
        except OSError as error:
            raise BadOption(f"{self.base} does not answer: {error}") from None

    # The table.

    def run(self, name: str | None, watch: bool) -> int:
        """Take a seat, if one is free, and play until the end or until the player leaves."""
        if name is not None:
            self.request("PUT", "/api/me", {"name": name})
        summary = self.request("GET", f"/api/tables/{self.table}")
        self.game: Game = find(summary["game"])
        seated = any(seat.get("mine") for seat in summary["seats"])
        if not (watch or seated) and any(seat["kind"] == "open" for seat in summary["seats"]):
            self.request("POST", f"/api/tables/{self.table}/join", {})
        try:
            self.connect()
            print(f"{self.game.title}. {self.game.text.LEGEND}\n{WELCOME}")
            self.play()
        except (OSError, InvalidHandshake) as error:
            raise BadOption(f"{self.base} does not answer: {error}") from None
        except (Left, KeyboardInterrupt, EOFError):
            print(f"\nTo continue: tesserae join {self.base}/t/{self.table}")
        finally:
            if self.socket is not None:
                self.socket.close()
        return 0

    def connect(self) -> None:
        """Connect to the table; the server first sends what was missed since the last event."""
        known = f"&from={self.number}" if self.number else ""
        seat = "" if self.seat is None else f"&seat={self.seat}"
        url = self.base.replace("http", "ws", 1) + f"/api/tables/{self.table}/live?legal=1{known}{seat}"
        self.socket = connect(url, additional_headers={"Cookie": self.cookie}, max_size=None)

    def play(self) -> None:
        while True:
            while not self.document or (not self.mine() and self.table_now["status"] != "over"):
                self.hear()
            if self.shown != self.number:
                self.show()
            if self.table_now["status"] == "over":
                self.finish()
                return
            if self.auto:
                self.act([random.choice(self.legal())])
            else:
                self.obey(prompt(f"{self.game.side(self.seat or 0)}> ").strip())

    @property
    def table_now(self) -> Json:
        table: Json = self.document["table"]
        return table

    def mine(self) -> bool:
        """Whether this player can act; with several seats, switch to one that can."""
        view = self.document["view"]
        if view is None or self.table_now["status"] != "playing":
            return False
        if self.seat in view["actors"]:
            return True
        own = [n for n, seat in enumerate(self.table_now["seats"]) if seat.get("mine") and n in view["actors"]]
        if own:
            self.send("look", seat=own[0])
            while self.seat != own[0]:
                self.hear()
        return bool(own)

    def send(self, t: str, **fields: Any) -> str:
        self._ids += 1
        name = f"{self._stamp}-{self._ids}"
        self.unanswered = json.dumps({"t": t, "id": name, "n": self.number, **fields})
        self.say()
        return name

    def say(self) -> None:
        """Send a message. If the connection is lost before it is answered, it is sent again after reconnecting."""
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            self.socket.send(self.unanswered)

    def ask(self, t: str, **fields: Any) -> Json:
        """The answer to a message."""
        name = self.send(t, **fields)
        while True:
            message = self.hear()
            if message.get("id") == name:
                self.unanswered = ""
                return message

    def hear(self) -> Json:
        """The next message; prints what the others do."""
        assert self.socket is not None
        try:
            message: Json = json.loads(self.socket.recv())
        except ConnectionClosed as closed:
            print(f"The connection is closed: {closed}. Trying to reconnect; Ctrl-C stops that.", flush=True)
            self.reconnect()
            return self.hear()
        match message["t"]:
            case "state":
                self.document, self.number, self.seat = message["doc"], message["n"], message["seat"]
                self.choices = message.get("legal")
            case "event":
                self.document = apply(self.document, message["changes"])
                self.number = message["n"]
                self.choices = message.get("legal")
                self.tell(message)
            case "error":
                raise BadOption(message["text"])
        return message

    def reconnect(self) -> None:
        """Reconnect, and send the unanswered message again; because of its id it is not done twice."""
        for _ in range(TRIES):
            time.sleep(PAUSE)
            with contextlib.suppress(OSError, InvalidHandshake):
                self.connect()
                print("Connected again.")
                if self.unanswered:
                    self.say()
                return
        raise Left

    def tell(self, event: Json) -> None:
        who = "The referee" if event["seat"] is None else self.name(event["seat"])
        data = event["data"]
        match event["kind"]:
            case "acted":
                print(f"{who} plays {data['action']}")
                for sentence in say_all(self.game, msgspec.convert(data["effects"], list[Kind]), self.name):
                    print(f"  {sentence}")
            case "chatted":
                print(f"{data['name']}: {data['text']}")
            case "offered":
                print(f"{who} asks: {data['what']}?")
            case "undone" | "resigned" | "declined" | "accepted" | "gone" | "back" | "replaced" | "returned":
                print(f"{who}: {event['kind']}")

    def name(self, seat: int) -> str:
        taken = self.table_now["seats"][seat]
        kept = "bot for " if taken["kind"] == "bot" and "name" in taken else ""
        return f"{self.game.side(seat)} ({kept}{taken.get('name') or taken.get('level') or 'open'})"

    # What the player types.

    def obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        match command.lower(), rest.strip():
            case "", _:
                print(NOTHING_TYPED)
            case "?", square:
                self.list(square or None)
            case "help", _:
                print(f"{self.game.text.LEGEND}\n{HELP}")
            case "why", action:
                refused = self.ask("why", seat=self.seat, action=action).get("refused")
                print(f"{refused['text']} ({refused['rule']})" if refused else f"{action} is allowed.")
            case "board", _:
                self.show()
            case "any", _:
                self.act([random.choice(self.legal())])
            case ("draw" | "takeback") as what, _:
                self.answer(self.ask("offer", what=what, seat=self.seat))
            case ("accept" | "decline") as word, what:
                self.answer(self.ask(word, what=what))
            case "undo", _:
                self.answer(self.ask("undo", seat=self.seat))
            case "say", text:
                self.answer(self.ask("chat", text=text))
            case "resign", _:
                self.answer(self.ask("resign", seat=self.seat))
            case "hint", _:
                self.hint()
            case "quit", _:
                raise Left
            case _:
                self.act([step.strip() for step in line.split(",")])

    def act(self, actions: list[str]) -> None:
        self.answer(self.ask("act", seat=self.seat, actions=actions))

    def answer(self, message: Json) -> None:
        if message["t"] == "refused":
            print(f"{message['text']} ({message['rule'] or message['code']})")

    def legal(self) -> list[str]:
        """The legal actions; if there are too many, those of one square."""
        if self.choices is None:
            raise BadOption("the server lists no moves")
        actions: list[str] | None = self.choices["actions"]
        if actions is not None:
            return list(actions)
        squares = self.choices["squares"]
        for square in random.sample(squares, len(squares)):
            if actions := self.ask("legal", seat=self.seat, at=square).get("actions"):
                return list(actions)
        raise BadOption("there are too many moves to list; type one")

    def list(self, square: str | None) -> None:
        answer: Json = {"actions": [], "count": 0}
        if square is not None:
            answer = self.ask("legal", seat=self.seat, at=square)
        elif self.choices is not None:
            answer = self.choices
        if answer.get("t") == "refused":
            self.answer(answer)
            return
        actions = answer["actions"]
        if actions is None or (square is None and len(actions) > SHORT):
            such = f", such as {', '.join(actions[:3])}" if actions else ""
            print(f"There are {answer['count']}{such}; type ? and a square.")
        else:
            print(textwrap.fill(" ".join(actions) or "Nothing.", shutil.get_terminal_size().columns))

    def hint(self) -> None:
        message = self.ask("hint", seat=self.seat)
        self.answer(message)
        for candidate in message.get("candidates", [])[:3]:
            print(f"  {candidate['action']}  {candidate['value']:+.2f}")

    def show(self) -> None:
        self.shown = self.number
        if self.document["view"] is not None:
            print(f"\n{self.game.text.draw(self.document['view'], self.colour)}\n")

    def finish(self) -> None:
        print(closing(Outcome(**self.table_now["result"]), self.name))
        print(f"The record: {self.base}/api/tables/{self.table}/record")
