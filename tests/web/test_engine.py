"""Games and searches in the browser itself: WebAssembly, served with its description, in a worker."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tesserae.bots.browser import files
from tesserae.games import game as find
from tesserae.games import names
from tests.engine import same
from tests.nightly import cases
from tests.web.serving import Server

TESTS = Path(__file__).resolve().parents[1]
DRIVER = TESTS / "js" / "same.mjs"
PAGE = TESTS.parent / "docs" / "background" / "compiling.md"
AMOUNTS = cases([(3, 2, 100), (200, 20, 400)], lambda amounts: amounts[0] == 3)

# A worker like that of the browser client, but with what the tests play.
WORKER = """
import { all, Module } from "/static/js/same.mjs";
self.addEventListener("message", async ({ data: { game, cases } }) => {
	const description = await (await fetch(`/engines/${game}`)).json();
	const [code, weights] = await Promise.all(
		[description.module, description.weights].map(async (file) => (await fetch(file)).arrayBuffer()),
	);
	self.postMessage(await all(await Module.from(description, code, new Uint8Array(weights)), cases));
});
self.postMessage("ready");
"""
RUN = """
([game, cases]) => new Promise((resolve, reject) => {
	const worker = new Worker("/static/js/same_worker.js", { type: "module" });
	worker.onerror = (event) => reject(new Error(event.message || "the worker has failed"));
	worker.onmessage = ({ data }) => (data === "ready" ? worker.postMessage({ game, cases }) : resolve(data));
})
"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(base_url=server.base)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/")
    yield page
    context.close()


@pytest.mark.parametrize("amounts", AMOUNTS, ids=str)
@pytest.mark.parametrize("name", names())
def test_games_and_searches_are_the_same(page: Page, name: str, amounts: tuple[int, int, int]) -> None:
    given = same.cases(name, *amounts)
    javascript = {"content_type": "text/javascript"}
    page.context.route("**/static/js/same.mjs", lambda route: route.fulfill(path=DRIVER, **javascript))
    page.context.route("**/static/js/same_worker.js", lambda route: route.fulfill(body=WORKER, **javascript))
    same.compare(given, same.results(name, given), page.evaluate(RUN, [name, given]))


PLAY = """
async ([game, options, seats]) => {
	const { Engine } = await import("/static/js/engine.js");
	const engine = await Engine.open(game);
	const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
	let state = await engine.start(options, seats, 5n);
	const seen = [hex(state)];
	for (let i = 0; i < 5; i++) {
		const [seat] = await engine.actors(state);
		const legal = await engine.legal(state, seat);
		state = await engine.act(state, seat, legal[0]);
		seen.push(hex(state));
	}
	const refused = await engine.act(state, (await engine.actors(state))[0], -5n);
	const { state: end, length, results } = await engine.play(state, seats, 9n);
	const [seat] = await engine.actors(state);
	const hidden = await engine.hide(state, seat);
	engine.close();
	const closed = await engine.actors(state).catch((error) => error.message);
	return { seen, refused, end: hex(end), length, results, seat, hidden: hex(hidden), closed };
}
"""


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_in_the_worker(page: Page, name: str) -> None:
    game = find(name)
    chosen = next(iter(files(game).description["presets"].values()))
    given = {"options": chosen["options"], "seats": chosen["seats"], "seed": 5}
    found = page.evaluate(PLAY, [name, given["options"], given["seats"]])
    assert found == same.walk(name, given) | {"refused": None, "closed": "closed"}


THINK = """
async ([game, settings, task, stopped]) => {
	const { Engine } = await import("/static/js/engine.js");
	const engine = await Engine.open(game);
	const bytes = Uint8Array.from(atob(task.hidden), (character) => character.charCodeAt(0));
	const control = new AbortController();
	const heard = [];
	const progress = ({ simulations }) => {
		heard.push(simulations);
		if (stopped && heard.length === 3) control.abort();
	};
	const order = { ...task, settings: engine.description.searches[settings], hidden: bytes, seed: BigInt(task.seed) };
	order.stream = BigInt(task.stream);
	const { simulations, found } = await engine.search(order, progress, control.signal);
	const actors = await engine.actors(bytes);
	engine.close();
	return { heard, simulations, actors, found: found.map((one) => [String(one.action), one.visits, one.values]) };
}
"""


@pytest.mark.parametrize("name", names())
def test_a_search_tells_its_progress_and_finds_the_same(page: Page, name: str) -> None:
    for case in same.searches(name, 1, 300):
        found = page.evaluate(THINK, [name, case["settings"], case, False])
        assert found["found"] == same.thought(name, case)["found"]
        assert found["heard"] == sorted(found["heard"])
        assert found["heard"][-1] == found["simulations"]
        assert case["seat"] in found["actors"]


def test_a_search_can_be_stopped(page: Page) -> None:
    name = names()[0]
    case = next(same.searches(name, 1, 10**12))
    found = page.evaluate(THINK, [name, case["settings"], case, True])
    assert 3 <= len(found["heard"]) < 1000
    assert found["simulations"] < 10**9
    assert found["found"]
    assert found["actors"]  # the worker does what it is asked next


def test_the_example_of_the_documentation_works(page: Page) -> None:
    (example,) = re.findall(r"^```js\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    script = example + "export const done = [actions.length, next.length, found.length];"
    page.context.route(
        "**/static/js/example.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    actions, size, found = page.evaluate("async () => (await import('/static/js/example.js')).done")
    assert actions > 1
    assert size == find("symbol").blank().itemsize
    assert found > 0


def test_what_goes_wrong_is_told(page: Page) -> None:
    script = """
    async (game) => {
        const { Engine } = await import("/static/js/engine.js");
        const failed = (error) => error.message;
        const nowhere = await Engine.open("nowhere").then(() => "opened", failed);
        const engine = await Engine.open(game);
        const long = await engine.actors(new Uint8Array(1 << 20)).then(() => "took it", failed);
        return [nowhere, long];
    }
    """
    nowhere, long = page.evaluate(script, names()[0])
    assert "404" in nowhere
    assert long == "this is not a state of the game"


def test_only_the_worker_may_compute(page: Page) -> None:
    """The policy of pages does not allow WebAssembly, that of the worker does."""
    script = "() => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)).then(() => true, () => false)"
    assert page.evaluate(script) is False


@pytest.mark.parametrize("name", names())
def test_files_are_kept_by_browsers(server: Server, name: str) -> None:
    with httpx.Client(base_url=server.base, timeout=120) as client:
        told = client.get(f"/engines/{name}")
        assert told.headers["cache-control"] == "no-cache"
        description: dict[str, Any] = told.json()
        assert description["game"] == name
        for field, media in (("module", "application/wasm"), ("weights", "application/octet-stream")):
            address = description[field]
            packed = client.get(address, headers={"accept-encoding": "gzip"})
            assert packed.headers["content-encoding"] == "gzip"
            assert "immutable" in packed.headers["cache-control"]
            assert packed.headers["content-type"].startswith(media)
            plain = client.get(address, headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert packed.content == plain.content == getattr(files(find(name)), field).content
            assert "set-cookie" not in packed.headers
        old = client.get(description["module"].replace(".wasm", "0.wasm"))
        assert old.status_code == 404
        assert client.get("/engines/nowhere").status_code == 404
