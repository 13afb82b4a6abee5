"""People in front of browsers, and what their browsers saw."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.server.processes import PATIENT

LAST = 300_000  # milliseconds for reports and studies, which wait for everything else on a busy machine

# Asked beside the page, over a connection of its own: what a person could find out by trying.
LEGAL = """async ([table, seat, squares]) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live?seat=${seat}`);
  const heard = (kind) => new Promise((done, fail) => { // or the test would wait for ever
    const say = (what) => fail(new Error(`waiting for ${kind}: ${what}`));
    setTimeout(say, 120000, "nothing came");
    socket.addEventListener("close", () => say("the connection was closed"));
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.t === kind) done(message);
      else if (message.t === "refused") say(event.data);
    });
  });
  const state = await heard("state");
  const ask = async (where) => {
    const answer = heard("legal");
    socket.send(JSON.stringify({ t: "legal", id: "x", seat, ...where }));
    return (await answer).actions;
  };
  const asked = async (at) => { // a tall stack can have too many for one answer: then those of its single pieces
    const all = await ask({ at });
    if (all !== null) return all;
    const pieces = [...new Set(state.doc.view.board[at][1])];
    const single = [];
    for (const piece of pieces) single.push(...(await ask({ at, begins: `${at}[${piece}]` })));
    return single;
  };
  let actions = state.doc.view.actors.includes(seat) ? await ask({}) : [];
  if (actions === null) {
    actions = [];
    for (const square of squares) actions.push(...(await asked(square)));
  }
  socket.close();
  return [state.doc.view, actions, state.moves.length];
}"""

ACT = """async ([table, seat, action]) => {
  const id = crypto.randomUUID(); // what is sent twice with one id happens once
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live?seat=${seat}`);
  const answer = await new Promise((done, fail) => {
    setTimeout(() => fail(new Error("no answer to a move")), 120000);
    socket.addEventListener("close", () => fail(new Error("the connection was closed")));
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      const act = { t: "act", id, seat, n: message.n, actions: [action] };
      if (message.t === "state") socket.send(JSON.stringify(act));
      else if (message.id === id) done(message);
    });
  });
  socket.close();
  return answer;
}"""

# Read in one step, because a thing may be drawn anew between finding and measuring it.
BOXES = """(selectors) => {
  const found = selectors.map((selector) => document.querySelector(selector)?.getBoundingClientRect());
  return found.every((box) => box?.width) && found.map((box) => box.toJSON());
}"""
STYLES = """([selector, names]) => {
  const one = document.querySelector(selector);
  return one && names.map((name) => getComputedStyle(one)[name]);
}"""

WEIGHT = """() => {
  const code = performance.getEntriesByType("resource").filter((entry) => /\\.(js|css)$/.test(entry.name));
  const sizes = new Map(code.map((entry) => [entry.name, entry.encodedBodySize]));
  const [page] = performance.getEntriesByType("navigation");
  return [page.encodedBodySize, ...sizes.values()].reduce((sum, size) => sum + size, 0);
}"""


Box = dict[str, float]


def boxes(page: Page, *selectors: str) -> list[Box]:
    """Where the first thing of each selector is, as soon as all of them are drawn."""
    found: list[Box] = page.wait_for_function(BOXES, arg=list(selectors)).json_value()
    return found


def box(page: Page, selector: str) -> Box:
    return boxes(page, selector)[0]


def styles(page: Page, selector: str, *names: str) -> list[str]:
    """Computed styles of the first thing that there is of a selector."""
    found: list[str] = page.wait_for_function(STYLES, arg=[selector, list(names)]).json_value()
    return found


class Person:
    """One browser with cookies of its own; everything that must not happen in it is noted."""

    def __init__(self, browser: Browser, base: str, **context: Any) -> None:
        self.base = base
        options = {"locale": "en-US", "viewport": {"width": 1280, "height": 800}, **context}
        self.context = browser.new_context(base_url=base, **options)
        self.context.set_default_timeout(PATIENT * 1000)
        self.errors: list[str] = []
        self.frames: list[str] = []
        self.requests: list[str] = []
        self.expected: list[str] = []  # patterns of errors that a test brings about itself
        self.page = self.open()

    def open(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", self._socket)
        return page

    def _socket(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def table(self, game: str, players: list[str], **settings: Any) -> str:
        """Make a table, as the page does, and go there."""
        body = {"settings": {"game": game, "bot_seconds": 0.05, **settings}, "players": players}
        answer = self.context.request.post("/api/tables", data=body)
        assert answer.ok, answer.text()
        table = str(answer.json()["id"])
        self.page.goto(f"/t/{table}")
        return table

    def choose(self, **settings: Any) -> None:
        """Settings, as kept by the browser."""
        text = json.dumps(json.dumps(settings))
        self.context.add_init_script(
            f"localStorage.getItem('tesserae.settings') ?? localStorage.setItem('tesserae.settings', {text})"
        )

    def legal(self, table: str, seat: int, squares: list[str]) -> tuple[dict[str, Any], list[str]]:
        """What the seat sees, and all that it may do."""
        view, actions, _ = self.page.evaluate(LEGAL, [table, seat, squares])
        return view, actions

    def shown(self, table: str, seat: int, squares: list[str]) -> tuple[dict[str, Any], list[str], int]:
        """The same, if the seat may act once the page shows it too; and how many moves have been made."""
        view, actions, made = self.page.evaluate(LEGAL, [table, seat, squares])
        if actions:
            expect(self.page.locator(".move")).to_have_count(made)
        return view, actions, made

    def act(self, table: str, seat: int, action: str) -> None:
        """Make a move beside the page."""
        answer = self.page.evaluate(ACT, [table, seat, action])
        assert answer["t"] != "refused", answer

    def sit(self, table: str) -> None:
        """Take the seat that is free."""
        self.page.goto(f"/t/{table}")
        self.page.get_by_role("button", name="Sit down").click()

    def type(self, *actions: str) -> None:
        """Make a move in notation; waits until the server has taken it."""
        box = self.page.locator("#typed")
        box.fill("; ".join(actions))
        box.press("Enter")
        expect(box).to_have_value("")

    def weight(self) -> int:
        """The bytes of code and styles that the page has loaded, compressed as they travel."""
        return int(self.page.evaluate(WEIGHT))

    @property
    def status(self) -> str:
        return self.page.locator(".sentence").inner_text()

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """The frames of that kind that came."""
        return [message for message in map(json.loads, self.frames) if message.get("t") == kind]

    def check(self) -> None:
        """Nothing went wrong, and nobody else was asked for anything."""
        unexpected = [e for e in self.errors if not any(re.search(pattern, e) for pattern in self.expected)]
        assert unexpected == [], unexpected
        host = self.base.removeprefix("http")
        outside = [url for url in self.requests if not url.startswith(("http" + host, "ws" + host, "data:", "blob:"))]
        assert outside == [], outside
