"""How heavy and how quick a table is in the browser: `python bench/web.py`.

For each game: the code and styles that a table loads up to the answer to the first move, compressed as they travel
(state outlines and texts are no code); the time from the end of the document to the first board; the time from a
click to the first picture that shows its answer; the time from sending a move to the first picture of the board after
it, and how many messages the page sends from then on until it is its turn again; and the longest task of the page
while moves are animated. Times are the best of seven tables on loopback, the longest task is their median.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.web import chromium
from tests.web.people import Person
from tests.web.players import SQUARES
from tests.web.serving import Server

ROUNDS = 7
WATCH = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-square]")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.firstBoard = performance.now())));
}).observe(document, { childList: true, subtree: true });
window.longest = 0;
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
}).observe({ type: "longtask" });
"""
BOARD = "() => window.firstBoard - performance.getEntriesByType('navigation')[0].responseEnd"
CLICK = """selector => new Promise((done) => {
  const start = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  }).observe(document.querySelector("main"), { childList: true, subtree: true, attributes: true });
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
  document.querySelector(selector).dispatchEvent(click);
})"""
MOVE = """() => {
  window.moved = new Promise((done) => document.querySelector("#typed").addEventListener("keydown", () => {
    const start = performance.now();
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    }).observe(document.querySelector(".board"), { childList: true, subtree: true });
  }, { capture: true, once: true }));
}"""
FIRST = {
    "symbol": "[data-square=d1]",
    "symbol_chain": "[data-stack='2']",
    "sequence": "[data-card]",
    "consequence": "[data-tile]",
}
BEFORE = {"symbol_chain": ["ready"]}  # the first turn
OPENING = {"symbol": "+K@d1", "symbol_chain": "take 2", "sequence": "", "consequence": "bM@b2"}


def measure(someone: Person, game: str) -> dict[str, float]:
    page: Page = someone.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    table = someone.table(game, ["me", "bot:novice"])
    page.locator("[data-square]").first.wait_for(state="attached")
    page.wait_for_timeout(500)
    for action in BEFORE.get(game, []):
        someone.type(action)
        page.wait_for_timeout(500)
    found: dict[str, float] = {"board": page.evaluate(BOARD)}
    found["click"] = page.evaluate(CLICK, FIRST[game])
    page.keyboard.press("Escape")
    action = OPENING[game] or next(one for one in someone.legal(table, 0, [])[1] if "@" in one)
    page.evaluate("window.longest = 0")
    page.evaluate(MOVE)
    sent.clear()
    someone.type(action)
    found["move"] = page.evaluate("window.moved")
    page.wait_for_timeout(1500)
    found["sent"] = sum('"ping"' not in frame for frame in sent)
    found["task"] = page.evaluate("window.longest")
    found["weight"] = someone.weight()
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        server.wait_until_compiled()
        browser = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=["--no-sandbox"])
        columns = ("code and styles, kB", "first board, ms", "click to picture, ms", "move to board, ms", "messages")
        print(f"| game | {' | '.join(columns)} | longest task, ms |")
        print("|---|---|---|---|---|---|---|")
        for game in SQUARES:
            someone = Person(browser, server.base)
            someone.choose(typing=True)
            someone.context.add_init_script(WATCH)
            rounds: list[dict[str, Any]] = [measure(someone, game) for _ in range(ROUNDS)]
            best = {key: min(one[key] for one in rounds) for key in rounds[0]}
            task = statistics.median(one["task"] for one in rounds)
            cells = [game, f"{best['weight'] / 1000:.0f}"]
            cells += [f"{best['board']:.0f}", f"{best['click']:.0f}", f"{best['move']:.0f}", f"{best['sent']:.0f}"]
            cells.append(f"{task:.0f}" if task else "under 50")
            print(f"| {' | '.join(cells)} |", flush=True)
            someone.context.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
